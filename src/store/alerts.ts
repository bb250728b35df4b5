import { create } from 'zustand'
import { severities } from '#contract/alerts/alertKinds.ts'
import type { Alert } from '#contract/alerts/alerts.ts'

interface AlertState {
  /** The open ones, gravest first, then newest first. What has cleared or was closed is dropped, so the list ends. */
  open: readonly Alert[]
  /** Whether the first answer has come: before it, an empty list means nothing. */
  known: boolean
}

export const useAlerts = create<AlertState>()(() => ({ open: [], known: false }))

function byWeight(a: Alert, b: Alert): number {
  return severities.indexOf(a.severity) - severities.indexOf(b.severity) || Date.parse(b.raisedAt) - Date.parse(a.raisedAt)
}

/** Takes changed rows in: of two versions of a row the newer stays. @param isAll whether they replace all rows before */
export function takeAlerts(changed: readonly Alert[], isAll = false): void {
  const rows = new Map(isAll ? [] : useAlerts.getState().open.map((alert) => [alert.id, alert]))
  for (const alert of changed) {
    const had = rows.get(alert.id)
    if (had && had.changeId > alert.changeId) continue
    if (alert.clearedAt === null && alert.closedAt === null) rows.set(alert.id, alert)
    else rows.delete(alert.id)
  }
  useAlerts.setState({ open: [...rows.values()].toSorted(byWeight), known: true })
}
