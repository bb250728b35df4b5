import type { Queries } from '../db/connect.ts'
import { insertMessage } from '../db/messages/outbox.ts'
import type { Language } from '../languages.ts'
import { translate } from './texts.ts'

/** Maximum characters of an answer in an SMS; a longer one is cut. */
const maxSmsCharacters = 280

interface Answer {
  /** Requested contact: a mail address, or a telephone in E.164. It may not belong to the writer. */
  contact: string
  /** Start of the writer's message. */
  text: string
  answer: string
  language: Language
  /** Machine time, epoch ms. */
  at: number
}

/**
 * Writes the answer to feedback from a person who is not signed in, in the transaction that answers it. Except for the quote, nothing comes from the
 * writer.
 */
export async function writeAnswer(sql: Queries, { contact, text, answer, language, at }: Answer): Promise<void> {
  if (contact.includes('@')) {
    // An answer may have paragraphs, because only the platform writes it.
    const lines = answer
      .replaceAll(/\r\n?/g, '\n')
      .split('\n')
      .map((line) => line.replaceAll(/\p{Cc}+/gu, ' '))
    const body = [
      translate(language, 'feedback.before', { text }),
      lines.join('\n'),
      translate(language, 'feedback.after', {}),
    ].join('\n\n')
    await insertMessage(sql, {
      kind: 'MAIL',
      recipient: contact,
      subject: translate(language, 'feedback.subject', {}),
      body,
      at,
    })
    return
  }
  const characters = Array.from(answer)
  const short =
    characters.length <= maxSmsCharacters ? answer : `${characters.slice(0, maxSmsCharacters - 1).join('')}…`
  await insertMessage(sql, {
    kind: 'SMS',
    recipient: contact,
    subject: '',
    body: translate(language, 'feedback.sms', { answer: short }),
    at,
  })
}
