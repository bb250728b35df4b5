import { useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { UnknownDevice } from '#contract/herd/unknownDevices.ts'
import { mayCall } from '../../api/mayCall.ts'
import { useCall } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { QuarantineFacts } from '../../entities/QuarantineFacts.tsx'
import { RecordPanel } from '../../form/RecordPanel.tsx'
import type { DetailsProps } from '../../list/describe.ts'
import { adoptGatewayForm, adoptNeckbandForm } from './adoptForms.ts'

/** Readings of an unknown device, and the form that adopts it, for users who may. */
export function UnknownDeviceDetails({ id, row, close }: DetailsProps<UnknownDevice>) {
  const intl = useIntl()
  const role = useSession(({ session }) => session?.role ?? null)
  // Keeps the device, which leaves the list when adopted, before the form has closed.
  const [shownDevice, setKnown] = useState(row)
  if (row !== null && row !== shownDevice) setKnown(row)
  const { data } = useCall(endpoints.unknownDevices.detail, { id }, { isEnabled: row === null && shownDevice === null })
  const device = row ?? shownDevice ?? data
  if (device === undefined) return null
  const initial = { ...(device.farmId !== null && { farmId: device.farmId }) }
  return (
    <>
      <QuarantineFacts record={device} />
      {mayCall(endpoints.unknownDevices.adoptGateway, role) && (
        <section className="record-section">
          <h3>{intl.formatMessage({ id: 'unknownDevice.adopt' })}</h3>
          {device.kind === 'GATEWAY' ? (
            <RecordPanel
              form={adoptGatewayForm}
              id={null}
              initial={{ ...initial, unknownGatewayId: id }}
              onSaved={close}
            />
          ) : (
            <RecordPanel form={adoptNeckbandForm} id={null} initial={{ unknownNeckbandId: id }} onSaved={close} />
          )}
        </section>
      )}
    </>
  )
}
