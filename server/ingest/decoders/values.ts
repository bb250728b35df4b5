import type { Rejection } from '#contract/herd/readings.ts'

/** How a value of a reading is judged. */
interface ValueRule {
  /** The field that a rejection names. */
  readonly field: string
  /** The possible range, ends included. What senders mean by "unknown" (-1, -100, 127, 255, 0xFFFF, -127 °C) is mostly outside of it. */
  readonly low: number
  readonly high: number
  /** Values inside the range that mean "unknown". */
  readonly unknown?: readonly number[]
  /** Numbers with decimals below this have another unit than the field's. */
  readonly otherUnitBelow?: number
}

/**
 * The only table of possible values, for all formats. A value outside is left out of its reading and reported; the reading stands.
 * - `rssi`: receivers report at most 0 dBm (a phone next to the collar about -20), and LoRa down to about -148.
 * - `battery`: percent. Volts of cells and packs (3.7, 11.9) and fractions (0.87) are numbers with decimals below 15; real percentages
 *   with decimals are rarely that low.
 * - `measuredBattery`: percent, in formats that define the unit.
 * - `temperatureC`: 85 is what a common thermometer reports before its first measurement, and what another's full scale becomes.
 * - `accuracyM`: 100 km come from cell towers; beyond 1,000 km a position is useless.
 * - `speedKnots`: only shows whether the animal moves.
 */
export const valueRules = {
  rssi: { field: 'rssi', low: -150, high: 0 },
  battery: { field: 'battery', low: 0, high: 100, otherUnitBelow: 15 },
  measuredBattery: { field: 'battery', low: 0, high: 100 },
  temperatureC: { field: 'temperatureC', low: -60, high: 90, unknown: [85] },
  activity: { field: 'activity', low: 0, high: 1 },
  accuracyM: { field: 'accuracyM', low: 0, high: 1_000_000 },
  speedKnots: { field: 'moving', low: 0, high: 200 },
  fixAgeSeconds: { field: 'fixAge', low: 0, high: 90 * 86_400 },
} as const satisfies Record<string, ValueRule>
export type ValueName = keyof typeof valueRules

/** Receives what is left out of an entry of a message. */
export interface Report {
  /** Position of the entry in its message. */
  index: number
  rejected: Rejection[]
}

/** Smaller magnitudes become zero: values are stored as 4-byte floats, for which PostgreSQL rejects 1e-50. */
const minMagnitude = 1e-37

/** Reports a field that is left out of a reading. */
export function leaveOut(
  { index, rejected }: Report,
  field: string,
  reason: Rejection['reason'] = 'OUT_OF_RANGE',
): void {
  rejected.push({ index, field, reason, kept: true })
}

/** Returns whether a number can be a value of the table. */
export function isPossible(name: ValueName, value: number): boolean {
  const { low, high, unknown, otherUnitBelow }: ValueRule = valueRules[name]
  if (!(value >= low && value <= high)) return false
  if (unknown?.includes(value)) return false
  return otherUnitBelow === undefined || value >= otherUnitBelow || Number.isInteger(value)
}

/**
 * Reads a number of a format that sends numbers as numbers.
 * @returns the number; NaN when it is absent, null, or left out and reported
 */
export function readValue(name: ValueName, value: unknown, report: Report): number {
  if (value === undefined || value === null) return Number.NaN
  if (typeof value === 'number' && isPossible(name, value))
    return value < minMagnitude && value > -minMagnitude ? 0 : value
  leaveOut(report, valueRules[name].field)
  return Number.NaN
}

/** Reads a number like `readValue`, and also one that was sent as a string. An empty string counts as absent, and a percent sign is ignored. */
export function readLooseValue(name: ValueName, value: unknown, report: Report): number {
  return readValue(name, typeof value === 'string' ? toNumber(value.replace(/ ?%$/, '')) : value, report)
}

/** Reads a flag. @returns null when it is absent, null, or left out and reported */
export function readFlag(field: 'moving' | 'tamper', value: unknown, report: Report): boolean | null {
  if (typeof value === 'boolean') return value
  if (value !== undefined && value !== null) leaveOut(report, field)
  return null
}

/** Returns the number in a text; the text itself when it is not a number; undefined when it is empty. */
function toNumber(text: string): number | string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : text
}

/** WGS-84 degrees; both NaN: none. */
export interface Position {
  longitude: number
  latitude: number
}

export const noPosition: Readonly<Position> = { longitude: Number.NaN, latitude: Number.NaN }

