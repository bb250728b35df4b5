import { DownOutlined, RightOutlined } from '@ant-design/icons'
import { type IntlShape, useIntl } from 'react-intl'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import { alertMatter, alertReason, alertSubject, alertWhere } from '../../entities/alerts/alertPlace.ts'
import { AlertSpan } from '../../entities/alerts/AlertSpan.tsx'
import { AlertOwner } from '../../entities/alerts/Holder.tsx'
import { SeverityMark } from '../../entities/alerts/SeverityMark.tsx'
import { Tag } from '../../list/grid/cells.tsx'
import { useFormats } from '../../locale/formats.ts'
import { joinParts, listWords } from '../../locale/joins.ts'
import { Moment } from '../../locale/Moment.tsx'
import type { AlertRow } from './alertRows.ts'
import type { AlertPledges } from './useAlertPledges.ts'

interface Props {
  row: AlertRow
  scene: Scene
  pledges: AlertPledges
  onFold: () => void
}

/** Maximum subjects that the line of a group names. */
const maxNames = 5

/** Line of the list: kind, number, pledge, subject, place, duration and owner. */
export function AlertLine({ row: { alerts, isUnfolded, isMember }, scene, pledges, onFold }: Props) {
  const intl = useIntl()
  const [alert] = alerts
  const isWaiting = alert.acknowledgedAt === null && alert.clearedAt === null
  const where = alertWhere(scene, alert)
  const subject = useSubjectWords(intl, alerts, pledges)
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
        <PledgedTag alerts={alerts} pledges={pledges} />
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
        {alert.clearedAt === null ? <AlertSpan alert={longestLasting(alerts)} /> : <Moment at={alert.raisedAt} />}
      </span>
      <span className="alert-line-subject clip" title={subject}>
        {subject}
      </span>
      <span className="alert-line-who clip" data-waiting={isWaiting || undefined}>
        {alert.clearedAt !== null && alert.acknowledgedAt === null ? (
          intl.formatMessage({ id: 'project.alertState.CLEARED' })
        ) : (
          <AlertOwner alert={alert} />
        )}
      </span>
      <span className="alert-line-place clip" title={where}>
        {where}
      </span>
    </div>
  )
}

/** Marks a pledged animal; on a group, says how many are pledged. */
export function PledgedTag({ alerts, pledges }: { alerts: readonly Alert[]; pledges: AlertPledges }) {
  const intl = useIntl()
  const count = alerts.filter(({ animalId }) => animalId !== null && pledges.has(animalId)).length
  if (count === 0) return null
  return (
    <Tag tone="neutral">
      {alerts.length === 1
        ? intl.formatMessage({ id: 'animal.pledged' })
        : intl.formatMessage({ id: 'alertScreen.pledgedHeads' }, { count })}
    </Tag>
  )
}

/** Returns subject, value, and the animal's price; the first subjects of a group. */
function useSubjectWords(intl: IntlShape, alerts: readonly [Alert, ...Alert[]], pledges: AlertPledges): string {
  const { amount } = useFormats()
  const [alert] = alerts
  if (alerts.length > 1) {
    const names = alerts.slice(0, maxNames).map(alertSubject).filter(Boolean)
    return names.length === 0 ? '' : listWords(intl, alerts.length > maxNames ? [...names, '…'] : names)
  }
  const pledge = alert.animalId === null ? undefined : pledges.get(alert.animalId)
  return joinParts(
    intl,
    alertSubject(alert),
    alertReason(intl, alert),
    pledge && amount(pledge.value),
    pledge?.projectCode,
  )
}

/** Returns the alert whose condition began first. */
function longestLasting(alerts: readonly [Alert, ...Alert[]]): Alert {
  return alerts.reduce((first, one) => (Date.parse(one.sinceAt) < Date.parse(first.sinceAt) ? one : first))
}
