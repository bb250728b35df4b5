import { useIntl } from 'react-intl'
import { formatAge } from '../../locale/durations.ts'
import { useDataAge, type Freshness } from '../../store/useDataAge.ts'

interface Props extends Freshness {
  /** Newest data on the whole wall, herd time, epoch ms; about the same age is not repeated. */
  wallAt: number | null
}

/** Difference below which two ages count as equal, ms. */
const sameMs = 30_000

/** Age of data when it differs from the wall's, marked when over its limit. */
export function DataAge({ wallAt, ...freshness }: Props) {
  const intl = useIntl()
  const { ageMs, isStale } = useDataAge(freshness)
  const { at } = freshness
  const isSame = at !== null && wallAt !== null && Math.abs(at - wallAt) < sameMs
  if (ageMs === null || (isSame && !isStale)) return null
  const age = formatAge(intl, ageMs)
  return (
    <span className="wall-age row" data-stale={isStale || undefined}>
      <i aria-hidden="true" />
      {isStale ? intl.formatMessage({ id: 'age.stale' }, { age }) : age}
    </span>
  )
}
