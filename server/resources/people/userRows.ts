import type { User } from '#contract/people/users.ts'
import { machineNow, toInstant } from '../../clock.ts'
import { pendingEmail } from '../../db/auth/mailLinks.ts'
import type { Context } from '../../context.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { CallError } from '../../callError.ts'
import type { Caller } from '../../auth/sessions.ts'
import { administered } from './administrators.ts'
import { first } from '../../records/transaction.ts'
import { instantOrNull } from '../values.ts'

type Instants = 'passwordSetAt' | 'lastSeenAt' | 'createdAt' | 'updatedAt'
type UserRow = Omit<User, Instants> & { passwordSetAt: number | null; lastSeenAt: number | null; createdAt: number; updatedAt: number }

/** What users `u` are selected from: their organisation `o` beside them. */
export function users(sql: Queries): Fragment {
  return sql`users u left join organisations o on o.id = u.organisation_id`
}

/** Users that fit a condition, as answers carry them: without secrets. */
export async function selectUsers(sql: Queries, condition: Fragment, end: Fragment): Promise<User[]> {
  const rows = await sql<UserRow[]>`
    select u.id, u.user_name as "userName", u.display_name as "displayName", u.role, u.telephone, u.email,
      ${pendingEmail(sql, machineNow())} as "pendingEmail", u.organisation_id as "organisationId", o.name as "organisationName", o.kind as "organisationKind", u.status,
      u.totp_confirmed_at is not null as "twoFactor", u.password_set_at as "passwordSetAt", u.last_seen_at as "lastSeenAt",
      u.created_at as "createdAt", u.updated_at as "updatedAt", u.version
    from ${users(sql)} where ${condition} ${end}`
  return rows.map((row) => ({
    ...row,
    passwordSetAt: instantOrNull(row.passwordSetAt),
    lastSeenAt: instantOrNull(row.lastSeenAt),
    createdAt: toInstant(row.createdAt),
    updatedAt: toInstant(row.updatedAt),
  }))
}

/** Whether a user `u` is a caller's to administer. */
export function visibleUsers(sql: Queries, caller: Caller): Fragment {
  const whose = administered(caller)
  if (whose === 'ALL') return sql`true`
  return whose === null ? sql`false` : sql`u.organisation_id = ${whose}`
}

/** @throws CallError NOT_FOUND for a user that the caller may not see */
export async function findUser(sql: Queries, caller: Caller, id: number): Promise<User> {
  return first(await selectUsers(sql, sql`u.id = ${id} and ${visibleUsers(sql, caller)}`, sql``))
}

/** A user, whoever asks, held until the end of the transaction; undefined: none of that id, or one who is not active. */
export async function holdActiveUser(sql: Queries, id: number): Promise<User | undefined> {
  const [user] = await selectUsers(sql, sql`u.id = ${id} and u.status = 'ACTIVE'`, sql`for update of u`)
  return user
}

/** Takes hold of users until the end of the transaction. @throws CallError NOT_FOUND when the caller may not see one of them */
export async function holdUsers(sql: Queries, caller: Caller, ids: readonly number[]): Promise<User[]> {
  const wanted = [...new Set(ids)]
  const held = await selectUsers(sql, sql`u.id = any(${wanted}::bigint[]) and ${visibleUsers(sql, caller)}`, sql`order by u.id for update of u`)
  if (held.length < wanted.length) throw new CallError('NOT_FOUND')
  return held
}

/** Tells the server that users were added or changed, after the commit. */
export function tellUsers({ events }: Pick<Context, 'events'>, changed: readonly Pick<User, 'id' | 'organisationId'>[]): void {
  const organisationIds = [...new Set(changed.flatMap(({ organisationId }) => organisationId ?? []))]
  if (changed.length > 0) events.emit('recordsChanged', { noun: 'users', ids: changed.map(({ id }) => id), organisationIds })
}
