import type { User } from '#contract/people/users.ts'
import { machineNow } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { findLoginByEmail } from '../../db/auth/logins.ts'
import { invalidateLinks } from '../../db/auth/mailLinks.ts'
import type { Queries } from '../../db/connect.ts'
import type { Language } from '../../languages.ts'
import { writeMail } from '../../notify/templates.ts'

type Holder = Pick<User, 'id' | 'userName' | 'displayName' | 'organisationName'>

/**
 * Mails a confirmation link to a user's new address, which counts once the link is followed. An earlier requested address becomes void.
 * A link that somebody else requested works only in a session of the holder: its mailbox may be the other's.
 * When another user has the address, they are notified and the address never counts; the answer does not show it.
 */
export async function askForEmail(
  sql: Queries,
  context: Pick<Context, 'publicUrl'>,
  holder: Holder,
  { email, language, askedBy }: { email: string; language: Language; askedBy?: number },
): Promise<void> {
  const { id: userId, userName, displayName, organisationName } = holder
  const other = await findLoginByEmail(sql, email)
  await invalidateLinks(sql, userId, 'CONFIRM_EMAIL', machineNow())
  await writeMail(sql, context, {
    kind: 'confirmEmail',
    userId,
    email,
    userName,
    displayName,
    organisationName,
    language,
    ...(askedBy !== undefined && { askedBy }),
    ...(other && other.userId !== userId && { heldBy: other }),
  })
}
