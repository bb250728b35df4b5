import type { User } from '#contract/people/users.ts'
import { tooManyTries } from '../../auth/loginThrottle.ts'
import type { Caller } from '../../auth/sessions.ts'
import { CallError } from '../../callError.ts'
import { machineNow } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { holdLinksSent, takeLinks } from '../../db/auth/mailLinks.ts'
import { deleteSessionsOf, type EndedSession } from '../../db/auth/sessions.ts'
import type { Language } from '../../languages.ts'
import { writeMail } from '../../notify/templates.ts'
import { audit } from '../../records/audit.ts'

const hourMs = 3_600_000
/** Mails to one person in an hour, the first invitation among them. */
const mailsPerHour = 3

/** A condition on `r`, a user: somebody invited them, and they have neither been here nor set a password. */
export function isInvited(sql: Queries): Fragment {
  return sql`(r.status = 'ACTIVE' and r.password_set_at is null and r.last_seen_at is null)`
}

/** @throws CallError CONFLICT that names the id */
function requireInvited({ status }: User): void {
  if (status !== 'INVITED') throw new CallError('CONFLICT', { fields: { id: 'not_invited' } })
}

/**
 * Mails somebody another invitation, in the transaction that holds them; the links before it are void.
 * @throws CallError CONFLICT for one who is not invited, or has no address; TOO_MANY_TRIES
 */
export async function sendInvitation(sql: Queries, context: Context, invited: User, language: Language): Promise<void> {
  requireInvited(invited)
  const { id, email } = invited
  if (email === null) throw new CallError('CONFLICT', { fields: { id: 'no_email' } })
  const now = machineNow()
  if ((await holdLinksSent(sql, id, 'SET_PASSWORD', now - hourMs)) >= mailsPerHour) throw tooManyTries(hourMs / 1000)
  await takeLinks(sql, id, 'SET_PASSWORD', now)
  await writeMail(sql, context, { ...invited, kind: 'invitation', userId: id, email, language })
  await sql`update users set updated_at = ${now}, version = version + 1 where id = ${id}`
}

/**
 * Deletes somebody who was invited and never came, in the transaction that holds them: nothing else can refer to them.
 * @returns their sessions, which ended
 * @throws CallError CONFLICT for one who is not invited
 */
export async function endInvitation(sql: Queries, caller: Caller, before: User): Promise<EndedSession[]> {
  requireInvited(before)
  const ended = await deleteSessionsOf(sql, [before.id])
  await sql`delete from users where id = ${before.id}`
  await audit(sql, caller, machineNow(), { action: 'REMOVE', noun: 'user', nounId: before.id, before, after: null })
  return ended
}
