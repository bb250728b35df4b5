import type { LiveRate } from '#contract/live/live.ts'

/** Readings per second from all farms that the viewer may see, over the last minute; null while unknown. */
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

/** Groups farms whose readings are all rejected, by reason and source. */
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
