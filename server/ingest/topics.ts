import { foldDeviceId } from '#contract/values/deviceIds.ts'
import { decoderNames } from './message.ts'
import type { DecoderName } from './message.ts'

/** Every topic that readings come in on. */
export const ingestTopics = 'ingest/#'

/** Reads `ingest/{decoder}/{gateway}`; null for any other topic. */
export function readTopic(topic: string): { decoder: DecoderName; gateway: string } | null {
  const [root, name, gateway, ...rest] = topic.split('/')
  const decoder = decoderNames.find((one) => one === name)
  if (root !== 'ingest' || decoder === undefined || !gateway || rest.length > 0) return null
  return { decoder, gateway: foldDeviceId(gateway) }
}
