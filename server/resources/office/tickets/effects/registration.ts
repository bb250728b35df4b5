import { z } from 'zod'
import { organisationKindSchema } from '#contract/people/roles.ts'
import { CallError } from '../../../../callError.ts'
import { type Language, languages } from '../../../../languages.ts'
import { writeDecision } from '../../../../notify/decisionTemplates.ts'
import { endRegistration } from '../../../people/organisations.ts'
import { type DecidedTicket, type EffectMeans, ticketEffect } from './ticketEffect.ts'

/** Payload: an organisation as named in its registration. */
const registrationSchema = z.object({
  role: organisationKindSchema,
  name: z.string(),
  creditCode: z.string().nullable(),
  contact: z.string().nullable(),
  telephone: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string().nullable(),
  licenceImageId: z.string().nullable(),
  userName: z.string(),
  /** The registrant's language. */
  language: z.enum(languages),
})
export type RegistrationPayload = z.infer<typeof registrationSchema>

export const registration = ticketEffect(registrationSchema, {
  changes: ({ language: _language, ...named }) =>
    Object.entries(named).map(([field, after]) => ({ field, before: null, after })),
  async approved(means, ticket, { language }) {
    const organisation = await endRegistration(means.sql, ticket.by, {
      id: ticket.subjectId,
      status: 'ACTIVE',
      at: ticket.at,
    })
    if (!organisation) throw new CallError('CONFLICT', { fields: { ticketId: 'subject_changed' } })
    await mailDecision(means, ticket, organisation.name, language)
  },
  async refused(means, ticket, { language }) {
    const organisation = await endRegistration(means.sql, ticket.by, {
      id: ticket.subjectId,
      status: 'REJECTED',
      at: ticket.at,
    })
    if (organisation) await mailDecision(means, ticket, organisation.name, language)
  },
})

/** Mails the decision to the registrant, who can't sign in to read a notice. */
async function mailDecision(
  means: EffectMeans,
  ticket: DecidedTicket,
  organisationName: string,
  language: Language,
): Promise<void> {
  const [user] = await means.sql<{ email: string | null; userName: string; displayName: string }[]>`
    select email, user_name as "userName", display_name as "displayName" from users where id = ${ticket.raisedBy}`
  if (!user || user.email === null || ticket.state === 'WITHDRAWN') return
  const { userName, displayName, email } = user
  const approved = ticket.state === 'APPROVED'
  await writeDecision(means.sql, means.context, {
    approved,
    reason: ticket.comment,
    email,
    userName,
    displayName,
    organisationName,
    language,
    at: ticket.at,
  })
}
