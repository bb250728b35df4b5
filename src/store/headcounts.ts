import { create } from 'zustand'
import { defaultWindowMinutes } from '#contract/herd/headcounts.ts'
import type { LiveHeadcount } from '#contract/live/live.ts'
import type { Freshness } from './useDataAge.ts'

interface HeadcountState {
  byFarm: ReadonlyMap<number, LiveHeadcount>
}

export const useHeadcounts = create<HeadcountState>()(() => ({ byFarm: new Map() }))

export function mergeHeadcounts(headcounts: readonly LiveHeadcount[]): void {
  const byFarm = new Map(useHeadcounts.getState().byFarm)
  for (const headcount of headcounts) byFarm.set(headcount.farmId, headcount)
  useHeadcounts.setState({ byFarm })
}

/** Drops the headcounts of farms that are no longer visible. */
export function dropHeadcountsExcept(farmIds: readonly number[]): void {
  useHeadcounts.setState(({ byFarm }) => ({
    byFarm: new Map([...byFarm].filter(([farmId]) => farmIds.includes(farmId))),
  }))
}

/**
 * Newest reading behind these headcounts, herd time, epoch ms. Without any reading the time of the count counts.
 * A farm without readings must not make the others' older data look new.
 * @returns null without headcounts
 */
function newestDataAt(headcounts: readonly LiveHeadcount[]): number | null {
  const heard = headcounts.flatMap(({ lastHeardAt }) => lastHeardAt ?? [])
  const instants = heard.length > 0 ? heard : headcounts.map(({ at }) => at)
  return instants.length === 0 ? null : Math.max(...instants)
}

/** Share of a farm's window without readings after which its data is stale. */
const limitShare = 1 / 4

/** Returns the data age of farms and its limit: the newest reading of any farm, and the widest window. */
export function freshnessOf(...headcounts: readonly (LiveHeadcount | null)[]): Freshness {
  const counted = headcounts.filter((headcount) => headcount !== null)
  const windowMinutes = Math.max(0, ...counted.map((headcount) => headcount.windowMinutes)) || defaultWindowMinutes
  return { at: newestDataAt(counted), limitMs: windowMinutes * 60_000 * limitShare }
}
