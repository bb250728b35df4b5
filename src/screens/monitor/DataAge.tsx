import { useIntl } from 'react-intl'
import { useClock } from '../../store/clock.ts'
import { formatAge } from '../../locale/durations.ts'

export interface Freshness {
  /** When the data was last known to be so: ms of the page's monotonic clock; null: nothing has come yet. */
  seenMs: number | null
  /** Data older than this is not the present any more. */
  limitMs: number
}

/** How old data is, and whether that is too old. */
export function useAge({ seenMs, limitMs }: Freshness): { ageMs: number | null; stale: boolean } {
  const nowMs = useClock((state) => state.nowMs)
  const ageMs = seenMs === null ? null : Math.max(0, nowMs - seenMs)
  return { ageMs, stale: ageMs !== null && ageMs > limitMs }
}

/** The age in words, and the word for what is past its limit. */
export function DataAge(freshness: Freshness) {
  const intl = useIntl()
  const { ageMs, stale } = useAge(freshness)
  if (ageMs === null) return null
  const age = formatAge(intl, ageMs)
  return (
    <span className="wall-age row" data-stale={stale || undefined}>
      <i aria-hidden="true" />
      {stale ? intl.formatMessage({ id: 'age.stale' }, { age }) : age}
    </span>
  )
}
