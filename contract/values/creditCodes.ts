import { z } from 'zod'

/** The 31 characters of GB 32100-2015, each with its index as value: no I, O, S, V or Z. */
const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]

/** Whether a text is a unified social credit code: 18 characters, the last of which is the mod-31 check character. */
export function isCreditCode(code: string): boolean {
  if (code.length !== 18) return false
  const values = Array.from(code, (letter) => alphabet.indexOf(letter))
  if (values.includes(-1)) return false
  const sum = weights.reduce((total, weight, place) => total + weight * (values[place] ?? 0), 0)
  return values[17] === (31 - (sum % 31)) % 31
}

/** A unified social credit code as a person types it; parses to upper case. */
export const creditCodeSchema = z
  .string()
  .max(40)
  .transform((text) => text.trim().toUpperCase())
  .refine(isCreditCode, 'credit_code')
