import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import { mayCall } from '../../api/mayCall.ts'
import { useSession } from '../../api/session.ts'
import { permitForm } from '../../entities/permits/loadPermitForm.ts'
import { formDialog } from '../../list/withForm.tsx'
import { lazyChunk } from '../../navigation/lazyChunk.ts'

const StandInDialog = lazyChunk(async () => (await import('./StandInDialog.tsx')).StandInDialog)
const PermitDialog = formDialog(permitForm, () => ({}))

/** Buttons for requests without a list of animals, and for the user's stand-in. */
export function ApprovalsToolbar() {
  const intl = useIntl()
  const role = useSession(({ session }) => session?.role ?? null)
  const [dialog, setDialog] = useState<'permit' | 'standIn' | null>(null)
  const close = () => setDialog(null)
  return (
    <>
      {mayCall(endpoints.standIns.add, role) && (
        <Button onClick={() => setDialog('standIn')}>{intl.formatMessage({ id: 'standIn.title' })}</Button>
      )}
      {mayCall(endpoints.movementPermits.request, role) && (
        <Button type="primary" onClick={() => setDialog('permit')}>
          {intl.formatMessage({ id: 'permit.ask' })}
        </Button>
      )}
      <Suspense>{dialog === 'standIn' && <StandInDialog onClose={close} />}</Suspense>
      {dialog === 'permit' && <PermitDialog rows={[]} onClose={close} onDone={close} />}
    </>
  )
}
