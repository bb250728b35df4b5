import { foldDeviceId } from '#contract/values/deviceIds.ts'
import { type DecoderName, decoderNames, formatOf } from './decoders/decoders.ts'

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
const networkTopics = decoderNames.flatMap((decoder) => {
  const { topic } = formatOf(decoder)
  return topic ? [{ decoder, filter: topic.filter, levels: topic.filter.split('/'), event: topic.event }] : []
})

/** Filters of all topics that readings arrive on. */
export const readingTopics = [ownTopics, ...networkTopics.map(({ filter }) => filter)]

/** Returns the topics of the given formats, and those of the other formats. */
export function topicsOf(decoders: Iterable<string>): { wanted: string[]; others: string[] } {
  const names = new Set(decoders)
  const topics = (isWanted: boolean) =>
    networkTopics.flatMap(({ decoder, filter }) => (names.has(decoder) === isWanted ? [filter] : []))
  return { wanted: [ownTopics, ...topics(true)], others: topics(false) }
}

/** Parses `ingest/{decoder}/{gateway}` and the topics of network servers; null for any other. */
export function readTopic(topic: string): NamedTopic | null {
  const parts = topic.split('/')
  if (parts.includes('')) return null
  for (const { decoder, levels, event } of networkTopics) {
    const name = parts[event]
    if (name !== undefined && matches(levels, parts)) return { decoder, gateway: null, event: name }
  }
  const [root, first, gateway, ...rest] = parts
  const decoder = decoderNames.find((name) => name === first)
  if (root !== 'ingest' || decoder === undefined || gateway === undefined || rest.length > 0) return null
  return { decoder, gateway: foldDeviceId(gateway), event: null }
}

/** Returns whether a topic matches a filter, by levels: `+` is any level, `#` any further ones. */
function matches(levels: readonly string[], parts: readonly string[]): boolean {
  const isOpen = levels.at(-1) === '#'
  const fixed = isOpen ? levels.slice(0, -1) : levels
  if (isOpen ? parts.length < fixed.length : parts.length !== fixed.length) return false
  return fixed.every((level, place) => level === '+' || level === parts[place])
}
