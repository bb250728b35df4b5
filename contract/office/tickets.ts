import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { codeFilter, idSchema, instantInputSchema, instantSchema, listInput, listReply } from '../calls/envelope.ts'
import { roleSchema } from '../people/roles.ts'
import { asOfInput } from '../projects/asOf.ts'
import { moneyInputSchema } from '../values/money.ts'
import { projectEffectSchema } from './ticketFigures.ts'

export const ticketKinds = [
  'ORGANISATION_REGISTRATION',
  'PROJECT_OPEN',
  'COLLATERAL_CHANGE',
  'ANIMAL_RELEASE',
  'SUBSTITUTION',
  'MOVEMENT_PERMIT',
  'RULE_CHANGE',
  'PROJECT_CLOSE',
] as const
export const ticketKindSchema = z.enum(ticketKinds)
export type TicketKind = z.infer<typeof ticketKindSchema>

export const ticketStates = ['PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN'] as const
export const ticketStateSchema = z.enum(ticketStates)
export type TicketState = z.infer<typeof ticketStateSchema>

export const ticketUrgencies = ['NORMAL', 'SOON', 'OVERDUE'] as const

/** One approval of a ticket. Steps with the same place can be decided in any order; a place opens when the previous one is approved. */
/** The facts that set a person apart from another with a look-alike name. */
const ticketPersonSchema = z.object({
  userName: z.string(),
  organisationName: z.string().nullable(),
  /** Since when they have been a user of their organisation. */
  memberSince: instantSchema,
})
export type TicketPerson = z.infer<typeof ticketPersonSchema>

export const ticketStepSchema = z.object({
  id: idSchema,
  place: z.number().int(),
  approverRole: roleSchema,
  /** Null when the role identifies the approver: the platform. */
  approverOrganisationId: idSchema.nullable(),
  approverOrganisationName: z.string().nullable(),
  decision: z.enum(['APPROVED', 'REJECTED']).nullable(),
  decidedBy: z.string().nullable(),
  decider: ticketPersonSchema.nullable(),
  /** The absent user whose stand-in decided; null for a decision in one's own name. */
  decidedFor: z.string().nullable(),
  decidedAt: instantSchema.nullable(),
  comment: z.string().nullable(),
  /** Whether decider or raiser had invited the other within a week before the request, and nobody else could decide. */
  isOfInviter: z.boolean(),
  /** The ticket's effect at the time of the decision, stored with it; null when none was stored. */
  effects: z.array(projectEffectSchema).nullable(),
})
export type TicketStep = z.infer<typeof ticketStepSchema>

export const ticketSchema = z.object({
  ticketId: idSchema,
  kind: ticketKindSchema,
  state: ticketStateSchema,
  subjectType: z.string(),
  subjectId: idSchema,
  subjectName: z.string(),
  raisedBy: z.string(),
  raisedByUserName: z.string(),
  /** Since when the raiser has been a user of their organisation. */
  raisedBySince: instantSchema,
  raisedAt: instantSchema,
  decidedAt: instantSchema.nullable(),
  dueAt: instantSchema,
  /** How near the deadline is while the ticket is pending; null once decided. */
  urgency: z.enum(ticketUrgencies).nullable(),
  organisationName: z.string().nullable(),
  /** Whether the caller can decide a step now. */
  canDecide: z.boolean(),
  canWithdraw: z.boolean(),
})
export type Ticket = z.infer<typeof ticketSchema>

/** Format of a value in a change: `NUMBER` and `MONEY` are decimal texts, `RATIO` a decimal text where 1 is the whole, `TAGS` a list of texts. */
export const ticketValueKinds = ['TEXT', 'NUMBER', 'MONEY', 'RATIO', 'DATE', 'INSTANT', 'TAGS', 'DOCUMENT'] as const

/** A change made by a ticket: a field's value before (null without one) and after. References appear as names. */
export const ticketChangeSchema = z.object({
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  /** When absent, the value is a text, a number, or one of the field's codes. */
  as: z.enum(ticketValueKinds).optional(),
  /** For an alert rule: STRICTER raises more, earlier or more severe alerts, LOOSER fewer. Absent when that is undetermined. */
  is: z.enum(['STRICTER', 'LOOSER']).optional(),
})
export type TicketChange = z.infer<typeof ticketChangeSchema>

/** A comment by a participant of a ticket, separate from the decisions. */
export const ticketCommentSchema = z.object({
  id: idSchema,
  author: z.string(),
  organisationName: z.string().nullable(),
  comment: z.string(),
  at: instantSchema,
})
export type TicketComment = z.infer<typeof ticketCommentSchema>

