import type { LiveRate } from '#contract/live/live.ts'

/** Readings a second of all farms that the viewer may see, over the last minute; null while nothing is known of them. */
export interface RateTotals {
  stored: number
  rejected: number
}

export function addRates(byFarm: ReadonlyMap<number, LiveRate>): RateTotals | null {
  if (byFarm.size === 0) return null
  const totals = { stored: 0, rejected: 0 }
  for (const { storedPerSecond, rejectedPerSecond } of byFarm.values()) {
    totals.stored += storedPerSecond
    totals.rejected += rejectedPerSecond
  }
  return totals
}

export type Refused = NonNullable<LiveRate['refused']>

/** Farms of which everything is refused, by why and of which source. */
export function refusals(byFarm: ReadonlyMap<number, LiveRate>): (Refused & { farmIds: number[] })[] {
  const groups = new Map<string, Refused & { farmIds: number[] }>()
  for (const { farmId, refused } of byFarm.values()) {
    if (!refused) continue
    const key = `${refused.reason} ${refused.source ?? ''}`
    const group = groups.get(key)
    if (group) group.farmIds.push(farmId)
    else groups.set(key, { ...refused, farmIds: [farmId] })
  }
  return [...groups.values()]
}
