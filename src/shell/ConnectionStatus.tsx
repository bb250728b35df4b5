import { useIntl } from 'react-intl'
import { useClock } from '../store/clock.ts'
import { isCurrent, lastHeardMs, useConnection } from '../store/connection.ts'
import { gonePart, useStatus } from '../store/status.ts'
import { useEachSecond } from '../store/useEachSecond.ts'
import { formatAge } from '../locale/durations.ts'

/** So long it is said that the link was too slow for every frame: long enough to be read. */
const saidBehindMs = 10_000

interface Props {
  className: string
  /** How old the newest data on the screen is, ms; where that is not given, the age of the last frame is shown. */
  dataAgeMs?: number | null
}

/** Is the picture live or frozen? In a word, a shape and an age. A server that is there is not live without its database or its broker. */
export function ConnectionStatus({ className, dataAgeMs }: Props) {
  const intl = useIntl()
  const nowMs = useClock((state) => state.nowMs)
  // A change of kind shows at once; within a kind the age changes with the clock.
  useConnection((state) => state.connection.kind)
  const connection = useEachSecond(useConnection, (state) => state.connection)
  const behindMs = useConnection((state) => state.behindMs)
  const wasBehind = behindMs !== null && nowMs - behindMs < saidBehindMs && isCurrent(connection)
  const frameAgeMs = Math.max(0, nowMs - lastHeardMs(connection))
  const gone = gonePart(useStatus((state) => state.status))
  const herdAt = useClock((state) => state.herdAt)
  const kind = gone && isCurrent(connection) ? gone.part : connection.kind
  const newestMs = gone && herdAt !== null ? Math.max(0, herdAt - gone.since) : frameAgeMs
  const ageMs = isCurrent(connection) ? (dataAgeMs ?? newestMs) : frameAgeMs
  const isSlow = wasBehind && gone === null
  return (
    <span className={className} data-kind={kind}>
      <i aria-hidden="true" />
      {/* Read out when it changes; the age would be, every second. */}
      <b role="status">{intl.formatMessage({ id: isSlow ? 'connection.behind' : `connection.${kind}` })}</b>
      {connection.kind !== 'connecting' && <span>{formatAge(intl, ageMs)}</span>}
    </span>
  )
}