export const ticketDetailSchema = ticketSchema.extend({
  steps: z.array(ticketStepSchema),
  changes: z.array(ticketChangeSchema),
  /** Effects by project: current ones while the ticket is pending, else those of the last decision. */
  effects: z.array(projectEffectSchema),
  /** Time at which the effects were stored; null when they are current, or none were stored. */
  effectsKeptAt: instantSchema.nullable(),
  /** In chronological order; empty for readers who are not participants. */
  comments: z.array(ticketCommentSchema),
  canComment: z.boolean(),
  /** Why it was withdrawn; null when it was not, or no reason was stored. */
  withdrawal: z
    .object({
      /** Null when the server withdrew it because another ticket was approved. */
      by: z.string().nullable(),
      overtakenBy: idSchema.nullable(),
      comment: z.string(),
    })
    .nullable(),
  /** Whether the caller decides although they or the raiser invited the other within a week before: nobody else can. */
  isInviter: z.boolean(),
  /** Absent users whose stand-in the caller is for this decision. */
  absent: z.array(z.object({ id: idSchema, name: z.string() })),
})
export type TicketDetail = z.infer<typeof ticketDetailSchema>

/** Roles that see tickets, because they raise or decide them. */
const parties = ['ADMIN_SUPERVISOR', 'ADMIN_BORROWER', 'ADMIN_BANK', 'ADMIN_PLATFORM', 'SUPERVISOR_PM'] as const

export const ticketEndpoints = ofNoun('tickets', {
  list: endpoint({
    method: 'POST',
    path: '/collateral/web/ticket/list',
    access: parties,
    input: listInput(['ticketId', 'kind', 'state', 'raisedAt', 'decidedAt', 'dueAt'], {
      kind: codeFilter(ticketKindSchema),
      state: codeFilter(ticketStateSchema),
      mine: z.enum(['TO_DECIDE', 'RAISED']).optional(),
      text: z.string().max(100).optional(),
      raisedFrom: instantInputSchema.optional(),
      raisedTo: instantInputSchema.optional(),
      /** Tickets that concern the project, or its farms and animals: movement permits and rule changes. */
      projectId: idSchema.optional(),
      ids: z.array(idSchema).max(1000).optional(),
      ...asOfInput,
    }),
    reply: listReply(ticketSchema),
    summary:
      'Tickets that the caller raised, may decide or has a part in, as they are or as they stood at a moment of the past.',
  }),
  details: endpoint({
    method: 'GET',
    path: '/collateral/common/ticket/details/{ticketId}',
    access: parties,
    input: z.object({ ticketId: z.coerce.number().pipe(idSchema) }),
    reply: ticketDetailSchema,
    summary: 'One ticket: what it changes, and its steps.',
  }),
  approve: endpoint({
    method: 'POST',
    isPersonal: true,
    path: '/collateral/common/ticket/approve',
    access: parties,
    input: z.object({
      ticketId: idSchema,
      decision: z.enum(['APPROVED', 'REJECTED']),
      /** Required for a rejection. */
      comment: z.string().trim().max(1000).default(''),
      /** The absent user who named the caller as stand-in. Absent when callers decide for themselves. */
      absentId: idSchema.optional(),
      /** For closing a project that owes money: what its bank was repaid and what it writes off, together all that is owed. */
      settlement: z.object({ repaid: moneyInputSchema, writtenOff: moneyInputSchema }).optional(),
      /** The decider saw that the request states another number of heads than it names animals. Kept in the audit. */
      confirmsDifference: z.literal(true).optional(),
    }),
    reply: ticketDetailSchema,
    summary:
      'Decides the step that is the caller’s; with the last approval the change is made in the same transaction. Approving the closing of a project that owes money needs `settlement`.',
  }),
  comment: endpoint({
    method: 'POST',
    path: '/collateral/common/ticket/comment',
    access: parties,
    input: z.object({ ticketId: idSchema, comment: z.string().trim().min(1).max(1000) }),
    reply: ticketDetailSchema,
    summary:
      'Says something about a ticket, for good; the others who have a part in it are told. 409 CONFLICT once there are 200 comments.',
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/collateral/common/ticket/withdraw',
    access: parties,
    input: z.object({ ticketId: idSchema, comment: z.string().trim().max(1000).default('') }),
    reply: ticketDetailSchema,
    summary: 'Takes back a ticket of one’s own that is not decided yet.',
  }),
})
