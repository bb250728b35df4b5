import type { Rejection } from '#contract/herd/readings.ts'
import type { Reading } from '../db/readings/batch.ts'

/** A decoded message: readings and rejections, or the reason why all of it is unreadable. */
export type Message =
  | {
      ok: true
      /** The sending gateway, normalised; null when the format names none. */
      gateway: string | null
      /** The receiving gateways of a LoRaWAN network, normalised. Some may be unknown here. */
      receivers?: readonly string[]
      /** The gateway's own time when it sent the message, epoch ms; NaN or absent: unknown. */
      sentAt?: number
      /** Whether these gateways send at once or never, so that an old `sentAt` shows a wrong clock. */
      isLive?: true
      readings: Reading[]
      rejected: Rejection[]
    }
  | { ok: false; reason: UnreadableReason; field: string }

/** Why a message is not read at all; NOT_ALLOWED: the source may not send it. */
export type UnreadableReason = 'BAD_JSON' | 'BAD_SHAPE' | 'TOO_MANY_READINGS' | 'NOT_ALLOWED'

/**
 * Decodes bytes into readings or a reason. Pure; never throws. It checks what the message alone can show: shape, types,
 * ranges and formats of times. Plausible times, possible positions and known devices are
 * checked later, for all formats (validation.ts). A reading whose time is missing or unreadable has NaN there.
 * @param body the received message
 * @param topicGateway the gateway in the topic, normalised, if any
 * @param receivedAt herd time of its arrival, epoch ms: the time of a reading in the one format (OsmAnd) that may be
 * sent without a time
 * @param event the message's event name in the topic or address, for senders of several kinds of messages
 */
export type Decoder = (
  body: Uint8Array,
  topicGateway: string | null,
  receivedAt: number,
  event?: string | null,
) => Message

/** A message format: its decoder, and what the listeners, the API description and the tests need to know about it. */
export interface DecoderFormat {
  read: Decoder
  /** The methods of `/ingest/{name}`. */
  methods: readonly ('GET' | 'POST')[]
  /** One sentence for the API description. */
  summary: string
  /** JSON schemas of bodies by content type; absent: only query parameters. */
  content?: Readonly<Record<string, object>>
  /** Query parameters, with whether they are required. */
  query?: Readonly<Record<string, boolean>>
  /** A valid message that is read without any rejection. Tests cut and change it. */
  example: string
  /** Topics that a network server chooses, in addition to `ingest/{name}/{gateway}`; `event` is the level that names the event. */
  topic?: { filter: string; event: number }
  /** Returns whether parsed JSON is of this format, so that a message sent to another format's door is read too. */
  recognises?: (body: unknown) => boolean
}
