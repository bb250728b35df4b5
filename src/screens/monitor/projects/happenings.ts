import type { Alert } from '#contract/alerts/alerts.ts'
import type { Posted, WatchedProject } from '#contract/projects/monitor/projectMonitor.ts'

/** What is going on: an open alert on a farm of a project, or what was posted to a ledger. */
export type Happening = { at: number; key: string } & ({ alert: Alert } | { posted: Posted; project: WatchedProject })

/** So many are drawn. */
const most = 40

/** What someone has to run for and nobody has taken on first, then the newest. */
export function happeningsOf(projects: readonly WatchedProject[], alerts: readonly Alert[], posted: readonly Posted[]): Happening[] {
  const byId = new Map(projects.map((project) => [project.id, project]))
  const farmIds = new Set(projects.flatMap((project) => project.farmIds))
  const raised = alerts.flatMap((alert): Happening[] => (farmIds.has(alert.farmId) ? [{ at: Date.parse(alert.raisedAt), key: `alert ${alert.id}`, alert }] : []))
  const entries = posted.flatMap((entry): Happening[] => {
    const project = byId.get(entry.projectId)
    return project ? [{ at: Date.parse(entry.at), key: `entry ${entry.id}`, posted: entry, project }] : []
  })
  return [...raised, ...entries].toSorted((one, other) => Number(isPressing(other)) - Number(isPressing(one)) || other.at - one.at).slice(0, most)
}

const isPressing = (one: Happening) => 'alert' in one && one.alert.severity === 'CRITICAL' && one.alert.acknowledgedAt === null
