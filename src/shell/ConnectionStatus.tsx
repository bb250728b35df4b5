import { useIntl } from 'react-intl'
import { useClock } from '../store/clock.ts'
import { isCurrent, lastHeardMs, useConnection } from '../store/connection.ts'
import { failedDependency, useStatus } from '../store/status.ts'
import { useEachSecond } from '../store/useEachSecond.ts'
import { formatAge } from '../locale/durations.ts'

/** How long the notice about a slow link stays, ms; long enough to read. */
const behindNoticeMs = 10_000

interface Props {
  className: string
  /** Age of the newest data on the screen, ms; by default the age of the last frame is shown. */
  dataAgeMs?: number | null
}

/** Shows by text, shape and age whether the data is live. A server without its database or its broker does not count as live. */
export function ConnectionStatus({ className, dataAgeMs }: Props) {
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
  const kind = unavailable && isCurrent(connection) ? unavailable.part : connection.kind
  const newestMs = unavailable && herdAt !== null ? Math.max(0, herdAt - unavailable.since) : frameAgeMs
  const ageMs = isCurrent(connection) ? (dataAgeMs ?? newestMs) : frameAgeMs
  const isSlow = wasBehind && unavailable === null
  return (
    <span className={className} data-kind={kind}>
      <i aria-hidden="true" />
      {/* Announced on change; an announced age would be read out every second. */}
      <b role="status">{intl.formatMessage({ id: isSlow ? 'connection.behind' : `connection.${kind}` })}</b>
      {connection.kind !== 'connecting' && <span>{formatAge(intl, ageMs)}</span>}
    </span>
  )
}
