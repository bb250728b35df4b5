import { useIntl } from 'react-intl'
import { useClock } from '../store/clock.ts'
import { isCurrent, lastHeardMs, useConnection } from '../store/connection.ts'
import { useEachSecond } from '../store/useEachSecond.ts'
import { formatAge } from '../locale/durations.ts'

/** So long it is said that the link was too slow for every frame: long enough to be read. */
const saidBehindMs = 10_000

interface Props {
  className: string
  /** How old the newest data on the screen is, ms; where that is not given, the age of the last frame is shown. */
  dataAgeMs?: number | null
}

/** Is the picture live or frozen? In a word, a shape and an age. */
export function ConnectionStatus({ className, dataAgeMs }: Props) {
  const intl = useIntl()
  const nowMs = useClock((state) => state.nowMs)
  // A change of kind shows at once; within a kind the age changes with the clock.
  useConnection((state) => state.connection.kind)
  const connection = useEachSecond(useConnection, (state) => state.connection)
  const behindMs = useConnection((state) => state.behindMs)
  const wasBehind = behindMs !== null && nowMs - behindMs < saidBehindMs && isCurrent(connection)
  const frameAgeMs = Math.max(0, nowMs - lastHeardMs(connection))
  const ageMs = isCurrent(connection) ? (dataAgeMs ?? frameAgeMs) : frameAgeMs
  return (
    <span className={className} data-kind={connection.kind}>
      <i aria-hidden="true" />
      {/* Read out when it changes; the age would be, every second. */}
      <b role="status">{intl.formatMessage({ id: wasBehind ? 'connection.behind' : `connection.${connection.kind}` })}</b>
      {connection.kind !== 'connecting' && <span>{formatAge(intl, ageMs)}</span>}
    </span>
  )
}
