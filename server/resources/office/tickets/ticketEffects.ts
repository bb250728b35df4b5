import { z } from 'zod'
import { organisationKindSchema } from '#contract/people/roles.ts'
import type { TicketChange, TicketKind, TicketState } from '#contract/office/tickets.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { CallError } from '../../../callError.ts'
import type { CallInfo } from '../../../handler.ts'
import { type Language, languages } from '../../../languages.ts'
import { writeDecision } from '../../../notify/decisionTemplates.ts'
import type { Within } from '../../../records/write.ts'
import { endRegistration } from '../../people/organisations.ts'
import { applyRuleChange, ruleChangeSchema, ruleChanges } from './ruleChanges.ts'

/** A ticket at the end of its way. */
export interface DecidedTicket {
  id: number
  subjectId: number
  raisedBy: number
  state: Exclude<TicketState, 'PENDING'>
  /** Of the last decision, or of the withdrawal; '' without one. */
  comment: string
  /** Machine time, epoch ms. */
  at: number
  /** Who made the last decision, or withdrew it. */
  by: Caller
}

/** What the end of a ticket may use: the transaction that ends it, and what of the call decides it. */
export type EffectMeans = Within & Pick<CallInfo, 'language'>

interface TicketEffect {
  /** What it changes, field by field, as whoever decides it reads it. */
  changes(payload: unknown): TicketChange[]
  /** Makes the change, in the transaction of the last approval; what it throws takes that approval back. */
  approved(means: EffectMeans, ticket: DecidedTicket, payload: unknown): Promise<void>
  /** Puts right what waited for the ticket when it is rejected or withdrawn. */
  refused(means: EffectMeans, ticket: DecidedTicket, payload: unknown): Promise<void>
}

function effect<P>(
  schema: z.ZodType<P>,
  { changes, approved, refused }: {
    changes(payload: P): TicketChange[]
    approved(means: EffectMeans, ticket: DecidedTicket, payload: P): Promise<void>
    refused(means: EffectMeans, ticket: DecidedTicket, payload: P): Promise<void>
  },
): TicketEffect {
  return {
    changes: (payload) => changes(schema.parse(payload)),
    approved: (means, ticket, payload) => approved(means, ticket, schema.parse(payload)),
    refused: (means, ticket, payload) => refused(means, ticket, schema.parse(payload)),
  }
}

/** An organisation as its registration named it. */
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
  /** What the registrant reads. */
  language: z.enum(languages),
})
export type RegistrationPayload = z.infer<typeof registrationSchema>

const effects = {
  ORGANISATION_REGISTRATION: effect(registrationSchema, {
    changes: ({ language: _language, ...named }) => Object.entries(named).map(([field, after]) => ({ field, before: null, after })),
    async approved(means, ticket, { language }) {
      const organisation = await endRegistration(means.sql, ticket.by, { id: ticket.subjectId, status: 'ACTIVE', at: ticket.at })
      if (!organisation) throw new CallError('CONFLICT', { fields: { ticketId: 'subject_changed' } })
      await tellRegistrant(means, ticket, organisation.name, language)
    },
    async refused(means, ticket, { language }) {
      const organisation = await endRegistration(means.sql, ticket.by, { id: ticket.subjectId, status: 'REJECTED', at: ticket.at })
      if (organisation) await tellRegistrant(means, ticket, organisation.name, language)
    },
  }),
  RULE_CHANGE: effect(ruleChangeSchema, {
    changes: ruleChanges,
    approved: (means, ticket, change) => applyRuleChange(means, ticket, change),
    async refused() {},
  }),
} as const satisfies Partial<Record<TicketKind, TicketEffect>>

/** The kinds that can be raised: those whose approval does something. */
export type RaisableKind = keyof typeof effects

/** What comes of a ticket of a kind. */
export function effectOf(kind: TicketKind): TicketEffect {
  const found = Object.entries(effects).find(([name]) => name === kind)?.[1]
  if (!found) throw new Error(`nothing is known of what a ${kind} does`)
  return found
}

/** They can't sign in yet, or ever: a notice alone would not reach them. */
async function tellRegistrant(means: EffectMeans, ticket: DecidedTicket, organisationName: string, language: Language): Promise<void> {
  const [user] = await means.sql<{ email: string | null; userName: string; displayName: string }[]>`
    select email, user_name as "userName", display_name as "displayName" from users where id = ${ticket.raisedBy}`
  if (!user || user.email === null || ticket.state === 'WITHDRAWN') return
  const { userName, displayName, email } = user
  const approved = ticket.state === 'APPROVED'
  await writeDecision(means.sql, means.context, { approved, reason: ticket.comment, email, userName, displayName, organisationName, language, at: ticket.at })
}
