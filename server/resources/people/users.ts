import type { Role } from '#contract/people/roles.ts'
import { type User, userSchema, type UserStatus } from '#contract/people/users.ts'
import { machineNow } from '../../clock.ts'
import type { Queries } from '../../db/connect.ts'
import { CallError } from '../../callError.ts'
import type { HandlersOf } from '../../handler.ts'
import { writeMail } from '../../notify/templates.ts'
import type { Caller } from '../../auth/sessions.ts'
import { administered, keepingAdministrators } from './administrators.ts'
import { audit } from '../../records/audit.ts'
import { readEntries } from '../../records/read.ts'
import { takeLinks } from '../../db/auth/mailLinks.ts'
import { clearTotp } from '../../db/auth/secondFactors.ts'
import { tellNotices } from '../office/notices.ts'
import { among, between, contains, equals, isOneOf, listOf, page } from '../../records/page.ts'
import { first, inTransaction } from '../../records/transaction.ts'
import { requireProof } from '../account/proof.ts'
import { tellChanges } from '../account/tellChanges.ts'
import { searchUsers } from './parties.ts'
import { saveUser } from './userChanges.ts'
import { findUser, holdUsers, selectUsers, tellUsers, users, visibleUsers } from './userRows.ts'

interface NewUser {
  userName: string
  passwordHash: string
  role: Role | null
  organisationId: number | null
  displayName: string
  telephone?: string
  email?: string
  /** Epoch ms. */
  createdAt: number
}

/**
 * Adds a user who may sign in at once. Whether the role fits the organisation and the password the rule, the caller has
 * to check.
 * @returns its id
 * @throws the database's 23505 when the name is taken in any case
 */
