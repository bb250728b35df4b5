import type { Context } from '../../context.ts'
import type { Queries, Sql } from '../../db/connect.ts'
import { beginning, dayOf, type Link, nextHash, rootOf } from './chain.ts'
import { hashNow } from './sealedRows.ts'
import { writeSealMails } from './sealMails.ts'

/** Arbitrary advisory lock number: the servers of one database seal one after the other. */
const lock = 7_361_995
/** Maximum rows sealed by one transaction. */
const batchSize = 5000

interface Waiting {
  id: number
  source: string
  rowKey: string
  /** Hash of the row as committed. A row that is already gone has the hash of empty input, which no row has. */
  rowHash: Uint8Array
  /** Machine time of the transaction that queued the row, epoch ms. */
  queuedAt: number
  /** Whether the row is older than the times of links. */
  wasThere: boolean
}

/** `clock` when herd time is real: then rows recorded long before they were written are found. */
type Sealing = Pick<Context, 'publicUrl'> & { clock?: Pick<Context['clock'], 'now'> | undefined }

/**
 * Seals the rows committed since the last run, in queue order. It also ends the previous day when that is over: the root is written and
 * mailed to the parties of running projects in the same transaction.
 * @param now machine time, epoch ms
 * @returns number of rows sealed
 */
export async function sealWaiting(sql: Sql, context: Sealing, now: number, isStopping = () => false): Promise<number> {
  let sealed = 0
  for (;;) {
    const progress = { rows: 0, links: 0 }
    await sql.begin(async (transaction) => {
      Object.assign(progress, await sealBatch(transaction, context, now))
    })
    sealed += progress.links
    if (progress.rows < batchSize || isStopping()) return sealed
  }
}

async function sealBatch(sql: Queries, context: Sealing, now: number): Promise<{ rows: number; links: number }> {
  await sql`select pg_advisory_xact_lock(${lock})`
  const [last] = await sql<{ place: number; hash: Uint8Array; at: number }[]>`
    select place, hash, sealed_at as at from seal_entries order by place desc limit 1`
  // A clock that was set back must not make a link older than the previous one.
  const at = Math.max(now, last?.at ?? 0)
  if (last && dayOf(last.at) < dayOf(at)) await endDay(sql, context, last, at)
  const rows = await sql<Waiting[]>`
    select e.id, e.source, e.row_key as "rowKey", coalesce(${hashNow(sql)}, sha256('')) as "rowHash",
      e.queued_at as "queuedAt", e.was_there as "wasThere"
    from seal_queue e order by e.id limit ${batchSize}`
  const sealedNames = await sql<{ name: string }[]>`
    select e.source || ' ' || e.row_key as name from seal_entries e
    join unnest(${rows.map(({ source }) => source)}::text[], ${rows.map(({ rowKey }) => rowKey)}::text[]) as q (source, row_key) on q.source = e.source and q.row_key = e.row_key`
  const names = new Set(sealedNames.map(({ name }) => name))
  const links: (Link & { hash: Buffer })[] = []
  let hash = last?.hash ?? beginning
  const herdNow = context.clock?.now()
  for (const { source, rowKey, rowHash, queuedAt, wasThere } of rows) {
    // The queue may contain the same file several times.
    if (names.has(`${source} ${rowKey}`)) continue
    names.add(`${source} ${rowKey}`)
    // The previous run emptied the queue, so the row was written after it, even if its time says otherwise.
    const waitedMs = Math.max(0, now - Math.max(queuedAt, last?.at ?? 0))
    const writtenAt = herdNow === undefined || wasThere ? null : Math.min(now, herdNow) - waitedMs
    const link = { place: (last?.place ?? 0) + links.length + 1, source, rowKey, at, rowHash, writtenAt }
    const next = nextHash(hash, link)
    links.push({ ...link, hash: next })
    hash = next
  }
  await insertLinks(sql, links, at)
  await sql`delete from seal_queue where id = any(${rows.map(({ id }) => id)}::bigint[])`
  return { rows: rows.length, links: links.length }
}

async function insertLinks(sql: Queries, links: readonly (Link & { hash: Buffer })[], at: number): Promise<void> {
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
  await sql`
    insert into seal_entries (place, source, row_key, sealed_at, row_hash, hash, written_at)
    select place, source, row_key, ${at}::timestamptz, decode(row_hash, 'hex'), decode(hash, 'hex'), written_at
    from unnest(${links.map(({ place }) => place)}::bigint[], ${links.map(({ source }) => source)}::text[], ${links.map(({ rowKey }) => rowKey)}::text[],
      ${links.map(({ rowHash }) => hex(rowHash))}::text[], ${links.map(({ hash }) => hex(hash))}::text[],
      ${links.map(({ writtenAt }) => writtenAt)}::timestamptz[]) as l (place, source, row_key, row_hash, hash, written_at)`
}

/** Writes and mails the root of the finished day of the last link. */
async function endDay(
  sql: Queries,
  context: Pick<Context, 'publicUrl'>,
  last: { place: number; hash: Uint8Array; at: number },
  at: number,
): Promise<void> {
  const day = dayOf(last.at)
  const root = rootOf(day, last)
  const ended = await sql`
    insert into seals (root, day, last_place, sealed_at) values (${root}, ${day}::date, ${last.place}, ${at}) on conflict (day) do nothing returning day`
  if (ended.length > 0) await writeSealMails(sql, context, { day, root, at })
}
