import { createHash } from 'node:crypto'
import type { Queries } from '../db/connect.ts'
import type { DecoderName } from '../ingest/message.ts'

interface NewSource {
  name: string
  secret: string
  adapters: readonly DecoderName[]
  /** The farms it may speak for; null: all. */
  farmIds: readonly number[] | null
  /** Epoch ms. */
  createdAt: number
}

/** Adds a source that may send readings; its secret is kept as a hash. @returns its id */
export async function insertSource(sql: Queries, source: NewSource): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into sources (name, secret_hash, adapters, farm_ids, created_at)
    values (${source.name}, ${createHash('sha256').update(source.secret).digest()}, ${[...source.adapters]}::text[],
      ${source.farmIds === null ? null : [...source.farmIds]}::bigint[], ${source.createdAt})
    returning id`
  return row?.id ?? 0
}
