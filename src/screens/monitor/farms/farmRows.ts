import type { Severity } from '#contract/alerts/alertKinds.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import { defaultWindowMinutes } from '#contract/herd/headcounts.ts'
import type { LiveHeadcount } from '#contract/live/live.ts'
import type { Scene } from '#contract/herd/monitor.ts'

/** A farm of the list, with what makes it urgent. */
export interface FarmRow {
  farm: Scene['farms'][number]
  headcount: LiveHeadcount | null
  /** Open alerts. */
  counts: Record<Severity, number>
  /** The open outage that explains its silence. */
  outage: Alert | null
}

function urgency({ counts, headcount, outage }: FarmRow): number {
  return (
    counts.CRITICAL * 1e9 +
    counts.MAJOR * 1e6 +
    (headcount?.unaccounted ?? 0) * 1e4 +
    (outage ? 5e3 : 0) +
    Math.min(4e3, (headcount?.unverified ?? 0) * 20) +
    Math.min(19, counts.MINOR)
  )
}

/** The farms by trouble, the worst first; those alike stay in the order of the scene, so that the list does not hop. */
export function farmRows(scene: Scene, headcounts: ReadonlyMap<number, LiveHeadcount>, alerts: readonly Alert[]): FarmRow[] {
  const rows = new Map(
    scene.farms.map((farm): [number, FarmRow] => [
      farm.id,
      { farm, headcount: headcounts.get(farm.id) ?? null, counts: { CRITICAL: 0, MAJOR: 0, MINOR: 0, INFO: 0 }, outage: null },
    ]),
  )
  for (const alert of alerts) {
    const row = rows.get(alert.farmId)
    if (!row) continue
    row.counts[alert.severity]++
    if (alert.kind === 'SITE_OUTAGE') row.outage = alert
  }
  return [...rows.values()].toSorted((a, b) => urgency(b) - urgency(a))
}

export interface Totals {
  contracted: number | null
  ledger: number
  heard: number
  unverified: number
  unaccounted: number
  /** Minutes, where all farms have the same window; else the widest, and `mixed`. */
  windowMinutes: number
  mixedWindows: boolean
  lowBattery: number
  neckbands: number
  farms: number
  projects: number
}

/** The numbers of all farms together; null while no headcount is known of any. */
export function totalsOf(scene: Scene, headcounts: ReadonlyMap<number, LiveHeadcount>): Totals | null {
  const known = scene.farms.flatMap((farm) => headcounts.get(farm.id) ?? [])
  if (known.length === 0 && scene.farms.length > 0) return null
  const sum = (of: (headcount: LiveHeadcount) => number) => known.reduce((total, headcount) => total + of(headcount), 0)
  const windows = known.map((headcount) => headcount.windowMinutes)
  return {
    contracted: scene.projects.length > 0 ? scene.projects.reduce((total, { contractHeadcount }) => total + contractHeadcount, 0) : null,
    ledger: sum(({ ledger }) => ledger),
    heard: sum(({ heard }) => heard),
    unverified: sum(({ unverified }) => unverified),
    unaccounted: sum(({ unaccounted }) => unaccounted),
    windowMinutes: windows.length > 0 ? Math.max(...windows) : defaultWindowMinutes,
    mixedWindows: new Set(windows).size > 1,
    lowBattery: sum(({ lowBattery }) => lowBattery),
    neckbands: sum(({ neckbands }) => neckbands),
    farms: scene.farms.length,
    projects: scene.projects.length,
  }
}
