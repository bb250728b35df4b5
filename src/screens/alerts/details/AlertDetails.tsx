import { CloseOutlined, LeftOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import type { Alert } from '#contract/alerts/alerts.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import { inPlace } from '../../../api/failures.ts'
import { useCall } from '../../../api/queries.ts'
import { AlertDeliveries } from '../../../entities/alerts/AlertDeliveries.tsx'
import { AlertSpan } from '../../../entities/alerts/AlertSpan.tsx'
import { alertMatter, alertPlace } from '../../../entities/alerts/alertPlace.ts'
import { IsPage, PartHeading } from '../../../entities/alerts/PartHeading.tsx'
import { SeverityMark } from '../../../entities/alerts/SeverityMark.tsx'
import { Tag } from '../../../list/grid/cells.tsx'
import { useFormats, viewerZone, ZoneContext } from '../../../locale/formats.ts'
import { ScreenLink } from '../../../navigation/ScreenLink.tsx'
import { AlertActs } from '../acts/AlertActs.tsx'
import type { Acted } from '../acts/actOn.ts'
import type { Intent } from '../acts/ActDialog.tsx'
import { severityTones } from '../../../entities/alerts/alertList.ts'
import { AlertCourse } from './AlertCourse.tsx'
import { AlertFacts } from './AlertFacts.tsx'
import { EvidenceButton } from './EvidenceButton.tsx'

interface Props {
  alert: Alert
  scene: Scene
  /** Open alerts of its farm, including itself. */
  onFarm: readonly Alert[]
  /** Replaces the list, as on a phone: shows a back button, the map and the camera. */
  isPage: boolean
  map?: ReactNode
  camera?: ReactNode
  onClose: () => void
  onOpen: (id: number) => void
  onAct: (intent: Intent) => void
  onDone: (acted: Acted) => void
}

/** Details of an alert: subject, events and actions. Times are in the farm's zone. */
export function AlertDetails(props: Props) {
  const { alert, scene, isPage, onClose } = props
  const intl = useIntl()
  const farm = scene.farms.find(({ id }) => id === alert.farmId)
  const title = alertMatter(intl, alert, 1)
  const Title = isPage ? 'h1' : 'h2'
  const acts = <AlertActs alert={alert} onAct={props.onAct} onDone={props.onDone} />
  return (
    <ZoneContext value={farm?.timeZone ?? viewerZone}>
      <aside
        className="alert-details panel"
        aria-label={`${title} ${alert.subjectName}`}
        data-page={isPage || undefined}
      >
        <header className="alert-head row" data-severity={alert.severity}>
          {isPage && (
            <Button
              type="text"
              icon={<LeftOutlined className="turns" aria-hidden />}
              aria-label={intl.formatMessage({ id: 'alertScreen.back' })}
              onClick={onClose}
            />
          )}
          <Title tabIndex={-1}>{title}</Title>
          <Tag tone={severityTones[alert.severity]}>{intl.formatMessage({ id: `severity.${alert.severity}` })}</Tag>
          {alert.flaps > 0 && (
            <Tag tone="neutral">{intl.formatMessage({ id: 'alertScreen.flapped' }, { count: alert.flaps })}</Tag>
          )}
          {alert.clearedAt === null && <AlertSpan alert={alert} />}
          {!isPage && (
            <Button
              type="text"
              icon={<CloseOutlined aria-hidden />}
              aria-label={intl.formatMessage({ id: 'list.closeDetails' })}
              onClick={onClose}
            />
          )}
        </header>
        <div className="alert-body">
          {props.map}
          <AlertFacts alert={alert} scene={scene} />
          <IsPage value={isPage}>
            {isPage && acts}
            <AlertCourse alert={alert} />
            <AlertDeliveries key={alert.version} alert={alert} />
            {props.camera}
            <Related {...props} />
          </IsPage>
          <footer className="alert-links row">
            <ReplayLink alert={alert} />
            <EvidenceButton key={alert.id} alertId={alert.id} />
          </footer>
        </div>
        {!isPage && acts}
      </aside>
    </ZoneContext>
  )
}

const maxRelated = 8

/** Other alerts near it in time and place, closest relation first; open ones in their current state. */
function Related({ alert, onFarm, scene, onOpen }: Props) {
  const intl = useIntl()
  const { data } = useCall(endpoints.alerts.related, { id: alert.id }, { shows: inPlace })
  if (data === undefined || data.related.length === 0) return null
  const newest = new Map(onFarm.map((one) => [one.id, one]))
  return (
    <section className="alert-part" aria-labelledby="alert-related">
      <PartHeading id="alert-related">
        {intl.formatMessage({ id: 'alertScreen.related' }, { count: data.related.length })}
      </PartHeading>
      <ul className="alert-related">
        {data.related.slice(0, maxRelated).map(({ alert: loaded }) => {
          const other = newest.get(loaded.id) ?? loaded
          return (
            <li key={other.id}>
              <button type="button" className="row" onClick={() => onOpen(other.id)}>
                <SeverityMark severity={other.severity} />
                <span className="clip">{alertMatter(intl, other, 1)}</span>
                <small className="clip">{alertPlace(intl, scene, [other])}</small>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function ReplayLink({ alert }: { alert: Alert }) {
  const intl = useIntl()
  const { isoDay } = useFormats()
  const whose = alert.animalId === null ? `farm=${alert.farmId}` : `animal=${alert.animalId}`
  const at = Date.parse(alert.sinceAt)
  return (
    <ScreenLink to={`/dashboard/animal-monitor/replay?${whose}&day=${isoDay(at)}&at=${at}`}>
      {intl.formatMessage({ id: 'alertScreen.replay' })}
    </ScreenLink>
  )
}
