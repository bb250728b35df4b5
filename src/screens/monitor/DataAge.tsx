import { useIntl } from 'react-intl'
import { formatAge } from '../../locale/durations.ts'
import { useDataAge, type Freshness } from '../../store/useDataAge.ts'

interface Props extends Freshness {
  /** When the newest data of the whole wall was made: an age that is about the same goes without saying. */
  wallAt: number | null
}

/** Ages that differ by less, ms, are one age. */
const sameMs = 30_000

/** The age of data in words where it is not the age of all the wall, and the word for what is past its limit. */
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
