import { abeeway } from './abeeway.ts'
import { at101 } from './at101.ts'
import { isRecord } from '../fields.ts'
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
export function findCodec(device: NetworkDevice): Codec | undefined {
  return (
    codecs.find((codec) => isNamed(codec, device)) ??
    codecs.find(({ euiPrefix }) => device.eui.startsWith(euiPrefix)) ??
    codecs.find(({ port }) => port === device.port)
  )
}

/** Returns whether a device is called by its codec's name. Otherwise the codec is a guess: other devices share the maker's DevEUIs and the port. */
export function isNamed({ name }: Codec, { names }: NetworkDevice): boolean {
  return name.test(names.filter((one) => typeof one === 'string').join(' '))
}

/** Common names of values, without case, separators and the channel that Cayenne LPP appends; the first one present counts. */
const commonNames = {
  battery: ['batterypercentage', 'batterypercent', 'batterylevel', 'batpercent', 'battery', 'batt', 'bat', 'soc'],
  temperatureC: ['temperature', 'temperaturec', 'temp', 'airtemperature'],
  longitude: ['longitude', 'lon', 'lng', 'long', 'gpslongitude'],
  latitude: ['latitude', 'lat', 'gpslatitude'],
  accuracyM: ['accuracy', 'accuracym', 'horizontalaccuracy', 'positionaccuracy', 'hacc'],
  fixAgeSeconds: ['fixage', 'fixageseconds', 'gpsage', 'gpsfixage', 'positionage', 'ageofposition'],
  fixAt: ['fixtime', 'gpstime', 'gpstimestamp', 'fixtimestamp', 'positiontime', 'gnsstime'],
  moving: ['moving', 'ismoving', 'motion', 'inmotion'],
} as const satisfies Partial<Record<keyof UplinkValues, readonly string[]>>

/** Values may be grouped, such as `gps: {…}`; deeper ones are ignored. */
const maxDepth = 2

/** Lists the names and values in an object and in its groups, outer ones first. */
export function entriesOf(object: Readonly<Record<string, unknown>>, depth = 0): [name: string, value: unknown][] {
  const own = Object.entries(object)
  if (depth >= maxDepth) return own
  const groups = own.flatMap(([, value]) => (isRecord(value) ? entriesOf(value, depth + 1) : []))
  return [...own, ...groups]
}

/** Reads values by the names that most other decoders use. */
export function readPlainObject(object: Readonly<Record<string, unknown>>): UplinkValues {
  const values = new Map<string, unknown>()
  for (const [name, value] of entriesOf(object)) {
    const key = name
      .toLowerCase()
      .replace(/_\d+$/, '')
      .replaceAll(/[\s_.-]/g, '')
    if (!values.has(key) && !isRecord(value)) values.set(key, value)
  }
  const valueOf = (field: keyof typeof commonNames) => {
    const found = commonNames[field].find((name) => (values.get(name) ?? null) !== null)
    return found === undefined ? undefined : values.get(found)
  }
  const moving = valueOf('moving')
  return {
    battery: valueOf('battery'),
    temperatureC: valueOf('temperatureC'),
    longitude: valueOf('longitude'),
    latitude: valueOf('latitude'),
    accuracyM: valueOf('accuracyM'),
    fixAgeSeconds: valueOf('fixAgeSeconds'),
    fixAt: valueOf('fixAt'),
    ...(typeof moving === 'boolean' && { moving }),
  }
}
