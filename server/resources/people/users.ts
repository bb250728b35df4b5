import type { Role } from '#contract/people/roles.ts'
import type { User } from '#contract/people/users.ts'
import type { Caller } from '../../auth/sessions.ts'
import { CallError } from '../../callError.ts'
import { machineNow } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { pendingEmail, invalidateLinks } from '../../db/auth/mailLinks.ts'
import { clearTotp } from '../../db/auth/secondFactors.ts'
import type { Queries } from '../../db/connect.ts'
import type { HandlersOf } from '../../handler.ts'
import { writeMail } from '../../notify/templates.ts'
import { audit } from '../../records/audit.ts'
import { describeRecords } from '../../records/describe.ts'
import { recordHandlers } from '../../records/handlers.ts'
import { contains } from '../../records/page.ts'
import { readEntries } from '../../records/read.ts'
import { findRecord, lockRecords, selectRecords } from '../../records/select.ts'
import { changeStatus } from '../../records/status.ts'
import { inTransaction } from '../../records/transaction.ts'
import { requireRecentProof } from '../account/proof.ts'
import { notifyOfAccountChanges } from '../account/tellChanges.ts'
import { emitNotices } from '../office/notices.ts'
import { administered, requireAdministrators } from './administrators.ts'
import { endInvitation, isInvited, sendInvitation } from './invitations.ts'
import { searchUsers } from './parties.ts'
import { userHooks } from './userChanges.ts'

interface NewUser {
  userName: string
  passwordHash: string
  role: Role | null
  organisationId: number | null
  displayName: string
  telephone?: string
  email?: string
  /** Machine time, epoch ms. */
  createdAt: number
}

/**
 * Inserts an active user. The caller must check that the role fits the organisation and that the password follows the rules.
 * @returns its id
 * @throws PostgreSQL error 23505 when the name is taken, ignoring case
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

/** Whether any user exists. */
export async function hasUsers(sql: Queries): Promise<boolean> {
  const rows = await sql`select from users limit 1`
  return rows.length > 0
}

/** Users without their secrets; `o` is their organisation. Invited users are `ACTIVE` in the table, because they may sign in. */
export const users = describeRecords('users', {
  noun: 'user',
  table: 'users',
  joins: (sql) => sql`left join organisations o on o.id = r.organisation_id`,
  fields: {
    pendingEmail: (sql) => pendingEmail(sql, sql`r.id`, machineNow()),
    organisationId: 'organisation_id',
    organisationName: (sql) => sql`o.name`,
    organisationKind: (sql) => sql`o.kind`,
    status: (sql) => sql`case when ${isInvited(sql)} then 'INVITED' else r.status end`,
    twoFactor: (sql) => sql`(r.totp_confirmed_at is not null)`,
  },
  filters: {
    name: (sql, part) => sql`(${contains(sql, 'r.user_name', part)} or ${contains(sql, 'r.display_name', part)}
      or ${contains(sql, 'r.telephone', part)} or ${contains(sql, 'r.email', part)})`,
    seenFrom: (sql, at) => sql`r.last_seen_at >= ${at}`,
    seenTo: (sql, at) => sql`r.last_seen_at <= ${at}`,
    createdFrom: (sql, at) => sql`r.created_at >= ${at}`,
    createdTo: (sql, at) => sql`r.created_at <= ${at}`,
  },
  visible(sql, caller) {
    const whose = administered(caller)
    return whose === 'ALL' ? sql`true` : sql`r.organisation_id = ${whose}`
  },
  needsVersion: true,
  organisation: 'organisationId',
  hooks: userHooks,
})

/** Returns the users of an organisation, in any status. */
export function membersOf(sql: Queries, organisationId: number | null): Promise<User[]> {
  return selectRecords(sql, users, sql`r.organisation_id = ${organisationId}`, { end: sql`order by r.id` })
}

/** Locks an active user until the transaction ends, without an access check. @returns undefined when no active user has the id */
export async function lockActiveUser(sql: Queries, id: number): Promise<User | undefined> {
  const [user] = await selectRecords(sql, users, sql`r.id = ${id} and r.status = 'ACTIVE'`, {
    end: sql`for no key update of r`,
  })
  return user
}

/** Emits a change of users; call it after the commit. */
function emitUsersChanged({ events }: Pick<Context, 'events'>, changed: readonly User[]): void {
  const organisationIds = [...new Set(changed.flatMap(({ organisationId }) => organisationId ?? []))]
  if (changed.length > 0)
    events.emit('recordsChanged', { noun: 'users', ids: changed.map(({ id }) => id), organisationIds })
}

/** @throws CallError BAD_SHAPE for the caller themselves: they change their own access in the account, with their password */
function requireAnother(caller: Caller, id: number): void {
  if (id === caller.userId) throw new CallError('BAD_SHAPE', { fields: { id: 'oneself' } })
}

