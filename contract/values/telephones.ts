import { z } from 'zod'

const chineseMobile = /^1[3-9]\d{9}$/
const international = /^\+[1-9]\d{6,14}$/

/**
 * Normalises a telephone number to E.164 (`+8613800000000`). A number without a country code is a Chinese mobile; spaces, hyphens, dots and brackets
 * are ignored.
 * @returns undefined when the text is no telephone number
 */
export function readTelephone(text: string): string | undefined {
  const bare = text.replaceAll(/[\s\-.()（）]/g, '').replace(/^00/, '+')
  if (international.test(bare)) return bare.startsWith('+86') && !chineseMobile.test(bare.slice(3)) ? undefined : bare
  return chineseMobile.test(bare) ? `+86${bare}` : undefined
}

/** A telephone number as a person types it; parses to E.164. */
export const telephoneSchema = z
  .string()
  .min(1)
  .max(40)
  .transform((text, context) => {
    const telephone = readTelephone(text)
    if (telephone !== undefined) return telephone
    context.addIssue({ code: 'custom', message: 'telephone' })
    return z.NEVER
  })
