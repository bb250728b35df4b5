import { adminRoleOf, type OrganisationKind } from '#contract/people/roles.ts'
import { maySeeOnWall, wallScreens } from '#contract/people/wallScreens.ts'
import type { User } from '#contract/people/users.ts'
import type { Caller } from '../../auth/sessions.ts'
import { CallError } from '../../callError.ts'
import { machineNow } from '../../clock.ts'
import { deleteDisplays } from '../../db/auth/displays.ts'
import { invalidateLinks } from '../../db/auth/mailLinks.ts'
import { deleteSessionsOf } from '../../db/auth/sessions.ts'
import type { Queries } from '../../db/connect.ts'
import type { AccountChange } from '../../notify/changeTemplates.ts'
import { writeMail } from '../../notify/templates.ts'
import type { Hooks, Save } from '../../records/describe.ts'
import { askForEmail } from '../account/askForEmail.ts'
import { requireRecentProof } from '../account/proof.ts'
import { notifyOfAccountChanges } from '../account/tellChanges.ts'
import { endNoticesOf, insertNotices, type NoticeChange, emitNotices } from '../office/notices.ts'
import { administered, requireAdministrators, requireFit } from './administrators.ts'
import { findTakenFields } from './takenNames.ts'

type UserInput = Save<'users'>

interface Organisation {
  id: number
  kind: OrganisationKind
  status: string
}

/** Console pages where the organisation's and the platform's administrators manage users. */
const peoplePaths = { own: '/dashboard/org-admin/org-profile?tab=users', all: '/dashboard/profiles/user' }

/**
 * New users may sign in by SMS at once and get a mail to set a password. A new address or number of a user who has signed in before counts
 * once the user confirms it. A new role or organisation ends the user's sessions. Sensitive changes need a recent authentication, and the user is notified.
 */
export const userHooks: Hooks<'users'> = {
  async beforeSave({ sql, caller, context, before, input, language }) {
    if (before?.id === caller.userId) requireOwnReach(before, input)
    const organisation = await chosenOrganisation(sql, caller, input.organisationId, before)
    requireFit(input.role, organisation?.kind ?? null)
    const placed = { organisation_id: organisation?.id ?? null }
    if (!before) {
      await requireRecentProof(sql, caller)
      await requireFree(sql, input)
      return { ...placed, status: 'ACTIVE', created_at: machineNow() }
    }
    const what = sensitiveChanges(before, input)
    if (what.length > 0 || before.organisationId !== placed.organisation_id) await requireRecentProof(sql, caller)
    await requireFree(sql, input, before.id)
    // Voids links in the old mailbox: they must neither set a password nor confirm an address requested earlier.
    if (what.includes('email'))
      for (const purpose of ['SET_PASSWORD', 'CONFIRM_EMAIL'] as const)
        await invalidateLinks(sql, before.id, purpose, machineNow())
    const asksForEmail = what.includes('emailAsked')
    if (asksForEmail) await askForEmail(sql, context, before, { email: input.email, language, askedBy: caller.userId })
    return {
      ...placed,
      ...(asksForEmail && { email: before.email }),
      ...(what.includes('telephoneAsked') && { telephone: before.telephone, pending_telephone: input.telephone }),
    }
  },

  async afterSave({ sql, caller, context, before, after, input, language, afterCommit }) {
    const what = before === null ? [] : sensitiveChanges(before, input)
    // The earlier invitation went to a wrong address.
    if (before === null || what.includes('email'))
      await writeMail(sql, context, { ...after, kind: 'invitation', userId: after.id, email: input.email, language })
    if (before === null) {
      const notices = await notifyOfJoining(sql, caller, after, machineNow())
      afterCommit(() => emitNotices(context, notices))
      return
    }
    await requireAdministrators(sql, [before])
    const isMoved = before.organisationId !== after.organisationId
    // The walls that the user paired would show data of another organisation, or data that their new role may not see.
    const ended = await deleteDisplays(sql, {
      pairedBy: [before.id],
      shows: wallScreens.filter((shows) => isMoved || !maySeeOnWall(shows, after.role)),
    })
    const endedSessions = isMoved || before.role !== after.role ? await deleteSessionsOf(sql, [before.id]) : []
    const endedNotices = isMoved ? await endNoticesOf(sql, before.id, machineNow()) : []
    const notices = await notifyOfAccountChanges(sql, context, {
      before,
      what,
      role: after.role,
      by: caller.displayName,
      language,
    })
    afterCommit(() => context.sessions.ended(ended, 'ENDED_ELSEWHERE'))
    afterCommit(() => context.sessions.ended(endedSessions, 'ROLE_CHANGED'))
    afterCommit(() => context.events.emit('accountsChanged', { userIds: [before.id] }))
    afterCommit(() => emitNotices(context, [...endedNotices, ...notices]))
  },
}

