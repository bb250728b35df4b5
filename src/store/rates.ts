import { create } from 'zustand'
import type { LiveRate } from '#contract/live/live.ts'

interface RateState {
  /** How much comes in, by farm. */
  byFarm: ReadonlyMap<number, LiveRate>
}

export const useRates = create<RateState>()(() => ({ byFarm: new Map() }))

/** Takes the rates of all farms that may be seen; of others nothing is kept. */
export function takeRates(rates: readonly LiveRate[]): void {
  useRates.setState({ byFarm: new Map(rates.map((rate) => [rate.farmId, rate])) })
}

/** Drops those of farms that may not be seen any more. */
export function keepRates(farmIds: readonly number[]): void {
  useRates.setState(({ byFarm }) => ({ byFarm: new Map([...byFarm].filter(([farmId]) => farmIds.includes(farmId))) }))
}
