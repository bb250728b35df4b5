import type { KeyboardEvent } from 'react'
import { useIntl } from 'react-intl'
import type { Scene } from '#contract/herd/monitor.ts'
import { useAnimalNow } from '../../../store/herd/animalNow.ts'
import { joinParts } from '../../../locale/joins.ts'
import { SeverityMark } from '../../../entities/alerts/SeverityMark.tsx'
import { AlertSpan } from '../../../entities/alerts/AlertSpan.tsx'
import type { AlertGroup } from '../../../entities/alerts/alertGroups.ts'
import { alertMatter, alertPlace } from '../../../entities/alerts/alertPlace.ts'
import { AlertOwner, HolderComment } from '../../../entities/alerts/Holder.tsx'

interface Props {
  group: AlertGroup
  scene: Scene
  /** Whether the map shows this alert. */
  isCurrent: boolean
  onShow: () => void
  /** Null for users who may not acknowledge alerts. */
  onAcknowledge: (() => void) | null
}

/** Related alerts as one entry: kind, number, place, duration and owner. */
export function AlertEntry({ group: { alerts }, scene, isCurrent, onShow, onAcknowledge: onTake }: Props) {
  const intl = useIntl()
  const [alert] = alerts
  const kind = intl.formatMessage({ id: `alert.${alert.kind}` })
  const what = (
    <span key="what" className="clip">
      {kind}
    </span>
  )
  const severity = intl.formatMessage({ id: `severity.${alert.severity}` })
  const now = useAnimalNow(alerts.length === 1 ? alert.animalId : null)
  const place = alertPlace(intl, scene, alerts, now)
  const isTaken = alert.acknowledgedAt !== null
  return (
    <li
      className="wall-alert"
      data-severity={alert.severity}
      data-current={isCurrent || undefined}
      data-alert={alert.id}
    >
      <SeverityMark severity={alert.severity} />
      <button
        type="button"
        className="wall-alert-show"
        aria-label={joinParts(intl, severity, alertMatter(intl, alert, alerts.length), place)}
        onClick={onShow}
        onKeyDown={walk}
      >
        {alerts.length > 1
          ? intl.formatMessage(
              { id: 'join.times' },
              { what, count: <b key="count">{intl.formatNumber(alerts.length)}</b> },
            )
          : what}
      </button>
      <AlertSpan alert={alert} />
      <small>{place}</small>
      {isTaken || !onTake ? (
        <span className="wall-alert-who clip" data-waiting={!isTaken || undefined}>
          <AlertOwner alert={alert} />
        </span>
      ) : (
        <button
          type="button"
          className="wall-alert-who wall-alert-take clip"
          aria-label={intl.formatMessage({ id: 'alerts.takeThis' }, { kind, subject: alert.subjectName })}
          onClick={onTake}
        >
          <AlertOwner alert={alert} />
        </button>
      )}
      {isTaken && <HolderComment alert={alert} />}
    </li>
  )
}

/** Arrow keys move between entries. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const entry = event.currentTarget.closest('li')
  const next =
    event.key === 'ArrowDown'
      ? entry?.nextElementSibling
      : event.key === 'ArrowUp'
        ? entry?.previousElementSibling
        : null
  if (!next) return
  event.preventDefault()
  next.querySelector('button')?.focus()
}