/** Lists the changes that need authentication and a notification. A user who has signed in before must confirm a new address first. */
function sensitiveChanges(before: User, { telephone, email, role }: UserInput): AccountChange[] {
  const isNew = before.passwordSetAt === null && before.lastSeenAt === null
  const what: AccountChange[] = []
  if (before.telephone !== telephone) what.push(isNew ? 'telephone' : 'telephoneAsked')
  if (before.email?.toLowerCase() !== email.toLowerCase()) what.push(isNew ? 'email' : 'emailAsked')
  if (before.role !== role) what.push('role')
  return what
}

/** @throws CallError CONFLICT naming every field whose value another user has */
async function requireFree(sql: Queries, input: UserInput, ownId?: number): Promise<void> {
  const fields = await findTakenFields(sql, input, ownId)
  if (Object.keys(fields).length > 0) throw new CallError('CONFLICT', { fields })
}

/**
 * Users change their own address in the account, with their password, and their number through another administrator. A session alone
 * must not redirect their codes and mails.
 */
function requireOwnReach(before: User, { telephone, email }: UserInput): void {
  const fields = {
    ...(telephone !== before.telephone && { telephone: 'oneself' }),
    ...(email !== before.email && { email: 'oneself' }),
  }
  if (Object.keys(fields).length > 0) throw new CallError('BAD_SHAPE', { fields })
}

/** Returns the organisation of a saved user: the named one, else the present one, else the caller's. */
async function chosenOrganisation(
  sql: Queries,
  caller: Caller,
  named: number | null | undefined,
  before: User | null,
): Promise<Organisation | null> {
  const defaultId = before ? before.organisationId : caller.organisationId
  const id = named === undefined ? defaultId : named
  const whose = administered(caller)
  const unknown = new CallError('BAD_SHAPE', { fields: { organisationId: 'unknown' } })
  if (whose !== 'ALL' && id !== whose) throw unknown
  if (id === null) return null
  const [organisation] = await sql<Organisation[]>`select id, kind, status from organisations where id = ${id}`
  if (!organisation) throw unknown
  if (id !== before?.organisationId && organisation.status !== 'ACTIVE')
    throw new CallError('BAD_SHAPE', { fields: { organisationId: 'not_active' } })
  return organisation
}

/** Creates notices about an invited user for the organisation's other administrators. */
async function notifyOfJoining(sql: Queries, caller: Caller, user: User, at: number): Promise<NoticeChange[]> {
  if (user.organisationKind === null) return []
  const admins = await sql<{ id: number }[]>`
    select id from users where organisation_id = ${user.organisationId} and status = 'ACTIVE'
      and role = ${adminRoleOf[user.organisationKind]} and id not in (${caller.userId}, ${user.id})`
  const params = { name: user.displayName, role: user.role ?? '', by: caller.displayName }
  const path = user.organisationKind === 'PLATFORM' ? peoplePaths.all : peoplePaths.own
  return insertNotices(
    sql,
    admins.map(({ id }) => id),
    { type: 'notification', code: 'USER_JOINED', params, path, at },
  )
}
