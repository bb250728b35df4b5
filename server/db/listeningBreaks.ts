import type { Queries } from './connect.ts'

/** A time in which nobody took readings in, as while the server was stopped; herd time, epoch ms. */
export interface ListeningBreak {
  fromAt: number
  toAt: number
}

/** Remembers a break; one that began at the same instant was the same, and lasted on. */
export async function addListeningBreak(sql: Queries, { fromAt, toAt }: ListeningBreak): Promise<void> {
  await sql`
    insert into listening_breaks (from_at, to_at) values (${fromAt}, ${toAt})
    on conflict (from_at) do update set to_at = greatest(listening_breaks.to_at, excluded.to_at)`
}

/**
 * The breaks after which, at an instant (epoch ms), a window (ms) has not passed yet: in that window not all has been
 * listened to.
 */
export async function breaksWithin(sql: Queries, at: number, windowMs: number): Promise<ListeningBreak[]> {
  return sql<ListeningBreak[]>`
    select from_at as "fromAt", to_at as "toAt" from listening_breaks
    where from_at <= ${at} and to_at > ${at - windowMs} order by from_at`
}

/** Cuts off what of the breaks is still to come: it was noted by a clock that was ahead. */
export async function cutFutureBreaks(sql: Queries, now: number): Promise<void> {
  await sql`delete from listening_breaks where from_at > ${now}`
  await sql`update listening_breaks set to_at = ${now} where to_at > ${now}`
}
