import { machineSpan } from '../clock.ts'

const spanSeconds = 5

/** How many readings came in a second, over the last five, and how long the oldest of those not shown yet has waited. */
export class Rates {
  private readonly buckets: { second: number; stored: number; rejected: number }[] = []
  private oldestArrivedAt: number | null = null
  /** Readings by what they came to, since the start. */
  readonly totals = new Map<string, number>()

  /** @param arrivedAt machine time of the batch's first message, ms since some fixed point */
  stored(counts: readonly { result: string; count: number }[], arrivedAt: number): void {
    const second = Math.floor(machineSpan() / 1000)
    let bucket = this.buckets.at(-1)
    if (bucket?.second !== second) {
      bucket = { second, stored: 0, rejected: 0 }
      this.buckets.push(bucket)
      while ((this.buckets[0]?.second ?? second) < second - spanSeconds) this.buckets.shift()
    }
    let stored = 0
    for (const { result, count } of counts) {
      this.totals.set(result, (this.totals.get(result) ?? 0) + count)
      if (result === 'stored') stored += count
      else bucket.rejected += count
    }
    bucket.stored += stored
    if (stored > 0) this.oldestArrivedAt ??= arrivedAt
  }

  perSecond(): { readingsPerSecond: number; rejectedPerSecond: number } {
    const second = Math.floor(machineSpan() / 1000)
    const whole = this.buckets.filter((bucket) => bucket.second < second && bucket.second >= second - spanSeconds)
    const sum = (name: 'stored' | 'rejected') => whole.reduce((total, bucket) => total + bucket[name], 0)
    return { readingsPerSecond: sum('stored') / spanSeconds, rejectedPerSecond: sum('rejected') / spanSeconds }
  }

  /** Ms since the oldest message arrived that is in a frame for the first time; null when there is none. */
  takeOldestShown(): number | null {
    const arrivedAt = this.oldestArrivedAt
    this.oldestArrivedAt = null
    return arrivedAt === null ? null : machineSpan() - arrivedAt
  }
}
