import { useIntl } from 'react-intl'
import type { Alert } from '#contract/alerts/alerts.ts'

/** The person who has taken an alert on, or is to, in words; or that nobody has. */
export function Holder({ alert: { acknowledgedAt, acknowledgedBy, assignedTo } }: { alert: Alert }) {
  const intl = useIntl()
  if (acknowledgedAt !== null) return <>{intl.formatMessage({ id: 'alerts.taken' }, { who: acknowledgedBy ?? '' })}</>
  return <>{assignedTo === null ? intl.formatMessage({ id: 'alerts.waiting' }) : intl.formatMessage({ id: 'alertAct.assignedTo' }, { who: assignedTo.name })}</>
}

/** Their comment when they took it on; empty where they wrote none. */
export function HolderComment({ alert: { comment } }: { alert: Alert }) {
  const intl = useIntl()
  if (comment === null || comment === '') return null
  return (
    <q className="wall-comment" title={comment}>
      {intl.formatMessage({ id: 'alerts.said' }, { comment })}
    </q>
  )
}
