import { finished } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { toInstant } from '../clock.ts'
import type { Reading } from '../ingest/reading.ts'
import { codeOf, isDatabaseAway } from './away.ts'
import type { ConnectOptions } from './connect.ts'
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
   * throws, none of it is, unless the connection broke just as it was committed: then a second try finds duplicates.
   * @param counts told the indexes of the readings that were stored already, says what to count
   * @returns those indexes
   */
  write(
    batch: ReadingBatch,
    counts: (duplicates: ReadonlySet<number>) => IngestCount[],
    unreadable: readonly Unreadable[],
  ): Promise<ReadonlySet<number>>
  close(): Promise<void>
}

const dayMs = 86_400_000
const uniqueViolation = '23505'
const noPartition = '23514'
const columns = `at, received_at, gateway_at, neckband_id, gateway_id, source_id, discriminator, longitude, latitude,
  accuracy_m, rssi, battery, temperature_c, activity, moving, tamper`

/**
 * Rows are appended and never changed: there is nothing for a vacuum to clear away, and one that walks over millions of
 * new rows each minute would take its time from the readings that wait.
 */
const appended = 'autovacuum_vacuum_insert_scale_factor = 1, autovacuum_vacuum_insert_threshold = 20000000'

export interface WriterOptions {
  target: ConnectOptions['target']
  /** See `ConnectOptions`. */
  durable?: boolean
}

/**
 * The one writer of readings, on a connection of its own. It speaks through `pg`, because COPY needs a client that
 * reports an error which the server raises at the end of the data.
 */
export function createReadingWriter({ target, durable = true }: WriterOptions): ReadingWriter {
  /** Days (epoch ms of their midnight) whose partition is known to exist. */
  const days = new Set<number>()
  let client: pg.Client | null = null

  const open = async (): Promise<pg.Client> => {
    const place = typeof target === 'string' ? { connectionString: target } : { host: target.socketDir, user: target.user, database: target.database }
    const opened = new pg.Client({ ...place, application_name: 'drover-writer', connectionTimeoutMillis: 5000, keepAlive: true })
    opened.on('error', () => forget(opened))
    await opened.connect()
    await opened.query(`set timezone = 'UTC'`)
    if (!durable) await opened.query('set synchronous_commit = off')
    await opened.query('create temp table incoming (like readings, ordinal integer not null) on commit delete rows')
    return opened
  }
  const forget = (broken: pg.Client) => {
    if (client === broken) client = null
    // An end that waits for a server which is gone must not hold anything up.
    broken.end().catch(() => {})
  }

  /** Runs work in a transaction; a connection on which anything but a plain refusal happened is not used again. */
  const transaction = async <T>(work: (connection: pg.Client) => Promise<T>): Promise<T> => {
    const connection = (client ??= await open())
    try {
      await connection.query('begin')
      const result = await work(connection)
      const { command } = await connection.query('commit')
      // PostgreSQL answers ROLLBACK, and no error, to the commit of a transaction that failed before.
      if (command !== 'COMMIT') throw new Error('the transaction was not committed')
      return result
    } catch (error) {
      if (isDatabaseAway(error) || codeOf(error) === '' || !(await rolledBack(connection))) {
        forget(connection)
        // Whatever broke the connection: the next try tells what it was.
        if (codeOf(error) === '' && error instanceof Error) Object.assign(error, { code: 'CONNECTION_CLOSED' })
      }
      throw error
    }
  }

  const makePartitions = async (connection: pg.Client, readings: readonly Reading[]) => {
    const made: number[] = []
    for (const { at } of readings) {
      const day = Math.floor(at / dayMs) * dayMs
      if (days.has(day) || made.includes(day)) continue
      const name = `readings_${toInstant(day).slice(0, 10).replaceAll('-', '')}`
      await connection.query(
        `create table if not exists ${name} partition of readings
         for values from ('${toInstant(day)}') to ('${toInstant(day + dayMs)}') with (${appended})`,
      )
      made.push(day)
    }
    return made
  }

  const write: ReadingWriter['write'] = async (batch, counts, unreadable) => {
    const doubtful = new Set(batch.doubtful)
    const sure = doubtful.size === 0 ? null : batch.readings.flatMap((_, i) => (doubtful.has(i) ? [] : [i]))
    return transaction(async (connection) => {
      const made = await makePartitions(connection, batch.readings)
      const duplicates = new Set<number>()
      const copied = sure?.length ?? batch.readings.length
      if (copied > 0) await copy(connection, 'readings', encodeReadings(batch, sure, false), copied)
      if (batch.doubtful.length > 0) {
        for (const index of await storeDoubtful(connection, batch)) duplicates.add(index)
      }
      await addCounts(connection, counts(duplicates))
      for (const { at, sourceId, topic, reason, field, body } of unreadable) {
        await connection.query('insert into quarantine (at, source_id, topic, reason, field, body) values ($1, $2, $3, $4, $5, $6)', [
          toInstant(at), sourceId, topic, reason, field, Buffer.from(body),
        ])
      }
      return { duplicates, made }
    }).then(({ duplicates, made }) => {
      for (const day of made) days.add(day)
      return duplicates
    })
  }

  return {
    async write(batch, counts, unreadable) {
      try {
        return await write(batch, counts, unreadable)
      } catch (error) {
        const code = codeOf(error)
        if (code !== uniqueViolation && code !== noPartition) throw error
        days.clear()
        return write({ ...batch, doubtful: batch.readings.map((_, i) => i) }, counts, unreadable)
      }
    },
    async close() {
      await client?.end().catch(() => {})
      client = null
    },
  }
}

