import { CloseOutlined, LeftOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import { AlertSpan } from '../../../entities/alerts/AlertSpan.tsx'
import { Holder, HolderComment } from '../../../entities/alerts/Holder.tsx'
import { alertMatter, alertPlace } from '../../../entities/alerts/alertPlace.ts'
import { SeverityMark } from '../../../entities/alerts/SeverityMark.tsx'
import type { Taken } from '../../../entities/alerts/takenWords.ts'
import { Tag } from '../../../list/grid/cells.tsx'
import { useFormats, viewerZone, ZoneContext } from '../../../locale/formats.ts'
import { ScreenLink } from '../../../navigation/ScreenLink.tsx'
import { severityTones } from '../alertList.ts'
import { AlertCourse } from './AlertCourse.tsx'
import { AlertFacts } from './AlertFacts.tsx'
import { TakeForm } from './TakeForm.tsx'

interface Props {
  alert: Alert
  scene: Scene
  /** Those that are open on its farm, it among them. */
  onFarm: readonly Alert[]
  /** Takes the place of the list, as on a phone: it has a way back, and the map and the camera are in it. */
  isPage: boolean
  map?: ReactNode
  camera?: ReactNode
  onClose: () => void
  onOpen: (id: number) => void
  onTaken: (taken: Taken) => void
}

/** One alert: what it is about, what became of it, and what can be done. Times are its farm's. */
export function AlertDetails(props: Props) {
  const { alert, scene, isPage, onClose } = props
  const intl = useIntl()
  const farm = scene.farms.find(({ id }) => id === alert.farmId)
  const title = alertMatter(intl, alert, 1)
  const Title = isPage ? 'h1' : 'h2'
  return (
    <ZoneContext value={farm?.timeZone ?? viewerZone}>
      <aside className="alert-details panel" aria-label={`${title} ${alert.subjectName}`} data-page={isPage || undefined}>
        <header className="alert-head row" data-severity={alert.severity}>
          {isPage && <Button type="text" icon={<LeftOutlined className="turns" aria-hidden />} aria-label={intl.formatMessage({ id: 'alertScreen.back' })} onClick={onClose} />}
          <SeverityMark severity={alert.severity} />
          <Title className="clip" title={title} tabIndex={-1}>
            {title}
          </Title>
          <Tag tone={severityTones[alert.severity]}>{intl.formatMessage({ id: `severity.${alert.severity}` })}</Tag>
          {alert.clearedAt === null && <AlertSpan alert={alert} />}
          {!isPage && <Button type="text" icon={<CloseOutlined aria-hidden />} aria-label={intl.formatMessage({ id: 'list.closeDetails' })} onClick={onClose} />}
        </header>
        <div className="alert-body">
          {props.map}
          <AlertFacts alert={alert} scene={scene} />
          <AlertCourse alert={alert} />
          {alert.clearedAt === null && <Standing {...props} />}
          {props.camera}
          <Related {...props} />
          <footer className="alert-links row">
            <ReplayLink alert={alert} />
          </footer>
        </div>
      </aside>
    </ZoneContext>
  )
}

/** Who is acting, or the way to be the one. */
function Standing({ alert, onTaken }: Props) {
  if (alert.acknowledgedAt === null) return <TakeForm key={alert.id} alerts={[alert]} onTaken={onTaken} />
  return (
    <p className="alert-standing" role="status">
      <b>
        <Holder alert={alert} />
      </b>{' '}
      <HolderComment alert={alert} />
    </p>
  )
}

const mostRelated = 8

/** What else is open about the same animal, and in the same pen. */
function Related({ alert, onFarm, scene, onOpen }: Props) {
  const intl = useIntl()
  const others = onFarm.filter(({ id, animalId, farmSlotId }) => id !== alert.id && ((animalId !== null && animalId === alert.animalId) || (farmSlotId !== null && farmSlotId === alert.farmSlotId)))
  if (others.length === 0) return null
  return (
    <section className="alert-part" aria-labelledby="alert-related">
      <h3 id="alert-related">{intl.formatMessage({ id: 'alertScreen.related' }, { count: others.length })}</h3>
      <ul className="alert-related">
        {others.slice(0, mostRelated).map((other) => (
          <li key={other.id}>
            <button type="button" className="row" onClick={() => onOpen(other.id)}>
              <SeverityMark severity={other.severity} />
              <span className="clip">{alertMatter(intl, other, 1)}</span>
              <small className="clip">{alertPlace(intl, scene, [other])}</small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ReplayLink({ alert }: { alert: Alert }) {
  const intl = useIntl()
  const { isoDay } = useFormats()
  const whose = alert.animalId === null ? `farm=${alert.farmId}` : `animal=${alert.animalId}`
  const at = Date.parse(alert.sinceAt)
  return <ScreenLink to={`/dashboard/animal-monitor/replay?${whose}&day=${isoDay(at)}&at=${at}`}>{intl.formatMessage({ id: 'alertScreen.replay' })}</ScreenLink>
}
