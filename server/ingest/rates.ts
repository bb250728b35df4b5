import type { LiveRate } from '#contract/live/live.ts'
import type { RejectReason } from '#contract/herd/readings.ts'
import { machineSpan } from '../clock.ts'

const spanSeconds = 60

/** Readings of one farm in one batch. */
export interface FarmTally {
  farmId: number
  sourceId: number
  /** `stored`, or the reason why they were not stored as sent. */
  result: 'stored' | RejectReason
  count: number
}

interface FarmMinute {
  /** Seconds with readings, oldest first. */
  seconds: { second: number; stored: number; rejected: number }[]
  newestRejection: { reason: RejectReason; sourceId: number; second: number } | null
}

/** Counts readings: in total since the start, and per farm in the last minute. Also measures how long the oldest unsent reading has waited. */
export class Rates {
  private readonly farms = new Map<number, FarmMinute>()
  private readonly startedSecond = secondNow()
  private oldestArrivedAt: number | null = null
  /** Readings by result since the start. */
  readonly totals = new Map<string, number>()

  /** @param arrivedAt machine time of the batch's first message, ms since a fixed point */
  stored(counts: readonly { result: string; count: number }[], tallies: readonly FarmTally[], arrivedAt: number): void {
    for (const { result, count } of counts) this.totals.set(result, (this.totals.get(result) ?? 0) + count)
    for (const tally of tallies) this.add(tally)
    if (counts.some(({ result, count }) => result === 'stored' && count > 0)) this.oldestArrivedAt ??= arrivedAt
  }

  private add({ farmId, sourceId, result, count }: FarmTally): void {
    const second = secondNow()
    const farm = this.farms.get(farmId) ?? { seconds: [], newestRejection: null }
    this.farms.set(farmId, farm)
    let bucket = farm.seconds.at(-1)
    if (bucket?.second !== second) {
      bucket = { second, stored: 0, rejected: 0 }
      farm.seconds.push(bucket)
      while ((farm.seconds[0]?.second ?? second) < second - spanSeconds) farm.seconds.shift()
    }
    if (result === 'stored') bucket.stored += count
    else {
      bucket.rejected += count
      // Readings of unregistered neckbands are only counted: they say nothing about the herd.
      if (result !== 'UNKNOWN_DEVICE') farm.newestRejection = { reason: result, sourceId, second }
    }
  }

  /**
   * Returns the average rates of farms over the last minute.
   * @param sourceName returns a source's name; undefined when it does not exist
   */
  of(farmIds: Iterable<number>, sourceName: (sourceId: number) => string | undefined): LiveRate[] {
    const second = secondNow()
    const spanS = Math.min(spanSeconds, Math.max(1, second - this.startedSecond))
    return Array.from(farmIds, (farmId) => {
      const farm = this.farms.get(farmId)
      let [stored, rejected] = [0, 0]
      for (const bucket of farm?.seconds ?? []) {
        // The current second is incomplete.
        if (bucket.second >= second || bucket.second < second - spanSeconds) continue
        stored += bucket.stored
        rejected += bucket.rejected
      }
      const newest = farm?.newestRejection
      const last = stored === 0 && newest && newest.second >= second - spanSeconds ? newest : null
      const refused = last ? { reason: last.reason, source: sourceName(last.sourceId) ?? null } : null
      return { farmId, storedPerSecond: stored / spanS, rejectedPerSecond: rejected / spanS, refused }
    })
  }

  /** Returns ms since the arrival of the oldest message that now appears in a frame, and resets it; null without one. */
  drainOldestWaitMs(): number | null {
    const arrivedAt = this.oldestArrivedAt
    this.oldestArrivedAt = null
    return arrivedAt === null ? null : machineSpan() - arrivedAt
  }
}

function secondNow(): number {
  return Math.floor(machineSpan() / 1000)
}
