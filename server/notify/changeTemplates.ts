import type { Queries } from '../db/connect.ts'
import { insertMessage } from '../db/messages/outbox.ts'
import type { Language } from '../languages.ts'
import { say } from './texts.ts'

const wordIds = {
  password: 'changed.password',
  email: 'changed.email',
  emailAsked: 'changed.emailAsked',
  telephone: 'changed.telephone',
  role: 'changed.role',
  twoFactorBegun: 'changed.twoFactorBegun',
  twoFactorEnded: 'changed.twoFactorEnded',
} as const

/** Changes of an account that its holder is told of. `emailAsked`: another address was asked for and is not confirmed yet. */
export type AccountChange = keyof typeof wordIds

interface Changes {
  what: readonly AccountChange[]
  userName: string
  displayName: string
  /** As they were before the change; null: none. */
  email: string | null
  telephone: string | null
  /** The display name of who changed it. */
  by: string
  language: Language
  /** Machine time, epoch ms. */
  at: number
}

/** Writes to somebody what of their account was changed, in the transaction that changes it: by mail, and of their number by SMS to the old one. */
export async function writeChanges(sql: Queries, { publicUrl }: { publicUrl: string }, changes: Changes): Promise<void> {
  const { what, userName, displayName, email, telephone, by, language, at } = changes
  const names = what.map((change) => say(language, wordIds[change], {}))
  const values = { name: displayName, userName, by, what: new Intl.ListFormat(language).format(names), link: `${publicUrl}/user/forgot-password` }
  if (email !== null) {
    const [subject, body] = [say(language, 'changed.subject', values), say(language, 'changed.text', values)]
    await insertMessage(sql, { kind: 'MAIL', recipient: email, subject, body, at })
  }
  if (telephone !== null && what.includes('telephone')) {
    await insertMessage(sql, { kind: 'SMS', recipient: telephone, subject: '', body: say(language, 'changed.sms', values), at })
  }
}
