import { useIntl } from 'react-intl'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import { useClock } from '../../store/clock.ts'
import { alertPlace } from '../../entities/alerts/alertPlace.ts'
import { AlertSpan } from '../../entities/alerts/AlertSpan.tsx'
import { AlertOwner, HolderComment } from '../../entities/alerts/Holder.tsx'
import { SeverityMark } from '../../entities/alerts/SeverityMark.tsx'

interface Props {
  alert: Alert
  scene: Scene
  /** Null for users who may not acknowledge alerts. */
  onAcknowledge: (() => void) | null
}

/** Ages at which an unanswered alert is displayed larger, ms. */
const growsAfterMs = [60_000, 5 * 60_000, 15 * 60_000]

/** Alert that currently occupies the map: kind, duration and owner. An unanswered critical alert grows until someone acts. */
export function Takeover({ alert, scene, onAcknowledge: onTake }: Props) {
  const intl = useIntl()
  const isWaiting = alert.acknowledgedAt === null
  const grown = useClock(({ herdAt }) => {
    if (alert.severity !== 'CRITICAL' || !isWaiting || herdAt === null) return 0
    return growsAfterMs.filter((afterMs) => herdAt - Date.parse(alert.sinceAt) >= afterMs).length
  })
  return (
    <header className="wall-takeover row" data-severity={alert.severity} data-grown={grown}>
      <SeverityMark severity={alert.severity} />
      <div>
        <h2>{intl.formatMessage({ id: `alert.${alert.kind}` })}</h2>
        <p>{alertPlace(intl, scene, [alert])}</p>
        <HolderComment alert={alert} />
      </div>
      <div>
        <strong>
          <AlertSpan alert={alert} />
        </strong>
        <p className="wall-takeover-who" data-nobody={isWaiting || undefined}>
          {isWaiting && alert.assignedTo === null ? (
            intl.formatMessage({ id: 'alerts.nobody' })
          ) : (
            <AlertOwner alert={alert} />
          )}
        </p>
        {isWaiting && onTake && (
          <button type="button" className="wall-takeover-take" onClick={onTake}>
            {intl.formatMessage({ id: 'alerts.take' })}
          </button>
        )}
      </div>
    </header>
  )
}
