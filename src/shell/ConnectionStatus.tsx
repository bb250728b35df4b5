import { useIntl } from 'react-intl'
import { useClock } from '../store/clock.ts'
import { isCurrent, lastHeardMs, useConnection } from '../store/connection.ts'
import { failedDependency, useStatus } from '../store/status.ts'
import { freshnessOf, useHeadcounts } from '../store/headcounts.ts'
import { useDataAge, type DataAge, type Freshness } from '../store/useDataAge.ts'
import { useEachSecond } from '../store/useEachSecond.ts'
import { formatAge } from '../locale/durations.ts'

/** How long the notice about a slow link stays, ms; long enough to read. */
const behindNoticeMs = 10_000

interface Props {
  className: string
  /** Newest data behind the screen; by default the newest reading of the farms that the viewer may see. */
  freshness?: Freshness
}

/**
 * Shows by text, shape and age whether the data is live. The data's age decides, not the last frame's: a connection that brings only old data is
 * catching up or late, and a server without its database or its broker is not live either.
 */
export function ConnectionStatus({ className, freshness }: Props) {
  const intl = useIntl()
  const nowMs = useClock((state) => state.nowMs)
  // A change of kind shows immediately; the age within a kind follows the clock.
  useConnection((state) => state.connection.kind)
  const connection = useEachSecond(useConnection, (state) => state.connection)
  const behindMs = useConnection((state) => state.behindMs)
  const wasBehind = behindMs !== null && nowMs - behindMs < behindNoticeMs && isCurrent(connection)
  const frameAgeMs = Math.max(0, nowMs - lastHeardMs(connection))
  const unavailable = failedDependency(useStatus((state) => state.status))
  const herdAt = useClock((state) => state.herdAt)
  const headcounts = useHeadcounts((state) => state.byFarm)
  const data = useDataAge(freshness ?? freshnessOf(...headcounts.values()))
  const kind = isCurrent(connection) ? (unavailable?.part ?? kindOf(data) ?? connection.kind) : connection.kind
  const newestMs = unavailable && herdAt !== null ? Math.max(0, herdAt - unavailable.since) : frameAgeMs
  const ageMs = isCurrent(connection) ? (data.ageMs ?? newestMs) : frameAgeMs
  const isSlow = wasBehind && kind === connection.kind
  return (
    <span className={className} data-kind={kind}>
      <i aria-hidden="true" />
      {/* Announced on change; an announced age would be read out every second. */}
      <b role="status">{intl.formatMessage({ id: isSlow ? 'connection.behind' : `connection.${kind}` })}</b>
      {connection.kind !== 'connecting' && <span>{formatAge(intl, ageMs)}</span>}
    </span>
  )
}

/** Returns what the age of the data says over a working connection; null: it is live. */
function kindOf({ isCatchingUp, isStale, ageMs }: DataAge): 'catchingUp' | 'late' | null {
  if (ageMs === null) return null
  if (isCatchingUp) return 'catchingUp'
  return isStale ? 'late' : null
}
