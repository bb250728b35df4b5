import { create } from 'zustand'
import type { LiveRate } from '#contract/live/live.ts'

interface RateState {
  /** Incoming readings by farm. */
  byFarm: ReadonlyMap<number, LiveRate>
}

export const useRates = create<RateState>()(() => ({ byFarm: new Map() }))

/** Replaces all rates with those of the visible farms. */
export function replaceRates(rates: readonly LiveRate[]): void {
  useRates.setState({ byFarm: new Map(rates.map((rate) => [rate.farmId, rate])) })
}

/** Drops the rates of farms that are no longer visible. */
export function dropRatesExcept(farmIds: readonly number[]): void {
  useRates.setState(({ byFarm }) => ({ byFarm: new Map([...byFarm].filter(([farmId]) => farmIds.includes(farmId))) }))
}
