import type { IntlShape } from 'react-intl'
import { formatsOf } from '../../../locale/formats.ts'

const yuan = { style: 'currency', currency: 'CNY', currencyDisplay: 'narrowSymbol', roundingMode: 'trunc' } as const

/** Formats an amount (decimal text) for reading from ten metres: without decimals, never rounded up. */
export function wholeAmount(intl: IntlShape, amount: string): string {
  return new Intl.NumberFormat(intl.locale, { ...yuan, maximumFractionDigits: 0 }).format(amount as `${number}`)
}

/** Formats an amount in few digits: ¥6140万. */
export function shortAmount(intl: IntlShape, amount: string): string {
  return new Intl.NumberFormat(intl.locale, { ...yuan, notation: 'compact', maximumSignificantDigits: 4 }).format(
    amount as `${number}`,
  )
}

/** Formats a coverage ratio (decimal text), truncated, never rounded up. */
export function ratioWords(intl: IntlShape, ratio: string | null): string {
  return ratio === null ? '–' : formatsOf(intl).coverage(ratio)
}

/** Formats a change: +4, −3, 0. */
export function changeWords(intl: IntlShape, change: number): string {
  return intl.formatNumber(change, { signDisplay: 'exceptZero' })
}
