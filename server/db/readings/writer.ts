import type pg from 'pg'
import { codeOf } from '../../errorCode.ts'
import type { IngestCount, ReadingBatch, Unreadable } from './batch.ts'
import { CopyIn } from './copyIn.ts'
import { WriterConnection, type WriterConnectionOptions } from './writerConnection.ts'
import { addToQuarantine, QuarantineTally, trimQuarantine } from './quarantine.ts'
import { encodeReadings } from './rows.ts'
import { addCounts, columns, copyInto, dayOf, makePartition } from './statements.ts'

export interface ReadingWriter {
  /**
   * Stores a batch in one transaction: readings, counts, quarantine. When it resolves, everything is on disk.
   * When it throws, nothing is, unless the connection broke during the commit: then a second try finds duplicates.
   * Batches may overlap; they reach the disk in any order.
   * @param counts returns the counts to add, given the indexes of readings that were already stored
   * @returns those indexes
   */
  write(
    batch: ReadingBatch,
    counts: (duplicates: ReadonlySet<number>) => IngestCount[],
    unreadable: readonly Unreadable[],
  ): Promise<ReadonlySet<number>>
  close(): Promise<void>
}

const uniqueViolation = '23505'
const noPartition = '23514'
/** Two batches are written in parallel: while one waits for the disk, the database receives the other. */
const connectionCount = 2

/** A batch in progress. `rows` are the encoded rows without the doubtful ones, `count` their number. */
interface Work {
  batch: ReadingBatch
  rows: Buffer
  count: number
  newDays: readonly number[]
  counts: (duplicates: ReadonlySet<number>) => IngestCount[]
  unreadable: readonly Unreadable[]
  /** Whether to trim the quarantine to its limits. */
  isTrimming: boolean
}

/**
 * Creates the only writer of readings, with its own connections. It uses `pg`, because COPY needs a client that reports
 * an error raised at the end of the data.
 */
export function createReadingWriter(options: WriterConnectionOptions): ReadingWriter {
  /** Days whose partition is known to exist. */
  const days = new Set<number>()
  const tally = new QuarantineTally()
  const connections = Array.from({ length: connectionCount }, () => new WriterConnection(options))

  const write: ReadingWriter['write'] = async (batch, counts, unreadable) => {
    const doubtful = new Set(batch.doubtful)
    const sure = doubtful.size === 0 ? null : batch.readings.flatMap((_, i) => (doubtful.has(i) ? [] : [i]))
    const newDays = [...new Set(batch.readings.map(({ at }) => dayOf(at)))].filter((day) => !days.has(day))
    const rows = encodeReadings(batch, sure, false)
    const isTrimming = tally.isDue(unreadable)
    const work = { batch, rows, count: sure?.length ?? batch.readings.length, newDays, counts, unreadable, isTrimming }
    connections.push(connections.shift() as WriterConnection)
    const [first, ...others] = connections as [WriterConnection, ...WriterConnection[]]
    // Two transactions that store the same reading, create the same partition or delete the same rows would block each other.
    const isAlone = doubtful.size > 0 || newDays.length > 0 || isTrimming
    if (isAlone) for (const other of others) first.waitFor(other.idle)
    const stored = first.do((connection) => store(connection, work))
    if (isAlone) for (const other of others) other.waitFor(stored)
    const duplicates = await stored
    tally.stored(unreadable, isTrimming)
    for (const day of newDays) days.add(day)
    return duplicates
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
      await Promise.all(connections.map((connection) => connection.close()))
    },
  }
}

/** Stores a batch in one transaction. @returns the indexes of the readings that were already stored */
async function store(
  connection: pg.Client,
  { batch, rows, count, newDays, counts, unreadable, isTrimming }: Work,
): Promise<ReadonlySet<number>> {
  const begin = ['begin', ...newDays.map(makePartition), copyInto('readings')]
  const none: ReadonlySet<number> = new Set()
  if (batch.doubtful.length === 0 && unreadable.length === 0) {
    // One round trip: the database runs all statements without waiting for us.
    requireCommit(await copy(connection, [...begin, ...addCounts(counts(none)), 'commit'], rows, count))
    return none
  }
  await copy(connection, begin, rows, count)
  const duplicates = batch.doubtful.length === 0 ? none : new Set(await storeDoubtful(connection, batch))
  await addToQuarantine(connection, unreadable)
  if (isTrimming) await trimQuarantine(connection)
  for (const statement of addCounts(counts(duplicates))) await connection.query(statement)
  requireCommit([(await connection.query('commit')).command])
  return duplicates
}

/** PostgreSQL answers the commit of a failed transaction with ROLLBACK instead of an error. */
function requireCommit(tags: readonly string[]): void {
  if (tags.at(-1) !== 'COMMIT') throw new Error('the transaction was not committed')
}

/** Sends statements, one of them a COPY, with `count` encoded rows. @returns the tags of the statements */
async function copy(
  connection: pg.Client,
  statements: readonly string[],
  rows: Buffer,
  count: number,
): Promise<readonly string[]> {
  const { done } = connection.query(new CopyIn(statements.join(';'), [rows]))
  const tags = await done
  const copyTag = tags.find((tag) => tag.startsWith('COPY'))
  if (copyTag !== `COPY ${count}`) throw new Error(`the database took ${copyTag} of ${count} rows`)
  return tags
}

/** Stores the doubtful readings that are new. @returns the indexes of the others */
async function storeDoubtful(connection: pg.Client, batch: ReadingBatch): Promise<number[]> {
  await copy(connection, [copyInto('incoming')], encodeReadings(batch, batch.doubtful, true), batch.doubtful.length)
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
  const storedOrdinals = new Set(rows.map((row) => row.ordinal))
  return batch.doubtful.filter((index) => !storedOrdinals.has(index))
}
