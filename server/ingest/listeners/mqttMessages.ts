import { maxMessageBytes } from '#contract/herd/readings.ts'
import type { Source } from '../../herd/registry.ts'
import type { Outcome } from '../intake.ts'
import type { Receiver } from '../receiver.ts'
import { mayUse } from '../sources.ts'
import { type NamedTopic, readTopic } from '../topics.ts'

export type MessageReceiver = Pick<Receiver, 'receiveInTurn' | 'refuse'>

/**
 * Submits one MQTT message as soon as there is room. A message that is not allowed is counted as well, and its start is stored
 * with the reason.
 * @param source the source that sent it; null: an outside broker without a source
 * @param named the topic's meaning
 * @param userProperties those of MQTT 5, as JSON
 * @returns its result, once it is on disk
 */
export function receiveMessage(
  receiver: MessageReceiver,
  source: Source | null,
  topic: string,
  body: Uint8Array,
  named: NamedTopic | null = readTopic(topic),
  userProperties?: string,
): Promise<Outcome> {
  const refused = { source, topic, topicGateway: named?.gateway ?? null, body, userProperties }
  if (source === null) return receiver.refuse({ ...refused, reason: 'NOT_ALLOWED', field: 'source' })
  if (!named || !mayUse(source, named.decoder))
    return receiver.refuse({ ...refused, reason: 'NOT_ALLOWED', field: 'topic' })
  if (body.length > maxMessageBytes) return receiver.refuse({ ...refused, reason: 'BAD_SHAPE', field: 'size' })
  return receiver.receiveInTurn(source, named.decoder, topic, named.gateway, body, named.event, userProperties)
}
