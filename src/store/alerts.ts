import { create } from 'zustand'
import { severities } from '#contract/alerts/alertKinds.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { AlertsAnswer } from '#contract/live/live.ts'

interface AlertState {
  /** Open alerts, gravest first, then newest first. Cleared and closed alerts are dropped, which bounds the list. */
  open: readonly Alert[]
  /** Whether the first answer has arrived; before it, an empty list means nothing. */
  isLoaded: boolean
}

export const useAlerts = create<AlertState>()(() => ({ open: [], isLoaded: false }))

/** Sorts alerts by severity, then newest first. Parses each instant once, as thousands of alerts can arrive in a second. */
function byWeight(alerts: Iterable<Alert>): Alert[] {
  const weighed = [...alerts].map((alert) => ({
    alert,
    rank: severities.indexOf(alert.severity),
    raisedAt: Date.parse(alert.raisedAt),
  }))
  return weighed.sort((a, b) => a.rank - b.rank || b.raisedAt - a.raisedAt).map(({ alert }) => alert)
}

/**
 * Merges changed alerts in order of arrival; of two versions of an alert, the newer one stays.
 * An answer with `isAll` replaces all earlier alerts.
 */
export function mergeAnswers(answers: readonly Pick<AlertsAnswer, 'alerts' | 'isAll'>[]): void {
  const rows = new Map(useAlerts.getState().open.map((alert) => [alert.id, alert]))
  for (const { alerts, isAll } of answers) {
    if (isAll) rows.clear()
    for (const alert of alerts) {
      const had = rows.get(alert.id)
      if (had && had.changeId > alert.changeId) continue
      if (alert.clearedAt === null && alert.closedAt === null) rows.set(alert.id, alert)
      else rows.delete(alert.id)
    }
  }
  useAlerts.setState({ open: byWeight(rows.values()), isLoaded: true })
}

/** Merges the changed alerts of one answer. */
export function mergeAlerts(alerts: readonly Alert[], isAll = false): void {
  mergeAnswers([{ alerts: [...alerts], isAll }])
}
