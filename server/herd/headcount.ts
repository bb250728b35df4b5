import { flags } from '#contract/live/frames.ts'
import type { ListeningBreak } from '../db/listeningBreaks.ts'
import type { HerdColumns } from './columns.ts'
import { explainedUntil, isBreakToBlame } from './outages.ts'
import type { Outage, Permits } from './outages.ts'

export interface HeadCounts {
  ledger: number
  heard: number
  unverified: number
  unaccounted: number
  lowBattery: number
  neckbands: number
  /** When the newest reading was heard, herd time; null: none yet. */
  lastHeardAt: number | null
}

/** How a head is counted, as one byte. */
export const headCodes = { unaccounted: 0, heard: 1, unverified: 2 } as const

/** Tells of each slot of some columns how its head is counted at `now`, in a window of so many ms. */
export function headJudge(columns: HerdColumns, outages: readonly Outage[], breaks: readonly ListeningBreak[], now: number, windowMs: number, permits: Permits): (slot: number) => number {
  const open = outages.filter((outage) => outage.endedAt === null)
  const felt = breaks.filter(({ toAt }) => now < toAt + windowMs)
  return (slot) => {
    const heardAt = columns.heardAt[slot] as number
    if (heardAt > now - windowMs) return headCodes.heard
    const isExplained =
      permits.isAway(columns.slots[slot]?.animalId ?? 0, now) || felt.some((one) => isBreakToBlame(one, heardAt, now, windowMs)) || (open.length > 0 && explainedUntil(open, columns, slot) === Infinity)
    return isExplained ? headCodes.unverified : headCodes.unaccounted
  }
}

/**
 * Counts the heads of a farm: heard in the window before `now`, unverified where a permit, an outage that goes on, or a break in
 * our own listening explains the silence, unaccounted for the rest.
 * @param breaks the recent times in which no readings were taken in
 * @param windowMs the window, ms
 * @param mark whether to note on each animal what it was counted as (in the farm's own window)
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
  const judge = headJudge(columns, outages, breaks, now, windowMs, permits)
  let [heard, unverified, lowBattery, neckbands] = [0, 0, 0, 0]
  let lastHeardAt = Number.NEGATIVE_INFINITY
  for (let slot = 0; slot < columns.count; slot++) {
    const heardAt = columns.heardAt[slot] as number
    const code = judge(slot)
    const [isHeard, isUnverified] = [code === headCodes.heard, code === headCodes.unverified]
    if (heardAt > lastHeardAt) lastHeardAt = heardAt
    if (isHeard) heard++
    else if (isUnverified) unverified++
    if (columns.slots[slot]?.neckbandId != null) neckbands++
    if (((columns.flags[slot] as number) & flags.lowBattery) !== 0) lowBattery++
    if (mark) {
      columns.setFlag(slot, flags.unverified, isUnverified)
      columns.setFlag(slot, flags.unaccounted, !isHeard && !isUnverified)
    }
  }
  const unaccounted = columns.count - heard - unverified
  return { ledger: columns.count, heard, unverified, unaccounted, lowBattery, neckbands, lastHeardAt: Number.isFinite(lastHeardAt) ? lastHeardAt : null }
}
