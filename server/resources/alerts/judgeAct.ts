import type { AlertAct, AlertEventKind, FailedAct } from '#contract/alerts/alertActs.ts'
import type { Alert } from '#contract/alerts/alerts.ts'

/** The facts of an alert that decide about an act on it. */
export type JudgedAlert = Pick<Alert, 'severity' | 'version' | 'acknowledgedAt' | 'acknowledgedBy' | 'clearedAt' | 'closedAt' | 'closedBy' | 'shelvedUntil'>

/** Why an act is refused. */
export type ActFault = Pick<FailedAct, 'code' | 'field' | 'fault'> & {
  /** The act that came first, where it is known of the alert itself; null: the last act of a person. */
  first: { by: string | null; at: string | null; did: AlertEventKind } | null
}

/**
 * Finds the objection to an act on an alert as it is now; null: none. A comment, and a note that it was seen, override
 * nobody; all else is refused where the actor has not seen what somebody else did.
 * @param version as the actor's screen shows it; undefined: they take it as it is
 */
export function judgeAct(alert: JudgedAlert, act: AlertAct, version: number | undefined): ActFault | null {
  if (act.kind === 'COMMENT') return null
  if (act.kind === 'ACKNOWLEDGE') {
    const { acknowledgedAt, acknowledgedBy } = alert
    if (acknowledgedAt !== null) return { code: 'CONFLICT', field: 'id', fault: 'acknowledged', first: { by: acknowledgedBy, at: acknowledgedAt, did: 'ACKNOWLEDGED' } }
    return alert.severity === 'CRITICAL' && act.comment === '' ? missing('comment') : null
  }
  if (alert.closedAt !== null) {
    return { code: 'NOT_OPEN', field: 'id', fault: 'alert_closed', first: { by: alert.closedBy, at: alert.closedAt, did: 'CLOSED' } }
  }
  if (version !== undefined && version !== alert.version) return { code: 'CONFLICT', field: 'version', fault: 'stale', first: null }
  switch (act.kind) {
    case 'ASSIGN':
      return null
    case 'SHELVE':
      return alert.clearedAt === null ? null : { code: 'NOT_OPEN', field: 'id', fault: 'alert_cleared', first: { by: null, at: alert.clearedAt, did: 'CLEARED' } }
    case 'UNSHELVE':
      return alert.shelvedUntil === null ? { code: 'CONFLICT', field: 'id', fault: 'not_shelved', first: null } : null
    case 'CLOSE':
      return act.text === '' && (alert.severity === 'CRITICAL' || act.code === 'OTHER') ? missing('text') : null
  }
}

function missing(field: string): ActFault {
  return { code: 'COMMENT_REQUIRED', field, fault: 'required', first: null }
}
