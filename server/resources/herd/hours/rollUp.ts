import { setTimeout } from 'node:timers/promises'
import { machineSpan } from '../../../clock.ts'
import type { Queries, Sql } from '../../../db/connect.ts'
import { readMarks, setMarks } from '../../../db/marks.ts'
import { readingDays } from '../../../db/readings/days.ts'
import { inTransaction } from '../../../records/transaction.ts'
import { hourColumns, hourMs, hourOf, hourRows } from './hourRows.ts'

const dayMs = 24 * hourMs
/** Interval between roll-ups of ended hours, ms of herd time. */
export const rollUpMs = 10 * 60_000
/** Delay after the end of an hour before it is rolled up, ms: most late readings have come by then. */
const settleMs = 5 * 60_000
/** Overlap with the previous search for late readings, ms: other processes may have stored readings they had received earlier. */
const lookBackMs = 2 * 60_000
/** Animals rolled up by one statement. After each, the database rests as long as the work took, at most `maxRestMs`. */
const batchSize = 500
const maxRestMs = 250

interface RollUp {
  sql: Sql
  /** Herd time, epoch ms. */
  now: number
  /** When the oldest reading still to be stored was received, epoch ms; null when none waits. */
  oldestWaitingAt: number | null
  /** Time limit of this run, ms of machine time; the next run continues. */
  withinMs: number
  /** Whether to stop early. */
  isStopping?: () => boolean
  /** Days for which readings are kept. Late readings of older hours change no row. */
  retentionDays: number
}

/**
 * Rolls up readings into hourly rows that outlast them: each ended hour once, and again hours that received late readings.
 * Starts with the oldest day of readings, or where the last run ended. Works in batches with rests between them.
 */
export async function rollUpHours(run: RollUp): Promise<void> {
  const { sql, now, withinMs, isStopping = () => false } = run
  const endsAt = machineSpan() + withinMs
  const isOver = () => isStopping() || machineSpan() >= endsAt
  const { hours_rolled: rolledTo = null, hours_received: receivedTo = null } = await readMarks(sql)
  const days = await readingDays(sql)
  await noteLate(run, rolledTo ?? 0, receivedTo)
  await rollUpDue(sql, isOver)
  const daysWithReadings = new Set(days)
  let hour = rolledTo ?? days[0] ?? hourOf(now)
  while (hour + hourMs + settleMs <= now && !isOver()) {
    const day = Math.floor(hour / dayMs) * dayMs
    // Skips days without readings.
    const next = daysWithReadings.has(day)
      ? hour + hourMs
      : Math.min(days.find((one) => one > day) ?? Infinity, hourOf(now - settleMs))
    if (daysWithReadings.has(day)) await rollUpHour(sql, hour, isStopping)
    // An hour that was rolled up in part is rolled up again by the next run.
    if (isStopping()) break
    hour = Math.max(next, hour + hourMs)
    await setMarks(sql, { hours_rolled: hour })
  }
  if (rolledTo === null) await setMarks(sql, { hours_rolled: hour })
}

/** Returns the instant up to which hours are rolled up, epoch ms; later data is read from readings. */
export async function rolledUpTo(sql: Queries): Promise<number> {
  return (await readMarks(sql)).hours_rolled ?? 0
}

/** Marks rolled-up hours that have received readings since the last run. */
async function noteLate(
  { sql, now, oldestWaitingAt, retentionDays }: RollUp,
  rolledTo: number,
  receivedTo: number | null,
): Promise<void> {
  const upTo = Math.min(now, oldestWaitingAt ?? now)
  await inTransaction(sql, async (transaction) => {
    const oldest = hourOf(now - retentionDays * dayMs) + hourMs
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
  for (let isMore = true; isMore && !isOver();) {
    const rolling = inTransaction(sql, async (transaction) => {
      const due = await transaction<{ animalId: number; hour: number }[]>`
        delete from animal_hours_due where (hour, animal_id) in (select hour, animal_id from animal_hours_due order by hour, animal_id limit ${batchSize})
        returning animal_id as "animalId", hour`
      for (const [hour, rows] of Map.groupBy(due, (row) => row.hour))
        await saveHours(
          transaction,
          hour,
          rows.map(({ animalId }) => animalId),
        )
      return { count: due.length }
    })
    isMore = (await rested(rolling)).count === batchSize
  }
}

async function rollUpHour(sql: Sql, hour: number, isStopping: () => boolean): Promise<void> {
  const worn = await sql<{ id: number }[]>`
    select distinct s.animal_id as id from stays s
    join pairings p on p.animal_id = s.animal_id and p.from_at < ${hour + hourMs} and (p.to_at is null or p.to_at > ${hour})
    where s.from_at < ${hour + hourMs} and (s.to_at is null or s.to_at > ${hour}) order by 1`
  for (let from = 0; from < worn.length && !isStopping(); from += batchSize)
    await rested(
      saveHours(
        sql,
        hour,
        worn.slice(from, from + batchSize).map(({ id }) => id),
      ),
    )
}

async function saveHours(sql: Queries, hour: number, animalIds: readonly number[]): Promise<void> {
  const columns = hourColumns.split(',').map((column) => column.trim())
  await sql`
    insert into animal_hours (${sql.unsafe(hourColumns)})
    select ${sql.unsafe(hourColumns)} from (${hourRows(sql, hour, sql`s.animal_id = any(${[...animalIds]}::bigint[])`)}) as rows order by farm_id, animal_id
    on conflict (farm_id, hour, animal_id) do update set ${sql.unsafe(
      columns
        .slice(3)
        .map((column) => `${column} = excluded.${column}`)
        .join(', '),
    )}`
}

/** Waits as long as some work took, to leave the database free for incoming readings. */
async function rested<T>(work: Promise<T>): Promise<T> {
  const began = machineSpan()
  const result = await work
  await setTimeout(Math.min(maxRestMs, machineSpan() - began))
  return result
}
