import type { WallScreen } from '#contract/people/wallScreens.ts'
import type { OrganisationKind, Role } from '#contract/people/roles.ts'
import type { Fragment, Queries } from '../connect.ts'

/** The account behind a session. */
export interface SessionHolder {
  userId: number
  userName: string
  displayName: string
  /** OTHERS for a user without a role. */
  role: Role
  organisationId: number | null
  organisationKind: OrganisationKind | null
  /** The user lacks a second factor that their role or organisation requires: only its setup is allowed. */
  twoFactorDue: boolean
  /** Whether their role requires a second factor on this server. */
  needsTwoFactor?: boolean
  /** Wall that the session belongs to; such a session only reads. Null for a person's session. */
  displayId: number | null
  /** Screen that the wall shows; null for a person's session. */
  displayShows: WallScreen | null
  /** SHA-256 of the session's token, hex. Identifies the session without revealing the token. */
  tokenHash: string
  /** Ms until the session ends without user activity; null when only its fixed end applies. */
  idleEndsInMs: number | null
}

interface NewSession {
  /** Hex. */
  tokenHash: string
  userId: number
  /** The password hash that the sign-in was checked against. No session starts when it has changed since. */
  passwordHash: string | null
  /** Starts only if the user has no confirmed second factor. */
  withoutSecondFactor?: boolean
  /** Machine time, epoch ms. */
  now: number
  idleMs: number
  expiresAt: number
  /** The sign-in counts as a proof of identity: it needed more than a code sent to the telephone. */
  isProven?: boolean
  /** The wall that the session belongs to. */
  displayId?: number | null
  /** The identity provider that signed the user in, and whether it checked a second factor. */
  providerId?: number | null
  hasIssuerFactor?: boolean
  address: string | null
  agent: string | null
}

/** Starts a session if the user is still active with the same credentials. @returns whether it started */
export async function insertSession(sql: Queries, session: NewSession): Promise<boolean> {
  const {
    tokenHash,
    userId,
    passwordHash,
    withoutSecondFactor = false,
    now,
    idleMs,
    expiresAt,
    isProven = false,
    displayId = null,
    providerId = null,
    hasIssuerFactor = false,
    address,
    agent,
  } = session
  const rows = await sql`
    with may as (
      select u.id from users u
      where u.id = ${userId} and u.status = 'ACTIVE' and u.password_hash is not distinct from ${passwordHash}
        and not (${withoutSecondFactor} and u.totp_confirmed_at is not null)
      for share of u
    ), seen as (
      update users set last_seen_at = ${now} from may where users.id = may.id and ${displayId}::bigint is null
    )
    insert into sessions (token_hash, user_id, created_at, used_at, idle_ms, expires_at, proven_at, display_id, provider_id,
      has_issuer_factor, address, agent)
    select ${Buffer.from(tokenHash, 'hex')}, may.id, ${now}, ${now}, ${idleMs}, ${expiresAt}, ${isProven ? now : null}, ${displayId},
      ${providerId}, ${hasIssuerFactor}, ${address}, ${agent} from may
    returning id`
  return rows.length > 0
}

/** A stored session. Instants are machine time, epoch ms. */
export interface StoredSession {
  caller: Omit<SessionHolder, 'idleEndsInMs'>
  usedAt: number
  idleMs: number
  expiresAt: number
}

interface SessionRow extends Omit<SessionHolder, 'tokenHash' | 'idleEndsInMs'>, Omit<StoredSession, 'caller'> {}

/** Returns a condition: user `u` of organisation `o` needs a second factor at `now` but lacks it. */
export function isTwoFactorDue(sql: Queries, now: number): Fragment {
  return sql`(coalesce(o.requires_two_factor, false) and u.totp_confirmed_at is null
    and coalesce(o.two_factor_from, '-infinity') <= timezone('UTC', ${now}::timestamptz)::date)`
}

/**
 * Finds a session by its token's hash (hex).
 * @param secondFactorRoles roles that need a second factor even if their organisation requires none
 * @returns undefined when it has ended at `now` or its user may not sign in
 */
export async function findSession(
  sql: Queries,
  tokenHash: string,
  now: number,
  secondFactorRoles: readonly Role[],
): Promise<StoredSession | undefined> {
  const needsTwoFactor = sql`(coalesce(u.role, 'OTHERS') = any(${[...secondFactorRoles]}::text[]))`
  const [row] = await sql<SessionRow[]>`
    select u.id as "userId", u.user_name as "userName", u.display_name as "displayName", coalesce(u.role, 'OTHERS') as role,
      u.organisation_id as "organisationId", o.kind as "organisationKind", s.used_at as "usedAt", s.idle_ms as "idleMs",
      (${isTwoFactorDue(sql, now)} or (${needsTwoFactor} and u.totp_confirmed_at is null))
        and s.display_id is null and not s.has_issuer_factor as "twoFactorDue",
      ${needsTwoFactor} as "needsTwoFactor",
      s.display_id as "displayId", d.shows as "displayShows",
      least(s.expires_at, s.used_at + s.idle_ms * interval '1 millisecond') as "expiresAt"
    from sessions s join users u on u.id = s.user_id left join organisations o on o.id = u.organisation_id left join displays d on d.id = s.display_id
    where s.token_hash = ${Buffer.from(tokenHash, 'hex')}
      and s.expires_at > ${now} and s.used_at + s.idle_ms * interval '1 millisecond' > ${now}
      and u.status = 'ACTIVE' and coalesce(o.status, 'ACTIVE') = 'ACTIVE'`
  if (!row) return undefined
  const { usedAt, idleMs, expiresAt, ...caller } = row
  return { caller: { ...caller, tokenHash }, usedAt, idleMs, expiresAt }
}

