import type { HerdColumns } from '../columns.ts'

/** Movement of the animals in one pen at a moment. */
interface Herdmates {
  /** Since when each animal with recent movement data has been still, ascending (epoch ms). */
  stillSince: Float64Array
}

/** Maximum age of movement data, ms. */
const maxReportAgeMs = 3 * 3_600_000
/** How long a count is reused, ms. */
const cacheMs = 60_000

/** Counts an animal's neighbours that have moved since an instant: in its pen, or on its farm when it has no pen. */
export class Neighbours {
  private readonly pens = new Map<number, Herdmates>()
  private countedAt = Number.NaN

  /**
   * @param sinceAt epoch ms
   * @returns neighbours with recent movement data, without the animal itself, and how many of them moved since
   */
  movedSince(columns: HerdColumns, slot: number, sinceAt: number, now: number): { neighbours: number; moved: number } {
    if (!(now - this.countedAt < cacheMs && now >= this.countedAt)) this.pens.clear()
    if (this.pens.size === 0) this.countedAt = now
    const penId = columns.slots[slot]?.penId ?? 0
    const mates = this.pens.get(penId) ?? matesOf(columns, penId, now)
    this.pens.set(penId, mates)
    let [low, high] = [0, mates.stillSince.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((mates.stillSince[middle] as number) > sinceAt) high = middle
      else low = middle + 1
    }
    return { neighbours: Math.max(0, mates.stillSince.length - 1), moved: mates.stillSince.length - low }
  }
}

function matesOf({ count, slots, behaviour }: HerdColumns, penId: number, now: number): Herdmates {
  const stillSince: number[] = []
  for (let slot = 0; slot < count; slot++) {
    if (penId !== 0 && slots[slot]?.penId !== penId) continue
    if ((behaviour.motionToldAt[slot] as number) > now - maxReportAgeMs)
      stillSince.push(behaviour.stillSince[slot] as number)
  }
  return { stillSince: Float64Array.from(stillSince).sort() }
}
