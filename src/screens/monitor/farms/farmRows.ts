import type { Severity } from '#contract/alerts/alertKinds.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import { defaultWindowMinutes } from '#contract/herd/headcounts.ts'
import type { LiveHeadcount } from '#contract/live/live.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import { newestDataAt } from '../../../store/headcounts.ts'
import type { Freshness } from '../../../store/useDataAge.ts'

/** A farm of the list, with what makes it urgent. */
export interface FarmRow {
  farm: Scene['farms'][number]
  headcount: LiveHeadcount | null
  /** Open alerts. */
  counts: Record<Severity, number>
  /** The open outage that explains its silence. */
  outage: Alert | null
}

/** Where no reading came for this part of a farm's window, the picture is not of now. */
const limitShare = 1 / 4

/** How old what is known of farms may be: the newest reading of any of them, and the widest window. */
export function freshnessOf(...headcounts: readonly (LiveHeadcount | null)[]): Freshness {
  const known = headcounts.filter((headcount) => headcount !== null)
  const windowMinutes = Math.max(0, ...known.map((headcount) => headcount.windowMinutes)) || defaultWindowMinutes
  return { at: newestDataAt(known), limitMs: windowMinutes * 60_000 * limitShare }
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

/** The contracted heads of the projects, and why the ledger of their farms has other ones. */
export interface Contract {
  heads: number
  projects: number
  farms: number
  /** Heads that were contracted and never entered a ledger. */
  neverEntered: number
  /** Heads that have left since. */
  left: number
  /** Heads beyond the contract. */
  beyond: number
}

export interface Totals {
  /** Null where there is no project of which all farms are seen: the contract is of all of them together. */
  contract: Contract | null
  ledger: number
  heard: number
  unverified: number
  unaccounted: number
  /** Minutes, where all farms have the same window; else the widest, and `mixed`. */
  windowMinutes: number
  mixedWindows: boolean
  lowBattery: number
  neckbands: number
}

/** The numbers of all farms together; null while no headcount is known of any. */
export function totalsOf(scene: Scene, headcounts: ReadonlyMap<number, LiveHeadcount>): Totals | null {
  const known = scene.farms.flatMap((farm) => headcounts.get(farm.id) ?? [])
  if (known.length === 0 && scene.farms.length > 0) return null
  const sum = (of: (headcount: LiveHeadcount) => number) => known.reduce((total, headcount) => total + of(headcount), 0)
  const windows = known.map((headcount) => headcount.windowMinutes)
  return {
    contract: contractOf(scene, headcounts),
    ledger: sum(({ ledger }) => ledger),
    heard: sum(({ heard }) => heard),
    unverified: sum(({ unverified }) => unverified),
    unaccounted: sum(({ unaccounted }) => unaccounted),
    windowMinutes: windows.length > 0 ? Math.max(...windows) : defaultWindowMinutes,
    mixedWindows: new Set(windows).size > 1,
    lowBattery: sum(({ lowBattery }) => lowBattery),
    neckbands: sum(({ neckbands }) => neckbands),
  }
}

/** Contract and ledger of the projects of which the viewer sees every farm. */
function contractOf({ projects }: Scene, headcounts: ReadonlyMap<number, LiveHeadcount>): Contract | null {
  const whole = projects.filter((project) => project.farms > 0 && project.farmIds.length === project.farms)
  if (whole.length === 0) return null
  const farmIds = new Set(whole.flatMap((project) => project.farmIds))
  const ledger = [...farmIds].reduce((total, farmId) => total + (headcounts.get(farmId)?.ledger ?? 0), 0)
  const heads = whole.reduce((total, { contractHeadcount }) => total + contractHeadcount, 0)
  const left = whole.reduce((total, project) => total + project.left, 0)
  const short = heads - ledger
  return { heads, projects: whole.length, farms: farmIds.size, neverEntered: Math.max(0, short - left), left: Math.min(left, Math.max(0, short)), beyond: Math.max(0, -short) }
}
