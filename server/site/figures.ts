import type { Language } from '../languages.ts'

/**
 * The home page's claims about the product, none above what was measured. Each names its part, table and row of bench/README.md;
 * `npm run bench` fails when a claim exceeds its row (bench/site/claims.ts).
 */
export const figures = {
  /** Times a second at which a wall gets the newest position of each animal; the row counts positions of `animals`. */
  rate: { value: 7, part: 'pipe', table: 'The whole pipe', row: 'newest positions/s to each viewer', animals: 12_000 },
  /** Animals that move on one map once a second. */
  heads: { value: 100_000, part: 'map', table: 'All animals moving once a second', row: '100,000' },
  /** Readings that were acknowledged and are not in the database, of so many. */
  lost: {
    value: 0,
    of: 11_000_000,
    part: 'pipe',
    table: 'The whole pipe',
    row: 'readings acknowledged, in all',
    stored: 'rows in the database',
  },
} as const

/** Returns a large number in everyday words: `100,000`, `12 million`, `10 万`. */
export function sayNumber(language: Language, value: number): string {
  const isWritten = value < 1000 || (language === 'en-US' && value < 1_000_000)
  const text = new Intl.NumberFormat(language, isWritten ? {} : { notation: 'compact', compactDisplay: 'long' }).format(
    value,
  )
  return text.replace(/(\d)(\p{Script=Han})/u, '$1 $2')
}
