import { foldDeviceId } from '#contract/values/deviceIds.ts'
import type { Rejection } from '#contract/herd/readings.ts'
import type { Message } from '../message.ts'
import type { Reading } from '../../db/readings/batch.ts'

/**
 * Where a value of a reading may lie, ends included; outside it is a fault of the device, not a measurement. A receiver
 * hears no more than 0 dBm (a phone's antenna on the collar's gives about -20), and LoRa down to about -148. Accuracies
 * of 100 km come from cell towers; beyond 1,000 km a position says nothing.
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

/** The bounds of a number that is judged elsewhere. */
export const anywhere: Bounds = { low: -Number.MAX_VALUE, high: Number.MAX_VALUE }

/** The result of `readNumber` and `readLooseNumber` for a value that is out of its bounds (or, strictly, no number). */
export const faulty = Number.POSITIVE_INFINITY
/** The result of `readLooseNumber` for a value that is a word, as a battery of "LOW". */
export const wordy = Number.NEGATIVE_INFINITY

/** Closer to zero counts as zero: these values are stored as 4-byte floats, for which PostgreSQL refuses 1e-50. */
const least = 1e-37

/** @returns the number; NaN when it was not sent (absent or null); `faulty` */
export function readNumber(value: unknown, { low, high }: Bounds): number {
  if (typeof value === 'number') {
    if (!(value >= low && value <= high)) return faulty
    return value < least && value > -least ? 0 : value
  }
  return value === undefined || value === null ? Number.NaN : faulty
}

/**
 * As `readNumber`, and takes numbers sent as strings.
 * @returns the number; NaN when it was not sent (absent, null or an empty string); `faulty`; `wordy`
 */
export function readLooseNumber(value: unknown, limits: Bounds): number {
  const number = typeof value === 'string' ? toNumber(value) : value
  if (typeof number === 'number' || number === undefined || number === null) return readNumber(number, limits)
  return wordy
}

/** The number that a text is; the text itself when it is none; undefined when it is empty. */
function toNumber(text: string): number | string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : text
}

const longestDeviceId = 64

/** Whether a text needs no folding: digits and upper-case letters alone, as most senders write their ids. */
function isFolded(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (!((code >= 48 && code <= 57) || (code >= 65 && code <= 90))) return false
  }
  return text.length > 0
}

/**
 * A device id as a sender wrote it, folded. Control characters and halves of a surrogate pair are refused: no device
 * has them, and PostgreSQL can't store them.
 * @returns null when it is no id
 */
export function readDeviceId(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > longestDeviceId) return null
  if (isFolded(value)) return value
  const folded = foldDeviceId(value)
  return folded === '' || /[\p{Cc}\p{Cs}]/u.test(folded) ? null : folded
}

/** A text or a number as a text; nothing of anything else, which may have a `toString` that is no function. */
export function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// Not fatal: what is no UTF-8 becomes U+FFFD, which no JSON needs outside strings and no device has in its id.
const decoder = new TextDecoder()

/** The bytes as text, without a byte order mark. */
export function readText(body: Uint8Array): string {
  return decoder.decode(body)
}

/** @returns the value; undefined, which no JSON gives, when the bytes are no JSON */
export function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(readText(body))
  } catch {
    // A SyntaxError, or a RangeError where nesting is too deep or the text too long.
    return undefined
  }
}

/** A message in which there is nothing to read. */
export function refuse(reason: 'BAD_JSON' | 'BAD_SHAPE' | 'TOO_MANY_READINGS', field: string): Message {
  return { ok: false, reason, field }
}

/**
 * Names a gateway's time that is no time. The readings are stored all the same, without it: the rejection stands with
 * the first of them.
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
