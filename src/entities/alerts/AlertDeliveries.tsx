import { Button } from 'antd'
import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { AlertDelivery } from '#contract/duty/alertDeliveries.ts'
import { call } from '../../api/call.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { useFormats } from '../../locale/formats.ts'
import { deliveryStanding } from './deliveryStanding.ts'

/** Who was told of an alert, how, and what became of it. Whoever looks at it has read what they were told. */
export function AlertDeliveries({ alertId }: { alertId: number }) {
  const intl = useIntl()
  const { instant } = useFormats()
  const { data } = useCall(endpoints.alertDeliveries.ofAlert, { toldAlertId: alertId }, { shows: inPlace })
  useEffect(() => {
    void call(endpoints.alertDeliveries.read, { toldAlertId: alertId }, { shows: inPlace }).catch(() => undefined)
  }, [alertId])
  if (data === undefined) return null
  return (
    <section className="alert-part" aria-labelledby="alert-deliveries">
      <h3 id="alert-deliveries">{intl.formatMessage({ id: 'delivery.title' })}</h3>
      <p>{intl.formatMessage({ id: `telling.${data.state}` }, { at: data.nextAt === null ? '' : instant(data.nextAt) })}</p>
      <ul>
        {data.list.map((delivery) => (
          <li key={delivery.id}>
            <DeliveryLine delivery={delivery} isOver={data.state === 'ACKNOWLEDGED' || data.state === 'CLOSED' || data.state === 'CLEARED'} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function DeliveryLine({ delivery, isOver }: { delivery: AlertDelivery; isOver: boolean }) {
  const intl = useIntl()
  const { id, state } = delivery
  return (
    <>
      {deliveryStanding(intl, delivery)}
      {!isOver && (state === 'FAILED' || state === 'SENT') && (
        <Button type="link" size="small" onClick={() => void call(endpoints.alertDeliveries.resend, { id }).catch(() => undefined)}>
          {intl.formatMessage({ id: 'delivery.resend' })}
        </Button>
      )}
    </>
  )
}
