import { foldDeviceId } from '#contract/values/deviceIds.ts'
import { decoderNames } from './message.ts'
import type { DecoderName } from './message.ts'

/** The meaning of a topic's messages. */
export interface NamedTopic {
  decoder: DecoderName
  /** The gateway that sends them, folded; null: it names none. */
  gateway: string | null
  /** The event's name; null: none. */
  event: string | null
}

/** Our own topics, whatever their format. */
export const ownTopics = 'ingest/#'
/** The topics that a network server chooses by itself, by decoder. */
const networkTopics = { chirpstack: 'application/+/device/+/event/+', ttn: 'v3/+/devices/+/#' } as const satisfies Partial<Record<DecoderName, string>>

/** Every topic that messages of some formats come in on, and those of the others. */
export function topicsOf(decoders: Iterable<string>): { wanted: string[]; others: string[] } {
  const names = new Set(decoders)
  const network = Object.entries(networkTopics)
  const topics = (isWanted: boolean) => network.flatMap(([decoder, topic]) => (names.has(decoder) === isWanted ? [topic] : []))
  return { wanted: [ownTopics, ...topics(true)], others: topics(false) }
}

/** Reads `ingest/{decoder}/{gateway}` and the topics of network servers; null for any other. */
export function readTopic(topic: string): NamedTopic | null {
  const parts = topic.split('/')
  if (parts.includes('')) return null
  const [root, first, second, third, fourth, fifth, ...rest] = parts
  if (root === 'application' && second === 'device' && fourth === 'event' && fifth !== undefined && rest.length === 0) {
    return { decoder: 'chirpstack', gateway: null, event: fifth }
  }
  if (root === 'v3' && second === 'devices' && fourth !== undefined) return { decoder: 'ttn', gateway: null, event: fourth }
  const decoder = decoderNames.find((name) => name === first)
  if (root !== 'ingest' || decoder === undefined || second === undefined || third !== undefined) return null
  return { decoder, gateway: foldDeviceId(second), event: null }
}
