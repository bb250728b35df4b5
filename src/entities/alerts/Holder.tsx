import { useIntl } from 'react-intl'
import type { Alert } from '#contract/alerts/alerts.ts'
import { useIsAway } from '../../store/useDataAge.ts'

/** Names the person who acknowledged an alert or is assigned to it, or says that nobody has, or that it is unknown without a connection. */
export function AlertOwner({ alert: { acknowledgedAt, acknowledgedBy, assignedTo } }: { alert: Alert }) {
  const intl = useIntl()
  // Without a connection somebody may have acted since.
  const isAway = useIsAway()
  if (isAway) return <>{intl.formatMessage({ id: 'alerts.ownerUnknown' })}</>
  if (acknowledgedAt !== null) return <>{intl.formatMessage({ id: 'alerts.taken' }, { who: acknowledgedBy ?? '' })}</>
  return (
    <>
      {assignedTo === null
        ? intl.formatMessage({ id: 'alerts.waiting' })
        : intl.formatMessage({ id: 'alertAct.assignedTo' }, { who: assignedTo.name })}
    </>
  )
}

/** Comment of the person who acknowledged the alert; hidden when empty. */
export function HolderComment({ alert: { comment } }: { alert: Alert }) {
  const intl = useIntl()
  if (comment === null || comment === '') return null
  return (
    <q className="wall-comment" title={comment}>
      {intl.formatMessage({ id: 'alerts.said' }, { comment })}
    </q>
  )
}
