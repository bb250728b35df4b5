import { useIntl } from 'react-intl'

/** A ratio as it is told: cut, never rounded up. */
export function Ratio({ ratio }: { ratio: string }) {
  const intl = useIntl()
  return intl.formatMessage({ id: 'coverage.times' }, { ratio: intl.formatNumber(Number(ratio), { minimumFractionDigits: 2, maximumFractionDigits: 2, roundingMode: 'trunc' }) })
}
