import { setTimeout } from 'node:timers/promises'
import { machineSpan } from '../../../clock.ts'
import type { Queries, Sql } from '../../../db/connect.ts'
import { readMarks, setMarks } from '../../../db/marks.ts'
import { readingDays } from '../../../db/readings/days.ts'
import { inTransaction } from '../../../records/transaction.ts'
import { hourColumns, hourMs, hourOf, hourRows } from './hourRows.ts'

const dayMs = 24 * hourMs
/** How often ended hours are rolled up, ms of herd time. */
export const rollUpMs = 10 * 60_000
/** An hour is rolled up so long after its end: most of what was said in it has come by then. */
const settleMs = 5 * 60_000
/** Readings that other processes have received and not stored yet are found by looking back so far. */
const lookBackMs = 2 * 60_000
/** Rows that are made by one statement; after each the database has as long a rest as it took, up to this. */
const portion = 500
const longestRestMs = 250

interface RollUp {
  sql: Sql
  /** Herd time, epoch ms. */
  now: number
  /** When the oldest of the readings that still wait to be stored was received, epoch ms; null: none waits. */
  oldestWaitingAt: number | null
  /** How long this run may work, ms; the next one goes on. */
  withinMs: number
  /** Whether it is to end before that. */
  isStopping?: () => boolean
  /** Days of readings that are kept: what comes for older hours changes no row. */
  keptDays: number
}

/**
 * Keeps of the readings what outlasts them: each ended hour once, and again those that readings came for later. Begins with
 * the oldest day that there are readings of, and goes on where the last run ended. Works in portions with rests between.
 */
export async function rollUpHours(run: RollUp): Promise<void> {
  const { sql, now, withinMs, isStopping = () => false } = run
  const endsAt = machineSpan() + withinMs
  const isOver = () => isStopping() || machineSpan() >= endsAt
  const { hours_rolled: rolledTo = null, hours_received: receivedTo = null } = await readMarks(sql)
  const days = await readingDays(sql)
  await noteLate(run, rolledTo ?? 0, receivedTo)
  await rollUpDue(sql, isOver)
  const known = new Set(days)
  let hour = rolledTo ?? days[0] ?? hourOf(now)
  while (hour + hourMs + settleMs <= now && !isOver()) {
    const day = Math.floor(hour / dayMs) * dayMs
    // Of a day without readings there is nothing to be said.
    const next = known.has(day) ? hour + hourMs : Math.min(days.find((one) => one > day) ?? Infinity, hourOf(now - settleMs))
    if (known.has(day)) await rollUpHour(sql, hour, isStopping)
    // An hour of which a part is missing is rolled up again.
    if (isStopping()) break
    hour = Math.max(next, hour + hourMs)
    await setMarks(sql, { hours_rolled: hour })
  }
  if (rolledTo === null) await setMarks(sql, { hours_rolled: hour })
}

/** Since when hours are not rolled up yet, epoch ms: what is asked of later ones is read from the readings. */
export async function rolledUpTo(sql: Queries): Promise<number> {
  return (await readMarks(sql)).hours_rolled ?? 0
}

/** Notes the hours before an instant that readings came for since the last run looked. */
async function noteLate({ sql, now, oldestWaitingAt, keptDays }: RollUp, rolledTo: number, receivedTo: number | null): Promise<void> {
  const upTo = Math.min(now, oldestWaitingAt ?? now)
  await inTransaction(sql, async (transaction) => {
    const oldest = hourOf(now - keptDays * dayMs) + hourMs
    if (receivedTo !== null && rolledTo > oldest) {
      await transaction`
        insert into animal_hours_due (animal_id, hour)
        select distinct p.animal_id, late.hour
        from (
          select distinct neckband_id, date_bin('1 hour', at, '1970-01-01Z'::timestamptz) as hour from readings
          where received_at > ${receivedTo - lookBackMs} and received_at <= ${now} and at >= ${oldest} and at < ${rolledTo}
        ) late
        join pairings p on p.neckband_id = late.neckband_id and p.from_at < late.hour + interval '1 hour' and (p.to_at is null or p.to_at > late.hour)
        order by 2, 1 on conflict do nothing`
    }
    await setMarks(transaction, { hours_received: upTo })
    return {}
  })
}

async function rollUpDue(sql: Sql, isOver: () => boolean): Promise<void> {
  for (let isMore = true; isMore && !isOver(); ) {
    const rolling = inTransaction(sql, async (transaction) => {
      const due = await transaction<{ animalId: number; hour: number }[]>`
        delete from animal_hours_due where (hour, animal_id) in (select hour, animal_id from animal_hours_due order by hour, animal_id limit ${portion})
        returning animal_id as "animalId", hour`
      for (const [hour, rows] of Map.groupBy(due, (row) => row.hour)) await keep(transaction, hour, rows.map(({ animalId }) => animalId))
      return { count: due.length }
    })
    isMore = (await rested(rolling)).count === portion
  }
}

async function rollUpHour(sql: Sql, hour: number, isStopping: () => boolean): Promise<void> {
  const worn = await sql<{ id: number }[]>`
    select distinct s.animal_id as id from stays s
    join pairings p on p.animal_id = s.animal_id and p.from_at < ${hour + hourMs} and (p.to_at is null or p.to_at > ${hour})
    where s.from_at < ${hour + hourMs} and (s.to_at is null or s.to_at > ${hour}) order by 1`
  for (let from = 0; from < worn.length && !isStopping(); from += portion) await rested(keep(sql, hour, worn.slice(from, from + portion).map(({ id }) => id)))
}

async function keep(sql: Queries, hour: number, animalIds: readonly number[]): Promise<void> {
  const columns = hourColumns.split(',').map((column) => column.trim())
  await sql`
    insert into animal_hours (${sql.unsafe(hourColumns)})
    select ${sql.unsafe(hourColumns)} from (${hourRows(sql, hour, sql`s.animal_id = any(${[...animalIds]}::bigint[])`)}) as rows order by farm_id, animal_id
    on conflict (farm_id, hour, animal_id) do update set ${sql.unsafe(columns.slice(3).map((column) => `${column} = excluded.${column}`).join(', '))}`
}

/** Waits as long as some work took, so that the database takes readings in meanwhile. */
async function rested<T>(work: Promise<T>): Promise<T> {
  const began = machineSpan()
  const result = await work
  await setTimeout(Math.min(longestRestMs, machineSpan() - began))
  return result
}
