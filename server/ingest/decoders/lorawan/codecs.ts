import { abeeway } from './abeeway.ts'
import { at101 } from './at101.ts'
import type { Codec, UplinkValues } from './codec.ts'
import { oyster } from './oyster.ts'

/** The supported devices. */
const codecs: readonly Codec[] = [at101, abeeway, oyster]

/** A device as a network describes it. */
export interface NetworkDevice {
  /** Names of its profile or model, and its own. */
  names: readonly unknown[]
  /** Normalised. */
  eui: string
  port: number
}

/** Finds the codec of a device: by its names, else by the maker in its DevEUI, else by its port. */
export function findCodec({ names, eui, port }: NetworkDevice): Codec | undefined {
  const said = names.filter((name) => typeof name === 'string').join(' ')
  return (
    codecs.find(({ name }) => name.test(said)) ??
    codecs.find(({ euiPrefix }) => eui.startsWith(euiPrefix)) ??
    codecs.find((codec) => codec.port === port)
  )
}

/** Reads values by the names that most other decoders use. */
export function readPlainObject({
  battery,
  temperature,
  longitude,
  latitude,
  accuracy,
}: Readonly<Record<string, unknown>>): UplinkValues {
  return { battery, temperatureC: temperature, longitude, latitude, accuracyM: accuracy }
}
