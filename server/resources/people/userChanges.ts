import type { z } from 'zod'
import { adminRoleOf, type OrganisationKind } from '#contract/people/roles.ts'
import type { User, userInputSchema } from '#contract/people/users.ts'
import { machineNow } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../db/connect.ts'
import { CallError } from '../../callError.ts'
import type { Language } from '../../languages.ts'
import { writeMail } from '../../notify/templates.ts'
import type { Caller } from '../../auth/sessions.ts'
import { administered, keepingAdministrators, requireFit } from './administrators.ts'
import { audit, saved } from '../../records/audit.ts'
import { deleteDisplays } from '../../db/auth/displays.ts'
import type { EndedSession } from '../../db/auth/sessions.ts'
import { takeLinks } from '../../db/auth/mailLinks.ts'
import { insertNotices, type NoticeChange } from '../office/notices.ts'
import { askForEmail } from '../account/emails.ts'
import { requireProof } from '../account/proof.ts'
import { tellChanges } from '../account/tellChanges.ts'
import type { AccountChange } from '../../notify/changeTemplates.ts'
import { first, requireVersion } from '../../records/transaction.ts'
import { holdUsers, selectUsers } from './userRows.ts'

type UserInput = z.output<typeof userInputSchema>

interface Organisation {
  id: number
  kind: OrganisationKind
  status: string
}

/** Where the people of an organisation are kept: by its own administrator, and the platform's. */
const peoplePaths = { own: '/dashboard/org-admin/org-profile?tab=users', all: '/dashboard/profiles/user' }

/**
 * Invites a user, who may sign in by SMS at once and gets a mail to set a password by, or changes one. Another address of
 * somebody who has been here counts once it is confirmed; what is sensitive needs a proof and is told to them.
 * @returns the user, and what `tellNotices` is to tell and which sessions have ended after the commit
 * @throws CallError NOT_FOUND; CONFLICT for a version that is not the record's, and for a name, telephone or address that is
 *   taken; BAD_SHAPE for a role that does not fit, or an organisation that is not the caller's to name; LAST_ADMIN; PROOF_REQUIRED
 */
export async function saveUser(
  sql: Queries,
  context: Pick<Context, 'publicUrl'>,
  caller: Caller,
  input: UserInput,
  language: Language,
): Promise<{ user: User; notices: NoticeChange[]; ended: EndedSession[] }> {
  const now = machineNow()
  const before = input.id === undefined ? null : first(await holdUsers(sql, caller, [input.id]))
  if (before) requireVersion(before, input.version)
  if (before?.id === caller.userId) requireOwnReach(before, input)
  const organisation = await chosenOrganisation(sql, caller, input.organisationId, before)
  requireFit(input.role, organisation?.kind ?? null)
  const placed = { ...input, organisationId: organisation?.id ?? null }
  if (!before) {
    await requireProof(sql, caller)
    const user = await invite(sql, placed, now)
    await audit(sql, caller, now, { ...saved(before, user), noun: 'user', nounId: user.id })
    await writeMail(sql, context, { ...user, kind: 'invitation', userId: user.id, email: input.email, language })
    return { user, notices: await tellOfJoining(sql, caller, user, now), ended: [] }
  }
  const what = sensitiveChanges(before, placed)
  const isMoved = before.organisationId !== placed.organisationId
  if (what.length > 0 || isMoved) await requireProof(sql, caller)
  if (what.includes('emailAsked')) await askForEmail(sql, context, before, { email: input.email, language })
  const user = await edit(sql, before, what.includes('emailAsked') ? { ...placed, email: before.email } : placed, now)
  await audit(sql, caller, now, { ...saved(before, user), noun: 'user', nounId: user.id })
  // The invitation was sent to an address that is not theirs.
  if (what.includes('email')) await writeMail(sql, context, { ...user, kind: 'invitation', userId: user.id, email: input.email, language })
  // Their walls would show another organisation's herd.
  const ended = isMoved ? await deleteDisplays(sql, { pairedBy: [before.id] }) : []
  return { user, ended, notices: await tellChanges(sql, context, { before, what, role: user.role, by: caller.displayName, language }) }
}

