import { useIntl } from 'react-intl'

/** Blanks that group digits, and the apostrophe of Switzerland. */
const blanks = /[\s\u00a0\u202f'’]/

/** Formats and parses numbers in a language. */
export function numberWriting(locale: string, places: number | undefined) {
  const format = new Intl.NumberFormat(
    locale,
    places === undefined
      ? { maximumFractionDigits: 20 }
      : { minimumFractionDigits: places, maximumFractionDigits: places },
  )
  const parts = new Intl.NumberFormat(locale).formatToParts(12_345.6)
  const decimal = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  const group = decimal === ',' ? '.' : ','
  const grouped = new RegExp(
    // No grouped number begins with 0: `0.500` in Portuguese is half of one, and refused.
    `^[+-]?[1-9]\\d{0,2}(?:(?:${blanks.source}\\d{3})+|(?:[${group}]\\d{3})+)(?:[${decimal}](\\d*))?$`,
  )
  const plain = new RegExp(`^[+-]?(?:\\d+(?:[${decimal}](\\d*))?|[${decimal}](\\d+))$`)
  return {
    /** Formats a number or a decimal text; decimal text keeps its full precision. */
    write: (value: number | string) => format.format(value as number),
    /**
     * Returns the typed number as decimal text; empty when it is not a number of the language: its digits are grouped otherwise
     * (`60.000,50` in Chinese), or it has more decimals than the field.
     */
    read(typed: string): string {
      const text = typed.normalize('NFKC').trim()
      const found = grouped.exec(text) ?? plain.exec(text)
      if (found === null) return ''
      const decimals = found[1] ?? found[2] ?? ''
      if (places !== undefined && decimals.length > places) return ''
      const bare = text.replaceAll(new RegExp(`[${group}]|${blanks.source}`, 'g'), '').replace(decimal, '.')
      return bare.endsWith('.') ? bare.slice(0, -1) : bare
    },
  }
}

export function useNumberWriting(places: number | undefined) {
  const { locale } = useIntl()
  return numberWriting(locale, places)
}
