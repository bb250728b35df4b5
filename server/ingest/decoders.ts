import { readJsonMessage } from './decoders/json.ts'
import { readMinewMessage } from './decoders/minew.ts'
import { readOsmandMessage } from './decoders/osmand.ts'
import type { Decoder, DecoderName } from './message.ts'

/** The formats that listeners take, by the name in the topic or path. */
export const decoders: Readonly<Record<DecoderName, Decoder>> = {
  json: readJsonMessage,
  minew: readMinewMessage,
  osmand: readOsmandMessage,
}
