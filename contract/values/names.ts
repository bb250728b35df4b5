import { z } from 'zod'

/** Scripts whose letters look alike: a word that mixes them can pass for another word. */
const alike = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Lisu'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
)
/** Characters without a picture of their own: control, direction, joiners, line breaks, unassigned. The vowel separator is Mongolian spelling. */
const unseen = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?!\u{180e})\p{Cf}/u

/** Whether a name shows everything that it contains, and no word of it mixes scripts whose letters look alike. */
export function isPlainName(name: string): boolean {
  if (unseen.test(name)) return false
  const words = name.match(/[\p{L}\p{M}]+/gu) ?? []
  return words.every((word) => alike.filter((letters) => letters.test(word)).length <= 1)
}

/** A name that people recognise others by: without invisible characters and look-alike letters. */
export function nameSchema(max: number, min = 1) {
  return z.string().trim().min(min).max(max).refine(isPlainName, 'name')
}
