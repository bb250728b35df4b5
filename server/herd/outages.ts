import type { Permit } from '../db/permits.ts'
import type { ListeningBreak } from '../db/listeningBreaks.ts'
import type { HerdColumns } from './columns.ts'

/**
 * An outage that explains why neckbands are silent: of a whole site, or of one gateway. Derived from alerts only, so
 * that it survives a restart.
 */
export interface Outage {
  /** The silent gateway; null for the whole farm. */
  gatewayId: number | null
  /** Start of the first silence that it explains, epoch ms. */
  sinceAt: number
  /** End, epoch ms; null while it lasts. */
  endedAt: number | null
}

/** An outage also explains silences that began up to this long before it was first noticed, ms. */
export const toleranceMs = 10 * 60_000

/** Returns whether an outage explains the silence of a slot's neckband, by its last reading. */
export function explains(outage: Outage, columns: HerdColumns, slot: number): boolean {
  const heardAt = columns.heardAt[slot] as number
  if (outage.gatewayId !== null && columns.gatewayId[slot] !== outage.gatewayId) return false
  if (Number.isNaN(heardAt)) return false
  return heardAt >= outage.sinceAt - toleranceMs && (outage.endedAt === null || heardAt < outage.endedAt)
}

/**
 * Returns until when outages explain a neckband's silence.
 * @returns Infinity while an outage explains it; the end (epoch ms) of the last one that did; NaN when none did
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
 * Returns whether a break explains why an animal was not heard in the window before `at`.
 * It does when the animal was heard in the window before the break, and less than a whole window has passed since.
 * Instants are epoch ms; NaN: never.
 */
export function breakExplainsSilence(
  { fromAt, toAt }: ListeningBreak,
  heardAt: number,
  at: number,
  windowMs: number,
): boolean {
  return fromAt <= at && at < toAt + windowMs && heardAt > fromAt - windowMs
}

/**
 * Returns since when a farm's readings have been received, from the value for all farms (`sinceAt`, epoch ms) and later breaks that did not spare it.
 */
export function listeningSince(breaks: readonly ListeningBreak[], sinceAt: number, farmId: number): number {
  return Math.max(
    sinceAt,
    ...breaks.flatMap(({ toAt, sparedFarmIds }) => (sparedFarmIds?.includes(farmId) === true ? [] : [toAt])),
  )
}

/** Returns the instant (epoch ms) from which `ms` of listening have passed up to `at`, not counting breaks. */
export function listenedSince(breaks: readonly ListeningBreak[], at: number, ms: number): number {
  let since = at - ms
  for (const { fromAt, toAt } of breaks.toReversed()) if (fromAt < at && toAt > since) since -= toAt - fromAt
  return since
}

/** Permits for animals to be away, from the database. Herd time, epoch ms. */
export class Permits {
  private byAnimal: ReadonlyMap<number, readonly Permit[]> = new Map()

  use(permits: readonly Permit[]): void {
    this.byAnimal = Map.groupBy(permits, ({ animalId }) => animalId)
  }

  /** Returns whether an animal may be away now: its leaving raises nothing, and its silence is explained. */
  isAway(animalId: number, now: number): boolean {
    return this.byAnimal.get(animalId)?.some(({ startsAt, endsAt }) => startsAt <= now && now < endsAt) === true
  }

  /** Returns when an animal's last permit ended; -Infinity without a recent one. */
  endedAt(animalId: number, now: number): number {
    const ends = (this.byAnimal.get(animalId) ?? []).map(({ endsAt }) => endsAt)
    return Math.max(Number.NEGATIVE_INFINITY, ...ends.filter((endsAt) => endsAt <= now))
  }
}