/** Records that a session is in use, and the user as last seen. A wall's session does not update its user. */
export async function touchSession(sql: Queries, tokenHash: string, now: number): Promise<void> {
  await sql`
    with touched as (update sessions set used_at = ${now} where token_hash = ${Buffer.from(tokenHash, 'hex')} returning user_id, display_id)
    update users set last_seen_at = ${now} from touched where id = touched.user_id and touched.display_id is null`
}

/** Records that the person of a session (hex of its token's hash) has re-authenticated. */
export async function noteProof(sql: Queries, tokenHash: string, now: number): Promise<void> {
  await sql`update sessions set proven_at = ${now} where token_hash = ${Buffer.from(tokenHash, 'hex')}`
}

/** Checks whether the person of a session has re-authenticated after an instant. */
export async function isProvenSince(sql: Queries, tokenHash: string, since: number): Promise<boolean> {
  const rows =
    await sql`select from sessions where token_hash = ${Buffer.from(tokenHash, 'hex')} and proven_at > ${since}`
  return rows.length > 0
}

/** An ended session and its user. */
export interface EndedSession {
  /** Hex. */
  tokenHash: string
  userId: number
  userName: string
  address: string
}

/** Returns the `returning` clause that reports deleted sessions `s`. */
export function endedSessions(sql: Queries): Fragment {
  return sql`returning encode(s.token_hash, 'hex') as "tokenHash", s.user_id as "userId", coalesce(s.address, '') as address,
    (select user_name from users where users.id = s.user_id) as "userName"`
}

export async function deleteSession(sql: Queries, tokenHash: string): Promise<EndedSession[]> {
  return sql<
    EndedSession[]
  >`delete from sessions s where s.token_hash = ${Buffer.from(tokenHash, 'hex')} ${endedSessions(sql)}`
}

/** Deletes one session of a user by its id. @returns the session, or an empty list */
export async function deleteOwnSession(sql: Queries, userId: number, id: number): Promise<EndedSession[]> {
  return sql<EndedSession[]>`delete from sessions s where s.id = ${id} and s.user_id = ${userId} ${endedSessions(sql)}`
}

/** Deletes the sessions of users, optionally except one (hex of its token's hash). Sessions of their walls stay. */
export async function deleteSessionsOf(
  sql: Queries,
  userIds: readonly number[],
  exceptTokenHash?: string,
): Promise<EndedSession[]> {
  return sql<EndedSession[]>`
    delete from sessions s where s.user_id = any (${[...userIds]}::bigint[]) and s.display_id is null
      and s.token_hash is distinct from ${exceptTokenHash === undefined ? null : Buffer.from(exceptTokenHash, 'hex')} ${endedSessions(sql)}`
}

interface OwnSession {
  id: number
  tokenHash: string
  createdAt: number
  usedAt: number
  expiresAt: number
  idleMs: number
  address: string | null
  agent: string | null
}

/** Lists a user's sessions that are valid at `now`, most recently used first. Excludes walls. */
export async function sessionsOf(sql: Queries, userId: number, now: number): Promise<OwnSession[]> {
  return sql<OwnSession[]>`
    select id, encode(token_hash, 'hex') as "tokenHash", created_at as "createdAt", used_at as "usedAt",
      least(expires_at, used_at + idle_ms * interval '1 millisecond') as "expiresAt", idle_ms as "idleMs", address, agent
    from sessions where user_id = ${userId} and display_id is null and expires_at > ${now} and used_at + idle_ms * interval '1 millisecond' > ${now}
    order by used_at desc, id desc`
}

/** Deletes the sessions that have ended at `now` or whose user or organisation is not active. */
export async function endSessions(sql: Queries, now: number): Promise<(EndedSession & { disabled: boolean })[]> {
  return sql<(EndedSession & { disabled: boolean })[]>`
    delete from sessions s using users u left join organisations o on o.id = u.organisation_id
    where u.id = s.user_id and (s.expires_at <= ${now} or s.used_at + s.idle_ms * interval '1 millisecond' <= ${now}
      or u.status <> 'ACTIVE' or coalesce(o.status, 'ACTIVE') <> 'ACTIVE')
    ${endedSessions(sql)}, u.status <> 'ACTIVE' or coalesce(o.status, 'ACTIVE') <> 'ACTIVE' as disabled`
}
