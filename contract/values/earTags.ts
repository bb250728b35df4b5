import { z } from 'zod'

export const tagSchemes = ['CN', 'ISO_11784'] as const

const digits = /^\d{15}$/
/** First digit of a Chinese tag: pig, cattle, sheep or goat, sow. */
const species: Record<string, readonly string[]> = { 1: ['PIG'], 2: ['CATTLE'], 3: ['SHEEP', 'GOAT'], 7: ['PIG'] }
/** Maximum national id of ISO 11784, which has 38 bits. */
const highestNationalId = 274_877_906_943
/** Province codes of GB/T 2260, with which county codes begin. */
const provinces = new Set(
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82'.split(' '),
)

/**
 * An electronic ear tag. Both schemes have 15 digits, so the scheme must be stated. CN: species, county (six digits), serial number (eight).
 * ISO_11784: country or manufacturer (three), national id of 38 bits.
 */
export const electronicTagSchema = z
  .object({
    scheme: z.enum(tagSchemes),
    value: z
      .string()
      .trim()
      .max(60)
      .refine((value) => digits.test(value), 'tag_digits'),
  })
  .superRefine(({ scheme, value }, context) => {
    const fault = faultOf(scheme, value)
    if (fault !== null) context.addIssue({ code: 'custom', path: ['value'], message: fault })
  })
export type ElectronicTag = z.infer<typeof electronicTagSchema>

function faultOf(scheme: ElectronicTag['scheme'], value: string): 'tag_species' | 'tag_national_id' | null {
  if (!digits.test(value)) return null
  if (scheme === 'CN') return value.charAt(0) in species ? null : 'tag_species'
  return Number(value.slice(3)) > highestNationalId ? 'tag_national_id' : null
}

/** Returns a possible mistake in a valid tag: an unknown county, or a species that differs from the animal's. */
export function oddityOf(
  { scheme, value }: ElectronicTag,
  category: string | null | undefined,
): 'COUNTY' | 'SPECIES' | null {
  if (scheme !== 'CN') return null
  if (!provinces.has(value.slice(1, 3))) return 'COUNTY'
  const named = species[value.charAt(0)] ?? []
  return category == null || named.includes(category) ? null : 'SPECIES'
}

/** An ear tag without surrounding blanks, as stored. */
export const visualTagSchema = z.string().trim().min(1).max(64)
