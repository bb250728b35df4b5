import { useIntl } from 'react-intl'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import { useClock } from '../../store/clock.ts'
import { useAnimalNow, type AnimalNow } from '../../store/herd/animalNow.ts'
import { useIsAway, useIsCut } from '../../store/useDataAge.ts'
import { formatAge } from '../../locale/durations.ts'
import { joinParts } from '../../locale/joins.ts'
import { alertPlace, alertReason, distanceNow } from '../../entities/alerts/alertPlace.ts'
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
  const isAway = useIsAway()
  const isCut = useIsCut()
  const isWaiting = alert.acknowledgedAt === null && !isAway
  const now = useAnimalNow(alert.animalId)
  const grown = useClock(({ herdAt }) => {
    if (alert.severity !== 'CRITICAL' || !isWaiting || herdAt === null) return 0
    return growsAfterMs.filter((afterMs) => herdAt - Date.parse(alert.sinceAt) >= afterMs).length
  })
  return (
    <header
      className="wall-takeover row"
      data-severity={alert.severity}
      data-grown={grown}
      data-stale={isCut || undefined}
    >
      <SeverityMark severity={alert.severity} />
      <div>
        <h2>{intl.formatMessage({ id: `alert.${alert.kind}` })}</h2>
        <p>{alertPlace(intl, scene, [alert], now)}</p>
        <AtRaising alert={alert} scene={scene} now={now} />
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

/** The distance when the alert was raised, labelled as such, and the age of the position that the distance above comes from. */
function AtRaising({ alert, scene, now }: { alert: Alert; scene: Scene; now: AnimalNow | null }) {
  const intl = useIntl()
  const fixAge = useClock(({ herdAt }) =>
    herdAt === null || now?.fixedAt == null ? null : formatAge(intl, herdAt - now.fixedAt),
  )
  if (distanceNow(intl, scene, alert, now) === null) return null
  const words = joinParts(
    intl,
    fixAge !== null && intl.formatMessage({ id: 'takeover.fix' }, { age: fixAge }),
    intl.formatMessage({ id: 'takeover.atRaising' }, { figure: alertReason(intl, alert) }),
  )
  return <p className="wall-takeover-raising">{words}</p>
}
