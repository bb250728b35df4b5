import { z } from 'zod'
import { instantSchema } from '../calls/envelope.ts'

/** Why a reading or a message was not stored as sent. */
export const rejectReasons = [
  'BAD_JSON',
  'BAD_SHAPE',
  'UNKNOWN_DEVICE',
  'UNKNOWN_GATEWAY',
  'BAD_TIME',
  'FUTURE_TIME',
  'TOO_OLD',
  'BAD_POSITION',
  'OUT_OF_RANGE',
  'DUPLICATE',
  'NOT_ALLOWED',
  'SEVERAL_OWNERS',
  'SIMULATED',
  'GATEWAY_CLOCK',
] as const
export const rejectReasonSchema = z.enum(rejectReasons)
export type RejectReason = z.infer<typeof rejectReasonSchema>

/** Maximum readings per message. */
export const maxReadingsPerMessage = 1000
/** Maximum message size, bytes. */
export const maxMessageBytes = 1_000_000
/** How far a device's clock may run ahead, ms. */
export const maxFutureMs = 5 * 60_000

export const rejectionSchema = z.object({
  index: z.number().int(),
  field: z.string(),
  reason: rejectReasonSchema,
  /** The reading was stored without the named field. */
  kept: z.literal(true).optional(),
  /** The neckband, where the message names one. */
  neckband: z.string().optional(),
  /** With GATEWAY_CLOCK: how far the gateway's clock is behind, ms; negative: ahead. */
  behindMs: z.number().optional(),
  /** With BAD_TIME: the unit that the time was sent in instead of milliseconds. It was read so. */
  sentIn: z.enum(['seconds', 'microseconds', 'nanoseconds']).optional(),
})
export type Rejection = z.infer<typeof rejectionSchema>

export const ingestReplySchema = z.object({
  stored: z.number().int(),
  duplicate: z.number().int(),
  rejected: z.array(rejectionSchema),
})
export type IngestReply = z.infer<typeof ingestReplySchema>

/** A stored reading, as the reading list returns it. */
export const storedReadingSchema = z.object({
  at: instantSchema,
  gatewayAt: instantSchema.nullable(),
  receivedAt: instantSchema,
  source: z.string(),
  gateway: z.string().nullable(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  accuracyM: z.number().nullable(),
  rssi: z.number().nullable(),
  battery: z.number().nullable(),
  temperatureC: z.number().nullable(),
  activity: z.number().nullable(),
  moving: z.boolean().nullable(),
  tamper: z.boolean().nullable(),
})
export type StoredReading = z.infer<typeof storedReadingSchema>
