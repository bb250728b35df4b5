import { chirpstack } from './lorawan/chirpstack.ts'
import { digitalmatter } from './digitalmatter.ts'
import { json } from './json.ts'
import { kkm } from './kkm.ts'
import { minew } from './minew.ts'
import { moko } from './moko.ts'
import { osmand } from './osmand.ts'
import { ttn } from './lorawan/ttn.ts'
import { readJson } from './fields.ts'
import type { DecoderFormat, Message } from '../message.ts'

/** The formats by the name in their topic and path. Routes, the API description, the `source` command and the fuzz follow this table. */
export const decoders = { json, minew, osmand, chirpstack, ttn, digitalmatter, kkm, moko } as const satisfies Record<
  string,
  DecoderFormat
>
export type DecoderName = keyof typeof decoders
export const decoderNames = Object.keys(decoders) as DecoderName[]

/** Returns a format with its optional parts. */
export const formatOf = (name: DecoderName): DecoderFormat => decoders[name]

/**
 * Decodes a message. One of another format, sent to this one's door, is read as what it is, if the sender may use that format.
 * @param mayUse whether the sender may use a format
 */
export function decodeMessage(
  name: DecoderName,
  body: Uint8Array,
  topicGateway: string | null,
  receivedAt: number,
  event: string | null,
  mayUse: (name: DecoderName) => boolean,
): Message {
  const message = formatOf(name).read(body, topicGateway, receivedAt, event)
  if (message.ok || message.reason !== 'BAD_SHAPE') return message
  const parsed = readJson(body)
  const other = decoderNames.find((one) => one !== name && formatOf(one).recognises?.(parsed) === true)
  if (other === undefined) return message
  // The field names the format, so that the sender learns where to send it.
  if (!mayUse(other)) return { ...message, field: `format:${other}` }
  return formatOf(other).read(body, topicGateway, receivedAt, event)
}
