import type { User } from '#contract/people/users.ts'
import type { Author } from '../../records/audit.ts'
import { CallError } from '../../callError.ts'
import { machineNow } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { holdLink, takeLinks } from '../../db/auth/mailLinks.ts'
import type { Queries } from '../../db/connect.ts'
import type { Language } from '../../languages.ts'
import { hashLink, writeMail } from '../../notify/templates.ts'
import { audit } from '../../records/audit.ts'
import { first, inTransaction } from '../../records/transaction.ts'
import { tellNotices } from '../office/notices.ts'
import { tellChanges } from './tellChanges.ts'
import { holdActiveUser, selectUsers } from '../people/userRows.ts'

type Holder = Pick<User, 'id' | 'userName' | 'displayName' | 'organisationName'>

/**
 * Mails a link to an address that somebody is to have: it counts once the link is followed. The one asked for before no longer
 * does.
 * @throws CallError CONFLICT for an address that is another's
 */
export async function askForEmail(sql: Queries, context: Pick<Context, 'publicUrl'>, holder: Holder, { email, language }: { email: string; language: Language }): Promise<void> {
  const { id: userId, userName, displayName, organisationName } = holder
  const others = await sql`select from users where lower(email) = lower(${email}) and id <> ${userId}`
  if (others.length > 0) throw new CallError('CONFLICT', { fields: { email: 'taken' } })
  await takeLinks(sql, userId, 'CONFIRM_EMAIL', machineNow())
  await writeMail(sql, context, { kind: 'confirmEmail', userId, email, userName, displayName, organisationName, language })
}

/**
 * Puts an address in force by the link that was mailed to it, and tells the old one.
 * @throws CallError LINK_EXPIRED; CONFLICT for an address that has become another's
 */
export async function confirmEmail(context: Context, token: string, { author, language }: { author: Author; language: Language }): Promise<{ email: string }> {
  const { user, notices } = await inTransaction(context.sql, async (sql) => {
    const now = machineNow()
    const link = await holdLink(sql, hashLink(token), 'CONFIRM_EMAIL', now)
    const before = link && (await holdActiveUser(sql, link.userId))
    if (!link || !before) throw new CallError('LINK_EXPIRED')
    await sql`update users set email = ${link.address}, updated_at = ${now}, version = version + 1 where id = ${before.id}`
    await takeLinks(sql, before.id, 'CONFIRM_EMAIL', now)
    // A link that lies in a mailbox that is no longer theirs must not set their password.
    await takeLinks(sql, before.id, 'SET_PASSWORD', now)
    const user = first(await selectUsers(sql, sql`u.id = ${before.id}`, sql``))
    await audit(sql, { ...author, userId: before.id }, now, { action: 'EDIT', noun: 'user', nounId: before.id, before, after: user, detail: { by: 'link' } })
    return { user, notices: await tellChanges(sql, context, { before, what: ['email'], by: before.displayName, language }) }
  })
  context.events.emit('accountsChanged', { userIds: [user.id] })
  await tellNotices(context, notices)
  return { email: user.email ?? '' }
}
