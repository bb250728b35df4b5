import { createHash } from 'node:crypto'
import { securityEvent } from '../auth/securityLog.ts'
import { insertSecurityEvents } from '../db/auth/securityEvents.ts'
import type { Queries, Sql } from '../db/connect.ts'
import type { DecoderName } from '../ingest/decoders/decoders.ts'
import { audit, type AuditEntry, type Author } from '../records/audit.ts'

interface NewSource {
  name: string
  secret: string
  adapters: readonly DecoderName[]
  /** The farms that it may send for; null for all. */
  farmIds: readonly number[] | null
  /** Whether its secret may be part of an address. */
  takesQueryToken?: boolean
  /** Epoch ms. */
  createdAt: number
}

export interface SourceRecord {
  id: number
  name: string
  adapters: string[]
  farmIds: number[] | null
  farmNames: string[]
  takesQueryToken: boolean
  createdAt: number
  revokedAt: number | null
}

/** Author of changes made by a command on the server's machine. */
const atTheMachine: Author = { userId: 0, address: '' }

/** Inserts a source that may send readings, with its secret as a hash. @returns its id */
export async function insertSource(sql: Queries, source: NewSource): Promise<number> {
  const { name, adapters, farmIds, takesQueryToken = false, createdAt } = source
  const [row] = await sql<{ id: number }[]>`
    insert into sources (name, secret_hash, adapters, farm_ids, takes_query_token, created_at)
    values (${name}, ${createHash('sha256').update(source.secret).digest()}, ${[...adapters]}::text[],
      ${farmIds === null ? null : [...farmIds]}::bigint[], ${takesQueryToken}, ${createdAt})
    returning id`
  return row?.id ?? 0
}

/** Inserts a source by a command on the server's machine, and audits it. */
export async function addSource(sql: Sql, source: NewSource): Promise<void> {
  const { name, adapters, farmIds, takesQueryToken = false, createdAt } = source
  const after = { name, adapters, farmIds, takesQueryToken }
  await sql.begin(async (transaction) => {
    const nounId = await insertSource(transaction, source)
    await note(transaction, createdAt, `add ${name}`, { action: 'ADD', noun: 'sources', nounId, before: null, after })
  })
}

/** Lists all sources, including revoked ones, by name. */
export async function listSources(sql: Queries): Promise<SourceRecord[]> {
  return sql<SourceRecord[]>`
    select s.id, s.name, s.adapters, s.farm_ids as "farmIds", s.takes_query_token as "takesQueryToken", s.created_at as "createdAt",
      s.revoked_at as "revokedAt",
      coalesce((select array_agg(f.name order by f.name) from farms f where f.id = any (s.farm_ids)), '{}') as "farmNames"
    from sources s order by s.name, s.id`
}

/** Revokes a source, which also ends its open connections. @returns whether an active source has this name */
export async function revokeSource(sql: Sql, name: string, at: number): Promise<boolean> {
  return sql.begin(async (transaction) => {
    const [row] = await transaction<{ id: number }[]>`
      update sources set revoked_at = ${at} where name = ${name} and revoked_at is null returning id`
    if (!row) return false
    await note(transaction, at, `revoke ${name}`, {
      action: 'REMOVE',
      noun: 'sources',
      nounId: row.id,
      before: { name },
      after: null,
    })
    return true
  })
}

async function note(sql: Queries, at: number, command: string, entry: AuditEntry): Promise<void> {
  await audit(sql, atTheMachine, at, entry)
  await insertSecurityEvents(sql, [securityEvent({ kind: 'COMMAND', what: `npm run source -- ${command}` })])
}

/** Returns the farms with a name or an id. */
export async function farmsNamed(sql: Queries, text: string): Promise<{ id: number; name: string }[]> {
  return sql<{ id: number; name: string }[]>`
    select id, name from farms where deleted_at is null and (name = ${text} or id::text = ${text}) order by id`
}
