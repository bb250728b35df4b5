import type { IntlShape } from 'react-intl'
import type { AlertDelivery } from '#contract/duty/alertDeliveries.ts'

/** Describes a delivery: recipient, channel, result and fault: "Anna, email: failed (…)". */
export function deliveryStanding(
  intl: IntlShape,
  { recipient, channel, state, fault, readAt, actedAt }: AlertDelivery,
): string {
  const standing = actedAt !== null ? 'ACTED' : readAt !== null ? 'READ' : state
  return intl.formatMessage(
    { id: 'delivery.line' },
    {
      recipient,
      channel: intl.formatMessage({ id: `deliveryChannel.${channel}` }),
      standing: intl.formatMessage({ id: `delivery.${standing}` }),
      fault: fault ?? 'none',
    },
  )
}
