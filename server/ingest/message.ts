import type { Rejection } from '#contract/readings.ts'
import type { Reading } from '../db/readings/batch.ts'
import type { Source } from '../herd/registry.ts'

/** What a message came to: readings and what was wrong with the others, or why there is nothing to read in it. */
export type Message =
  | {
      ok: true
      /** The gateway that sent it, folded; null when the format has none. */
      gateway: string | null
      readings: Reading[]
      rejected: Rejection[]
    }
  | { ok: false; reason: UnreadableReason; field: string }

/** Why nothing of a message is looked at; NOT_ALLOWED: the source may not send it at all. */
export type UnreadableReason = 'BAD_JSON' | 'BAD_SHAPE' | 'TOO_MANY_READINGS' | 'NOT_ALLOWED'

/**
 * Bytes → readings or a reason. Pure; never throws. It checks what one message can show by itself: shape, types,
 * ranges, whether the times are times. Whether the time is too far off, the position possible and the device known is
 * judged after it, alike for all formats (judge.ts).
 * @param body the message as it came
 * @param topicGateway the gateway that the topic names, folded, if any
 * @param receivedAt herd time of its arrival, epoch ms: the time of a reading in the one format (OsmAnd) that may be
 * sent without a time
 */
export type Decoder = (body: Uint8Array, topicGateway: string | null, receivedAt: number) => Message

export const decoderNames = ['json', 'minew', 'osmand'] as const
export type DecoderName = (typeof decoderNames)[number]

/** A message that was taken in and waits to be stored. */
export interface PendingMessage {
  /** Null: it came from an outside broker, and there is no source for that. */
  source: Source | null
  message: Message
  /** Where it came in: an MQTT topic or a path. */
  topic: string
  /** The gateway that the topic names, folded. */
  topicGateway: string | null
  /** Kept only of a message that can't be read. */
  body: Uint8Array | null
  /** Herd time, epoch ms. */
  receivedAt: number
  /** Machine time of its arrival, ms since some fixed point. */
  arrivedAt: number
  settle: (outcome: Outcome) => void
}

/** What a message came to, once everything it came to is on disk. */
export type Outcome =
  | { kind: 'read'; stored: number; duplicate: number; rejected: Rejection[]; sent: number }
  | { kind: 'unreadable'; reason: UnreadableReason; field: string }
  | { kind: 'failed' }
