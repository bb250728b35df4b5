import { z } from 'zod'
import { countryNumbers } from './countryNumbers.ts'
import { cleanId } from './writtenIds.ts'

export const tagSchemes = ['CN', 'ISO_11784'] as const

const digits = /^\d{15}$/
/** First digit of a Chinese tag: pig, cattle, sheep or goat, sow. */
const species: Record<string, readonly string[]> = { 1: ['PIG'], 2: ['CATTLE'], 3: ['SHEEP', 'GOAT'], 7: ['PIG'] }
/** Numbers of ISO 11784 in place of a country: not set, and transponders for tests. */
const noCountry = '000'
const testCountry = '999'
/** Letters before a code that name no country: of readers, standards and the animal bit. */
const prefixes = new Set(['A', 'LA', 'E', 'EID', 'RFID', 'ISO', 'ICAR', 'FDX', 'FDXB', 'HDX', 'NO', 'ID'])
/** ISO 24631-6: animal, retagging, user information, reserved (in all five digits), data block, country with or without a zero, national id. */
const fromReader = /^(?:L?A|1)\d{5}[01]0?(\d{15})$/
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

type TagFault = 'tag_species' | 'tag_national_id' | 'tag_zeros'

function faultOf(scheme: ElectronicTag['scheme'], value: string): TagFault | null {
  if (!digits.test(value)) return null
  if (scheme === 'CN') return value.charAt(0) in species ? null : 'tag_species'
  if (value.startsWith(noCountry) || /^0+$/.test(value.slice(3))) return 'tag_zeros'
  return Number(value.slice(3)) > highestNationalId ? 'tag_national_id' : null
}

/** Returns a possible mistake in a valid tag: a code of tests, an unknown county, or a species that differs from the animal's. */
export function oddityOf(
  { scheme, value }: ElectronicTag,
  category: string | null | undefined,
): 'COUNTY' | 'SPECIES' | 'TEST' | null {
  if (scheme !== 'CN') return value.startsWith(testCountry) ? 'TEST' : null
  if (!provinces.has(value.slice(1, 3))) return 'COUNTY'
  const named = species[value.charAt(0)] ?? []
  return category == null || named.includes(category) ? null : 'SPECIES'
}

/**
 * Returns the 15 digits of an electronic tag as readers, labels and spreadsheets write it: in groups, with the country's letters (`BR`) or
 * its number in four digits (`0826`), or as ISO 24631 shows the whole transponder (`A 00000 0 982 000123456789`).
 * @returns the text as it is when it is no such form
 */
export function foldElectronicTag(text: string): string {
  const clean = cleanId(text)
  const bare = clean.toUpperCase().replaceAll(/[\s\-._:/,]/g, '')
  if (digits.test(bare)) return bare
  const [, read] = fromReader.exec(bare) ?? []
  if (read !== undefined) return read
  const [, letters = '', number = ''] = /^([A-Z]*)(\d+)$/.exec(bare) ?? []
  const country = countryNumbers.get(letters)
  const whole = /^0\d{15}$/.test(number) ? number.slice(1) : number
  if (digits.test(whole) && (letters === '' || prefixes.has(letters) || whole.startsWith(country ?? ' '))) return whole
  return country !== undefined && /^\d{12}$/.test(number) ? `${country}${number}` : clean
}

/** An ear tag without surrounding blanks, as stored. */
export const visualTagSchema = z.string().trim().min(1).max(64)
