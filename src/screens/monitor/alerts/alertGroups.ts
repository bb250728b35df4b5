import type { Alert } from '#contract/alerts/alerts.ts'

/** Open alerts that are one matter: the same kind in the same pen, all taken on or none. */
export interface AlertGroup {
  key: string
  /** The oldest first, since it is the one that waits longest. */
  alerts: readonly [Alert, ...Alert[]]
}

function keyOf({ farmId, farmSlotId, kind, severity, acknowledgedAt, id }: Alert): string {
  // What someone has to run for stands alone: each has its own animal, its own clock and its own person.
  if (severity === 'CRITICAL') return `alert ${id}`
  return [kind, farmId, farmSlotId, severity, acknowledgedAt === null].join('/')
}

/** Alerts in groups, in the order in which their first ones came in. */
export function groupAlerts(alerts: readonly Alert[]): AlertGroup[] {
  const groups = new Map<string, [Alert, ...Alert[]]>()
  for (const alert of alerts) {
    const key = keyOf(alert)
    const group = groups.get(key)
    if (group) group.unshift(alert)
    else groups.set(key, [alert])
  }
  return [...groups].map(([key, group]) => ({ key, alerts: group })).toSorted((a, b) => weight(a) - weight(b))
}

/** Within a severity, what nobody has taken on comes before what somebody has. */
function weight({ alerts: [alert] }: AlertGroup): number {
  return ['CRITICAL', 'MAJOR', 'MINOR', 'INFO'].indexOf(alert.severity) * 2 + (alert.acknowledgedAt === null ? 0 : 1)
}
