import type { User } from '#contract/people/users.ts'
import { tooManyTries } from '../../auth/loginThrottle.ts'
import type { Caller } from '../../auth/sessions.ts'
import { CallError } from '../../callError.ts'
import { machineNow } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { countLinksLocked, invalidateLinks } from '../../db/auth/mailLinks.ts'
import { deleteSessionsOf, type EndedSession } from '../../db/auth/sessions.ts'
import type { Language } from '../../languages.ts'
import { writeMail } from '../../notify/templates.ts'
import { audit } from '../../records/audit.ts'

const hourMs = 3_600_000
/** Maximum invitation mails to one user in an hour, including the first. */
const mailsPerHour = 3

/** Whether a user `r` was invited and has neither signed in nor set a password. */
export function isInvited(sql: Queries): Fragment {
  return sql`(r.status = 'ACTIVE' and r.password_set_at is null and r.last_seen_at is null)`
}

/** @throws CallError CONFLICT naming the id, unless the user is invited */
function requireInvited({ status }: User): void {
  if (status !== 'INVITED') throw new CallError('CONFLICT', { fields: { id: 'not_invited' } })
}

/**
 * Mails another invitation to a user, in the transaction that has locked them. Earlier links become void.
 * @throws CallError CONFLICT when the user is not invited or has no address; TOO_MANY_TRIES
 */
export async function sendInvitation(sql: Queries, context: Context, invited: User, language: Language): Promise<void> {
  requireInvited(invited)
  const { id, email } = invited
  if (email === null) throw new CallError('CONFLICT', { fields: { id: 'no_email' } })
  const now = machineNow()
  if ((await countLinksLocked(sql, id, 'SET_PASSWORD', now - hourMs)) >= mailsPerHour) throw tooManyTries(hourMs / 1000)
  await invalidateLinks(sql, id, 'SET_PASSWORD', now)
  await writeMail(sql, context, { ...invited, kind: 'invitation', userId: id, email, language })
  await sql`update users set updated_at = ${now}, version = version + 1 where id = ${id}`
}

/**
 * Deletes an invited user who never signed in, in the transaction that has locked them. No other record can refer to such a user.
 * @returns their sessions, which have ended
 * @throws CallError CONFLICT unless the user is invited
 */
export async function endInvitation(sql: Queries, caller: Caller, before: User): Promise<EndedSession[]> {
  requireInvited(before)
  const ended = await deleteSessionsOf(sql, [before.id])
  await sql`delete from users where id = ${before.id}`
  await audit(sql, caller, machineNow(), { action: 'REMOVE', noun: 'user', nounId: before.id, before, after: null })
  return ended
}
