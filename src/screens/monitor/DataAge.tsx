import { useIntl } from 'react-intl'
import { formatAge } from '../../locale/durations.ts'
import { useDataAge, type Freshness } from '../../store/useDataAge.ts'

/** The age of data in words, and the word for what is past its limit. */
export function DataAge(freshness: Freshness) {
  const intl = useIntl()
  const { ageMs, isStale } = useDataAge(freshness)
  if (ageMs === null) return null
  const age = formatAge(intl, ageMs)
  return (
    <span className="wall-age row" data-stale={isStale || undefined}>
      <i aria-hidden="true" />
      {isStale ? intl.formatMessage({ id: 'age.stale' }, { age }) : age}
    </span>
  )
}
