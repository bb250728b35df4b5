import type { IntlShape } from 'react-intl'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import { joinParts } from '../../locale/joins.ts'

function figure(alert: Alert, name: string): number | null {
  const value = alert.detail[name]
  return typeof value === 'number' ? value : null
}

/** The figure that an alert was raised on, in words; empty when it has none to tell. */
export function alertReason(intl: IntlShape, alert: Alert): string {
  const outside = figure(alert, 'metresOutside')
  if ((alert.kind === 'LEFT_PEN' || alert.kind === 'LEFT_FARM') && outside !== null) return intl.formatMessage({ id: 'alert.outside' }, { metres: outside })
  const silent = figure(alert, 'silent')
  if (alert.kind === 'SITE_OUTAGE' && silent !== null) return intl.formatMessage({ id: 'alert.silentHeads' }, { heads: silent })
  const battery = figure(alert, 'battery')
  if (alert.kind === 'LOW_BATTERY' && battery !== null) return intl.formatMessage({ id: 'alert.battery' }, { percent: battery })
  const [heads, capacity] = [figure(alert, 'heads'), figure(alert, 'capacity')]
  if (alert.kind === 'PEN_CROWDED' && heads !== null) return intl.formatMessage({ id: 'alert.crowded' }, { heads, capacity })
  const { day } = alert.detail
  if (alert.kind === 'DAILY_LOG_MISSING' && typeof day === 'string') return intl.formatMessage({ id: 'alert.logOf' }, { day })
  const [unexplained, ledger] = [figure(alert, 'unexplained'), figure(alert, 'ledger')]
  if (alert.kind === 'HEADCOUNT_DROP' && unexplained !== null) return intl.formatMessage({ id: 'alert.dropped' }, { heads: unexplained, ledger })
  const { projects, ratio } = alert.detail
  if (alert.kind === 'COVERAGE_LOW' && typeof ratio === 'string') return joinParts(intl, String(projects), intl.formatMessage({ id: 'coverage.times' }, { ratio: ratioText(intl, ratio) }))
  const [stillHours, celsius, badPositions] = [figure(alert, 'stillHours'), figure(alert, 'celsius'), figure(alert, 'badPositions')]
  if (alert.kind === 'COLLAR_REMOVED' && stillHours === null) return intl.formatMessage({ id: 'alert.tampered' })
  if (stillHours !== null) return intl.formatMessage({ id: 'alert.still' }, { hours: stillHours })
  if (celsius !== null) return intl.formatMessage({ id: 'alert.celsius' }, { degrees: celsius })
  if (badPositions !== null) return intl.formatMessage({ id: 'alert.badPositions' }, { count: badPositions })
  if (alert.kind === 'COLLARS_TOGETHER' && heads !== null) return intl.formatMessage({ id: 'alert.together' }, { heads, hours: figure(alert, 'hours') })
  const { endsOn } = alert.detail
  if (alert.kind === 'INSURANCE_EXPIRING' && typeof endsOn === 'string') return intl.formatMessage({ id: 'alert.insuredUntil' }, { heads, day: endsOn })
  return ''
}

/** A ratio as it is told: cut, never rounded up. */
const ratioText = (intl: IntlShape, ratio: string) => intl.formatNumber(Number(ratio), { minimumFractionDigits: 2, maximumFractionDigits: 2, roundingMode: 'trunc' })

/** Who or what, where, and by how much: "10047 · 圈外 180 米 · 敖包牧场 3 号圈". */
export function alertPlace(intl: IntlShape, scene: Scene, alerts: readonly [Alert, ...Alert[]]): string {
  const [alert] = alerts
  const farm = scene.farms.find(({ id }) => id === alert.farmId)?.name ?? ''
  const pen = scene.pens.find(({ id }) => id === alert.farmSlotId)?.name
  const place = pen ? `${farm} ${pen}` : farm
  if (alerts.length > 1) return place
  // A farm and a pen are the place itself.
  const subject = alert.subjectType === 'FARM' || alert.subjectType === 'PEN' ? '' : alert.subjectName
  // A gateway is named after its farm.
  const named = subject.startsWith(farm) && farm !== ''
  // The figure before the place: it is what the end of a short line must not cut off.
  return joinParts(intl, subject, alertReason(intl, alert), !named && place)
}

/** What alerts of one kind are of: the kind, and how many there are where it is not one. */
export function alertMatter(intl: IntlShape, { kind }: Pick<Alert, 'kind'>, count: number): string {
  const what = intl.formatMessage({ id: `alert.${kind}` })
  return count > 1 ? intl.formatMessage({ id: 'join.times' }, { what, count }) : what
}
