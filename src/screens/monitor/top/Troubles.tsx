import { useIntl, type IntlShape } from 'react-intl'
import type { Scene } from '#contract/herd/monitor.ts'
import { useFailures } from '../../../api/failures.ts'
import { formatSpan } from '../../../locale/durations.ts'
import { listWords } from '../../../locale/joins.ts'
import { useClock } from '../../../store/clock.ts'
import { lastHeardMs, useConnection } from '../../../store/connection.ts'
import { useRates } from '../../../store/rates.ts'
import { useScene } from '../../../store/scene.ts'
import { useStatus } from '../../../store/status.ts'
import { useConnectionTrouble } from '../../../store/useConnectionTrouble.ts'
import { useEachSecond } from '../../../store/useEachSecond.ts'
import { SeverityMark } from '../../../entities/alerts/SeverityMark.tsx'
import { refusals } from './rates.ts'

/** Maximum farms listed by name; more are only counted. */
const farmsNamed = 3

/** Problems of the system itself, across the screen, so that a frozen picture never looks live. */
export function Troubles({ timeZone }: { timeZone: string }) {
  const lines = useTroubles(timeZone)
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

function useTroubles(timeZone: string): string[] {
  const intl = useIntl()
  const nowMs = useClock((state) => state.nowMs)
  useConnection((state) => state.connection.kind)
  const connection = useEachSecond(useConnection, (state) => state.connection)
  const status = useStatus((state) => state.status)
  const trouble = useConnectionTrouble()
  const { scene, isFailed: sceneFailed } = useScene()
  const skewMs = useFailures((state) => state.clockSkewMs)
  const refused = refusals(useRates((state) => state.byFarm))
  const clock = (at: number) =>
    intl.formatTime(at, { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
  const lines: string[] = []
  if (connection.kind === 'offline' || connection.kind === 'stale') {
    const span = formatSpan(intl, nowMs - lastHeardMs(connection))
    const causes = { network: 'trouble.network', database: 'trouble.noDatabase', stale: 'trouble.stale' } as const
    const id =
      trouble === 'network' || trouble === 'database' || trouble === 'stale' ? causes[trouble] : 'trouble.offline'
    lines.push(intl.formatMessage({ id }, { span }))
  } else if (status) {
    const { database, broker } = status
    if (!database.up) lines.push(intl.formatMessage({ id: 'trouble.database' }, { time: clock(database.since) }))
    else if (database.closedSince !== undefined)
      lines.push(intl.formatMessage({ id: 'trouble.connections' }, { time: clock(database.closedSince) }))
    if (!broker.up)
      lines.push(
        intl.formatMessage(
          { id: broker.fault ? `trouble.broker.${broker.fault}` : 'trouble.broker' },
          { time: clock(broker.since) },
        ),
      )
    for (const { reason, source, farmIds } of broker.up ? refused : []) {
      const farms = farmNames(intl, scene, farmIds)
      const why = intl.formatMessage({ id: `reason.${reason}` })
      if (source === null) lines.push(intl.formatMessage({ id: 'trouble.refused' }, { farms, reason: why }))
      else lines.push(intl.formatMessage({ id: 'trouble.refusedOf' }, { farms, reason: why, source }))
    }
  }
  if (status?.clock)
    lines.push(intl.formatMessage({ id: 'trouble.clock' }, { span: formatSpan(intl, Math.abs(status.clock.aheadMs)) }))
  if (skewMs !== null)
    lines.push(intl.formatMessage({ id: 'fault.clock' }, { minutes: Math.round(Math.abs(skewMs) / 60_000) }))
  if (sceneFailed && lines.length === 0) lines.push(intl.formatMessage({ id: 'trouble.scene' }))
  return lines
}

function farmNames(intl: IntlShape, scene: Scene | null, farmIds: readonly number[]): string {
  const names = farmIds.flatMap((farmId) => scene?.farms.find(({ id }) => id === farmId)?.name ?? [])
  return names.length > farmsNamed
    ? intl.formatMessage({ id: 'figures.farms' }, { farms: names.length })
    : listWords(intl, names)
}
