import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { useIntl } from 'react-intl'
import type { Scene } from '#contract/herd/monitor.ts'
import { alertMatter, alertPlace } from '../../entities/alerts/alertPlace.ts'
import { AlertSpan } from '../../entities/alerts/AlertSpan.tsx'
import { AlertOwner } from '../../entities/alerts/Holder.tsx'
import { SeverityMark } from '../../entities/alerts/SeverityMark.tsx'
import { Tag } from '../../list/grid/cells.tsx'
import { Moment } from '../../locale/Moment.tsx'
import type { AlertRow } from './alertRows.ts'

interface Props {
  row: AlertRow
  scene: Scene
  onFold: () => void
}

/** Line of the list: kind, number, place, duration and owner. */
export function AlertLine({ row: { alerts, isUnfolded, isMember }, scene, onFold }: Props) {
  const intl = useIntl()
  const [alert] = alerts
  const isWaiting = alert.acknowledgedAt === null && alert.clearedAt === null
  return (
    <div
      className="alert-line"
      data-severity={alert.severity}
      data-member={isMember || undefined}
      data-cleared={alert.clearedAt !== null || undefined}
    >
      <SeverityMark severity={alert.severity} />
      <span className="alert-line-what row">
        <span className="only-read">{intl.formatMessage({ id: `severity.${alert.severity}` })}</span>
        <b className="clip">{isMember ? alert.subjectName : alertMatter(intl, alert, alerts.length)}</b>
        {alerts.every(({ isLate }) => isLate) && (
          <Tag tone="neutral">{intl.formatMessage({ id: 'alertScreen.late' })}</Tag>
        )}
        {alerts.length > 1 && (
          <button
            type="button"
            tabIndex={-1}
            className="alert-fold"
            aria-expanded={isUnfolded}
            aria-label={intl.formatMessage({ id: 'alertScreen.each' }, { count: alerts.length })}
            onClick={onFold}
          >
            {isUnfolded ? <DownOutlined aria-hidden /> : <RightOutlined className="turns" aria-hidden />}
          </button>
        )}
      </span>
      <span className="alert-line-span">
        {alert.clearedAt === null ? <AlertSpan alert={alert} /> : <Moment at={alert.raisedAt} />}
      </span>
      <span className="alert-line-place clip">{alertPlace(intl, scene, alerts)}</span>
      <span className="alert-line-who clip" data-waiting={isWaiting || undefined}>
        {alert.clearedAt !== null && alert.acknowledgedAt === null ? (
          intl.formatMessage({ id: 'project.alertState.CLEARED' })
        ) : (
          <AlertOwner alert={alert} />
        )}
      </span>
    </div>
  )
}
