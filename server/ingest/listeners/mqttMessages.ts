import { maxMessageBytes } from '#contract/readings.ts'
import type { Source } from '../../herd/registry.ts'
import type { Outcome } from '../message.ts'
import type { Pipeline } from '../pipeline.ts'
import { mayUse } from '../sources.ts'
import { readTopic } from '../topics.ts'

export type MessageTaker = Pick<Pipeline, 'acceptInTurn' | 'refuse'>

/**
 * Hands one MQTT message to the pipeline as soon as that has room. What may not come in at all is counted there, too, and
 * its beginning kept with the reason.
 * @param source whom it counts for; null: nobody (an outside broker without a source)
 * @returns what it came to, when that is on disk
 */
export function takeMessage(pipeline: MessageTaker, source: Source | null, topic: string, body: Uint8Array): Promise<Outcome> {
  const place = readTopic(topic)
  const refused = { source, topic, topicGateway: place?.gateway ?? null, body }
  if (source === null) return pipeline.refuse({ ...refused, reason: 'NOT_ALLOWED', field: 'source' })
  if (!place || !mayUse(source, place.adapter)) return pipeline.refuse({ ...refused, reason: 'NOT_ALLOWED', field: 'topic' })
  if (body.length > maxMessageBytes) return pipeline.refuse({ ...refused, reason: 'BAD_SHAPE', field: 'size' })
  return pipeline.acceptInTurn(source, place.adapter, topic, place.gateway, body)
}
