import { maxWindowMinutes } from '#contract/herd/headcounts.ts'
import type { Queries } from './connect.ts'

/** A time without any intake of readings, for example while the server was stopped. Herd time, epoch ms. */
export interface ListeningBreak {
  fromAt: number
  toAt: number
  /** Farms whose readings arrived anyway; absent: no farm. */
  sparedFarmIds?: readonly number[]
}

/** The longest headcount window, ms. Nothing looks back further. */
export const maxWindowMs = maxWindowMinutes * 60_000
/** Breaks closer together than this are merged. A restart notices late that a broker is still away, and until then hears few readings. */
const mergeGapMs = 120_000

/** Saves a break. A break with the same start is the same one, and is extended. */
export async function addListeningBreak(
  sql: Queries,
  { fromAt, toAt, sparedFarmIds = [] }: ListeningBreak,
): Promise<void> {
  await sql`
    insert into listening_breaks (from_at, to_at, spared_farm_ids) values (${fromAt}, ${toAt}, ${[...sparedFarmIds]}::bigint[])
    on conflict (from_at) do update set to_at = greatest(listening_breaks.to_at, excluded.to_at), spared_farm_ids = excluded.spared_farm_ids`
}

/** Reads the breaks that ended less than the longest window before an instant (epoch ms), unmerged. */
export async function recentBreaks(sql: Queries, at: number): Promise<ListeningBreak[]> {
  return sql<ListeningBreak[]>`
    select from_at as "fromAt", to_at as "toAt", spared_farm_ids as "sparedFarmIds" from listening_breaks
    where from_at <= ${at} and to_at > ${at - maxWindowMs} order by from_at`
}

/**
 * Merges listening breaks less than two minutes apart, as after a server that was killed within a break. Pure.
 * @param breaks sorted by start
 * @param farmId ignores breaks that spared this farm
 */
export function mergeBreaks(breaks: readonly ListeningBreak[], farmId?: number): ListeningBreak[] {
  const joined: ListeningBreak[] = []
  for (const { fromAt, toAt, sparedFarmIds } of breaks) {
    if (farmId !== undefined && sparedFarmIds?.includes(farmId)) continue
    const last = joined.at(-1)
    if (last && fromAt - last.toAt < mergeGapMs)
      joined[joined.length - 1] = { fromAt: Math.min(last.fromAt, fromAt), toAt: Math.max(last.toAt, toAt) }
    else joined.push({ fromAt, toAt })
  }
  return joined
}

/** Returns a farm's merged breaks that ended within a window (ms) before an instant (epoch ms). Such a window was not fully listened to. */
export async function breaksWithin(
  sql: Queries,
  farmId: number,
  at: number,
  windowMs: number,
): Promise<ListeningBreak[]> {
  return mergeBreaks(await recentBreaks(sql, at), farmId).filter(({ toAt }) => toAt > at - windowMs)
}

/** Removes the future part of breaks: a fast clock wrote them. */
export async function cutFutureBreaks(sql: Queries, now: number): Promise<void> {
  await sql`delete from listening_breaks where from_at > ${now}`
  await sql`update listening_breaks set to_at = ${now} where to_at > ${now}`
}