async function rolledBack(connection: pg.Client): Promise<boolean> {
  return connection.query('rollback').then(() => true, () => false)
}

/** Copies so many encoded rows into a table; returns when the database has taken them all. */
async function copy(connection: pg.Client, table: 'readings' | 'incoming', rows: Buffer, count: number): Promise<void> {
  const names = table === 'incoming' ? `${columns}, ordinal` : columns
  const stream = connection.query(copyFrom(`copy ${table} (${names}) from stdin (format binary)`))
  // A connection that breaks is told to the stream more than once.
  stream.on('error', () => {})
  stream.end(rows)
  await finished(stream)
  if (stream.rowCount !== count) throw new Error(`the database took ${stream.rowCount} of ${count} rows`)
}

/** Stores what is not stored yet of the doubtful readings. Returns the indexes of the others. */
async function storeDoubtful(connection: pg.Client, batch: ReadingBatch): Promise<number[]> {
  await copy(connection, 'incoming', encodeReadings(batch, batch.doubtful, true), batch.doubtful.length)
  const { rows } = await connection.query<{ ordinal: number }>(
    `with first as (
       select distinct on (neckband_id, at, gateway_id, discriminator) * from incoming
       order by neckband_id, at, gateway_id, discriminator, ordinal
     ), stored as (
       insert into readings (${columns}) select ${columns} from first on conflict do nothing
       returning neckband_id, at, gateway_id, discriminator
     )
     select ordinal from first join stored using (neckband_id, at, gateway_id, discriminator)`,
  )
  const kept = new Set(rows.map((row) => row.ordinal))
  return batch.doubtful.filter((index) => !kept.has(index))
}

async function addCounts(connection: pg.Client, counts: readonly IngestCount[]): Promise<void> {
  if (counts.length === 0) return
  await connection.query(
    `insert into ingest_counts as c (minute_at, source_id, gateway, result, count)
     select * from unnest($1::timestamptz[], $2::bigint[], $3::text[], $4::text[], $5::bigint[])
     on conflict (minute_at, source_id, gateway, result) do update set count = c.count + excluded.count`,
    [
      counts.map((row) => toInstant(row.minuteAt)),
      counts.map((row) => row.sourceId),
      counts.map((row) => row.gateway),
      counts.map((row) => row.result),
      counts.map((row) => row.count),
    ],
  )
}
