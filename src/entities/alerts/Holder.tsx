import { useIntl } from 'react-intl'
import type { Alert } from '#contract/alerts/alerts.ts'

/** Who has taken an alert on, in words; that nobody has, where it is so. */
export function Holder({ alert: { acknowledgedAt, acknowledgedBy } }: { alert: Alert }) {
  const intl = useIntl()
  return <>{acknowledgedAt === null ? intl.formatMessage({ id: 'alerts.waiting' }) : intl.formatMessage({ id: 'alerts.taken' }, { who: acknowledgedBy ?? '' })}</>
}

/** What they wrote when they took it on; nothing where they wrote nothing. */
export function HolderComment({ alert: { comment } }: { alert: Alert }) {
  const intl = useIntl()
  if (comment === null || comment === '') return null
  return (
    <q className="wall-comment" title={comment}>
      {intl.formatMessage({ id: 'alerts.said' }, { comment })}
    </q>
  )
}
