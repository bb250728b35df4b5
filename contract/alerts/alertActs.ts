import { z } from 'zod'
import { idSchema, instantInputSchema, instantSchema } from '../calls/envelope.ts'

/** An alert raised again within this time after it cleared is reopened and counts a flap, ms. Later it becomes a new alert. */
export const flapMs = 10 * 60_000
/** An event reported this long after it happened is late: its alert is listed but notifies nobody, ms. */
export const lateAlertMs = 15 * 60_000
/** Longest shelving, ms. */
export const maxShelfMs = 7 * 24 * 3_600_000
/** Maximum alerts per bulk action. */
export const maxActs = 200
/** Maximum photos attached when closing an alert. */
export const maxAlertPhotos = 12

/** Reasons for which a person closes an alert. */
export const closeCodes = [
  'FALSE_ALARM',
  'ANIMAL_FOUND',
  'DEVICE_FAULT',
  'ANIMAL_DEAD',
  'ANIMAL_SOLD',
  'THEFT',
  'OTHER',
] as const
export const closeCodeSchema = z.enum(closeCodes)
export type CloseCode = (typeof closeCodes)[number]

/** Kinds of events in the life of an alert, automatic or by a person. */
export const alertEventKinds = [
  'RAISED',
  'FLAPPED',
  'NOTIFIED',
  'ESCALATED',
  'ACKNOWLEDGED',
  'ASSIGNED',
  'COMMENTED',
  'SHELVED',
  'UNSHELVED',
  'CLEARED',
  'CLOSED',
  'DRAFTED',
] as const
export type AlertEventKind = (typeof alertEventKinds)[number]

/** One line of an alert's timeline. */
export const alertEventSchema = z.object({
  id: idSchema,
  kind: z.enum(alertEventKinds),
  at: instantSchema,
  /** The person who did it; null for the server. */
  by: z.object({ id: idSchema, name: z.string() }).nullable(),
  text: z.string().nullable(),
  /**
   * Further facts by kind: the figures of RAISED and FLAPPED, `people` (one name per line) of NOTIFIED and ESCALATED, `because` of CLEARED and
   * UNSHELVED, `assigneeId` and `assignee` of ASSIGNED, `until` of SHELVED, `code` of CLOSED, `entryKind` of DRAFTED.
   */
  detail: z.record(z.string(), z.union([z.number(), z.string(), z.null()])),
})
export type AlertEvent = z.infer<typeof alertEventSchema>

const text = z.string().trim().max(2000)
const comment = text.default('')
const requiredText = text.min(1)

/** Input fields of each act, without the alert itself. */
export const acknowledgeFields = { comment }
export const assignFields = { /** Null removes the assignee. */ assigneeId: idSchema.nullable() }
export const commentFields = { text: requiredText }
export const shelveFields = {
  /** At most seven days from now. */
  until: instantInputSchema,
  reason: requiredText,
}
export const unshelveFields = { reason: comment }
export const closeFields = {
  code: closeCodeSchema,
  /** Required when the alert is CRITICAL or the code is OTHER. */
  text: comment,
  /** Uploads of the caller. */
  imageIds: z.array(z.uuid()).max(maxAlertPhotos).default([]),
}

/** What a person can do with an alert. */
export const alertActSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ACKNOWLEDGE'), ...acknowledgeFields }),
  z.object({ kind: z.literal('ASSIGN'), ...assignFields }),
  z.object({ kind: z.literal('COMMENT'), ...commentFields }),
  z.object({ kind: z.literal('SHELVE'), ...shelveFields }),
  z.object({ kind: z.literal('UNSHELVE'), ...unshelveFields }),
  z.object({ kind: z.literal('CLOSE'), ...closeFields }),
])
export type AlertAct = z.output<typeof alertActSchema>

/** Reason why one alert of a bulk action failed. */
export const failedActSchema = z.object({
  id: idSchema,
  code: z.enum(['NOT_FOUND', 'CONFLICT', 'NOT_OPEN', 'COMMENT_REQUIRED', 'BAD_SHAPE']),
  /** The faulty field of the act, or `id`, and its fault. */
  field: z.string(),
  fault: z.string(),
  /** For CONFLICT and NOT_OPEN: who acted first, when, and how. `by` is null when it was the server or is unknown. */
  by: z.string().nullable(),
  at: instantSchema.nullable(),
  did: z.enum(alertEventKinds).nullable(),
})
export type FailedAct = z.infer<typeof failedActSchema>
