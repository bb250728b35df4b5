import type { NamedTopic } from '../topics.ts'
import { readTopic } from '../topics.ts'
import { MqttFault } from './mqttFaults.ts'
import { hasWildcard, readText } from './mqttPackets.ts'

/** A topic of messages. */
export interface MessageTopic {
  /** As it is counted and stored. */
  text: string
  /** Null when no readings are accepted on it. */
  named: NamedTopic | null
  /** Whether the standard allows it in a message. */
  isValid: boolean
}

/** Maximum levels and characters of a topic; further ones are cut off. */
const maxLevels = 20
const maxCharacters = 500
/** Maximum topics that are kept, and their maximum length. */
const maxKept = 20_000
const maxKeptBytes = 100

/** The topics of recent messages. Most gateways use one for ever. */
export class MessageTopics {
  private readonly topics = new Map<string, MessageTopic>()

  /** Decodes a topic. @throws MqttFault when it is no UTF-8 */
  read(bytes: Buffer, from: number, to: number): MessageTopic {
    const isKept = to - from <= maxKeptBytes
    const key = isKept ? bytes.toString('latin1', from, to) : ''
    const topic = isKept ? this.topics.get(key) : undefined
    if (topic) return topic
    const described = describeTopic(readText(bytes.subarray(from, to)))
    if (isKept) {
      if (this.topics.size >= maxKept) this.topics.clear()
      this.topics.set(key, described)
    }
    return described
  }
}

function describeTopic(full: string): MessageTopic {
  const isValid = full !== '' && !hasWildcard(full)
  const text = full.split('/', maxLevels).join('/').slice(0, maxCharacters).toWellFormed()
  return { text, named: isValid ? readTopic(text) : null, isValid }
}

/** The topic aliases of one connection (MQTT 5, 3.3.2.3.4). */
export class TopicAliases {
  private readonly max: number
  private readonly topics = new Map<number, MessageTopic>()

  constructor(max: number) {
    this.max = max
  }

  /** Returns the topic of a message. @param topic null when it has only an alias @throws MqttFault */
  resolve(topic: MessageTopic | null, alias: number | undefined): MessageTopic {
    if (alias === undefined) {
      if (topic) return topic
      throw new MqttFault('protocolError', 'neither a topic nor an alias')
    }
    if (alias === 0 || alias > this.max) throw new MqttFault('topicAliasInvalid', `topic alias ${alias}`)
    const resolved = topic ?? this.topics.get(alias)
    if (!resolved) throw new MqttFault('protocolError', `topic alias ${alias} has no topic`)
    this.topics.set(alias, resolved)
    return resolved
  }
}