/** Which changes of somebody have to be proven and told: an address that is not confirmed is only asked for. */
function sensitiveChanges(before: User, { telephone, email, role }: UserInput): AccountChange[] {
  const isNew = before.passwordSetAt === null && before.lastSeenAt === null
  const what: AccountChange[] = []
  if (before.telephone !== telephone) what.push('telephone')
  if (before.email?.toLowerCase() !== email.toLowerCase()) what.push(isNew ? 'email' : 'emailAsked')
  if (before.role !== role) what.push('role')
  return what
}

/** An open session alone must not lead somebody's codes and mails elsewhere: one's own address takes the password (account), one's own number another administrator. */
function requireOwnReach(before: User, { telephone, email }: UserInput): void {
  const fields = { ...(telephone !== before.telephone && { telephone: 'oneself' }), ...(email !== before.email && { email: 'oneself' }) }
  if (Object.keys(fields).length > 0) throw new CallError('BAD_SHAPE', { fields })
}

/** The organisation that somebody is to be of: the one named, else their own, else the caller's. */
async function chosenOrganisation(sql: Queries, caller: Caller, named: number | null | undefined, before: User | null): Promise<Organisation | null> {
  const usual = before ? before.organisationId : caller.organisationId
  const id = named === undefined ? usual : named
  const whose = administered(caller)
  const unknown = new CallError('BAD_SHAPE', { fields: { organisationId: 'unknown' } })
  if (whose !== 'ALL' && id !== whose) throw unknown
  if (id === null) return null
  const [organisation] = await sql<Organisation[]>`select id, kind, status from organisations where id = ${id}`
  if (!organisation) throw unknown
  if (id !== before?.organisationId && organisation.status !== 'ACTIVE') throw new CallError('BAD_SHAPE', { fields: { organisationId: 'not_active' } })
  return organisation
}

type Placed = Omit<UserInput, 'email'> & { email: string | null; organisationId: number | null }

async function invite(sql: Queries, { userName, displayName, role, telephone, email, organisationId }: Placed, now: number): Promise<User> {
  const rows = await sql<{ id: number }[]>`
    insert into users (user_name, display_name, role, telephone, email, organisation_id, status, created_at, updated_at)
    values (${userName}, ${displayName}, ${role}, ${telephone}, ${email}, ${organisationId}, 'ACTIVE', ${now}, ${now}) returning id`
  return first(await selectUsers(sql, sql`u.id = ${first(rows).id}`, sql``))
}

async function edit(sql: Queries, before: User, { userName, displayName, role, telephone, email, organisationId }: Placed, now: number): Promise<User> {
  const { id } = before
  // A link that lies in a mailbox that is no longer theirs must not set their password.
  if (before.email?.toLowerCase() !== email?.toLowerCase()) await takeLinks(sql, id, 'SET_PASSWORD', now)
  const after = await keepingAdministrators(sql, [before], async () => {
    await sql`
      update users set user_name = ${userName}, display_name = ${displayName}, role = ${role}, telephone = ${telephone},
        email = ${email}, organisation_id = ${organisationId}, updated_at = ${now}, version = version + 1
      where id = ${id}`
    return selectUsers(sql, sql`u.id = ${id}`, sql``)
  })
  return first(after)
}

/** The other administrators of an organisation hear of whom one of them, or the platform, has invited. */
async function tellOfJoining(sql: Queries, caller: Caller, user: User, at: number): Promise<NoticeChange[]> {
  if (user.organisationKind === null) return []
  const admins = await sql<{ id: number }[]>`
    select id from users where organisation_id = ${user.organisationId} and status = 'ACTIVE'
      and role = ${adminRoleOf[user.organisationKind]} and id not in (${caller.userId}, ${user.id})`
  const params = { name: user.displayName, role: user.role ?? '', by: caller.displayName }
  const path = user.organisationKind === 'PLATFORM' ? peoplePaths.all : peoplePaths.own
  return insertNotices(sql, admins.map(({ id }) => id), { type: 'notification', code: 'USER_JOINED', params, path, at })
}
