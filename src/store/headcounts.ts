import { create } from 'zustand'
import type { LiveHeadcount } from '#contract/live/live.ts'

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
 * Newest reading behind these headcounts, herd time, epoch ms. Farms without a reading count with the time of the count.
 * @returns null without headcounts
 */
export function newestDataAt(headcounts: readonly LiveHeadcount[]): number | null {
  const instants = headcounts.map(({ lastHeardAt, at }) => lastHeardAt ?? at)
  return instants.length === 0 ? null : Math.max(...instants)
}
