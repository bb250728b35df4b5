import type { IntlShape } from 'react-intl'
import { alertFigure } from '#contract/alerts/alertFigures.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import { metresOutsideFence, type AnimalNow } from '../../store/herd/animalNow.ts'
import { joinParts, listWords } from '../../locale/joins.ts'

/** Returns the measured value that raised an alert, as text; empty without one. */
export function alertReason(intl: IntlShape, alert: Pick<Alert, 'kind' | 'detail'>): string {
  const reportedFigure = alertFigure(alert)
  if (reportedFigure === null) return ''
  const values = Object.entries(reportedFigure.values).map(([name, value]) => [
    name,
    typeof value === 'string' ? listWords(intl, value.split('\n')) : value,
  ])
  return intl.formatMessage({ id: `alert.${reportedFigure.figure}` }, Object.fromEntries(values))
}

/** Returns the farm and pen of an alert: "敖包牧场 3 号圈". */
export function alertWhere(scene: Scene, { farmId, farmSlotId }: Pick<Alert, 'farmId' | 'farmSlotId'>): string {
  const farm = scene.farms.find(({ id }) => id === farmId)?.name ?? ''
  const pen = scene.pens.find(({ id }) => id === farmSlotId)?.name
  return pen ? `${farm} ${pen}` : farm
}

/** Returns the name of an alert's subject; empty for farms and pens, which are the place themselves. */
export const alertSubject = ({ subjectType, subjectName }: Pick<Alert, 'subjectType' | 'subjectName'>): string =>
  subjectType === 'FARM' || subjectType === 'PEN' ? '' : subjectName

/**
 * Returns subject, value and place: "10047 · 圈外 180 米 · 敖包牧场 3 号圈".
 * @param now the animal of a single alert: its newest position gives distance and pen instead of those of the raising
 */
export function alertPlace(
  intl: IntlShape,
  scene: Scene,
  alerts: readonly [Alert, ...Alert[]],
  now: AnimalNow | null = null,
): string {
  const [alert] = alerts
  const { farmId } = alert
  const place = alertWhere(scene, { farmId, farmSlotId: now?.penId || alert.farmSlotId })
  if (alerts.length > 1) return place
  const subject = alertSubject(alert)
  const farm = scene.farms.find(({ id }) => id === farmId)?.name ?? ''
  // A gateway is named after its farm.
  const named = subject.startsWith(farm) && farm !== ''
  // The value comes before the place, so that clipping a short line does not hide it.
  return joinParts(intl, subject, distanceNow(intl, scene, alert, now) ?? alertReason(intl, alert), !named && place)
}

/** Returns how far an animal is outside the fence of its alert now, as text; null: unknown, or another kind of alert. */
export function distanceNow(
  intl: IntlShape,
  scene: Pick<Scene, 'farms' | 'pens'>,
  alert: Alert,
  now: AnimalNow | null,
): string | null {
  const metres = now && metresOutsideFence(scene, alert, now)
  return metres === null ? null : distanceWords(intl, metres)
}

/** Returns a distance outside a fence as text; 0 or negative: back inside. */
function distanceWords(intl: IntlShape, metres: number): string {
  const rounded = Math.round(metres)
  return rounded > 0
    ? intl.formatMessage({ id: 'alert.outside' }, { metres: rounded })
    : intl.formatMessage({ id: 'alert.backInside' })
}

/** Returns the kind of alerts, with their number if there are several. */
export function alertMatter(intl: IntlShape, { kind }: Pick<Alert, 'kind'>, count: number): string {
  const what = intl.formatMessage({ id: `alert.${kind}` })
  return count > 1 ? intl.formatMessage({ id: 'join.times' }, { what, count }) : what
}
