import type { Alert } from '#contract/alerts/alerts.ts'
import type { Done, Posted, WatchedProject } from '#contract/projects/monitor/projectMonitor.ts'
import type { Seal } from '#contract/projects/seals.ts'

export type NewestSeal = Pick<Seal, 'root' | 'day' | 'sealedAt'>

/** Event on the wall: an open alert on a project's farm, a ledger entry, another action of its parties, or a sealed day. */
export type WallEvent = { at: number; key: string } & (
  | { alert: Alert }
  | { posted: Posted; project: WatchedProject }
  | { done: Done; project: WatchedProject }
  | { seal: NewestSeal }
)

interface Known {
  alerts: readonly Alert[]
  posted: readonly Posted[]
  done: readonly Done[]
  seal: NewestSeal | null
}

/** Maximum number of events drawn. */
const maxEvents = 40

/** Returns urgent unacknowledged alerts first, then the newest events. */
export function happeningsOf(projects: readonly WatchedProject[], { alerts, posted, done, seal }: Known): WallEvent[] {
  const byId = new Map(projects.map((project) => [project.id, project]))
  const farmIds = new Set(projects.flatMap((project) => project.farmIds))
  const raised = alerts.flatMap((alert): WallEvent[] =>
    farmIds.has(alert.farmId) && (alert.subjectType !== 'PROJECT' || byId.has(alert.subjectId))
      ? [{ at: Date.parse(alert.raisedAt), key: `alert ${alert.id}`, alert }]
      : [],
  )
  const entries = posted.flatMap((entry): WallEvent[] => {
    const project = byId.get(entry.projectId)
    return project ? [{ at: Date.parse(entry.at), key: `entry ${entry.id}`, posted: entry, project }] : []
  })
  const others = done.flatMap((one): WallEvent[] => {
    const project = byId.get(one.projectId)
    return project ? [{ at: Date.parse(one.at), key: `${one.type} ${one.id}`, done: one, project }] : []
  })
  const sealed: WallEvent[] = seal === null ? [] : [{ at: Date.parse(seal.sealedAt), key: `seal ${seal.day}`, seal }]
  return [...raised, ...entries, ...others, ...sealed]
    .toSorted((one, other) => Number(isPressing(other)) - Number(isPressing(one)) || other.at - one.at)
    .slice(0, maxEvents)
}

const isPressing = (one: WallEvent) =>
  'alert' in one && one.alert.severity === 'CRITICAL' && one.alert.acknowledgedAt === null
