import { foldDeviceId } from '#contract/values/deviceIds.ts'
import { decoderNames } from './message.ts'
import type { DecoderName } from './message.ts'

/** The meaning of a topic. */
export interface NamedTopic {
  decoder: DecoderName
  /** The sending gateway, normalised; null when the topic names none. */
  gateway: string | null
  /** The event's name; null without one. */
  event: string | null
}

/** Our own topics, for all formats. */
export const ownTopics = 'ingest/#'
/** Topics chosen by network servers, by decoder. */
const networkTopics = {
  chirpstack: 'application/+/device/+/event/+',
  ttn: 'v3/+/devices/+/#',
} as const satisfies Partial<Record<DecoderName, string>>

/** Returns the topics of the given formats, and those of the other formats. */
export function topicsOf(decoders: Iterable<string>): { wanted: string[]; others: string[] } {
  const names = new Set(decoders)
  const network = Object.entries(networkTopics)
  const topics = (isWanted: boolean) =>
    network.flatMap(([decoder, topic]) => (names.has(decoder) === isWanted ? [topic] : []))
  return { wanted: [ownTopics, ...topics(true)], others: topics(false) }
}

/** Parses `ingest/{decoder}/{gateway}` and the topics of network servers; null for any other. */
export function readTopic(topic: string): NamedTopic | null {
  const parts = topic.split('/')
  if (parts.includes('')) return null
  const [root, first, second, third, fourth, fifth, ...rest] = parts
  if (root === 'application' && second === 'device' && fourth === 'event' && fifth !== undefined && rest.length === 0) {
    return { decoder: 'chirpstack', gateway: null, event: fifth }
  }
  if (root === 'v3' && second === 'devices' && fourth !== undefined)
    return { decoder: 'ttn', gateway: null, event: fourth }
  const decoder = decoderNames.find((name) => name === first)
  if (root !== 'ingest' || decoder === undefined || second === undefined || third !== undefined) return null
  return { decoder, gateway: foldDeviceId(second), event: null }
}
