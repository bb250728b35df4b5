import { toInstant } from '../../../clock.ts'
import type { Queries } from '../../../db/connect.ts'
import type { SealedRow } from '../../../exports/pdf/seals.ts'
import { hashNow } from '../../seals/sealedRows.ts'

/** A row that is or will be sealed: its source name in the chain, and its key. */
export interface SealKey {
  source: string
  key: string
}

interface LinkRow extends SealKey {
  place: number | null
  sealedAt: number | null
  rowHash: Uint8Array | null
  hash: Uint8Array | null
  isWaiting: boolean
  day: string | null
  root: string | null
}

const hex = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes).toString('hex'))

/** Returns the state of rows in the sealed record, in the order of the keys. */
export async function sealedLinks(sql: Queries, keys: readonly SealKey[]): Promise<SealedRow[]> {
  const rows = await sql<LinkRow[]>`
    select k.source, k.key, e.place, e.sealed_at as "sealedAt", e.row_hash as "rowHash", e.hash, s.day::text as day, s.root,
      exists (select from seal_queue q where q.source = k.source and q.row_key = k.key) as "isWaiting"
    from unnest(${keys.map(({ source }) => source)}::text[], ${keys.map(({ key }) => key)}::text[]) with ordinality as k (source, key, ordinal)
      left join seal_entries e on e.source = k.source and e.row_key = k.key
      left join lateral (select seals.day, seals.root from seals where seals.last_place >= e.place order by seals.last_place limit 1) s on true
    order by k.ordinal`
  return rows.map(({ sealedAt, rowHash, hash, isWaiting, place, ...row }) => ({
    ...row,
    place,
    state: place !== null ? 'SEALED' : isWaiting ? 'WAITING' : 'OPEN',
    sealedAt: sealedAt === null ? null : toInstant(sealedAt),
    rowHash: hex(rowHash),
    hash: hex(hash),
  }))
}

/** A link of the record and the present hash of its row. */
export interface LinkNow {
  place: number
  hash: string | null
  /** Hash of the row in its present state; null when the row is gone. */
  rowHash: string | null
}

/** Reads a link and the present hash of its row. @returns null when the record has no link for the row */
export async function linkNow(sql: Queries, { source, key }: SealKey): Promise<LinkNow | null> {
  const [row] = await sql<{ place: number; hash: Uint8Array; rowHash: Uint8Array | null }[]>`
    select e.place, e.hash, ${hashNow(sql)} as "rowHash" from seal_entries e where e.source = ${source} and e.row_key = ${key}`
  return row === undefined ? null : { place: row.place, hash: hex(row.hash), rowHash: hex(row.rowHash) }
}
