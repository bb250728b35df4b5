import type { Queries } from '../db/connect.ts'
import { insertMessage } from '../db/messages/outbox.ts'
import type { Language } from '../languages.ts'
import { translate } from './texts.ts'

interface SealMail {
  /** UTC. */
  day: string
  root: string
  /** Codes of the projects concerned. */
  projects: string
  link: string
  /** Link to the daily reports. */
  reports: string
  email: string
  displayName: string
  language: Language
  /** Machine time, epoch ms. */
  at: number
}

/** Writes the root of a sealed day to a party of projects, in the transaction that seals it. */
export async function writeSeal(
  sql: Queries,
  { day, root, projects, link, reports, email, displayName, language, at }: SealMail,
): Promise<void> {
  const values = { name: displayName, day, root, projects, link, reports }
  const [subject, body] = [translate(language, 'sealed.subject', values), translate(language, 'sealed.text', values)]
  await insertMessage(sql, { kind: 'MAIL', recipient: email, subject, body, at })
}
