import { z } from 'zod'
import { cleanId } from './writtenIds.ts'

const hexadecimal = /^(?:[0-9A-F]{12}|[0-9A-F]{16})$/
/** Pairs or fours of digits between dots, as switches write MACs. A dot elsewhere is part of an id, or of a number that a spreadsheet made. */
const dotted = /^(?:[0-9A-F]{2}(?:\.[0-9A-F]{2}){5}(?:(?:\.[0-9A-F]{2}){2})?|[0-9A-F]{4}(?:\.[0-9A-F]{4}){2,3})$/
/** A MAC or EUI whose leading zeros were left out: `A:0:1F:C:2:3`. */
const shortPairs = /^[0-9A-F]{1,2}(?::[0-9A-F]{1,2}){5}(?:(?::[0-9A-F]{1,2}){2})?$/

/**
 * Normalises a device id: MACs and EUIs arrive in either case, with and without separators.
 * @returns upper case, without separators when the rest is hexadecimal (12 or 16 digits); otherwise trimmed upper case
 */
export function foldDeviceId(text: string): string {
  const upper = text.trim().toUpperCase()
  if (shortPairs.test(upper)) return upper.replaceAll(/[^:]+/g, (pair) => pair.padStart(2, '0')).replaceAll(':', '')
  const bare = upper.replaceAll(dotted.test(upper) ? /\./g : /[:\-\s]/g, '')
  return hexadecimal.test(bare) ? bare : upper
}

export const deviceIdSchema = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .transform((id) => foldDeviceId(cleanId(id)))
