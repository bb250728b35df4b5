import type { WallScreen } from '#contract/people/wallScreens.ts'
import type { OrganisationKind, Role } from '#contract/people/roles.ts'
import type { Fragment, Queries } from '../connect.ts'

/** The account that holds a session. */
export interface SessionHolder {
  userId: number
  userName: string
  displayName: string
  /** OTHERS for a user whom nobody has given a role: they see what OTHERS sees. */
  role: Role
  organisationId: number | null
  organisationKind: OrganisationKind | null
  /** The organisation requires a second factor and the user has none: nothing but setting it up is open to them. */
  twoFactorDue: boolean
  /** The wall whose session it is, which only reads; null: a person's. */
  displayId: number | null
  /** What that wall shows; null: the session is a person's. */
  displayShows: WallScreen | null
  /** Hex of the SHA-256 of the session's token: names the session without giving it away. */
  tokenHash: string
  /** Ms until the session ends unless a person acts; null: nothing but its time ends it. */
  idleEndsInMs: number | null
}

interface NewSession {
  /** Hex. */
  tokenHash: string
  userId: number
  /** As it was when the sign-in was checked: a session is not begun for a password that was changed meanwhile. */
  passwordHash: string | null
  /** Begins only if the user has no second factor in force. */
  withoutSecondFactor?: boolean
  /** Machine time, epoch ms. */
  now: number
  idleMs: number
  expiresAt: number
  /** The sign-in has shown that it is they, by more than a code that whoever holds their telephone reads. */
  isProven?: boolean
  /** The wall whose session it is. */
  displayId?: number | null
  address: string | null
  agent: string | null
}

/** Begins a session, if the user may still sign in as they were found. @returns whether it began */
export async function insertSession(sql: Queries, session: NewSession): Promise<boolean> {
  const { tokenHash, userId, passwordHash, withoutSecondFactor = false, now, idleMs, expiresAt, isProven = false, displayId = null, address, agent } = session
  const rows = await sql`
    with may as (
      select u.id from users u
      where u.id = ${userId} and u.status = 'ACTIVE' and u.password_hash is not distinct from ${passwordHash}
        and not (${withoutSecondFactor} and u.totp_confirmed_at is not null)
      for share of u
    ), seen as (
      update users set last_seen_at = ${now} from may where users.id = may.id and ${displayId}::bigint is null
    )
    insert into sessions (token_hash, user_id, created_at, used_at, idle_ms, expires_at, proven_at, display_id, address, agent)
    select ${Buffer.from(tokenHash, 'hex')}, may.id, ${now}, ${now}, ${idleMs}, ${expiresAt}, ${isProven ? now : null}, ${displayId},
      ${address}, ${agent} from may
    returning id`
  return rows.length > 0
}

/** A session as it is kept; instants are epoch ms of machine time. */
export interface StoredSession {
  caller: Omit<SessionHolder, 'idleEndsInMs'>
  usedAt: number
  idleMs: number
  expiresAt: number
}

interface SessionRow extends Omit<SessionHolder, 'tokenHash' | 'idleEndsInMs'>, Omit<StoredSession, 'caller'> {}

/** Whether user `u` of organisation `o` needs a second factor by now and has none. */
export function isTwoFactorDue(sql: Queries, now: number): Fragment {
  return sql`(coalesce(o.requires_two_factor, false) and u.totp_confirmed_at is null
    and coalesce(o.two_factor_from, '-infinity') <= timezone('UTC', ${now}::timestamptz)::date)`
}

