import { useRef } from 'react'
import { useIntl } from 'react-intl'
import type { Scene } from '#contract/herd/monitor.ts'
import { projectInfoPath } from '../../../navigation/paths.ts'
import { joinParts } from '../../../locale/joins.ts'
import { useAlerts } from '../../../store/alerts.ts'
import { AlertOwner } from '../../../entities/alerts/Holder.tsx'
import { alertPlace } from '../../../entities/alerts/alertPlace.ts'
import { useScrollWindow } from '../alerts/useRoll.ts'
import { SeverityMark } from '../../../entities/alerts/SeverityMark.tsx'
import { changeWords } from './amounts.ts'
import { DoneLine, isAbnormal, SealLine } from './DoneLines.tsx'
import type { WallEvent } from './happenings.ts'
import { Line } from './Line.tsx'

interface Props {
  happenings: readonly WallEvent[]
  scene: Scene | null
  timeZone: string
}

/** Live list of alerts, ledger entries and other actions of the projects' parties. */
export function Happenings({ happenings, scene, timeZone }: Props) {
  const intl = useIntl()
  const list = useRef<HTMLUListElement>(null)
  const { below } = useScrollWindow(list, happenings.length)
  const areAlertsKnown = useAlerts(({ isLoaded }) => isLoaded)
  if (happenings.length === 0)
    return (
      <p className="wall-calm">{areAlertsKnown ? `✓ ${intl.formatMessage({ id: 'projectMonitor.nothing' })}` : '–'}</p>
    )
  return (
    <>
      <ul
        ref={list}
        className="wall-happenings"
        data-more={below > 0 || undefined}
        aria-label={intl.formatMessage({ id: 'projectMonitor.happening' })}
      >
        {happenings.map((one) => (
          <li
            key={one.key}
            data-severity={
              'alert' in one ? one.alert.severity : 'done' in one && isAbnormal(one.done) ? 'MAJOR' : undefined
            }
          >
            <time dateTime={new Date(one.at).toISOString()}>{timeOf(intl, one.at, timeZone)}</time>
            {'alert' in one ? (
              <AlertLine happening={one} scene={scene} />
            ) : 'posted' in one ? (
              <EntryLine happening={one} />
            ) : 'done' in one ? (
              <DoneLine happening={one} />
            ) : (
              <SealLine seal={one.seal} />
            )}
          </li>
        ))}
      </ul>
      {below > 0 && (
        <p className="wall-more">{intl.formatMessage({ id: 'projectMonitor.moreHappening' }, { count: below })}</p>
      )}
    </>
  )
}

/** Formats the day and time of an event. */
function timeOf(intl: ReturnType<typeof useIntl>, at: number, timeZone: string): string {
  return intl.formatDate(at, {
    timeZone,
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
}

function AlertLine({
  happening: { alert },
  scene,
}: {
  happening: Extract<WallEvent, { alert: unknown }>
  scene: Scene | null
}) {
  const intl = useIntl()
  const address = `/dashboard/animal-monitor/monitor?farm=${alert.farmId}${alert.animalId === null ? '' : `&animal=${alert.animalId}`}`
  const place = scene ? alertPlace(intl, scene, [alert]) : alert.subjectName
  return (
    <Line
      sign={<SeverityMark severity={alert.severity} />}
      to={address}
      what={intl.formatMessage({ id: `alert.${alert.kind}` })}
      where={place}
      note={<AlertOwner alert={alert} />}
    />
  )
}

function EntryLine({ happening: { posted, project } }: { happening: Extract<WallEvent, { posted: unknown }> }) {
  const intl = useIntl()
  const { kind, heads, hasDocument, by } = posted
  return (
    <Line
      sign={<i className="wall-dot" aria-hidden="true" />}
      to={`${projectInfoPath}/${project.id}?tab=headcount`}
      what={intl.formatMessage(
        { id: 'projectMonitor.posted' },
        { kind: intl.formatMessage({ id: `entryKind.${kind}` }), change: changeWords(intl, heads) },
      )}
      where={joinParts(
        intl,
        `${project.code} ${project.name}`,
        hasDocument && intl.formatMessage({ id: 'projectMonitor.withDocument' }),
      )}
      note={by}
    />
  )
}
