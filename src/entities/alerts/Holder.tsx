import { useIntl } from 'react-intl'
import type { Alert } from '#contract/alerts/alerts.ts'

/** Who has taken an alert on, or is to, in words; that nobody has, where it is so. */
export function Holder({ alert: { acknowledgedAt, acknowledgedBy, assignedTo } }: { alert: Alert }) {
  const intl = useIntl()
  if (acknowledgedAt !== null) return <>{intl.formatMessage({ id: 'alerts.taken' }, { who: acknowledgedBy ?? '' })}</>
  return <>{assignedTo === null ? intl.formatMessage({ id: 'alerts.waiting' }) : intl.formatMessage({ id: 'alertAct.assignedTo' }, { who: assignedTo.name })}</>
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
