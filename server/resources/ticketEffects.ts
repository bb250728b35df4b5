import { z } from 'zod'
import { organisationKindSchema } from '#contract/roles.ts'
import type { TicketChange, TicketKind, TicketState } from '#contract/tickets.ts'
import type { Queries } from '../db/connect.ts'
import { CallError } from '../http/callError.ts'

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
}

interface TicketEffect {
  /** What it changes, field by field, as whoever decides it reads it. */
  changes(payload: unknown): TicketChange[]
  /** Makes the change, in the transaction of the last approval; what it throws takes that approval back. */
  approved(sql: Queries, ticket: DecidedTicket, payload: unknown): Promise<void>
  /** Puts right what waited for the ticket when it is rejected or withdrawn. */
  refused(sql: Queries, ticket: DecidedTicket, payload: unknown): Promise<void>
}

function effect<P>(
  schema: z.ZodType<P>,
  { changes, approved, refused }: {
    changes(payload: P): TicketChange[]
    approved(sql: Queries, ticket: DecidedTicket, payload: P): Promise<void>
    refused(sql: Queries, ticket: DecidedTicket, payload: P): Promise<void>
  },
): TicketEffect {
  return {
    changes: (payload) => changes(schema.parse(payload)),
    approved: (sql, ticket, payload) => approved(sql, ticket, schema.parse(payload)),
    refused: (sql, ticket, payload) => refused(sql, ticket, schema.parse(payload)),
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
})
export type RegistrationPayload = z.infer<typeof registrationSchema>

const effects = {
  ORGANISATION_REGISTRATION: effect(registrationSchema, {
    changes: (payload) => Object.entries(payload).map(([field, after]) => ({ field, before: null, after })),
    async approved(sql, ticket) {
      if (!(await endRegistration(sql, ticket, 'ACTIVE'))) throw new CallError('CONFLICT', { fields: { ticketId: 'subject_changed' } })
    },
    async refused(sql, ticket) {
      await endRegistration(sql, ticket, 'REJECTED')
    },
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

/** @returns whether it waited for its approval until now */
async function endRegistration(sql: Queries, ticket: DecidedTicket, status: 'ACTIVE' | 'REJECTED'): Promise<boolean> {
  const rows = await sql`
    update organisations set status = ${status}, updated_at = ${ticket.at}, version = version + 1
    where id = ${ticket.subjectId} and status = 'PENDING_APPROVAL' returning id`
  return rows.length > 0
}
