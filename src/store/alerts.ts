import { create } from 'zustand'
import { severities } from '#contract/alerts/alertKinds.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { AlertsAnswer } from '#contract/live/live.ts'

interface AlertState {
  /** The open ones, gravest first, then newest first. What has cleared or was closed is dropped, so the list ends. */
  open: readonly Alert[]
  /** Whether the first answer has come: before it, an empty list means nothing. */
  known: boolean
}

export const useAlerts = create<AlertState>()(() => ({ open: [], known: false }))

/** By severity, then newest first. Each instant is read once: thousands come in a second. */
function byWeight(alerts: Iterable<Alert>): Alert[] {
  const weighed = [...alerts].map((alert) => ({ alert, rank: severities.indexOf(alert.severity), raisedAt: Date.parse(alert.raisedAt) }))
  return weighed.sort((a, b) => a.rank - b.rank || b.raisedAt - a.raisedAt).map(({ alert }) => alert)
}

/** Takes changed rows in, in the order in which they came: of two versions of a row the newer stays. `isAll`: they replace all rows before. */
export function takeAnswers(answers: readonly AlertsAnswer[]): void {
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
  useAlerts.setState({ open: byWeight(rows.values()), known: true })
}

/** The same of one answer. */
export function takeAlerts(alerts: readonly Alert[], isAll = false): void {
  takeAnswers([{ alerts: [...alerts], isAll }])
}