/** Reads coordinates that were sent as numbers; a partial or unreadable position is reported. */
export function readPosition(longitude: unknown, latitude: unknown, report: Report): Readonly<Position> {
  const east = longitude ?? null
  const north = latitude ?? null
  if (typeof east === 'number' && typeof north === 'number' && Number.isFinite(east) && Number.isFinite(north))
    return { longitude: east, latitude: north }
  if (east !== null || north !== null)
    leaveOut(report, typeof east === 'number' && Number.isFinite(east) ? 'latitude' : 'longitude', 'BAD_POSITION')
  return noPosition
}

/** Reads coordinates like `readPosition`, and also those sent as strings. */
export function readLoosePosition(longitude: unknown, latitude: unknown, report: Report): Readonly<Position> {
  const loose = (value: unknown) => (typeof value === 'string' ? toNumber(value) : value)
  return readPosition(loose(longitude), loose(latitude), report)
}

/** Names, without case and separators, of flags that are true for a fix, and of those that are true for none. */
const fixNames =
  /^(?:is|has)?(?:valid|fix|fixed)$|^(?:is|has|valid)?(?:gps|gnss|pos|position|loc|location|fix|coord|coordinates)+(?:fix|fixed|valid|validity|ok|status|state|lock|locked|quality|available)?$/
const noFixNames =
  /^(?:is|from|has)*(?:mock|mocked|fake|faked|spoofed|simulated)(?:location|position|provider|gps|gnss)*$|^(?:is)?invalid$|^(?:gps|gnss|fix|position|location)+(?:failed|invalid|lost|timeout)$|^no(?:gps)?fix$/
const noWords = new Set(
  '0 false no n off v none nofix invalid fail failed notvalid novalidfix searching timeout unknown null'.split(' '),
)
const yesWords = new Set('1 true yes y on'.split(' '))
/** Fix types of receivers: 1 is no fix, 2 and 3 are dimensions. */
const fixTypeNames = /^(?:(?:gps|gnss)(?:fix)?|fix)(?:type|mode|dimension)$/
/** Longer names have another meaning. */
const maxFlagName = 40

const folded = (text: string) => text.toLowerCase().replaceAll(/[\s_.-]/g, '')
const wordOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? folded(String(value)) : ''

/** Returns whether a sender says of its own position that it is no fix: invalid, mocked, simulated. */
export function isDeniedFix(entries: Iterable<readonly [name: string, value: unknown]>): boolean {
  for (const [name, value] of entries) {
    if (name.length > maxFlagName) continue
    const key = folded(name)
    const word = wordOf(value)
    if (word === '') continue
    if (noFixNames.test(key) && yesWords.has(word)) return true
    if (fixNames.test(key) && noWords.has(word)) return true
    if (fixTypeNames.test(key) && (word === '1' || noWords.has(word))) return true
  }
  return false
}

/** Speed above which an animal counts as moving; a resting receiver drifts by up to about 0.5 knots. */
export const movingKnots = 0.5

/** Bits of numbers, for `contentHash`. */
const double = new Float64Array(1)
const halves = new Int32Array(double.buffer)

/** The values that distinguish two readings of a neckband and an instant. */
interface Content extends Position {
  accuracyM: number
  rssi: number
  battery: number
  temperatureC: number
  activity: number
  moving: boolean | null
  tamper: boolean | null
}

/**
 * Returns a 32-bit hash of a reading's values, so that two readings of one second with other contents are both stored, and a reading
 * sent again is a duplicate. Computed from the bits, because this is the hot path.
 */
export function contentHash(content: Content): number {
  let hash = 0x811c_9dc5
  hash = mix(hash, content.longitude)
  hash = mix(hash, content.latitude)
  hash = mix(hash, content.accuracyM)
  hash = mix(hash, content.rssi)
  hash = mix(hash, content.battery)
  hash = mix(hash, content.temperatureC)
  hash = mix(hash, content.activity)
  hash = mix(hash, content.moving === null ? 2 : Number(content.moving))
  hash = mix(hash, content.tamper === null ? 2 : Number(content.tamper))
  return hash | 0
}

function mix(hash: number, value: number): number {
  // NaN has several bit patterns, and -0 is 0.
  double[0] = Number.isNaN(value) ? Number.MAX_VALUE : value + 0
  const high = Math.imul(hash ^ (halves[0] as number), 0x0100_0193)
  const low = Math.imul(high ^ (high >>> 15) ^ (halves[1] as number), 0x85eb_ca6b)
  return low ^ (low >>> 13)
}

/** A reading without any value. */
export const emptyReading = {
  gateway: null,
  gatewayAt: Number.NaN,
  longitude: Number.NaN,
  latitude: Number.NaN,
  accuracyM: Number.NaN,
  rssi: Number.NaN,
  battery: Number.NaN,
  temperatureC: Number.NaN,
  activity: Number.NaN,
  moving: null,
  tamper: null,
} as const
