import { z } from 'zod'
import { endpoint, ofNoun } from '../calls/endpoint.ts'
import { idSchema, instantInputSchema, instantSchema, listInput, listReply } from '../calls/envelope.ts'
import { roleSchema } from '../people/roles.ts'
import { asOfInput } from '../projects/asOf.ts'
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

/** One approval on the way. Steps of the same place may be decided in any order; a place opens when the one before is approved. */
export const ticketStepSchema = z.object({
  id: idSchema,
  place: z.number().int(),
  approverRole: roleSchema,
  /** Null where the role says it: the platform. */
  approverOrganisationId: idSchema.nullable(),
  approverOrganisationName: z.string().nullable(),
  decision: z.enum(['APPROVED', 'REJECTED']).nullable(),
  decidedBy: z.string().nullable(),
  /** In whose place they decided it; null: in their own name. */
  decidedFor: z.string().nullable(),
  decidedAt: instantSchema.nullable(),
  comment: z.string().nullable(),
  /** The effect of the ticket when the step was decided, kept with the decision; null: nothing was kept. */
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
  raisedAt: instantSchema,
  decidedAt: instantSchema.nullable(),
  dueAt: instantSchema,
  /** How near its deadline is while it is pending; null once it is decided. */
  urgency: z.enum(ticketUrgencies).nullable(),
  organisationName: z.string().nullable(),
  /** Whether the caller may decide a step of it now. */
  canDecide: z.boolean(),
  canWithdraw: z.boolean(),
})
export type Ticket = z.infer<typeof ticketSchema>

/** How a value of a change is written: `NUMBER` a decimal text, `TAGS` a list of texts, `RATIO` a decimal text of which 1 is whole, `MONEY` a decimal text. */
export const ticketValueKinds = ['TEXT', 'NUMBER', 'MONEY', 'RATIO', 'DATE', 'INSTANT', 'TAGS', 'DOCUMENT'] as const

/** A change by a ticket: a field's value before (null: there was none) and after. References are told by their names. */
export const ticketChangeSchema = z.object({
  field: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  /** Absent: a text, a number, or one of the words that the field has. */
  as: z.enum(ticketValueKinds).optional(),
  /** Of an alert rule: whether more, earlier or graver alerts come of it, or fewer; absent where that can't be said. */
  is: z.enum(['STRICTER', 'LOOSER']).optional(),
})
export type TicketChange = z.infer<typeof ticketChangeSchema>

/** A comment by somebody who has a part in a ticket, beside the decisions. */
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
  /** By project: as things stand now; once the ticket is decided, as they stood at the last decision. */
  effects: z.array(projectEffectSchema),
  /** When they were kept; null: they are of now, or nothing was kept. */
  effectsKeptAt: instantSchema.nullable(),
  /** In the order in which they were made; none for who only reads the ticket. */
  comments: z.array(ticketCommentSchema),
  canComment: z.boolean(),
  /** Why it was withdrawn; null: it was not, or nothing was kept. */
  withdrawal: z.object({
    /** Null: the server, with the approval of another ticket. */
    by: z.string().nullable(),
    overtakenBy: idSchema.nullable(),
    comment: z.string(),
  }).nullable(),
  /** The users in whose place the caller may decide it now. */
  absent: z.array(z.object({ id: idSchema, name: z.string() })),
})
export type TicketDetail = z.infer<typeof ticketDetailSchema>

/** Roles that see the approvals: they raise tickets or decide them. */
const parties = ['ADMIN_SUPERVISOR', 'ADMIN_BORROWER', 'ADMIN_BANK', 'ADMIN_PLATFORM', 'SUPERVISOR_PM'] as const

export const ticketEndpoints = ofNoun('tickets', {
  list: endpoint({
    method: 'POST',
    path: '/collateral/web/ticket/list',
    access: parties,
    input: listInput(['ticketId', 'kind', 'state', 'raisedAt', 'decidedAt', 'dueAt'], {
      kind: z.array(ticketKindSchema).optional(),
      state: z.array(ticketStateSchema).optional(),
      mine: z.enum(['TO_DECIDE', 'RAISED']).optional(),
      text: z.string().max(100).optional(),
      raisedFrom: instantInputSchema.optional(),
      raisedTo: instantInputSchema.optional(),
      /** About a project, or its farms and animals: movement permits and changes of rules. */
      projectId: idSchema.optional(),
      ids: z.array(idSchema).max(1000).optional(),
      ...asOfInput,
    }),
    reply: listReply(ticketSchema),
    summary: 'Tickets that the caller raised, may decide or has a part in, as they are or as they stood at a moment of the past.',
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
    path: '/collateral/common/ticket/approve',
    access: parties,
    input: z.object({
      ticketId: idSchema,
      decision: z.enum(['APPROVED', 'REJECTED']),
      /** Required for a rejection. */
      comment: z.string().trim().max(1000).default(''),
      /** In whose place the caller decides, who named them their stand-in; absent: in their own name. */
      absentId: idSchema.optional(),
    }),
    reply: ticketDetailSchema,
    summary: 'Decides the step that is the caller’s; with the last approval the change is made in the same transaction.',
  }),
  comment: endpoint({
    method: 'POST',
    path: '/collateral/common/ticket/comment',
    access: parties,
    input: z.object({ ticketId: idSchema, comment: z.string().trim().min(1).max(1000) }),
    reply: ticketDetailSchema,
    summary: 'Says something about a ticket, for good; the others who have a part in it are told. 409 CONFLICT once there are 200 comments.',
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
