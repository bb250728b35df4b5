import type { OrganisationKind } from '#contract/people/roles.ts'
import type { Queries } from '../connect.ts'

/** An API key that is neither revoked nor expired, of an active organisation. */
export interface StoredKey {
  id: number
  actorId: number
  /** User name of its actor, which the security log shows. */
  actorName: string
  name: string
  organisationId: number
  organisationKind: OrganisationKind
  scopes: string[]
  networks: string[]
  /** Epoch ms; null when it was never used. */
  lastUsedAt: number | null
}

/** Why a secret opens nothing. */
export type KeyFault = 'unknown' | 'revoked' | 'expired' | 'rotated' | 'organisation'

/** Finds the key of a secret. @param now machine time, epoch ms. @returns why it is refused, with the key's id if there is one */
export async function findKey(
  sql: Queries,
  secretHash: Buffer,
  now: number,
): Promise<StoredKey | { fault: KeyFault; keyId: number | null }> {
  const [row] = await sql<(StoredKey & { fault: KeyFault | null })[]>`
    select k.id, k.actor_id as "actorId", u.user_name as "actorName", k.name, o.id as "organisationId", o.kind as "organisationKind", k.scopes, k.networks,
      k.last_used_at as "lastUsedAt",
      case when k.revoked_at is not null then 'revoked' when k.expires_at <= ${now} then 'expired' when s.valid_until <= ${now} then 'rotated'
        when o.status <> 'ACTIVE' then 'organisation' end as fault
    from api_key_secrets s join api_keys k on k.id = s.key_id join users u on u.id = k.actor_id join organisations o on o.id = k.organisation_id
    where s.secret_hash = ${secretHash}`
  if (row === undefined) return { fault: 'unknown', keyId: null }
  const { fault, ...key } = row
  return fault === null ? key : { fault, keyId: key.id }
}

/** Records that a key was used. */
export async function touchKey(sql: Queries, id: number, now: number, address: string): Promise<void> {
  await sql`update api_keys set last_used_at = ${now}, last_used_address = ${address} where id = ${id}`
}

interface NewActor {
  name: string
  now: number
}

/**
 * Inserts the author of a key's changes: nobody can sign in as it, invite it or find it among users.
 * @returns its id
 */
export async function insertKeyActor(sql: Queries, { name, now }: NewActor): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into users (user_name, display_name, status, created_at, updated_at, deleted_at)
    values ('api key ' || gen_random_uuid(), ${name}, 'DISABLED', ${now}, ${now}, ${now}) returning id`
  return row?.id ?? 0
}

/** Stores a new secret of a key. Secrets before it end at `overlapUntil` at the latest. */
export async function insertKeySecret(
  sql: Queries,
  given: { keyId: number; secretHash: Buffer; madeBy: number; now: number; overlapUntil: number },
): Promise<void> {
  const { keyId, secretHash, madeBy, now, overlapUntil } = given
  await sql`
    update api_key_secrets set valid_until = least(valid_until, ${overlapUntil}::timestamptz) where key_id = ${keyId}`
  await sql`
    insert into api_key_secrets (key_id, secret_hash, made_by, made_at) values (${keyId}, ${secretHash}, ${madeBy}, ${now})`
}
