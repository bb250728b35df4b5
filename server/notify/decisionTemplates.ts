import type { Queries } from '../db/connect.ts'
import type { Language } from '../languages.ts'
import { insertMessage } from '../db/messages/outbox.ts'
import { translate } from './texts.ts'

interface Decision {
  approved: boolean
  /** Reason of a rejection. */
  reason: string
  email: string
  userName: string
  displayName: string
  organisationName: string
  language: Language
  /** Machine time, epoch ms. */
  at: number
}

/** Writes the decision to the person who registered an organisation, in the transaction of the decision. */
export async function writeDecision(
  sql: Queries,
  { publicUrl }: { publicUrl: string },
  decision: Decision,
): Promise<void> {
  const { approved, reason, email, userName, displayName, organisationName, language, at } = decision
  const kind = approved ? 'approved' : 'rejected'
  const link = publicUrl + (approved ? '/user/login' : '/user/register')
  const values = { name: displayName, organisation: organisationName, userName, reason, link }
  const [subject, body] = [translate(language, `${kind}.subject`, values), translate(language, `${kind}.text`, values)]
  await insertMessage(sql, { kind: 'MAIL', recipient: email, subject, body, at })
}
