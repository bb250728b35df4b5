import { create } from 'zustand'
import type { LiveHeadcount } from '#contract/live.ts'

interface HeadcountState {
  byFarm: ReadonlyMap<number, LiveHeadcount>
  /** When the newest one came: ms of the page's monotonic clock. */
  seenMs: number | null
}

export const useHeadcounts = create<HeadcountState>()(() => ({ byFarm: new Map(), seenMs: null }))

/** Drops those of farms that may not be seen any more. */
export function keepHeadcounts(farmIds: readonly number[]): void {
  useHeadcounts.setState(({ byFarm }) => ({ byFarm: new Map([...byFarm].filter(([farmId]) => farmIds.includes(farmId))) }))
}

export function takeHeadcounts(headcounts: readonly LiveHeadcount[], seenMs: number): void {
  const byFarm = new Map(useHeadcounts.getState().byFarm)
  for (const headcount of headcounts) byFarm.set(headcount.farmId, headcount)
  useHeadcounts.setState({ byFarm, seenMs })
}
