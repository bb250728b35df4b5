import type { Permit } from '../db/permits.ts'
import type { ListeningBreak } from '../db/listeningBreaks.ts'
import type { HerdColumns } from './columns.ts'

/**
 * An outage that explains why neckbands are silent: of a whole site, or of one gateway. Built from alerts alone, so
 * that the same answer is found again after a restart.
 */
export interface Outage {
  /** The silent gateway; null: the whole farm. */
  gatewayId: number | null
  /** When the first silence that it explains began, epoch ms. */
  sinceAt: number
  /** When it ended, epoch ms; null: it goes on. */
  endedAt: number | null
}

/** A silence that began so long before an outage was first noticed may still be its doing. */
export const outageToleranceMs = 10 * 60_000

/** Whether an outage speaks for a neckband last heard at `heardAt` (epoch ms). */
export function explains(outage: Outage, columns: HerdColumns, slot: number): boolean {
  const heardAt = columns.heardAt[slot] as number
  if (outage.gatewayId !== null && columns.gatewayId[slot] !== outage.gatewayId) return false
  if (Number.isNaN(heardAt)) return false
  return heardAt >= outage.sinceAt - outageToleranceMs && (outage.endedAt === null || heardAt < outage.endedAt)
}

/**
 * Tells until when the outages of a farm explain one neckband's silence.
 * @returns Infinity while an outage that explains it goes on; the end (epoch ms) of the last one that did; NaN when none did
 */
export function explainedUntil(outages: readonly Outage[], columns: HerdColumns, slot: number): number {
  let until = Number.NaN
  for (const outage of outages) {
    if (!explains(outage, columns, slot)) continue
    if (outage.endedAt === null) return Infinity
    if (!(outage.endedAt <= until)) until = outage.endedAt
  }
  return until
}

/**
 * Whether a break explains at `at` why an animal was not heard in the window before: it had been heard in the window before
 * the break, and since the break nobody has listened for a whole window. Instants epoch ms, NaN: never.
 */
export function isBreakToBlame({ fromAt, toAt }: ListeningBreak, heardAt: number, at: number, windowMs: number): boolean {
  return fromAt <= at && at < toAt + windowMs && heardAt > fromAt - windowMs
}

/** Since when readings of a farm have been taken in, by when they were of all (`sinceAt`, epoch ms): since the last break that did not spare it. */
export function listeningSince(breaks: readonly ListeningBreak[], sinceAt: number, farmId: number): number {
  return Math.max(sinceAt, ...breaks.flatMap(({ toAt, sparedFarmIds }) => (sparedFarmIds?.includes(farmId) === true ? [] : [toAt])))
}

/** Since when, up to an instant, readings were taken in for so many ms: breaks between don't count. Epoch ms. */
export function listenedSince(breaks: readonly ListeningBreak[], at: number, ms: number): number {
  let since = at - ms
  for (const { fromAt, toAt } of breaks.toReversed()) if (fromAt < at && toAt > since) since -= toAt - fromAt
  return since
}

/** The times in which animals may be away, read from the database: a restart finds the same ones. Herd time, epoch ms. */
export class Permits {
  private byAnimal: ReadonlyMap<number, readonly Permit[]> = new Map()

  use(permits: readonly Permit[]): void {
    this.byAnimal = Map.groupBy(permits, ({ animalId }) => animalId)
  }

  /** Whether an animal may be away now: its leaving raises nothing, and its silence is explained. */
  isAway(animalId: number, now: number): boolean {
    return this.byAnimal.get(animalId)?.some(({ startsAt, endsAt }) => startsAt <= now && now < endsAt) === true
  }

  /** When the last permit of an animal was over; -Infinity: it had none lately. */
  endedAt(animalId: number, now: number): number {
    const ends = (this.byAnimal.get(animalId) ?? []).map(({ endsAt }) => endsAt)
    return Math.max(Number.NEGATIVE_INFINITY, ...ends.filter((endsAt) => endsAt <= now))
  }
}
