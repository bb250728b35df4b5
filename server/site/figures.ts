import type { Language } from '../languages.ts'

/**
 * The home page's claims about the product. Each figure is at most a measured one: it names its part, table and row of bench/README.md,
 * and `figures.test.ts` fails when it claims more than that row.
 */
export const figures = {
  /** Updates per second of each animal's newest position on a wall; the row counts positions of `animals` animals. */
  rate: { value: 7, part: 'pipe', table: 'The whole pipe', row: 'newest positions/s to each viewer', animals: 12_000 },
  /** Animals moving on one map once a second. */
  heads: { value: 100_000, part: 'map', table: 'All animals moving once a second', row: '100,000' },
  /** Lost readings among `of` acknowledged ones. */
  lost: { value: 0, of: 11_000_000, part: 'pipe', table: 'The whole pipe', row: 'readings acknowledged, in all', stored: 'rows in the database' },
} as const

/** Formats a large number in words: `100,000`, `12 million`, `10 万`. */
export function sayNumber(language: Language, value: number): string {
  const isWritten = value < 1000 || (language === 'en-US' && value < 1_000_000)
  const text = new Intl.NumberFormat(language, isWritten ? {} : { notation: 'compact', compactDisplay: 'long' }).format(value)
  return text.replace(/(\d)(\p{Script=Han})/u, '$1 $2')
}
