import type { alertEndpoints, alertStates } from '#contract/alerts/alerts.ts'
import type { Parsed } from '#contract/calls/endpoint.ts'
import type { Caller } from '../../auth/sessions.ts'
import { concernsOnlyLoansOf } from '../../db/alerts.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { textIn, between, contains, equals, idIn } from '../../records/page.ts'
import { type AsOf, occurredAsOf, instantAsOf, eventCutoff } from '../projects/past/asOf.ts'
import { closedAtHerdTime } from '../projects/projectTimes.ts'
import { seesWalls, visibleFarms, visibleProjects } from '../visibility.ts'

type Filters = Parsed<typeof alertEndpoints.counts>
export type AlertState = (typeof alertStates)[number]

/** Whether an alert `a` is not about a wall, or the caller may see walls. */
function notOfHiddenWall(sql: Queries, caller: Caller): Fragment {
  return sql`(a.subject_type <> 'WALL' or ${seesWalls(caller)})`
}

/** Whether a caller may see an alert `a`. */
export function visibleAlert(sql: Queries, caller: Caller): Fragment {
  return sql`(a.farm_id in (${visibleFarms(sql, caller)}) and ${notOfHiddenWall(sql, caller)} and ${concernsOnlyLoansOf(sql, visibleProjects(sql, caller))})`
}

/** Whether an alert `a` was visible through a project at a moment. Its bank keeps this view after the project has closed. */
function visibleThroughProjectAsOf(sql: Queries, projectId: number, asOf: AsOf): Fragment {
  return sql`(a.farm_id in (select farm_id from project_farms where project_id = ${projectId}) and a.subject_type <> 'WALL' and ${concernsOnlyLoansOf(sql, sql`${projectId}`)} and coalesce(${closedAtHerdTime(sql, sql`${projectId}`)} > ${eventCutoff(asOf)}::timestamptz, true))`
}

/** Whether a caller may see an alert `a` and it matches the filters, in any state. */
export function fitsFilters(sql: Queries, caller: Caller, input: Filters, asOf: AsOf | null): Fragment {
  const seen =
    asOf === null || input.projectId === undefined
      ? visibleAlert(sql, caller)
      : sql`(${visibleAlert(sql, caller)} or ${visibleThroughProjectAsOf(sql, input.projectId, asOf)})`
  const { text = '' } = input
  const ofProject = sql`a.farm_id in (select farm_id from project_farms where project_id in (${visibleProjects(sql, caller)}) and project_id = ${input.projectId ?? 0}) and ${concernsOnlyLoansOf(sql, sql`${input.projectId ?? 0}`)}`
  const isSaid = sql`(${contains(sql, 'a.subject_name', text)} or exists (
    select from alert_events e where e.alert_id = a.id and e.note is not null and ${asOf === null ? sql`true` : sql`e.at <= ${eventCutoff(asOf)}::timestamptz`} and ${contains(sql, 'e.note', text)}))`
  return sql`${seen} and ${occurredAsOf(sql, asOf, 'a.raised_at')} and ${equals(sql, 'a.kind', input.kind)} and ${textIn(sql, 'a.kind', input.kinds)}
    and ${textIn(sql, 'a.severity', input.severities)} and ${equals(sql, 'a.farm_id', input.farmId)} and ${idIn(sql, 'a.farm_id', input.farmIds)}
    and ${equals(sql, 'a.pen_id', input.farmSlotId)} and ${equals(sql, 'a.subject_id', input.subjectId)} and ${equals(sql, 'a.animal_id', input.animalId)}
    and ${input.projectId === undefined ? sql`true` : ofProject} and ${between(sql, 'a.raised_at', input.from, input.to)}
    and ${input.shelvedBefore === undefined ? sql`true` : sql`a.shelved_at < ${input.shelvedBefore}::timestamptz`}
    and ${text === '' ? sql`true` : isSaid}`
}

/**
 * Builds the condition of each state for an alert `a`. Assignees and shelves are known for the present only: in a past view no alert is
 * MINE or SHELVED.
 * @param now herd time, epoch ms
 */
export function inState(
  sql: Queries,
  { userId }: Caller,
  asOf: AsOf | null,
  now: number,
): Record<AlertState, Fragment> {
  const isClosed = sql`${instantAsOf(sql, 'a.closed_at', asOf)} is not null`
  const until = asOf && sql`${eventCutoff(asOf)}::timestamptz`
  // An alert that flapped was over in between.
  const isActive = until
    ? sql`exists (select from alert_occurrences o where o.alert_id = a.id and o.raised_at <= ${until} and (o.cleared_at is null or o.cleared_at > ${until}))`
    : sql`a.cleared_at is null`
  const isFree = sql`${instantAsOf(sql, 'a.acknowledged_at', asOf)} is null`
  const isShelved =
    asOf === null ? sql`(a.shelved_until is not null and a.shelved_until > ${now}::timestamptz)` : sql`false`
  return {
    OPEN: sql`not (${isClosed}) and not ${isShelved} and (${isActive} or ${isFree})`,
    ACTIVE: isActive,
    UNACKNOWLEDGED: sql`${isFree} and not (${isClosed}) and not ${isShelved}`,
    MINE: asOf === null ? sql`a.assigned_to = ${userId} and a.closed_at is null` : sql`false`,
    SHELVED: sql`${isShelved} and not (${isClosed})`,
    CLEARED: sql`not (${isActive})`,
    CLOSED: isClosed,
    LATE: sql`a.is_late`,
    ALL: sql`true`,
  }
}
