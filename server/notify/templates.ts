import { createHash, randomBytes } from 'node:crypto'
import { activationHours, smsCodeSeconds } from '#contract/people/auth.ts'
import { machineNow } from '../clock.ts'
import type { Queries } from '../db/connect.ts'
import type { Language } from '../languages.ts'
import { insertLink, type LinkPurpose } from '../db/auth/mailLinks.ts'
import { insertMessage } from '../db/messages/outbox.ts'
import { translate } from './texts.ts'

const hourMs = 3_600_000

/** Mails with a link: purpose and validity of the link. */
const mails = {
  activation: { purpose: 'ACTIVATE', hours: activationHours, path: '/user/activate' },
  invitation: { purpose: 'SET_PASSWORD', hours: 7 * 24, path: '/user/reset-password' },
  forgotten: { purpose: 'SET_PASSWORD', hours: 2, path: '/user/reset-password' },
  reset: { purpose: 'SET_PASSWORD', hours: 24, path: '/user/reset-password' },
  confirmEmail: { purpose: 'CONFIRM_EMAIL', hours: 24, path: '/user/confirm-email' },
} as const satisfies Record<string, { purpose: LinkPurpose; hours: number; path: string }>

interface MailWithLink {
  kind: keyof typeof mails
  userId: number
  email: string
  userName: string
  displayName: string
  organisationName: string | null
  language: Language
  /** The user who requested the link for somebody else. */
  askedBy?: number
  /** The other user who has the address: they get a notification in place of the link, which nobody gets. */
  heldBy?: Holder
}

type Holder = Pick<MailWithLink, 'userName' | 'displayName'>

/** Returns the hash that is stored for a link: the token itself is only in the mail. */
export function hashLink(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * Writes a mail with a single-use link, in the transaction that causes it. The token is in the address's
 * fragment, which browsers never send, so it appears in no log.
 */
export async function writeMail(
  sql: Queries,
  { publicUrl }: { publicUrl: string },
  letter: MailWithLink,
): Promise<void> {
  const { kind, userId, email, userName, displayName, organisationName, language, askedBy, heldBy } = letter
  const { purpose, hours, path } = mails[kind]
  const token = randomBytes(32).toString('base64url')
  const now = machineNow()
  const link = { tokenHash: hashLink(token), purpose, userId, now, expiresAt: now + hours * hourMs }
  await insertLink(sql, {
    ...link,
    ...(purpose === 'CONFIRM_EMAIL' && { address: email, ...(askedBy !== undefined && { askedBy }) }),
  })
  if (heldBy) return writeHeldMail(sql, { publicUrl }, { ...heldBy, email, language })
  const values = {
    name: displayName,
    userName,
    organisation: organisationName ?? 'Drover',
    hours,
    days: hours / 24,
    link: `${publicUrl}${path}#${token}`,
  }
  const [subject, body] = [translate(language, `${kind}.subject`, values), translate(language, `${kind}.text`, values)]
  await insertMessage(sql, { kind: 'MAIL', recipient: email, subject, body, at: now })
}

/** Notifies the holder of an address that somebody else entered it. That person gets the same answer as for a free address. */
export async function writeHeldMail(
  sql: Queries,
  { publicUrl }: { publicUrl: string },
  { email, userName, displayName, language }: Holder & { email: string; language: Language },
): Promise<void> {
  const values = { name: displayName, userName, link: `${publicUrl}/user/login` }
  await insertMessage(sql, {
    kind: 'MAIL',
    recipient: email,
    subject: translate(language, 'heldEmail.subject', values),
    body: translate(language, 'heldEmail.text', values),
    at: machineNow(),
  })
}

/** Writes an SMS with a code. */
export async function writeCode(
  sql: Queries,
  { telephone, code, language }: { telephone: string; code: string; language: Language },
): Promise<void> {
  const body = translate(language, 'code.text', { code, minutes: smsCodeSeconds / 60 })
  await insertMessage(sql, { kind: 'SMS', recipient: telephone, subject: '', body, at: machineNow() })
}
