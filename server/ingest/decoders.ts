import { readJsonMessage } from './decoders/json.ts'
import { readMinewMessage } from './decoders/minew.ts'
import { readOsmandMessage } from './decoders/osmand.ts'
import type { Decoder, DecoderName } from './message.ts'

/** The formats that can come in at a door, by the name in its address. */
export const adapters: Readonly<Record<DecoderName, Decoder>> = {
  json: readJsonMessage,
  minew: readMinewMessage,
  osmand: readOsmandMessage,
}
