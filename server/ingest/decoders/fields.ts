import { foldDeviceId } from '#contract/values/deviceIds.ts'
import type { Rejection } from '#contract/herd/readings.ts'
import type { Message } from '../message.ts'
import type { Reading } from '../../db/readings/batch.ts'

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

/** Length of a Bluetooth address, digits. */
const addressDigits = 12

/** Reads a device id like `readDeviceId`, and also an address that lost its quotes and leading zeros: 112233445566. */
export function readLooseDeviceId(value: unknown): string | null {
  const isNumber = typeof value === 'number' && Number.isSafeInteger(value) && value > 0
  return readDeviceId(isNumber ? String(value).padStart(addressDigits, '0') : value)
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

/** Strings, which stay as they are, and missing numbers as C, Python and JavaScript write them into JSON. */
const textsAndNoNumbers =
  /"(?:[^"\\]|\\[^]?)*(?:"|$)|[+-]?\b(?:NaN|Infinity|inf)\b(?:\(\w*\))?|\bundefined\b|\bNone\b/gi
const noNumber = /nan|inf|undefined|none/i

/**
 * Parses JSON. A bare NaN, Infinity or `undefined`, which many senders write for a value that they do not know, counts as null.
 * @returns the value; undefined, which no JSON yields, when the bytes are not JSON
 */
export function readJson(body: Uint8Array): unknown {
  const text = readText(body)
  const value = parseJson(text)
  if (value !== undefined || !noNumber.test(text)) return value
  return parseJson(text.replaceAll(textsAndNoNumbers, (found) => (found.startsWith('"') ? found : 'null')))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
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
