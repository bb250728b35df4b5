import { z } from 'zod'
import { endpoint, ofPersonalNoun } from '../calls/endpoint.ts'
import { idSchema, instantSchema } from '../calls/envelope.ts'

/** A *notification* informs, a *message* comes from a person, an *event* requires action. */
export const noticeTypes = ['notification', 'message', 'event'] as const
export const noticeTypeSchema = z.enum(noticeTypes)
export type NoticeType = z.infer<typeof noticeTypeSchema>

/**
 * The content of a notice. The console has its text in the reader's language and fills in `params`, by code:
 * - Tickets: `ticketId`, `kind` (a TicketKind), `subject` (a name), `by` (who raised, decided or withdrew it, or closed its project),
 *   optional `comment`.
 * - GOAL_SET: `title`, `startsOn`, `endsOn`, `goal`, `standard`, `by`.
 * - ROLE_CHANGED: `role` ('' for no role), `by`. USER_JOINED: `name`, `role` ('' for no role), `by`.
 * - EMAIL_CHANGED, TELEPHONE_CHANGED, TELEPHONE_ASKED, TWO_FACTOR_BEGUN, TWO_FACTOR_ENDED: `by`.
 * - TWO_FACTOR_REQUIRED: `from`, its first day.
 * - All COLLATERAL codes: `project` (its code), `by`.
 * - COLLATERAL_STATUS: `count`, `tags` (the first ten ear tags, one per line), `status` (an AnimalStatus), `comment`.
 * - COLLATERAL_MOVED: `count`, `tags`, `name` (the farm, or the farm and pen, they went to), optional `comment`.
 * - COLLATERAL_ADDED: `count`, `tags`, `name` (of the farm they came to).
 * - COLLATERAL_NECKBAND: `neckband` (the first ten device ids, one per line), and `count`, `tags`, `comment` for the animals that wore them.
 * - COLLATERAL_PAIRED: `neckband`, and `count`, `tags`, `comment` for the pledged animal that wears it from now on.
 * - COLLATERAL_LEDGER: `count`, `tags`, `comment` of heads that a correction counts again.
 * - COLLATERAL_TAG: ear tags `before` and now (`name`), one per line.
 * - COLLATERAL_ANIMAL: `count`, `tags`, `fields` (EditedField, one per line), optional `comment`.
 * - COLLATERAL_FARM: `name`, `fields`. COLLATERAL_PEN: `name`, `farm` (its name).
 * - COLLATERAL_GATEWAY: `name` (or its MAC), `farm` (its name), `action` (ADD, EDIT, REMOVE or RESTORE).
 * - COLLATERAL_WINDOW: `name` (of the farm), minutes `before` and `after`.
 * - COLLATERAL_RULE: `rule` (a RuleKind), `count` (of the project's farms), `name` (of the first one).
 * - COLLATERAL_PERMIT: `count`, `tags`, `name` (of the farm), `from` and `to` (instants), `comment` (its purpose).
 * - STAND_IN_NAMED, STAND_IN_ENDED: `by` (the absent user), `from`, `to`.
 * - ALERT_RAISED, ALERT_ESCALATED, ALERT_REMINDER, ALERT_ASSIGNED: `rule` (a RuleKind), `severity`, `subject` and `farm` (names),
 *   `from` (its start).
 * - ALERT_FLOOD: `count` (of alerts in ten minutes).
 * - FEEDBACK_ANSWERED: `text` (the feedback), `answer`.
 * - API_KEY_EXPIRES: `name`, `to` (an instant).
 */
export const noticeCodes = [
  'TICKET_TO_DECIDE',
  'TICKET_APPROVED',
  'TICKET_REJECTED',
  'TICKET_WITHDRAWN',
  'TICKET_OVERTAKEN',
  'TICKET_COMMENTED',
  'TICKET_DUE_SOON',
  'TICKET_OVERDUE',
  'STAND_IN_NAMED',
  'STAND_IN_ENDED',
  'ROLE_CHANGED',
  'PASSWORD_CHANGED',
  'EMAIL_CHANGED',
  'TELEPHONE_CHANGED',
  'TELEPHONE_ASKED',
  'TWO_FACTOR_BEGUN',
  'TWO_FACTOR_ENDED',
  'TWO_FACTOR_REQUIRED',
  'USER_JOINED',
  'GOAL_SET',
  'COLLATERAL_STATUS',
  'COLLATERAL_ADDED',
  'COLLATERAL_MOVED',
  'COLLATERAL_NECKBAND',
  'COLLATERAL_PAIRED',
  'COLLATERAL_LEDGER',
  'COLLATERAL_TAG',
  'COLLATERAL_ANIMAL',
  'COLLATERAL_FARM',
  'COLLATERAL_GATEWAY',
  'COLLATERAL_PEN',
  'COLLATERAL_WINDOW',
  'COLLATERAL_RULE',
  'COLLATERAL_PERMIT',
  'ALERT_RAISED',
  'ALERT_ESCALATED',
  'ALERT_REMINDER',
  'ALERT_ASSIGNED',
  'ALERT_FLOOD',
  'FEEDBACK_ANSWERED',
  'API_KEY_EXPIRES',
] as const
export const noticeCodeSchema = z.enum(noticeCodes)
export type NoticeCode = z.infer<typeof noticeCodeSchema>

/** Fields that a notice names as edited; each is the id of its label. */
export const editedFields = [
  'animal.category',
  'animal.origin',
  'animal.colour',
  'animal.breed',
  'animal.sex',
  'animal.birthDate',
  'farm.name',
  'farm.address',
  'farm.county',
  'farm.planImage',
] as const
export type EditedField = (typeof editedFields)[number]

export const noticeSchema = z.object({
  id: idSchema,
  type: noticeTypeSchema,
  code: noticeCodeSchema,
  params: z.record(z.string(), z.string()),
  /** Path in the console that the notice links to; null without a link. */
  path: z.string().nullable(),
  at: instantSchema,
  read: z.boolean(),
})
export type Notice = z.infer<typeof noticeSchema>

export const noticeCountsSchema = z.object({ notifyCount: z.number().int(), unreadCount: z.number().int() })
export type NoticeCounts = z.infer<typeof noticeCountsSchema>

export const noticeEndpoints = ofPersonalNoun('notices', {
  list: endpoint({
    method: 'GET',
    path: '/api/notices',
    access: 'signedIn',
    input: z.object({}),
    reply: noticeCountsSchema.extend({ list: z.array(noticeSchema) }),
    summary: 'One’s newest 200 notices that were not cleared, the newest first, and how many there are and are unread.',
  }),
  read: endpoint({
    method: 'POST',
    path: '/api/notices/read',
    access: 'signedIn',
    input: z.object({ ids: z.array(idSchema).max(1000).optional(), type: noticeTypeSchema.optional() }),
    reply: noticeCountsSchema,
    summary: 'Marks notices read: those named, or all of a type, or all.',
  }),
  clear: endpoint({
    method: 'POST',
    path: '/api/notices/clear',
    access: 'signedIn',
    input: z.object({ type: noticeTypeSchema.optional() }),
    reply: noticeCountsSchema,
    summary: 'Clears the notices of a type, or all.',
  }),
})
