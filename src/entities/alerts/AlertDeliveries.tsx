import { Button } from 'antd'
import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import type { Alert } from '#contract/alerts/alerts.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { type AlertDelivery, pageChannels } from '#contract/duty/alertDeliveries.ts'
import { call } from '../../api/call.ts'
import { inPlace } from '../../api/failures.ts'
import { useCall } from '../../api/queries.ts'
import { useFormats } from '../../locale/formats.ts'
import { deliveryStanding } from './deliveryStanding.ts'
import { PartHeading } from './PartHeading.tsx'

/** Deliveries of an alert: recipients, channels and results. Opening it marks the user's own deliveries as read. */
export function AlertDeliveries({ alert: { id: alertId, acknowledgedAt, clearedAt, closedAt } }: { alert: Alert }) {
  const intl = useIntl()
  const { instant } = useFormats()
  const { data } = useCall(endpoints.alertDeliveries.ofAlert, { toldAlertId: alertId }, { shows: inPlace })
  useEffect(() => {
    void call(endpoints.alertDeliveries.read, { toldAlertId: alertId }, { shows: inPlace }).catch(() => undefined)
  }, [alertId])
  if (data === undefined) return null
  // No further notifications once an alert is acknowledged, cleared or closed.
  const isOver = acknowledgedAt !== null || clearedAt !== null || closedAt !== null
  return (
    <section className="alert-part" aria-labelledby="alert-deliveries">
      <PartHeading id="alert-deliveries">{intl.formatMessage({ id: 'delivery.title' })}</PartHeading>
      <p>
        {intl.formatMessage({ id: `telling.${data.state}` }, { at: data.nextAt === null ? '' : instant(data.nextAt) })}
      </p>
      <ul>
        {data.list.map((delivery) => (
          <li key={delivery.id}>
            <DeliveryLine delivery={delivery} isOver={isOver} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function DeliveryLine({ delivery, isOver }: { delivery: AlertDelivery; isOver: boolean }) {
  const intl = useIntl()
  const { id, state, channel } = delivery
  const isOfPage = pageChannels.some((name) => name === channel)
  return (
    <>
      {deliveryStanding(intl, delivery)}
      {!isOver && !isOfPage && (state === 'FAILED' || state === 'SENT') && (
        <Button
          type="link"
          size="small"
          onClick={() => void call(endpoints.alertDeliveries.resend, { id }).catch(() => undefined)}
        >
          {intl.formatMessage({ id: 'delivery.resend' })}
        </Button>
      )}
    </>
  )
}
