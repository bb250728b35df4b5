import type { Queries } from '../db/connect.ts'
import { insertMessage } from '../db/messages/outbox.ts'
import type { Language } from '../languages.ts'
import { translate } from './texts.ts'

const wordIds = {
  password: 'changed.password',
  email: 'changed.email',
  emailAsked: 'changed.emailAsked',
  telephone: 'changed.telephone',
  telephoneAsked: 'changed.telephoneAsked',
  role: 'changed.role',
  twoFactorBegun: 'changed.twoFactorBegun',
  twoFactorEnded: 'changed.twoFactorEnded',
} as const

/** Account changes that the user is notified of. `emailAsked`, `telephoneAsked`: another address or number was entered and is not confirmed yet. */
export type AccountChange = keyof typeof wordIds

interface Changes {
  what: readonly AccountChange[]
  userName: string
  displayName: string
  /** Values before the change; null when unset. */
  email: string | null
  telephone: string | null
  /** Display name of the user who made the change. */
  by: string
  language: Language
  /** Machine time, epoch ms. */
  at: number
}

/** Writes the notification of account changes, in their transaction: a mail, and for a new telephone an SMS to the old one. */
export async function writeChanges(
  sql: Queries,
  { publicUrl }: { publicUrl: string },
  changes: Changes,
): Promise<void> {
  const { what, userName, displayName, email, telephone, by, language, at } = changes
  const names = what.map((change) => translate(language, wordIds[change], {}))
  const values = {
    name: displayName,
    userName,
    by,
    what: new Intl.ListFormat(language).format(names),
    link: `${publicUrl}/user/forgot-password`,
  }
  if (email !== null) {
    const [subject, body] = [
      translate(language, 'changed.subject', values),
      translate(language, 'changed.text', values),
    ]
    await insertMessage(sql, { kind: 'MAIL', recipient: email, subject, body, at })
  }
  if (telephone !== null && (what.includes('telephone') || what.includes('telephoneAsked'))) {
    await insertMessage(sql, {
      kind: 'SMS',
      recipient: telephone,
      subject: '',
      body: translate(language, 'changed.sms', values),
      at,
    })
  }
}
