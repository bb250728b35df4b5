import type { Severity } from '#contract/alerts/alertKinds.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import { defaultWindowMinutes } from '#contract/herd/headcounts.ts'
import type { LiveHeadcount } from '#contract/live/live.ts'
import type { Scene } from '#contract/herd/monitor.ts'

/** A farm of the list with the reasons for its urgency. */
export interface FarmRow {
  farm: Scene['farms'][number]
  headcount: LiveHeadcount | null
  /** Open alerts by severity. */
  counts: Record<Severity, number>
  /** Open outage that explains its silence. */
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

/** Returns the farms by urgency, worst first. Equally urgent ones keep the scene's order, so that the list is stable. */
export function farmRows(
  scene: Scene,
  headcounts: ReadonlyMap<number, LiveHeadcount>,
  alerts: readonly Alert[],
): FarmRow[] {
  const rows = new Map(
    scene.farms.map((farm): [number, FarmRow] => [
      farm.id,
      {
        farm,
        headcount: headcounts.get(farm.id) ?? null,
        counts: { CRITICAL: 0, MAJOR: 0, MINOR: 0, INFO: 0 },
        outage: null,
      },
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

/** Contracted heads of projects, and why their farms' ledger differs. */
export interface Contract {
  heads: number
  projects: number
  farms: number
  /** Contracted heads that never entered a ledger. */
  neverEntered: number
  /** Heads that have left since. */
  left: number
  /** Heads in excess of the contract. */
  beyond: number
}

export interface Totals {
  /** Null without a project whose farms are all visible, as a contract covers all of them together. */
  contract: Contract | null
  ledger: number
  heard: number
  unverified: number
  unaccounted: number
  /** Unaccounted heads without a first neckband, and those whose neckband was not heard yet. */
  unfitted: number
  unheard: number
  /** Window in minutes; the widest, with `mixedWindows`, if farms differ. */
  windowMinutes: number
  mixedWindows: boolean
  lowBattery: number
  neckbands: number
}

/** Returns the totals of all farms; null while no headcount is known. */
export function totalsOf(scene: Scene, headcounts: ReadonlyMap<number, LiveHeadcount>): Totals | null {
  const loadedHeadcounts = scene.farms.flatMap((farm) => headcounts.get(farm.id) ?? [])
  if (loadedHeadcounts.length === 0 && scene.farms.length > 0) return null
  const sum = (of: (headcount: LiveHeadcount) => number) =>
    loadedHeadcounts.reduce((total, headcount) => total + of(headcount), 0)
  const windows = loadedHeadcounts.map((headcount) => headcount.windowMinutes)
  return {
    contract: contractOf(scene, headcounts),
    ledger: sum(({ ledger }) => ledger),
    heard: sum(({ heard }) => heard),
    unverified: sum(({ unverified }) => unverified),
    unaccounted: sum(({ unaccounted }) => unaccounted),
    unfitted: sum(({ unfitted = 0 }) => unfitted),
    unheard: sum(({ unheard = 0 }) => unheard),
    windowMinutes: windows.length > 0 ? Math.max(...windows) : defaultWindowMinutes,
    mixedWindows: new Set(windows).size > 1,
    lowBattery: sum(({ lowBattery }) => lowBattery),
    neckbands: sum(({ neckbands }) => neckbands),
  }
}

/** Compares contract and ledger of the projects whose farms are all visible. */
function contractOf({ projects }: Scene, headcounts: ReadonlyMap<number, LiveHeadcount>): Contract | null {
  const whole = projects.filter((project) => project.farms > 0 && project.farmIds.length === project.farms)
  if (whole.length === 0) return null
  const farmIds = new Set(whole.flatMap((project) => project.farmIds))
  const ledger = [...farmIds].reduce((total, farmId) => total + (headcounts.get(farmId)?.ledger ?? 0), 0)
  const heads = whole.reduce((total, { contractHeadcount }) => total + contractHeadcount, 0)
  const left = whole.reduce((total, project) => total + project.left, 0)
  const short = heads - ledger
  return {
    heads,
    projects: whole.length,
    farms: farmIds.size,
    neverEntered: Math.max(0, short - left),
    left: Math.min(left, Math.max(0, short)),
    beyond: Math.max(0, -short),
  }
}
