import { useIntl } from 'react-intl'

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
  return {
    /** Formats a number or a decimal text; decimal text keeps its full precision. */
    write: (value: number | string) => format.format(value as number),
    /**
     * Returns the typed number as decimal text; empty when it is not a number.
     * A full stop also counts as the decimal sign, unless the language uses it to group digits.
     */
    read(typed: string): string {
      const group = decimal === ',' ? /[.\s\u00a0\u202f]/g : /[,，\s\u00a0\u202f]/g
      const plain = typed.normalize('NFKC').replaceAll(group, '').replace(decimal, '.')
      return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? plain : ''
    },
  }
}

export function useNumberWriting(places: number | undefined) {
  const { locale } = useIntl()
  return numberWriting(locale, places)
}
