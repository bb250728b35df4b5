import type { ISubscription } from 'mqtt-packet'
import { foldDeviceId } from '#contract/values/deviceIds.ts'
import { readingTopics } from '../topics.ts'
import { reasonCodes } from './mqttFaults.ts'
import type { MqttVersion } from './mqttPackets.ts'
import type { MqttSession } from './mqttSessions.ts'

/** Maximum QoS; a higher SUBACK code is a refusal. */
const maxQos = 2
/** SUBACK code of a refusal in MQTT 3.1.1. MQTT 3.1 can only grant. */
const refusal311 = 0x80
const deviceId = /^(?:[0-9A-F]{12}|[0-9A-F]{16})$/

/** Returns the SUBACK code of a refused subscription. */
function refusalOf(code: number, version: MqttVersion): number {
  if (version === 5) return code
  return version === 4 ? refusal311 : 0
}

/**
 * Returns the SUBACK code of a subscription. Nothing is ever sent to a subscriber. Many gateways end the connection when the topic of their commands
 * is refused, so it is granted. A filter for other clients' readings is refused, because its subscriber would wait for them.
 * @param names names of the client that a topic of its own contains
 */
function grantOf({ topic, qos }: ISubscription, names: readonly string[], version: MqttVersion): number {
  const levels = topic.split('/')
  if (levels[0] === '$share') return refusalOf(reasonCodes.sharedSubscriptionsNotSupported, version)
  const isPossible = levels.every(
    (level, i) => level === '+' || (level === '#' && i === levels.length - 1) || !/[#+]/.test(level),
  )
  if (!isPossible) return refusalOf(reasonCodes.topicFilterInvalid, version)
  const isOwn = levels.some((level) => names.includes(level) || deviceId.test(foldDeviceId(level)))
  if (!isOwn && readingTopics.some((readings) => overlap(levels, readings.split('/'))))
    return refusalOf(reasonCodes.notAuthorised, version)
  return qos
}

/** Adds subscriptions to a session. @returns their SUBACK codes */
export function subscribeTo(
  subscriptions: readonly ISubscription[],
  session: MqttSession,
  names: readonly string[],
  version: MqttVersion,
): number[] {
  return subscriptions.map((one) => {
    const code = grantOf(one, names, version)
    const hasRoom = code > maxQos || session.subscribe(one.topic)
    return hasRoom ? code : refusalOf(reasonCodes.quotaExceeded, version)
  })
}

/** Returns whether a topic can match both filters. */
function overlap(one: readonly string[], other: readonly string[]): boolean {
  for (let i = 0; ; i++) {
    const [a, b] = [one[i], other[i]]
    if (a === '#' || b === '#') return true
    if (a === undefined || b === undefined) return a === b
    if (a !== b && a !== '+' && b !== '+') return false
  }
}
