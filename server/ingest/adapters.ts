import { readJsonMessage } from './adapters/json.ts'
import { readMinewMessage } from './adapters/minew.ts'
import { readOsmandMessage } from './adapters/osmand.ts'
import type { Adapter, AdapterName } from './reading.ts'

/** The formats that can come in at a door, by the name in its address. */
export const adapters: Readonly<Record<AdapterName, Adapter>> = {
  json: readJsonMessage,
  minew: readMinewMessage,
  osmand: readOsmandMessage,
}
