import { z } from 'zod'
import { idSchema, instantInputSchema, instantSchema } from '../calls/envelope.ts'

/** Raised again so soon after it cleared (ms), an alert is opened again and counts a flap; later it is a new one. */
export const flapMs = 10 * 60_000
/** An event that is reported so long after it happened (ms) is late: it is listed, and wakes nobody. */
export const lateAlertMs = 15 * 60_000
/** The longest that an alert is shelved at once, ms. */
export const maxShelfMs = 7 * 24 * 3_600_000
/** Alerts that one call acts on. */
export const maxActs = 200
/** Photos that an alert is closed with. */
export const maxAlertPhotos = 12

/** How an alert was ended by a person. */
export const closeCodes = ['FALSE_ALARM', 'ANIMAL_FOUND', 'DEVICE_FAULT', 'ANIMAL_DEAD', 'ANIMAL_SOLD', 'THEFT', 'OTHER'] as const
export const closeCodeSchema = z.enum(closeCodes)
export type CloseCode = (typeof closeCodes)[number]

/** Events in the life of an alert, by itself or by a person. */
export const alertEventKinds = [
  'RAISED', 'FLAPPED', 'NOTIFIED', 'ESCALATED', 'ACKNOWLEDGED', 'ASSIGNED', 'COMMENTED', 'SHELVED', 'UNSHELVED', 'CLEARED', 'CLOSED', 'DRAFTED',
] as const
export type AlertEventKind = (typeof alertEventKinds)[number]

/** One line of an alert's timeline. */
export const alertEventSchema = z.object({
  id: idSchema,
  kind: z.enum(alertEventKinds),
  at: instantSchema,
  /** The person who did it; null: the server. */
  by: z.object({ id: idSchema, name: z.string() }).nullable(),
  text: z.string().nullable(),
  /** Further facts: figures of RAISED and FLAPPED, `people` (names, a line each) of NOTIFIED and ESCALATED, `because` of CLEARED and UNSHELVED, `assigneeId` and `assignee` of ASSIGNED, `until` of SHELVED, `code` of CLOSED, `entryKind` of DRAFTED. */
  detail: z.record(z.string(), z.union([z.number(), z.string(), z.null()])),
})
export type AlertEvent = z.infer<typeof alertEventSchema>

const text = z.string().trim().max(2000)
const comment = text.default('')
const said = text.min(1)

/** The input of each act beside the alert. */
export const acknowledgeFields = { comment }
export const assignFields = { /** Null: nobody. */ assigneeId: idSchema.nullable() }
export const commentFields = { text: said }
export const shelveFields = {
  /** At most seven days from now. */
  until: instantInputSchema,
  reason: said,
}
export const unshelveFields = { reason: comment }
export const closeFields = {
  code: closeCodeSchema,
  /** Needed when the alert is CRITICAL or the code is OTHER. */
  text: comment,
  /** One's own uploads. */
  imageIds: z.array(z.uuid()).max(maxAlertPhotos).default([]),
}

/** The acts of a person on alerts. */
export const alertActSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ACKNOWLEDGE'), ...acknowledgeFields }),
  z.object({ kind: z.literal('ASSIGN'), ...assignFields }),
  z.object({ kind: z.literal('COMMENT'), ...commentFields }),
  z.object({ kind: z.literal('SHELVE'), ...shelveFields }),
  z.object({ kind: z.literal('UNSHELVE'), ...unshelveFields }),
  z.object({ kind: z.literal('CLOSE'), ...closeFields }),
])
export type AlertAct = z.output<typeof alertActSchema>

/** Why one of several alerts was not acted on. */
export const failedActSchema = z.object({
  id: idSchema,
  code: z.enum(['NOT_FOUND', 'CONFLICT', 'NOT_OPEN', 'COMMENT_REQUIRED', 'BAD_SHAPE']),
  /** The field of the act that is at fault, or `id`, and its fault. */
  field: z.string(),
  fault: z.string(),
  /** Of a CONFLICT and NOT_OPEN: who came first, when, and what they did; null: nobody, or the server. */
  by: z.string().nullable(),
  at: instantSchema.nullable(),
  did: z.enum(alertEventKinds).nullable(),
})
export type FailedAct = z.infer<typeof failedActSchema>
