import { firstReadingMs } from '#contract/herd/headcounts.ts'
import { flags } from '#contract/live/frames.ts'
import type { ListeningBreak } from '../db/listeningBreaks.ts'
import type { HerdColumns } from './columns.ts'
import { explainedUntil, breakExplainsSilence } from './outages.ts'
import type { Outage, Permits } from './outages.ts'

export interface HeadCounts {
  ledger: number
  heard: number
  unverified: number
  unaccounted: number
  /** Unaccounted heads without a first neckband, and those whose neckband has not been heard yet. */
  unfitted: number
  unheard: number
  lowBattery: number
  neckbands: number
  /** Time of the newest reading, herd time; null before the first one. */
  lastHeardAt: number | null
}

/** How a head is counted, as one byte. */
export const headCodes = { unaccounted: 0, heard: 1, unverified: 2 } as const

/** How the first day of a head explains that nothing was heard of it, as one byte. Such a head is unaccounted all the same. */
export const firstDayCodes = { none: 0, unfitted: 1, unheard: 2 } as const

/** Returns whether an animal without a reading was never fitted with a neckband, or is in the first day of a pairing. @param now herd time, epoch ms */
export function firstDayOf(columns: HerdColumns, slot: number, now: number): number {
  if (!Number.isNaN(columns.heardAt[slot])) return firstDayCodes.none
  const { neckbandId, neverFitted, pairedAt = Number.NaN } = columns.slots[slot] ?? {}
  if (neckbandId == null) return neverFitted === true ? firstDayCodes.unfitted : firstDayCodes.none
  return now - pairedAt < firstReadingMs ? firstDayCodes.unheard : firstDayCodes.none
}

/** Returns a function that classifies the head of each slot at `now`, in a window of `windowMs`. */
export function headClassifier(
  columns: HerdColumns,
  outages: readonly Outage[],
  breaks: readonly ListeningBreak[],
  now: number,
  windowMs: number,
  permits: Permits,
): (slot: number) => number {
  const open = outages.filter((outage) => outage.endedAt === null)
  const relevantBreaks = breaks.filter(({ toAt }) => now < toAt + windowMs)
  return (slot) => {
    const heardAt = columns.heardAt[slot] as number
    if (heardAt > now - windowMs) return headCodes.heard
    const isExplained =
      permits.isAway(columns.slots[slot]?.animalId ?? 0, now) ||
      relevantBreaks.some((one) => breakExplainsSilence(one, heardAt, now, windowMs)) ||
      (open.length > 0 && explainedUntil(open, columns, slot) === Infinity)
    return isExplained ? headCodes.unverified : headCodes.unaccounted
  }
}

/**
 * Counts the heads of a farm. Heard: within the window before `now`. Unverified: a permit, a current outage or a break in
 * our own listening explains the silence. Unaccounted: all others.
 * @param breaks recent times without intake of readings
 * @param windowMs the window, ms
 * @param mark whether to flag each animal with its result (for the farm's own window)
 */
export function countHeads(
  columns: HerdColumns,
  outages: readonly Outage[],
  breaks: readonly ListeningBreak[],
  now: number,
  windowMs: number,
  permits: Permits,
  mark: boolean,
): HeadCounts {
  const judge = headClassifier(columns, outages, breaks, now, windowMs, permits)
  let [heard, unverified, lowBattery, neckbands] = [0, 0, 0, 0]
  let [unfitted, unheard] = [0, 0]
  let lastHeardAt = Number.NEGATIVE_INFINITY
  for (let slot = 0; slot < columns.count; slot++) {
    const heardAt = columns.heardAt[slot] as number
    const code = judge(slot)
    const [isHeard, isUnverified] = [code === headCodes.heard, code === headCodes.unverified]
    if (heardAt > lastHeardAt) lastHeardAt = heardAt
    if (isHeard) heard++
    else if (isUnverified) unverified++
    else {
      const firstDay = firstDayOf(columns, slot, now)
      if (firstDay === firstDayCodes.unfitted) unfitted++
      else if (firstDay === firstDayCodes.unheard) unheard++
    }
    if (columns.slots[slot]?.neckbandId != null) neckbands++
    if (((columns.flags[slot] as number) & flags.lowBattery) !== 0) lowBattery++
    if (mark) {
      columns.setFlag(slot, flags.unverified, isUnverified)
      columns.setFlag(slot, flags.unaccounted, !isHeard && !isUnverified)
    }
  }
  const unaccounted = columns.count - heard - unverified
  return {
    ledger: columns.count,
    heard,
    unverified,
    unaccounted,
    unfitted,
    unheard,
    lowBattery,
    neckbands,
    lastHeardAt: Number.isFinite(lastHeardAt) ? lastHeardAt : null,
  }
}
