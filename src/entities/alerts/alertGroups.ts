import { severities } from '#contract/alerts/alertKinds.ts'
import type { Alert } from '#contract/alerts/alerts.ts'

/** Open alerts that are one matter: the same kind in the same pen, all taken on or none. */
export interface AlertGroup {
  key: string
  /** The one that began first comes first, since it waits longest. */
  alerts: readonly [Alert, ...Alert[]]
}

function keyOf({ farmId, farmSlotId, kind, severity, acknowledgedAt, id }: Alert): string {
  // A critical alert stands alone: each has its own animal, its own clock and its own person.
  if (severity === 'CRITICAL') return `alert ${id}`
  return JSON.stringify([kind, farmId, farmSlotId, severity, acknowledgedAt === null])
}

/** Those that began first come first. Each instant is read once: there may be thousands. */
function byBeginning(alerts: readonly Alert[]): Alert[] {
  const begun = alerts.map((alert) => ({ alert, at: Date.parse(alert.sinceAt) }))
  return begun.sort((a, b) => a.at - b.at || a.alert.id - b.alert.id).map(({ alert }) => alert)
}

/** Alerts in groups: by severity, within one those that nobody has taken on first, then by when they began, the oldest first. */
export function groupAlerts(alerts: readonly Alert[]): AlertGroup[] {
  const groups = new Map<string, [Alert, ...Alert[]]>()
  for (const alert of byBeginning(alerts)) {
    const key = keyOf(alert)
    const group = groups.get(key)
    if (group) group.push(alert)
    else groups.set(key, [alert])
  }
  // Equally urgent groups stay in the order in which they began.
  return [...groups].map(([key, group]) => ({ key, alerts: group })).toSorted(byUrgency)
}

function byUrgency({ alerts: [a] }: AlertGroup, { alerts: [b] }: AlertGroup): number {
  const taken = (alert: Alert) => (alert.acknowledgedAt === null ? 0 : 1)
  return severities.indexOf(a.severity) - severities.indexOf(b.severity) || taken(a) - taken(b)
}
