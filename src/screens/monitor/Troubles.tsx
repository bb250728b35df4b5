import { useIntl } from 'react-intl'
import { useClock } from '../../store/clock.ts'
import { lastHeardMs, useConnection } from '../../store/connection.ts'
import { useFailures } from '../../api/failures.ts'
import { useScene } from '../../store/scene.ts'
import { useStatus } from '../../store/status.ts'
import { useEachSecond } from '../../store/useEachSecond.ts'
import { formatSpan } from '../../locale/durations.ts'
import { SeverityMark } from './Marks.tsx'

/** What is wrong with the product itself, across the screen: a frozen picture must never look live. */
export function Troubles({ timeZone }: { timeZone: string }) {
  const intl = useIntl()
  const nowMs = useClock((state) => state.nowMs)
  useConnection((state) => state.connection.kind)
  const connection = useEachSecond(useConnection, (state) => state.connection)
  const status = useStatus((state) => state.status)
  const sceneFailed = useScene().isFailed
  const skewMs = useFailures((state) => state.clockSkewMs)
  const clock = (at: number) => intl.formatTime(at, { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
  const lines: string[] = []
  if (connection.kind === 'offline' || connection.kind === 'stale') {
    const span = formatSpan(intl, nowMs - lastHeardMs(connection))
    lines.push(intl.formatMessage({ id: connection.kind === 'offline' ? 'trouble.offline' : 'trouble.stale' }, { span }))
  } else if (status) {
    if (!status.database.up) lines.push(intl.formatMessage({ id: 'trouble.database' }, { time: clock(status.database.since) }))
    if (!status.broker.up) lines.push(intl.formatMessage({ id: 'trouble.broker' }, { time: clock(status.broker.since) }))
  }
  if (status?.clock) lines.push(intl.formatMessage({ id: 'trouble.clock' }, { span: formatSpan(intl, Math.abs(status.clock.aheadMs)) }))
  if (skewMs !== null) lines.push(intl.formatMessage({ id: 'fault.clock' }, { minutes: Math.round(Math.abs(skewMs) / 60_000) }))
  if (sceneFailed && lines.length === 0) lines.push(intl.formatMessage({ id: 'trouble.scene' }))
  return (
    <div className="wall-troubles" role="alert">
      {lines.map((line) => (
        <p key={line}>
          <SeverityMark severity="CRITICAL" />
          {line}
        </p>
      ))}
    </div>
  )
}
