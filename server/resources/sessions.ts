import type { OrganisationKind, Role } from '#contract/roles.ts'
import type { Queries } from '../db/connect.ts'
import type { Caller } from '../sessions.ts'

interface LoginRow {
  userId: number
  passwordHash: string
  role: Role
  organisationId: number | null
  organisationKind: OrganisationKind | null
  organisationName: string | null
  /** The user and the organisation, both. */
  active: boolean
}

/** What a login is checked against; user names are told apart without regard to case. */
export async function findLogin(sql: Queries, userName: string): Promise<LoginRow | undefined> {
  const [row] = await sql<LoginRow[]>`
    select u.id as "userId", u.password_hash as "passwordHash", u.role, u.organisation_id as "organisationId",
      o.kind as "organisationKind", o.name as "organisationName",
      u.status = 'ACTIVE' and coalesce(o.status, 'ACTIVE') = 'ACTIVE' as active
    from users u left join organisations o on o.id = u.organisation_id
    where lower(u.user_name) = lower(${userName})`
  return row
}

interface NewSession {
  /** Hex. */
  tokenHash: string
  userId: number
  /** Machine time, epoch ms. */
  now: number
  idleMs: number
  expiresAt: number
}

export async function insertSession(sql: Queries, { tokenHash, userId, now, idleMs, expiresAt }: NewSession): Promise<void> {
  await sql`
    insert into sessions (token_hash, user_id, created_at, used_at, idle_ms, expires_at)
    values (${Buffer.from(tokenHash, 'hex')}, ${userId}, ${now}, ${now}, ${idleMs}, ${expiresAt})`
}

type SessionRow = Omit<Caller, 'tokenHash'> & { usedAt: number; expiresAt: number }

/** The session of a token's hash (hex), if it has not ended at `now` and its user may still sign in. */
export async function findSession(
  sql: Queries,
  tokenHash: string,
  now: number,
): Promise<{ caller: Caller; usedAt: number; expiresAt: number } | undefined> {
  const [row] = await sql<SessionRow[]>`
    select u.id as "userId", u.user_name as "userName", u.display_name as "displayName", u.role,
      u.organisation_id as "organisationId", o.kind as "organisationKind", s.used_at as "usedAt",
      least(s.expires_at, s.used_at + s.idle_ms * interval '1 millisecond') as "expiresAt"
    from sessions s join users u on u.id = s.user_id left join organisations o on o.id = u.organisation_id
    where s.token_hash = ${Buffer.from(tokenHash, 'hex')}
      and s.expires_at > ${now} and s.used_at + s.idle_ms * interval '1 millisecond' > ${now}
      and u.status = 'ACTIVE' and coalesce(o.status, 'ACTIVE') = 'ACTIVE'`
  if (!row) return undefined
  const { usedAt, expiresAt, ...caller } = row
  return { caller: { ...caller, tokenHash }, usedAt, expiresAt }
}

export async function touchSession(sql: Queries, tokenHash: string, now: number): Promise<void> {
  await sql`update sessions set used_at = ${now} where token_hash = ${Buffer.from(tokenHash, 'hex')}`
}

export async function deleteSession(sql: Queries, tokenHash: string): Promise<void> {
  await sql`delete from sessions where token_hash = ${Buffer.from(tokenHash, 'hex')}`
}

/** Deletes the sessions that are over at `now`. */
export async function endSessions(sql: Queries, now: number): Promise<{ tokenHash: string; disabled: boolean }[]> {
  return sql<{ tokenHash: string; disabled: boolean }[]>`
    delete from sessions s using users u left join organisations o on o.id = u.organisation_id
    where u.id = s.user_id and (s.expires_at <= ${now} or s.used_at + s.idle_ms * interval '1 millisecond' <= ${now}
      or u.status <> 'ACTIVE' or coalesce(o.status, 'ACTIVE') <> 'ACTIVE')
    returning encode(s.token_hash, 'hex') as "tokenHash",
      u.status <> 'ACTIVE' or coalesce(o.status, 'ACTIVE') <> 'ACTIVE' as disabled`
}
