import type { HerdColumns } from '../columns.ts'

/** The movement of the animals of one pen, as of a moment. */
interface Herdmates {
  /** Since when each of those that told of movement lately has been still, ascending (epoch ms). */
  stillSince: Float64Array
}

/** A movement that was reported longer ago says nothing about now. */
const latelyMs = 3 * 3_600_000
/** A count holds for so long before it is made again. */
const keptMs = 60_000

/** How many of an animal's neighbours have moved since an instant: of those of its own pen, or of its farm where it has none. */
export class Neighbours {
  private readonly pens = new Map<number, Herdmates>()
  private countedAt = Number.NaN

  /**
   * @param sinceAt epoch ms
   * @returns how many neighbours tell of movement lately, without the animal itself, and how many of them moved since
   */
  movedSince(columns: HerdColumns, slot: number, sinceAt: number, now: number): { neighbours: number; moved: number } {
    if (!(now - this.countedAt < keptMs && now >= this.countedAt)) this.pens.clear()
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
    if ((behaviour.motionToldAt[slot] as number) > now - latelyMs) stillSince.push(behaviour.stillSince[slot] as number)
  }
  return { stillSince: Float64Array.from(stillSince).sort() }
}
