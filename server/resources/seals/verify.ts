import type { Queries } from '../../db/connect.ts'
import { beginning, dayOf, type Link, nextHash, rootOf } from './chain.ts'
import { hashNow, isErasable, isStillDue, recordedAtNow, unsealedRows } from './sealedRows.ts'
import { verifyStates } from './verifyStates.ts'

/** Links read by one query. */
const batchSize = 10_000
/** Maximum time between recording and writing a row, ms: transactions end late, clocks differ. */
const maxBackdatingMs = 86_400_000

/**
 * A fault in the record. CHANGED: the row differs from its sealed state. GONE: the row is missing without an erasure. CHAIN: the link itself was
 * changed, removed or inserted. SEAL: a day's root does not match its links. UNSEALED: the row was inserted without being queued, or its
 * link was removed from the end. BACKDATED: it says that it was recorded long before it was written.
 */
export interface Fault {
  reason: 'CHANGED' | 'GONE' | 'CHAIN' | 'SEAL' | 'UNSEALED' | 'BACKDATED'
  source: string
  rowKey: string
  /** The UTC day of its seal; null when it was never sealed. */
  day: string | null
}

export interface Verified {
  links: number
  /** Number of erased rows, by reason. */
  erased: Map<string, number>
  /** The first row that does not match. */
  fault: Fault | null
}

interface Seal {
  root: string
  day: string
  lastPlace: number
}

interface Sealed extends Link {
  hash: Uint8Array
}

const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0

/**
 * Recomputes links from the present rows, in order, until one does not match.
 * @param after the place before the first link checked; its hash is trusted
 * @param upTo the last place checked; by default all, including rows missing from the chain
 */
export async function verifyLinks(
  sql: Queries,
  { after = 0, upTo }: { after?: number; upTo?: number } = {},
  isStopping = () => false,
): Promise<Verified> {
  const verified: Verified = { links: 0, erased: new Map(), fault: null }
  const seals = await sql<
    Seal[]
  >`select root, day, last_place as "lastPlace" from seals where last_place > ${after} order by day`
  const sealOf = new Map(seals.map((seal) => [seal.lastPlace, seal]))
  let last = await linkAt(sql, after)
  let isDayEnded = true
  const fail = (reason: Fault['reason'], { source, rowKey, at }: Pick<Link, 'source' | 'rowKey' | 'at'>): Verified => ({
    ...verified,
    fault: { reason, source, rowKey, day: dayOf(at) },
  })
  for (;;) {
    const links = await readLinks(sql, last.place, upTo)
    const broken = links.findIndex((link, place) => !follows(link, links[place - 1] ?? last))
    // Reads rows up to the first broken link only, because the keys of edited links are not valid.
    const rows = await readRows(sql, last.place, broken === -1 ? links.at(-1)?.place : links[broken - 1]?.place)
    for (const [place, link] of links.entries()) {
      if (!isDayEnded && dayOf(link.at) > dayOf(last.at))
        return fail('SEAL', { source: 'seals', rowKey: dayOf(last.at), at: last.at })
      if (place === broken) return fail('CHAIN', link)
      const { rowNow = null, erasedFor = null, recordedAt = null, isStillDue = false } = rows.get(link.place) ?? {}
      if (rowNow === null && erasedFor !== null && isErasable(link.source, erasedFor) && !isStillDue)
        verified.erased.set(erasedFor, (verified.erased.get(erasedFor) ?? 0) + 1)
      else if (rowNow === null || !isSame(rowNow, link.rowHash)) return fail(rowNow === null ? 'GONE' : 'CHANGED', link)
      else if (link.writtenAt !== null && recordedAt !== null && recordedAt < link.writtenAt - maxBackdatingMs)
        return fail('BACKDATED', link)
      const seal = sealOf.get(link.place)
      if (seal && (seal.day !== dayOf(link.at) || seal.root !== rootOf(seal.day, link)))
        return fail('SEAL', { source: 'seals', rowKey: seal.day, at: link.at })
      isDayEnded = sealOf.delete(link.place)
      last = link
      verified.links++
    }
    if (links.length < batchSize || isStopping()) break
  }
  if (isStopping()) return verified
  const isWhole = upTo === undefined
  const ended = isWhole ? await verifyEnd(sql, verified, [...sealOf.values()]) : verified
  if (ended.fault) return ended
  const fault = await verifyStates(sql, isWhole && after === 0 ? null : { after, upTo: last.place })
  if (fault === null) return ended
  const { at, ...row } = fault
  return { ...ended, fault: { ...row, day: at === null ? null : dayOf(at) } }
}

function follows(link: Sealed, before: Pick<Sealed, 'place' | 'hash' | 'at'>): boolean {
  return link.place === before.place + 1 && link.at >= before.at && isSame(link.hash, nextHash(before.hash, link))
}

async function linkAt(sql: Queries, place: number): Promise<Pick<Sealed, 'place' | 'hash' | 'at'>> {
  const [link] = await sql<
    Pick<Sealed, 'place' | 'hash' | 'at'>[]
  >`select place, hash, sealed_at as at from seal_entries where place = ${place}`
  return link ?? { place, hash: beginning, at: 0 }
}

function readLinks(sql: Queries, after: number, upTo = Number.MAX_SAFE_INTEGER): Promise<Sealed[]> {
  return sql<Sealed[]>`
    select e.place, e.source, e.row_key as "rowKey", e.sealed_at as at, e.row_hash as "rowHash", e.hash, e.written_at as "writtenAt"
    from seal_entries e where e.place > ${after} and e.place <= ${upTo} order by e.place limit ${batchSize}`
}

interface RowNow {
  rowNow: Uint8Array | null
  erasedFor: string | null
  /** Herd time, epoch ms. */
  recordedAt: number | null
  /** Whether another row names it, although it was erased. */
  isStillDue: boolean
}

/** Returns the present hashes of the links' rows, and the reasons of erasures, by place. */
async function readRows(sql: Queries, after: number, upTo = after): Promise<Map<number, RowNow>> {
  const rows = await sql<(RowNow & { place: number })[]>`
    select e.place, ${hashNow(sql)} as "rowNow", x.reason as "erasedFor",
      case when e.written_at is not null then ${recordedAtNow(sql)} end as "recordedAt",
      case when x.reason is not null then ${isStillDue(sql)} else false end as "isStillDue"
    from seal_entries e left join seal_erasures x on x.source = e.source and x.row_key = e.row_key
    where e.place > ${after} and e.place <= ${upTo}`
  return new Map(rows.map(({ place, ...row }) => [place, row]))
}

/** Checks for seals and rows that the chain should include. */
async function verifyEnd(sql: Queries, verified: Verified, sealsLeft: readonly Seal[]): Promise<Verified> {
  const [seal] = sealsLeft
  if (seal) return { ...verified, fault: { reason: 'SEAL', source: 'seals', rowKey: seal.day, day: seal.day } }
  const [row] = await sql<
    { source: string; rowKey: string }[]
  >`select source, row_key as "rowKey" from ${unsealedRows(sql)} as unnoted limit 1`
  return row ? { ...verified, fault: { reason: 'UNSEALED', ...row, day: null } } : verified
}
