import type { Alert, relations } from '#contract/alerts/alerts.ts'
import type { Caller } from '../../auth/sessions.ts'
import { selectAlerts } from '../../db/alerts.ts'
import type { Queries } from '../../db/connect.ts'
import { visibleAlert } from './alertFilters.ts'

const withinMs = 3_600_000
const maxRelated = 50

/** Returns how another alert relates to an alert; null when it does not. */
export function relationOf(alert: Alert, other: Alert): (typeof relations)[number] | null {
  if (alert.animalId !== null && other.animalId === alert.animalId) return 'ANIMAL'
  if (other.subjectType === alert.subjectType && other.subjectId === alert.subjectId) return 'SUBJECT'
  if (alert.farmSlotId !== null && other.farmSlotId === alert.farmSlotId) return 'PEN'
  if (other.subjectType === 'GATEWAY') return 'GATEWAY'
  return other.subjectType === 'FARM' || other.subjectType === 'PROJECT' ? 'FARM' : null
}

/** Returns visible alerts of the farm that relate to an alert and were raised within an hour of it, nearest first. */
export async function relatedAlerts(
  sql: Queries,
  caller: Caller,
  alert: Alert,
): Promise<{ because: (typeof relations)[number]; alert: Alert }[]> {
  const at = Date.parse(alert.raisedAt)
  const others = await selectAlerts(
    sql,
    sql`${visibleAlert(sql, caller)} and a.farm_id = ${alert.farmId} and a.raised_at between ${at - withinMs}::timestamptz and ${at + withinMs}::timestamptz and a.id <> ${alert.id}
      and (a.animal_id = ${alert.animalId}::bigint or (a.subject_type = ${alert.subjectType} and a.subject_id = ${alert.subjectId}) or a.pen_id = ${alert.farmSlotId}::bigint
        or a.subject_type in ('GATEWAY', 'FARM', 'PROJECT'))`,
    sql`order by abs(extract(epoch from a.raised_at - ${at}::timestamptz)), a.id limit ${maxRelated}`,
  )
  return others.flatMap((other) => {
    const because = relationOf(alert, other)
    return because === null ? [] : [{ because, alert: other }]
  })
}
