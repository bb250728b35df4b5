import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import { newAlertGroups, newAlertMinutes } from '../../entities/alerts/alertGroups.ts'
import { alertMatter, alertPlace } from '../../entities/alerts/alertPlace.ts'
import { SeverityMark } from '../../entities/alerts/SeverityMark.tsx'
import { useClock } from '../../store/clock.ts'
import { PledgedTag } from './AlertLine.tsx'
import type { AlertPledges } from './useAlertPledges.ts'

interface Props {
  scene: Scene
  /** Open alerts of the list. */
  alerts: readonly Alert[]
  pledges: AlertPledges
  /** Maximum groups shown. */
  max: number
  onOpen: (alert: Alert) => void
}

/** Interval at which alerts stop to count as new, ms. */
const stepMs = 10_000

/** The alerts raised in the last minutes that nobody has acknowledged, above the list, wherever it is scrolled to. */
export function NewAlerts({ scene, alerts, pledges, max, onOpen }: Props) {
  const intl = useIntl()
  const step = useClock(({ herdAt }) => (herdAt === null ? null : Math.floor(herdAt / stepMs)))
  const groups = useMemo(
    () =>
      step === null
        ? []
        : newAlertGroups(alerts, step * stepMs, ({ animalId }) => animalId !== null && pledges.has(animalId)),
    [alerts, pledges, step],
  )
  const hidden = groups.slice(max).reduce((count, group) => count + group.alerts.length, 0)
  const title = intl.formatMessage({ id: 'alertScreen.new' }, { minutes: newAlertMinutes })
  return (
    <section className="alert-new" aria-label={title} aria-live="polite" hidden={groups.length === 0}>
      {groups.length > 0 && (
        <>
          <h2>{title}</h2>
          <ul>
            {groups.slice(0, max).map(({ key, alerts: members }) => (
              <li key={key}>
                <button type="button" data-severity={members[0].severity} onClick={() => onOpen(members[0])}>
                  <SeverityMark severity={members[0].severity} />
                  <b>{alertMatter(intl, members[0], members.length)}</b>
                  <PledgedTag alerts={members} pledges={pledges} />
                  <span className="clip">{alertPlace(intl, scene, members)}</span>
                </button>
              </li>
            ))}
          </ul>
          {hidden > 0 && <p>{intl.formatMessage({ id: 'alerts.more' }, { count: hidden })}</p>}
        </>
      )}
    </section>
  )
}
