import { useState } from 'react'
import { useIntl } from 'react-intl'
import type { Alert } from '#contract/alerts/alerts.ts'
import { severities } from '#contract/alerts/alertKinds.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import { useClock } from '../../../store/clock.ts'
import { AcknowledgeDialog } from './AcknowledgeDialog.tsx'
import { groupAlerts, type AlertGroup } from './alertGroups.ts'
import { alertMatter, alertPlace } from './alertPlace.ts'
import { formatSpan } from '../../../locale/durations.ts'
import { SeverityMark } from '../Marks.tsx'
import { joinParts } from '../../../locale/joins.ts'

interface Props {
  scene: Scene
  alerts: readonly Alert[]
  known: boolean
  mayAcknowledge: boolean
  /** The alert that the map is at. */
  currentAlertId: number | null
  onShow: (alert: Alert) => void
}

/** Rows that a column of the wall has room for; more are a number below. */
const shown = 7

export function AlertPanel({ scene, alerts, known, mayAcknowledge, currentAlertId, onShow }: Props) {
  const intl = useIntl()
  const [taking, setTaking] = useState<readonly Alert[] | null>(null)
  const groups = groupAlerts(alerts)
  const rest = groups.slice(shown).reduce((count, group) => count + group.alerts.length, 0)
  return (
    <>
      <ul className="wall-severities">
        {severities.slice(0, 3).map((severity) => {
          const count = alerts.filter((alert) => alert.severity === severity).length
          return (
            <li key={severity} data-severity={severity} data-none={count === 0 || undefined}>
              <SeverityMark severity={severity} />
              <span>{intl.formatMessage({ id: `severity.${severity}` })}</span>
              <strong>{known ? intl.formatNumber(count) : '–'}</strong>
            </li>
          )
        })}
      </ul>
      {groups.length > 0 && (
        <ul className="wall-alerts">
          {groups.slice(0, shown).map((group) => (
            <AlertEntry
              key={group.key}
              group={group}
              scene={scene}
              current={group.alerts.some(({ id }) => id === currentAlertId)}
              onShow={() => onShow(group.alerts[0])}
              onTake={mayAcknowledge ? () => setTaking(group.alerts) : null}
            />
          ))}
        </ul>
      )}
      {known && groups.length === 0 && <p className="wall-calm">✓ {intl.formatMessage({ id: 'alerts.none' })}</p>}
      {rest > 0 && <p className="wall-more">{intl.formatMessage({ id: 'alerts.more' }, { count: rest })}</p>}
      {taking && <AcknowledgeDialog alerts={taking} scene={scene} onClose={() => setTaking(null)} />}
    </>
  )
}

interface EntryProps {
  group: AlertGroup
  scene: Scene
  current: boolean
  onShow: () => void
  onTake: (() => void) | null
}

function AlertEntry({ group: { alerts }, scene, current, onShow, onTake }: EntryProps) {
  const intl = useIntl()
  const herdAt = useClock((state) => state.herdAt)
  const [alert] = alerts
  const kind = intl.formatMessage({ id: `alert.${alert.kind}` })
  const matter = alertMatter(intl, alert, alerts.length)
  const severity = intl.formatMessage({ id: `severity.${alert.severity}` })
  const place = alertPlace(intl, scene, alerts)
  return (
    <li className="wall-alert" data-severity={alert.severity} data-current={current || undefined}>
      <SeverityMark severity={alert.severity} />
      <button type="button" className="wall-alert-show" aria-label={joinParts(intl, severity, matter, place)} onClick={onShow}>
        {matter}
      </button>
      <time dateTime={alert.raisedAt}>{herdAt === null ? '' : formatSpan(intl, herdAt - Date.parse(alert.raisedAt))}</time>
      <small>{place}</small>
      {alert.acknowledgedAt !== null ? (
        <span className="wall-alert-who clip" title={alert.comment ?? undefined}>
          {intl.formatMessage({ id: 'alerts.taken' }, { who: alert.acknowledgedBy ?? '' })}
        </span>
      ) : onTake ? (
        <button
          type="button"
          className="wall-alert-who wall-alert-take clip"
          aria-label={intl.formatMessage({ id: 'alerts.takeThis' }, { kind, subject: alert.subjectName })}
          onClick={onTake}
        >
          {intl.formatMessage({ id: 'alerts.waiting' })}
        </button>
      ) : (
        <span className="wall-alert-who wall-alert-waiting clip">{intl.formatMessage({ id: 'alerts.waiting' })}</span>
      )}
    </li>
  )
}
