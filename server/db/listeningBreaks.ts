import { maxWindowMinutes } from '#contract/herd/headcounts.ts'
import type { Queries } from './connect.ts'

/** A time in which nobody took readings in, as while the server was stopped; herd time, epoch ms. */
export interface ListeningBreak {
  fromAt: number
  toAt: number
  /** The farms whose readings were taken in all the same; absent: none. */
  sparedFarmIds?: readonly number[]
}

/** No headcount looks back further. */
export const longestWindowMs = maxWindowMinutes * 60_000
/** Breaks with less than this between them are one: a start finds out first that a broker is still away, and who listened so shortly heard few. */
const betweenBreaksMs = 120_000

/** Remembers a break; one that began at the same instant was the same, and lasted on. */
export async function addListeningBreak(sql: Queries, { fromAt, toAt, sparedFarmIds = [] }: ListeningBreak): Promise<void> {
  await sql`
    insert into listening_breaks (from_at, to_at, spared_farm_ids) values (${fromAt}, ${toAt}, ${[...sparedFarmIds]}::bigint[])
    on conflict (from_at) do update set to_at = greatest(listening_breaks.to_at, excluded.to_at), spared_farm_ids = excluded.spared_farm_ids`
}

/** The breaks of late at an instant (epoch ms), as they were noted. */
export async function recentBreaks(sql: Queries, at: number): Promise<ListeningBreak[]> {
  return sql<ListeningBreak[]>`
    select from_at as "fromAt", to_at as "toAt", spared_farm_ids as "sparedFarmIds" from listening_breaks
    where from_at <= ${at} and to_at > ${at - longestWindowMs} order by from_at`
}

/** Of breaks in their order those of one farm, or of all: what follows upon another, as after a kill within it, is its going on. Pure. */
export function breaksOf(breaks: readonly ListeningBreak[], farmId?: number): ListeningBreak[] {
  const joined: ListeningBreak[] = []
  for (const { fromAt, toAt, sparedFarmIds } of breaks) {
    if (farmId !== undefined && sparedFarmIds?.includes(farmId)) continue
    const last = joined.at(-1)
    if (last && fromAt - last.toAt < betweenBreaksMs) joined[joined.length - 1] = { fromAt: Math.min(last.fromAt, fromAt), toAt: Math.max(last.toAt, toAt) }
    else joined.push({ fromAt, toAt })
  }
  return joined
}

/**
 * The breaks of a farm after which, at an instant (epoch ms), a window (ms) has not passed yet: in that window not all has
 * been listened to.
 */
export async function breaksWithin(sql: Queries, farmId: number, at: number, windowMs: number): Promise<ListeningBreak[]> {
  return breaksOf(await recentBreaks(sql, at), farmId).filter(({ toAt }) => toAt > at - windowMs)
}

/** Cuts off what of the breaks is still to come: it was noted by a clock that was ahead. */
export async function cutFutureBreaks(sql: Queries, now: number): Promise<void> {
  await sql`delete from listening_breaks where from_at > ${now}`
  await sql`update listening_breaks set to_at = ${now} where to_at > ${now}`
}