export const userHandlers: HandlersOf<'users'> = {
  ...recordHandlers(users),

  async inOrganisation(_input, { organisationId }, { sql }) {
    return { list: await membersOf(sql, organisationId) }
  },

  async history(input, caller, { sql }) {
    await findRecord(sql, users, caller, input.id)
    const whose = administered(caller)
    // Hides entries from the user's time in another organisation.
    const own = sql`coalesce((e.before ->> 'organisationId')::bigint, ${whose}) = ${whose} and coalesce((e.after ->> 'organisationId')::bigint, ${whose}) = ${whose}`
    return readEntries(sql, users, input, whose === 'ALL' ? {} : { which: own })
  },

  async setStatus(input, caller, context) {
    const changed = await inTransaction(context.sql, async (sql) => {
      const locked = await lockRecords(sql, users, caller, input.ids)
      const before = locked.filter(({ status }) => (status === 'INVITED' ? 'ACTIVE' : status) !== input.status)
      if (before.some(({ status }) => status === 'PENDING_ACTIVATION'))
        throw new CallError('CONFLICT', { fields: { ids: 'not_activated' } })
      if (input.status === 'DISABLED' && before.some(({ id }) => id === caller.userId))
        throw new CallError('BAD_SHAPE', { fields: { ids: 'oneself' } })
      const after = await changeStatus(sql, users, caller, before, input)
      await requireAdministrators(sql, before)
      return after
    })
    if (input.status === 'DISABLED')
      await context.sessions.endUserSessions(
        changed.map(({ id }) => id),
        'DISABLED',
      )
    emitUsersChanged(context, changed)
    return { changed: changed.length }
  },

  async sendInvitation({ id }, caller, context, { language }) {
    const user = await context.sql.begin(async (sql) => {
      const before = await findRecord(sql, users, caller, id, { lock: true })
      await sendInvitation(sql, context, before, language)
      const after = await findRecord(sql, users, caller, id)
      await audit(sql, caller, machineNow(), { action: 'INVITE', noun: 'user', nounId: id, before, after })
      return after
    })
    emitUsersChanged(context, [user])
    return { email: user.email ?? '' }
  },

  async endInvitation({ id }, caller, context) {
    const { user, ended } = await inTransaction(context.sql, async (sql) => {
      const before = await findRecord(sql, users, caller, id, { lock: true })
      const sessions = await endInvitation(sql, caller, before)
      await requireAdministrators(sql, [before])
      return { user: before, ended: sessions }
    })
    context.sessions.ended(ended, 'ENDED_ELSEWHERE')
    emitUsersChanged(context, [user])
    return {}
  },

  async resetPassword({ id }, caller, context, { language }) {
    const user = await context.sql.begin(async (sql) => {
      const now = machineNow()
      const before = await findRecord(sql, users, caller, id, { lock: true })
      requireAnother(caller, id)
      await requireRecentProof(sql, caller)
      const { email, status, userName, displayName, organisationName } = before
      if (status !== 'ACTIVE') throw new CallError('CONFLICT', { fields: { id: 'not_active' } })
      // Without a mail address, the user would be locked out.
      if (email === null) throw new CallError('CONFLICT', { fields: { id: 'no_email' } })
      await sql`
        update users set password_hash = null, password_set_at = null, updated_at = ${now}, version = version + 1 where id = ${id}`
      await invalidateLinks(sql, id, 'SET_PASSWORD', now)
      await writeMail(sql, context, {
        kind: 'reset',
        userId: id,
        email,
        userName,
        displayName,
        organisationName,
        language,
      })
      // Also voids a pending address change, which was requested by the account's holder so far.
      await invalidateLinks(sql, id, 'CONFIRM_EMAIL', now)
      const after = await findRecord(sql, users, caller, id)
      await audit(sql, caller, now, { action: 'RESET_PASSWORD', noun: 'user', nounId: id, before, after })
      return after
    })
    await context.sessions.endUserSessions(id, 'PASSWORD_CHANGED')
    emitUsersChanged(context, [user])
    return {}
  },

  async endTwoFactor({ id }, caller, context, { language }) {
    const { user, notices } = await inTransaction(context.sql, async (sql) => {
      const now = machineNow()
      const before = await findRecord(sql, users, caller, id, { lock: true })
      requireAnother(caller, id)
      await requireRecentProof(sql, caller)
      if (!(await clearTotp(sql, id, now))) throw new CallError('CONFLICT', { fields: { id: 'no_two_factor' } })
      const after = await findRecord(sql, users, caller, id)
      await audit(sql, caller, now, { action: 'END_TWO_FACTOR', noun: 'user', nounId: id, before, after })
      return {
        user: after,
        notices: await notifyOfAccountChanges(sql, context, {
          before,
          what: ['twoFactorEnded'],
          by: caller.displayName,
          language,
        }),
      }
    })
    await context.sessions.endUserSessions(id, 'ENDED_ELSEWHERE')
    emitUsersChanged(context, [user])
    await emitNotices(context, notices)
    return {}
  },

  search: searchUsers,

  async colleagues(_input, { organisationId }, { sql }) {
    const active = sql`r.organisation_id = ${organisationId} and r.status = 'ACTIVE'`
    const list = await selectRecords(sql, users, active, { end: sql`order by r.display_name, r.id` })
    return { list: list.map(({ id, displayName, role }) => ({ id, displayName, role })) }
  },
}
