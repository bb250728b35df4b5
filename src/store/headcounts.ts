import { create } from 'zustand'
import type { LiveHeadcount } from '#contract/live/live.ts'

interface HeadcountState {
  byFarm: ReadonlyMap<number, LiveHeadcount>
}

export const useHeadcounts = create<HeadcountState>()(() => ({ byFarm: new Map() }))

export function takeHeadcounts(headcounts: readonly LiveHeadcount[]): void {
  const byFarm = new Map(useHeadcounts.getState().byFarm)
  for (const headcount of headcounts) byFarm.set(headcount.farmId, headcount)
  useHeadcounts.setState({ byFarm })
}

/** Drops those of farms that may not be seen any more. */
export function keepHeadcounts(farmIds: readonly number[]): void {
  useHeadcounts.setState(({ byFarm }) => ({ byFarm: new Map([...byFarm].filter(([farmId]) => farmIds.includes(farmId))) }))
}

/** When the newest reading behind these counts was heard, herd time, epoch ms; where nothing was heard yet, when it was counted. */
export function newestDataAt(headcounts: readonly LiveHeadcount[]): number | null {
  const instants = headcounts.map(({ lastHeardAt, at }) => lastHeardAt ?? at)
  return instants.length === 0 ? null : Math.max(...instants)
}
