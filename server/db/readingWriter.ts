import { once } from 'node:events'
import { toInstant } from '../clock.ts'
import type { Reading } from '../ingest/reading.ts'
import type { Queries, Sql } from './connect.ts'
import { encodeReadings } from './readingRows.ts'

/** Readings that are to be stored together, as columns beside the readings themselves. */
export interface ReadingBatch {
  readings: Reading[]
  neckbandIds: number[]
  gatewayIds: number[]
  sourceIds: number[]
  /** Herd time, epoch ms. */
  receivedAts: number[]
  /** Indexes of readings that may be stored already: they take the slower way that leaves duplicates out. */
  doubtful: number[]
}

/** A count for the summary: how many readings of a source and gateway came to what, in a minute (epoch ms). */
export interface IngestCount {
  minuteAt: number
  sourceId: number
  gateway: string
  result: string
  count: number
}

/** A message that could not be read. */
export interface Unreadable {
  at: number
  sourceId: number
  topic: string
  reason: string
  field: string
  body: Uint8Array
}

export interface ReadingWriter {
  /**
   * Stores a batch in one transaction: readings, counts, quarantine. When it returns, all of it is on disk; when it
   * throws, none of it is.
   * @param counts told the indexes of the readings that were stored already, says what to count
   * @returns those indexes
   */
  write(
    batch: ReadingBatch,
    counts: (duplicates: ReadonlySet<number>) => IngestCount[],
    unreadable: readonly Unreadable[],
  ): Promise<ReadonlySet<number>>
}

const dayMs = 86_400_000
const uniqueViolation = '23505'
const noPartition = '23514'

export function createReadingWriter(sql: Sql): ReadingWriter {
  /** Days (epoch ms of their midnight) whose partition is known to exist. */
  const days = new Set<number>()

  const makePartitions = async (readings: readonly Reading[]) => {
    for (const { at } of readings) {
      const day = Math.floor(at / dayMs) * dayMs
      if (days.has(day)) continue
      const name = `readings_${toInstant(day).slice(0, 10).replaceAll('-', '')}`
      await sql.unsafe(
        `create table if not exists ${name} partition of readings
         for values from ('${toInstant(day)}') to ('${toInstant(day + dayMs)}')`,
      )
      days.add(day)
    }
  }

  const write: ReadingWriter['write'] = async (batch, counts, unreadable) => {
    const doubtful = new Set(batch.doubtful)
    const sure = doubtful.size === 0 ? null : batch.readings.flatMap((_, i) => (doubtful.has(i) ? [] : [i]))
    const duplicates = new Set<number>()
    await sql.begin(async (transaction) => {
      const copying = sure === null ? batch.readings.length : sure.length
      if (copying > 0) await copy(transaction, 'readings', encodeReadings(batch, sure, false))
      if (batch.doubtful.length > 0) {
        for (const index of await storeDoubtful(transaction, batch)) duplicates.add(index)
      }
      const rows = counts(duplicates)
      if (rows.length > 0) await addCounts(transaction, rows)
      for (const { at, sourceId, topic, reason, field, body } of unreadable) {
        await transaction`
          insert into quarantine (at, source_id, topic, reason, field, body)
          values (${at}, ${sourceId}, ${topic}, ${reason}, ${field}, ${Buffer.from(body)})`
      }
    })
    return duplicates
  }

  return {
    async write(batch, counts, unreadable) {
      await makePartitions(batch.readings)
      try {
        return await write(batch, counts, unreadable)
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : undefined
        if (code === noPartition) {
          days.clear()
          await makePartitions(batch.readings)
        } else if (code !== uniqueViolation) throw error
        return write({ ...batch, doubtful: batch.readings.map((_, i) => i) }, counts, unreadable)
      }
    },
  }
}

/** Copies encoded rows into a table; returns when the database has taken them all. */
async function copy(sql: Queries, table: string, rows: Buffer): Promise<void> {
  const columns = `at, received_at, gateway_at, neckband_id, gateway_id, source_id, discriminator, longitude, latitude,
    accuracy_m, rssi, battery, temperature_c, activity, moving, tamper${table === 'readings' ? '' : ', ordinal'}`
  const stream = await sql.unsafe(`copy ${table} (${columns}) from stdin (format binary)`).writable()
  const finished = once(stream, 'finish')
  stream.end(rows)
  await finished
}

/** Stores what is not stored yet of the doubtful readings. Returns the indexes of the others. */
async function storeDoubtful(sql: Queries, batch: ReadingBatch): Promise<number[]> {
  await sql`create temp table if not exists incoming (like readings, ordinal integer not null) on commit delete rows`
  await copy(sql, 'incoming', encodeReadings(batch, batch.doubtful, true))
  const stored = await sql<{ ordinal: number }[]>`
    with first as (
      select distinct on (neckband_id, at, gateway_id, discriminator) * from incoming
      order by neckband_id, at, gateway_id, discriminator, ordinal
    ), stored as (
      insert into readings
      select at, received_at, gateway_at, neckband_id, gateway_id, source_id, discriminator, longitude, latitude,
        accuracy_m, rssi, battery, temperature_c, activity, moving, tamper
      from first on conflict do nothing
      returning neckband_id, at, gateway_id, discriminator
    )
    select ordinal from first join stored using (neckband_id, at, gateway_id, discriminator)`
  const kept = new Set(stored.map((row) => row.ordinal))
  return batch.doubtful.filter((index) => !kept.has(index))
}

async function addCounts(sql: Queries, counts: readonly IngestCount[]): Promise<void> {
  await sql`
    insert into ingest_counts as c (minute_at, source_id, gateway, result, count)
    select * from unnest(
      ${counts.map((row) => toInstant(row.minuteAt))}::timestamptz[], ${counts.map((row) => row.sourceId)}::bigint[],
      ${counts.map((row) => row.gateway)}::text[], ${counts.map((row) => row.result)}::text[],
      ${counts.map((row) => row.count)}::bigint[])
    on conflict (minute_at, source_id, gateway, result) do update set count = c.count + excluded.count`
}
