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
      readings: Reading[]
      rejected: Rejection[]
    }
  | { ok: false; reason: UnreadableReason; field: string }

/** Why a message is not read at all; NOT_ALLOWED: the source may not send it. */
export type UnreadableReason = 'BAD_JSON' | 'BAD_SHAPE' | 'TOO_MANY_READINGS' | 'NOT_ALLOWED'

/**
 * Decodes bytes into readings or a reason. Pure; never throws. It checks what the message alone can show: shape, types,
 * ranges and formats of times. Plausible times, possible positions and known devices are
 * checked later, for all formats (validation.ts).
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

export const decoderNames = ['json', 'minew', 'osmand', 'chirpstack', 'ttn'] as const
export type DecoderName = (typeof decoderNames)[number]