/** The session of a token's hash (hex), if it has not ended at `now` and its user may still sign in. */
export async function findSession(sql: Queries, tokenHash: string, now: number): Promise<StoredSession | undefined> {
  const [row] = await sql<SessionRow[]>`
    select u.id as "userId", u.user_name as "userName", u.display_name as "displayName", coalesce(u.role, 'OTHERS') as role,
      u.organisation_id as "organisationId", o.kind as "organisationKind", s.used_at as "usedAt", s.idle_ms as "idleMs",
      ${isTwoFactorDue(sql, now)} and s.display_id is null as "twoFactorDue",
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

/** Notes that a session is in use, and its user there: nobody is at a wall. */
export async function touchSession(sql: Queries, tokenHash: string, now: number): Promise<void> {
  await sql`
    with touched as (update sessions set used_at = ${now} where token_hash = ${Buffer.from(tokenHash, 'hex')} returning user_id, display_id)
    update users set last_seen_at = ${now} from touched where id = touched.user_id and touched.display_id is null`
}

/** Notes that the person of a session (hex of its token's hash) has proved that it is they. */
export async function noteProof(sql: Queries, tokenHash: string, now: number): Promise<void> {
  await sql`update sessions set proven_at = ${now} where token_hash = ${Buffer.from(tokenHash, 'hex')}`
}

/** Whether the person of a session has proved that it is they after an instant. */
export async function isProvenSince(sql: Queries, tokenHash: string, since: number): Promise<boolean> {
  const rows = await sql`select from sessions where token_hash = ${Buffer.from(tokenHash, 'hex')} and proven_at > ${since}`
  return rows.length > 0
}

/** A session that is over, and whose it was. */
export interface EndedSession {
  /** Hex. */
  tokenHash: string
  userId: number
  userName: string
  address: string
}

/** The columns that report the deleted sessions `s`. */
export function endedSessions(sql: Queries): Fragment {
  return sql`returning encode(s.token_hash, 'hex') as "tokenHash", s.user_id as "userId", coalesce(s.address, '') as address,
    (select user_name from users where users.id = s.user_id) as "userName"`
}

export async function deleteSession(sql: Queries, tokenHash: string): Promise<EndedSession[]> {
  return sql<EndedSession[]>`delete from sessions s where s.token_hash = ${Buffer.from(tokenHash, 'hex')} ${endedSessions(sql)}`
}

/** Deletes one session of a user by its id. @returns it, or none */
export async function deleteOwnSession(sql: Queries, userId: number, id: number): Promise<EndedSession[]> {
  return sql<EndedSession[]>`delete from sessions s where s.id = ${id} and s.user_id = ${userId} ${endedSessions(sql)}`
}

/** Deletes the sessions of users, but one if it is named by its token's hash (hex). The walls that they paired go on. */
export async function deleteSessionsOf(sql: Queries, userIds: readonly number[], exceptTokenHash?: string): Promise<EndedSession[]> {
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

/** The sessions of a user that are not over at `now`, the one used last first; those of walls are not among them. */
export async function sessionsOf(sql: Queries, userId: number, now: number): Promise<OwnSession[]> {
  return sql<OwnSession[]>`
    select id, encode(token_hash, 'hex') as "tokenHash", created_at as "createdAt", used_at as "usedAt",
      least(expires_at, used_at + idle_ms * interval '1 millisecond') as "expiresAt", idle_ms as "idleMs", address, agent
    from sessions where user_id = ${userId} and display_id is null and expires_at > ${now} and used_at + idle_ms * interval '1 millisecond' > ${now}
    order by used_at desc, id desc`
}

/** Deletes the sessions that are over at `now`. */
export async function endSessions(sql: Queries, now: number): Promise<(EndedSession & { disabled: boolean })[]> {
  return sql<(EndedSession & { disabled: boolean })[]>`
    delete from sessions s using users u left join organisations o on o.id = u.organisation_id
    where u.id = s.user_id and (s.expires_at <= ${now} or s.used_at + s.idle_ms * interval '1 millisecond' <= ${now}
      or u.status <> 'ACTIVE' or coalesce(o.status, 'ACTIVE') <> 'ACTIVE')
    ${endedSessions(sql)}, u.status <> 'ACTIVE' or coalesce(o.status, 'ACTIVE') <> 'ACTIVE' as disabled`
}
