import { useIntl } from 'react-intl'
import type { FarmDay } from '#contract/projects/days/dailyLogs.ts'
import { Tag } from '../../../../list/grid/cells.tsx'
import type { Tone } from '../../../../list/describe.ts'
import { useFormats } from '../../../../locale/formats.ts'
import { joinParts } from '../../../../locale/joins.ts'

const tones: Record<FarmDay['alerts'][number]['severity'], Tone> = {
  CRITICAL: 'critical',
  MAJOR: 'major',
  MINOR: 'minor',
  INFO: 'neutral',
}
const maxShown = 5

interface Props {
  farm: FarmDay
  /** When the server sent the data. */
  at: string
  /** Whether reloading has failed. */
  isOld: boolean
}

/** The system's data about a farm, for comparison with the author's observations. */
export function SystemDay({ farm, at, isOld }: Props) {
  const intl = useIntl()
  const { count, instant } = useFormats()
  const { name, heard, ledger, windowMinutes, alerts, alertCount, timeZone } = farm
  const left = alertCount - Math.min(alerts.length, maxShown)
  return (
    <section className="panel log-part" aria-labelledby="log-system" data-old={isOld || undefined}>
      <h2 id="log-system" className="log-quiet">
        {joinParts(intl, name, intl.formatMessage({ id: 'dailyLog.systemSees' }))}
      </h2>
      <p className="log-heads">
        <strong>{count(heard)}</strong>{' '}
        <span>
          {intl.formatMessage({ id: 'dailyLog.ofLedger' }, { ledger: count(ledger), minutes: windowMinutes })}
        </span>
      </p>
      {isOld && (
        <p className="log-quiet">{intl.formatMessage({ id: 'dailyLog.asOf' }, { at: instant(at, timeZone) })}</p>
      )}
      {alertCount === 0 ? (
        <p className="log-quiet">{intl.formatMessage({ id: 'dailyLog.noAlerts' })}</p>
      ) : (
        <ul className="log-alerts">
          {alerts.slice(0, maxShown).map(({ id, kind, severity, subjectName }) => (
            <li key={id}>
              <Tag tone={tones[severity]}>{intl.formatMessage({ id: `alert.${kind}` })}</Tag> <bdi>{subjectName}</bdi>
            </li>
          ))}
          {left > 0 && (
            <li className="log-quiet">{intl.formatMessage({ id: 'dailyLog.moreAlerts' }, { count: left })}</li>
          )}
        </ul>
      )}
    </section>
  )
}
