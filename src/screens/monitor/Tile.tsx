import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useClock } from '../../store/clock.ts'
import { formatAge } from './durations.ts'

interface Props {
  title: ReactNode
  note?: ReactNode
  /** When its data was last known to be so: ms of the page's monotonic clock; null: nothing has come yet. */
  seenMs: number | null
  /** Data older than this is not the present any more. */
  limitMs: number
  className?: string
  children: ReactNode
}

/** A panel of the wall with the age of its data; past its limit it is hatched grey and says so. */
export function Tile({ title, note, seenMs, limitMs, className, children }: Props) {
  const intl = useIntl()
  const nowMs = useClock((state) => state.nowMs)
  const ageMs = seenMs === null ? null : Math.max(0, nowMs - seenMs)
  const stale = ageMs !== null && ageMs > limitMs
  return (
    <section className={`wall-tile ${className ?? ''}`} data-stale={stale || undefined}>
      <header className="wall-tile-head">
        <h2>
          {title}
          {note && <small>{note}</small>}
        </h2>
        {ageMs !== null && (
          <span className="wall-age" data-stale={stale || undefined}>
            <i aria-hidden="true" />
            {stale ? intl.formatMessage({ id: 'age.stale' }, { age: formatAge(intl, ageMs) }) : formatAge(intl, ageMs)}
          </span>
        )}
      </header>
      <div className="wall-tile-body">{children}</div>
    </section>
  )
}
