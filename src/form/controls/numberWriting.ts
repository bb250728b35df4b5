import { useIntl } from 'react-intl'

/** How a language writes numbers, and how it reads them back. */
export function numberWriting(locale: string, places: number | undefined) {
  const format = new Intl.NumberFormat(locale, places === undefined ? { maximumFractionDigits: 20 } : { minimumFractionDigits: places, maximumFractionDigits: places })
  const parts = new Intl.NumberFormat(locale).formatToParts(12_345.6)
  const decimal = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  return {
    /** A number, or a decimal text, which is not rounded on the way. */
    write: (value: number | string) => format.format(value as number),
    /** The decimal text that was typed; empty where it is no number. A full stop is a decimal sign, too, where the language does not group with it. */
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
