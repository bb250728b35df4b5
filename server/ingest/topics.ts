import { foldDeviceId } from '#contract/deviceIds.ts'
import { decoderNames } from './message.ts'
import type { DecoderName } from './message.ts'

/** Every topic that readings come in on. */
export const ingestTopics = 'ingest/#'

/** Reads `ingest/{adapter}/{gateway}`; null for any other topic. */
export function readTopic(topic: string): { adapter: DecoderName; gateway: string } | null {
  const [root, name, gateway, ...rest] = topic.split('/')
  const adapter = decoderNames.find((one) => one === name)
  if (root !== 'ingest' || adapter === undefined || !gateway || rest.length > 0) return null
  return { adapter, gateway: foldDeviceId(gateway) }
}
