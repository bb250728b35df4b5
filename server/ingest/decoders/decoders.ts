import { readJsonMessage } from './json.ts'
import { readMinewMessage } from './minew.ts'
import { readOsmandMessage } from './osmand.ts'
import { readChirpStackMessage } from './lorawan/chirpstack.ts'
import { readTtnMessage } from './lorawan/ttn.ts'
import type { Decoder, DecoderName } from '../message.ts'

/** Decoders by the name of their format in the topic or path. */
export const decoders: Readonly<Record<DecoderName, Decoder>> = {
  json: readJsonMessage,
  minew: readMinewMessage,
  osmand: readOsmandMessage,
  chirpstack: readChirpStackMessage,
  ttn: readTtnMessage,
}
