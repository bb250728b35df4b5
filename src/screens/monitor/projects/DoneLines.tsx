import { type IntlShape, useIntl } from 'react-intl'
import type { Done } from '#contract/projects/monitor/projectMonitor.ts'
import { SeverityMark } from '../../../entities/alerts/SeverityMark.tsx'
import { formatsOf } from '../../../locale/formats.ts'
import { joinParts } from '../../../locale/joins.ts'
import { projectInfoPath, verifyPath } from '../../../navigation/paths.ts'
import type { WallEvent, NewestSeal } from './happenings.ts'
import { Line } from './Line.tsx'

const dot = <i className="wall-dot" aria-hidden="true" />
const tabs: Record<Done['type'], string> = { DECIDED: 'tickets', LOGGED: 'logs', CLOSED: 'headcount' }

/** Returns whether an entry is a daily log that reports a problem. */
export const isAbnormal = (done: Done) => done.type === 'LOGGED' && done.monitorStatus === 'ABNORMAL'

/** A decision, daily log or closed day of a project. */
export function DoneLine({ happening: { done, project } }: { happening: Extract<WallEvent, { done: unknown }> }) {
  const intl = useIntl()
  const photos =
    done.type === 'LOGGED' &&
    done.photos > 0 &&
    intl.formatMessage({ id: 'dailyLog.photoCount' }, { count: done.photos })
  return (
    <Line
      sign={isAbnormal(done) ? <SeverityMark severity="MAJOR" /> : dot}
      to={`${projectInfoPath}/${project.id}?tab=${tabs[done.type]}`}
      what={doneWords(intl, done)}
      where={joinParts(intl, `${project.code} ${project.name}`, photos)}
      note={done.by}
    />
  )
}

function doneWords(intl: IntlShape, done: Done): string {
  switch (done.type) {
    case 'DECIDED':
      return intl.formatMessage(
        { id: 'projectMonitor.decided' },
        {
          kind: intl.formatMessage({ id: `ticket.kind.${done.kind}` }),
          state: intl.formatMessage({ id: `ticket.state.${done.state}` }),
        },
      )
    case 'LOGGED':
      return done.handCount === null || isAbnormal(done)
        ? intl.formatMessage(
            { id: 'projectMonitor.logged' },
            { farm: done.farmName, status: intl.formatMessage({ id: `monitorStatus.${done.monitorStatus}` }) },
          )
        : intl.formatMessage({ id: 'projectMonitor.counted' }, { farm: done.farmName, heads: done.handCount })
    case 'CLOSED':
      return intl.formatMessage(
        { id: 'projectMonitor.closed' },
        { day: formatsOf(intl).date(done.day), heads: done.ledger },
      )
  }
}

/** Newest sealed day, by the start and end of its root; links to its proof. */
export function SealLine({ seal: { root, day } }: { seal: NewestSeal }) {
  const intl = useIntl()
  const ends = `${root.slice(0, 4)}…${root.slice(-4)}`
  return (
    <Line
      sign={dot}
      to={`${verifyPath}/${root}`}
      what={intl.formatMessage({ id: 'projectMonitor.sealed' }, { day: formatsOf(intl).date(day), root: ends })}
      where={intl.formatMessage({ id: 'verify.title' })}
      note={intl.formatMessage({ id: 'projectMonitor.provable' })}
    />
  )
}
