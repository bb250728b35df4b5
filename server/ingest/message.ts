import type { Rejection } from '#contract/herd/readings.ts'
import type { Reading } from '../db/readings/batch.ts'

/** A decoded message: readings and what was wrong with the others, or why nothing of it can be read. */
export type Message =
  | {
      ok: true
      /** The gateway that sent it, folded; null when the format has none. */
      gateway: string | null
      /** The gateways of a LoRaWAN network that heard it, folded: the network's own, which need not be known here. */
      receivers?: readonly string[]
      readings: Reading[]
      rejected: Rejection[]
    }
  | { ok: false; reason: UnreadableReason; field: string }

/** Why nothing of a message is looked at; NOT_ALLOWED: the source may not send it at all. */
export type UnreadableReason = 'BAD_JSON' | 'BAD_SHAPE' | 'TOO_MANY_READINGS' | 'NOT_ALLOWED'

/**
 * Bytes → readings or a reason. Pure; never throws. It checks what one message can show by itself: shape, types,
 * ranges, whether the times are times. Whether the time is too far off, the position possible and the device known is
 * checked after it, alike for all formats (validation.ts).
 * @param body the message as it came
 * @param topicGateway the gateway that the topic names, folded, if any
 * @param receivedAt herd time of its arrival, epoch ms: the time of a reading in the one format (OsmAnd) that may be
 * sent without a time
 * @param event what the topic or the address calls the message, of senders that tell of more than readings
 */
export type Decoder = (body: Uint8Array, topicGateway: string | null, receivedAt: number, event?: string | null) => Message

export const decoderNames = ['json', 'minew', 'osmand', 'chirpstack', 'ttn'] as const
export type DecoderName = (typeof decoderNames)[number]
