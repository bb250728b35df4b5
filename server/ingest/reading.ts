import type { Rejection } from '#contract/readings.ts'

/**
 * One report of one neckband, as the rest of the server knows it. Numbers that were not sent are NaN; flags that were
 * not sent are null.
 */
export interface Reading {
  /** Its place in the message, for rejections. */
  index: number
  /** Folded device ids, as the sender named them. */
  gateway: string | null
  neckband: string
  /** The device's time, epoch ms. */
  at: number
  /** The gateway's time, epoch ms. */
  gatewayAt: number
  /** WGS-84 degrees; both or neither. */
  longitude: number
  latitude: number
  accuracyM: number
  /** dBm. */
  rssi: number
  /** Percent. */
  battery: number
  temperatureC: number
  /** The device's own measure, 0 to 1. */
  activity: number
  moving: boolean | null
  tamper: boolean | null
  /** Tells readings of one neckband, gateway and instant apart (a hash of the raw frame); 0 where they can't differ. */
  discriminator: number
}

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
