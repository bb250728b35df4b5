import { severities } from '#contract/alerts/alertKinds.ts'
import type { Alert } from '#contract/alerts/alerts.ts'

/** Open alerts shown as one: the same kind, pen and severity, all acknowledged or none. */
export interface AlertGroup {
  key: string
  /** Longest waiting alert first. */
  alerts: readonly [Alert, ...Alert[]]
}

function keyOf({ farmId, farmSlotId, kind, severity, acknowledgedAt, id }: Alert): string {
  // Critical alerts stay single: each has its own animal, duration and person.
  if (severity === 'CRITICAL') return `alert ${id}`
  return JSON.stringify([kind, farmId, farmSlotId, severity, acknowledgedAt === null])
}

/** Sorts by start, oldest first. Parses each instant once, as there may be thousands. */
function byBeginning(alerts: readonly Alert[]): Alert[] {
  const begun = alerts.map((alert) => ({ alert, at: Date.parse(alert.sinceAt) }))
  return begun.sort((a, b) => a.at - b.at || a.alert.id - b.alert.id).map(({ alert }) => alert)
}

/** Groups alerts by severity; within one, unacknowledged groups come first, then the oldest. */
export function groupAlerts(alerts: readonly Alert[]): AlertGroup[] {
  const groups = new Map<string, [Alert, ...Alert[]]>()
  for (const alert of byBeginning(alerts)) {
    const key = keyOf(alert)
    const group = groups.get(key)
    if (group) group.push(alert)
    else groups.set(key, [alert])
  }
  // The sort is stable: equally urgent groups stay in order of start.
  return [...groups].map(([key, group]) => ({ key, alerts: group })).toSorted(byUrgency)
}

function byUrgency({ alerts: [a] }: AlertGroup, { alerts: [b] }: AlertGroup): number {
  const acknowledgedRank = (alert: Alert) => (alert.acknowledgedAt === null ? 0 : 1)
  return severities.indexOf(a.severity) - severities.indexOf(b.severity) || acknowledgedRank(a) - acknowledgedRank(b)
}
