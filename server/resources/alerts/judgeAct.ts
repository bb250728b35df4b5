import type { AlertAct, AlertEventKind, FailedAct } from '#contract/alerts/alertActs.ts'
import type { Alert } from '#contract/alerts/alerts.ts'

/** The facts of an alert that decide whether an act is allowed. */
export type JudgedAlert = Pick<
  Alert,
  'severity' | 'version' | 'acknowledgedAt' | 'acknowledgedBy' | 'clearedAt' | 'closedAt' | 'closedBy' | 'shelvedUntil'
>

/** Why an act is refused. */
export type ActFault = Pick<FailedAct, 'code' | 'field' | 'fault'> & {
  /** The earlier act, when the alert itself shows it; null means the last act of a user. */
  first: { by: string | null; at: string | null; did: AlertEventKind } | null
}

/**
 * Finds the fault of an act on an alert in its present state; null when it is allowed. Comments and acknowledgements do not override other users'
 * acts.
 * Other acts are refused when the caller has not seen the latest version.
 * @param version shown on the caller's screen; undefined skips the check
 */
export function findActFault(alert: JudgedAlert, act: AlertAct, version: number | undefined): ActFault | null {
  if (act.kind === 'COMMENT') return null
  if (act.kind === 'ACKNOWLEDGE') {
    const { acknowledgedAt, acknowledgedBy } = alert
    if (acknowledgedAt !== null)
      return {
        code: 'CONFLICT',
        field: 'id',
        fault: 'acknowledged',
        first: { by: acknowledgedBy, at: acknowledgedAt, did: 'ACKNOWLEDGED' },
      }
    return alert.severity === 'CRITICAL' && act.comment === '' ? missing('comment') : null
  }
  if (alert.closedAt !== null) {
    return {
      code: 'NOT_OPEN',
      field: 'id',
      fault: 'alert_closed',
      first: { by: alert.closedBy, at: alert.closedAt, did: 'CLOSED' },
    }
  }
  if (version !== undefined && version !== alert.version)
    return { code: 'CONFLICT', field: 'version', fault: 'stale', first: null }
  switch (act.kind) {
    case 'ASSIGN':
      return null
    case 'SHELVE':
      return alert.clearedAt === null
        ? null
        : {
            code: 'NOT_OPEN',
            field: 'id',
            fault: 'alert_cleared',
            first: { by: null, at: alert.clearedAt, did: 'CLEARED' },
          }
    case 'UNSHELVE':
      return alert.shelvedUntil === null ? { code: 'CONFLICT', field: 'id', fault: 'not_shelved', first: null } : null
    case 'CLOSE':
      return act.text === '' && (alert.severity === 'CRITICAL' || act.code === 'OTHER') ? missing('text') : null
  }
}

function missing(field: string): ActFault {
  return { code: 'COMMENT_REQUIRED', field, fault: 'required', first: null }
}
