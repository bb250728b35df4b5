import { foldDeviceId } from '#contract/values/deviceIds.ts'
import type { Rejection } from '#contract/herd/readings.ts'
import type { Message } from '../message.ts'
import type { Reading } from '../../db/readings/batch.ts'

/**
 * Valid ranges of values, ends included; a value outside is a device fault. Receivers
 * report at most 0 dBm (a phone next to the collar about -20), and LoRa down to about -148. Accuracies
 * of 100 km come from cell towers; beyond 1,000 km a position is useless.
 */
export const bounds = {
  rssi: { low: -150, high: 0 },
  battery: { low: 0, high: 100 },
  temperatureC: { low: -60, high: 90 },
  activity: { low: 0, high: 1 },
  accuracyM: { low: 0, high: 1_000_000 },
} as const
export interface Bounds {
  readonly low: number
  readonly high: number
}

/** Bounds of a number that is validated elsewhere. */
export const anywhere: Bounds = { low: -Number.MAX_VALUE, high: Number.MAX_VALUE }

/** Result of `readNumber` and `readLooseNumber` for a value out of bounds, or in `readNumber` for a value that is not a number. */
export const faulty = Number.POSITIVE_INFINITY
/** Result of `readLooseNumber` for a word, such as a battery of "LOW". */
export const wordy = Number.NEGATIVE_INFINITY

/** Smaller magnitudes become zero: values are stored as 4-byte floats, for which PostgreSQL rejects 1e-50. */
const minMagnitude = 1e-37

/** @returns the number; NaN when absent or null; `faulty` */
export function readNumber(value: unknown, { low, high }: Bounds): number {
  if (typeof value === 'number') {
    if (!(value >= low && value <= high)) return faulty
    return value < minMagnitude && value > -minMagnitude ? 0 : value
  }
  return value === undefined || value === null ? Number.NaN : faulty
}

/**
 * Reads a number like `readNumber`, and also accepts numbers sent as strings.
 * @returns the number; NaN when absent, null or an empty string; `faulty`; `wordy`
 */
export function readLooseNumber(value: unknown, limits: Bounds): number {
  const number = typeof value === 'string' ? toNumber(value) : value
  if (typeof number === 'number' || number === undefined || number === null) return readNumber(number, limits)
  return wordy
}

/** Returns the number in a text; the text itself when it is not a number; undefined when it is empty. */
function toNumber(text: string): number | string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : text
}

const maxDeviceIdLength = 64

/** Returns whether a text is already normalised: only digits and upper-case letters, as most senders write their ids. */
function isFolded(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (!((code >= 48 && code <= 57) || (code >= 65 && code <= 90))) return false
  }
  return text.length > 0
}

/**
 * Normalises a device id. Rejects control characters and unpaired surrogates: no device has them, and PostgreSQL cannot
 * store them.
 * @returns null when it is not an id
 */
export function readDeviceId(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > maxDeviceIdLength) return null
  if (isFolded(value)) return value
  const folded = foldDeviceId(value)
  return folded === '' || /[\p{Cc}\p{Cs}]/u.test(folded) ? null : folded
}

/** Returns a text or number as text, else ''. Other values may have a `toString` that is not a function. */
export function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// Not fatal: invalid UTF-8 becomes U+FFFD, which JSON never needs outside strings and no device id contains.
const decoder = new TextDecoder()

/** Decodes bytes as text, without a byte order mark. */
export function readText(body: Uint8Array): string {
  return decoder.decode(body)
}

/** @returns the value; undefined, which no JSON yields, when the bytes are not JSON */
export function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(readText(body))
  } catch {
    // A SyntaxError, or a RangeError when nesting is too deep or the text too long.
    return undefined
  }
}

/** Returns the result for an unreadable message. */
export function refuse(reason: 'BAD_JSON' | 'BAD_SHAPE' | 'TOO_MANY_READINGS', field: string): Message {
  return { ok: false, reason, field }
}

/**
 * Records an invalid gateway time. The readings are stored without it; the rejection is attached to
 * the first one.
 */
export function rejectGatewayTime(readings: Reading[], rejected: Rejection[]): void {
  const [first] = readings
  if (first) rejected.push({ index: first.index, field: 'sentAt', reason: 'BAD_TIME', kept: true })
}

/** FNV-1a over UTF-16 code units, as a signed 32-bit integer. */
export function hash32(text: string): number {
  let hash = 0x811c_9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x0100_0193)
  return hash | 0
}
