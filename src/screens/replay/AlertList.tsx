import { useIntl } from 'react-intl'
import type { ReplayPeriod } from '#contract/herd/replay.ts'
import { useFormats } from '../../locale/formats.ts'
import { joinParts } from '../../locale/joins.ts'

interface Props {
  period: Pick<ReplayPeriod, 'alerts' | 'timeZone'>
  at: number
  onGo: (at: number, animalId: number | null) => void
}

/** Alerts of a period; each leads to its instant. */
export function AlertList({ period: { alerts, timeZone }, at, onGo }: Props) {
  const intl = useIntl()
  const formats = useFormats()
  return (
    <section className="panel replay-panel" aria-labelledby="replay-alerts">
      <h2 id="replay-alerts">{intl.formatMessage({ id: 'animal.alerts' })}</h2>
      {alerts.length === 0 ? (
        <p>{intl.formatMessage({ id: 'replay.noAlerts' })}</p>
      ) : (
        <ol className="replay-list">
          {alerts.map((alert) => (
            <li key={alert.id} data-severity={alert.severity} data-past={alert.at <= at || undefined}>
              <button type="button" onClick={() => onGo(alert.at, alert.animalId)}>
                <time dateTime={new Date(alert.at).toISOString()}>{formats.instant(alert.at, timeZone)}</time>{' '}
                {joinParts(
                  intl,
                  intl.formatMessage({ id: `severity.${alert.severity}` }),
                  intl.formatMessage({ id: `alert.${alert.kind}` }),
                  alert.subjectName,
                )}
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** Returns the animals with an open alert at an instant. */
export function alertedAt(alerts: ReplayPeriod['alerts'], at: number): ReadonlySet<number> {
  return new Set(
    alerts.flatMap(({ animalId, at: raisedAt, clearedAt }) =>
      animalId !== null && raisedAt <= at && (clearedAt === null || clearedAt > at) ? [animalId] : [],
    ),
  )
}
