import type { Queries } from '../db/connect.ts'
import { insertMessage } from '../db/messages/outbox.ts'
import type { Language } from '../languages.ts'
import { say } from './texts.ts'

/** An SMS has the beginning of a longer answer, characters. */
const inSms = 280

interface Answer {
  /** Where they wanted it: an address, or a telephone in E.164. Whoever wrote may have named somebody else's. */
  contact: string
  /** The beginning of what they wrote. */
  text: string
  answer: string
  language: Language
  /** Machine time, epoch ms. */
  at: number
}

/** Writes the answer to whoever wrote to the platform without being signed in, in the transaction that answers. Nothing of it is of theirs but the quote. */
export async function writeAnswer(sql: Queries, { contact, text, answer, language, at }: Answer): Promise<void> {
  if (contact.includes('@')) {
    // An answer may have paragraphs: nobody but the platform writes it.
    const lines = answer.replaceAll(/\r\n?/g, '\n').split('\n').map((line) => line.replaceAll(/\p{Cc}+/gu, ' '))
    const body = [say(language, 'feedback.before', { text }), lines.join('\n'), say(language, 'feedback.after', {})].join('\n\n')
    await insertMessage(sql, { kind: 'MAIL', recipient: contact, subject: say(language, 'feedback.subject', {}), body, at })
    return
  }
  const characters = Array.from(answer)
  const short = characters.length <= inSms ? answer : `${characters.slice(0, inSms - 1).join('')}…`
  await insertMessage(sql, { kind: 'SMS', recipient: contact, subject: '', body: say(language, 'feedback.sms', { answer: short }), at })
}
