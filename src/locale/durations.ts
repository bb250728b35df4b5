import type { IntlShape } from 'react-intl'

/** Formats a duration: 04:12 under an hour, then hours with minutes while those matter, then days. */
export function formatSpan(intl: IntlShape, spanMs: number): string {
  const seconds = Math.max(0, Math.floor(spanMs / 1000))
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${String(minutes).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
  const hours = Math.floor(minutes / 60)
  if (hours < 10) return intl.formatMessage({ id: 'span.hours' }, { hours, minutes: minutes % 60 })
  if (hours < 48) return intl.formatMessage({ id: 'span.wholeHours' }, { hours })
  return intl.formatMessage({ id: 'span.days' }, { days: Math.floor(hours / 24) })
}

/** Formats the age of data, at first with tenths of a second, which distinguish a live picture from a frozen one. */
export function formatAge(intl: IntlShape, ageMs: number): string {
  const seconds = Math.max(0, ageMs) / 1000
  if (seconds < 10)
    return intl.formatMessage(
      { id: 'age.seconds' },
      { seconds: intl.formatNumber(seconds, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) },
    )
  if (seconds < 100) return intl.formatMessage({ id: 'age.seconds' }, { seconds: Math.floor(seconds) })
  if (seconds < 5400) return intl.formatMessage({ id: 'age.minutes' }, { minutes: Math.round(seconds / 60) })
  const hours = Math.round(seconds / 3600)
  return hours < 48
    ? intl.formatMessage({ id: 'age.hours' }, { hours })
    : intl.formatMessage({ id: 'age.days' }, { days: Math.floor(hours / 24) })
}