export async function insertUser(sql: Queries, user: NewUser): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into users (user_name, password_hash, password_set_at, role, organisation_id, display_name, telephone, email,
      created_at, updated_at)
    values (${user.userName}, ${user.passwordHash}, ${user.createdAt}, ${user.role}, ${user.organisationId}, ${user.displayName},
      ${user.telephone ?? null}, ${user.email ?? null}, ${user.createdAt}, ${user.createdAt})
    returning id`
  return row?.id ?? 0
}

/** Whether anyone can sign in. */
export async function hasUsers(sql: Queries): Promise<boolean> {
  const rows = await sql`select from users limit 1`
  return rows.length > 0
}

const columns = {
  id: 'u.id',
  userName: 'u.user_name',
  displayName: 'u.display_name',
  role: 'u.role',
  organisationName: 'o.name',
  status: 'u.status',
  lastSeenAt: 'u.last_seen_at',
  createdAt: 'u.created_at',
}

interface NewStatus {
  ids: readonly number[]
  status: Exclude<UserStatus, 'PENDING_ACTIVATION'>
  reason: string
}

/** @returns whose status changed */
async function changeStatus(sql: Queries, caller: Caller, { ids, status, reason }: NewStatus): Promise<User[]> {
  const now = machineNow()
  const before = (await holdUsers(sql, caller, ids)).filter((user) => user.status !== status)
  if (before.some((user) => user.status === 'PENDING_ACTIVATION')) throw new CallError('CONFLICT', { fields: { ids: 'not_activated' } })
  if (status === 'DISABLED' && before.some(({ id }) => id === caller.userId)) throw new CallError('BAD_SHAPE', { fields: { ids: 'oneself' } })
  const changed = before.map(({ id }) => id)
  const after = await keepingAdministrators(sql, before, async () => {
    await sql`update users set status = ${status}, updated_at = ${now}, version = version + 1 where id = any(${changed}::bigint[])`
    return selectUsers(sql, sql`u.id = any(${changed}::bigint[])`, sql`order by u.id`)
  })
  const action = status === 'ACTIVE' ? 'ENABLE' : 'DISABLE'
  for (const [place, user] of after.entries()) {
    const was = before[place]
    if (was) await audit(sql, caller, now, { action, noun: 'user', nounId: user.id, before: was, after: user, detail: { reason } })
  }
  return after
}

/** @throws CallError for oneself: one changes one's own access in the account, with one's password */
function requireAnother(caller: Caller, id: number): void {
  if (id === caller.userId) throw new CallError('BAD_SHAPE', { fields: { id: 'oneself' } })
}

export const userHandlers: HandlersOf<'users'> = {
  async list(input, caller, { sql }) {
    const { name, ids, seenFrom, seenTo, createdFrom, createdTo, twoFactor } = input
    const condition = sql`${visibleUsers(sql, caller)} and ${among(sql, 'u.role', input.role)} and ${among(sql, 'u.status', input.status)}
      and ${equals(sql, 'u.organisation_id', input.organisationId)} and ${equals(sql, sql`(u.totp_confirmed_at is not null)`, twoFactor)}
      and ${between(sql, 'u.last_seen_at', seenFrom, seenTo)} and ${between(sql, 'u.created_at', createdFrom, createdTo)}
      and ${isOneOf(sql, 'u.id', ids)}
      and (${contains(sql, 'u.user_name', name)} or ${contains(sql, 'u.display_name', name)}
        or ${contains(sql, 'u.telephone', name)} or ${contains(sql, 'u.email', name)})`
    const [list, [count]] = await Promise.all([
      selectUsers(sql, condition, page(sql, input, columns)),
      sql<{ total: number }[]>`select count(*) as total from ${users(sql)} where ${condition}`,
    ])
    return listOf(list, count?.total ?? 0, input)
  },

  async inOrganisation(_input, { organisationId }, { sql }) {
    return { list: await selectUsers(sql, sql`u.organisation_id = ${organisationId}`, sql`order by u.id`) }
  },

  async detail({ id }, caller, { sql }) {
    return findUser(sql, caller, id)
  },

  async history(input, caller, { sql }) {
    await findUser(sql, caller, input.id)
    const whose = administered(caller)
    // What somebody was in another organisation is that one's matter.
    const own = sql`coalesce((e.before ->> 'organisationId')::bigint, ${whose}) = ${whose} and coalesce((e.after ->> 'organisationId')::bigint, ${whose}) = ${whose}`
    return readEntries(sql, { noun: 'user', item: userSchema }, input, whose === 'ALL' ? sql`true` : own)
  },

  async addOrEdit(input, caller, context, { language }) {
    const { user, notices, ended } = await inTransaction(context.sql, (sql) => saveUser(sql, context, caller, input, language))
    context.sessions.ended(ended, 'ENDED_ELSEWHERE')
    if (input.id === undefined) tellUsers(context, [user])
    else context.events.emit('accountsChanged', { userIds: [user.id] })
    await tellNotices(context, notices)
    return user
  },

  async setStatus(input, caller, context) {
    const changed = await inTransaction(context.sql, (sql) => changeStatus(sql, caller, input))
    if (input.status === 'DISABLED') await context.sessions.endUserSessions(changed.map(({ id }) => id), 'DISABLED')
    tellUsers(context, changed)
    return { changed: changed.length }
  },

  async resetPassword({ id }, caller, context, { language }) {
    const user = await context.sql.begin(async (sql) => {
      const now = machineNow()
      const before = first(await holdUsers(sql, caller, [id]))
      requireAnother(caller, id)
      await requireProof(sql, caller)
      const { email, status, userName, displayName, organisationName } = before
      if (status !== 'ACTIVE') throw new CallError('CONFLICT', { fields: { id: 'not_active' } })
      // Without a way to the mail, they would have no way in at all.
      if (email === null) throw new CallError('CONFLICT', { fields: { id: 'no_email' } })
      await sql`
        update users set password_hash = null, password_set_at = null, updated_at = ${now}, version = version + 1 where id = ${id}`
      await takeLinks(sql, id, 'SET_PASSWORD', now)
      await writeMail(sql, context, { kind: 'reset', userId: id, email, userName, displayName, organisationName, language })
      // What waits to be confirmed was asked for by whoever had the account until now.
      await takeLinks(sql, id, 'CONFIRM_EMAIL', now)
      const after = await findUser(sql, caller, id)
      await audit(sql, caller, now, { action: 'RESET_PASSWORD', noun: 'user', nounId: id, before, after })
      return after
    })
    await context.sessions.endUserSessions(id, 'PASSWORD_CHANGED')
    tellUsers(context, [user])
    return {}
  },

  async endTwoFactor({ id }, caller, context, { language }) {
    const { user, notices } = await inTransaction(context.sql, async (sql) => {
      const now = machineNow()
      const before = first(await holdUsers(sql, caller, [id]))
      requireAnother(caller, id)
      await requireProof(sql, caller)
      if (!(await clearTotp(sql, id, now))) throw new CallError('CONFLICT', { fields: { id: 'no_two_factor' } })
      const after = await findUser(sql, caller, id)
      await audit(sql, caller, now, { action: 'END_TWO_FACTOR', noun: 'user', nounId: id, before, after })
      return { user: after, notices: await tellChanges(sql, context, { before, what: ['twoFactorEnded'], by: caller.displayName, language }) }
    })
    await context.sessions.endUserSessions(id, 'ENDED_ELSEWHERE')
    tellUsers(context, [user])
    await tellNotices(context, notices)
    return {}
  },

  search: searchUsers,

  async colleagues(_input, { organisationId }, { sql }) {
    const list = await selectUsers(sql, sql`u.organisation_id = ${organisationId} and u.status = 'ACTIVE'`, sql`order by u.display_name, u.id`)
    return { list: list.map(({ id, displayName, role }) => ({ id, displayName, role })) }
  },
}
