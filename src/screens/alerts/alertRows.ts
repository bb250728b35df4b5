import type { Input } from '#contract/calls/endpoint.ts'
import type { endpoints } from '#contract/calls/endpoints.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import { groupAlerts, type IsPledged } from '../../entities/alerts/alertGroups.ts'

/** Row of the list: an alert, or a group of related ones. */
export interface AlertRow {
  /** Id of the alert. A group has the negative id of its oldest alert: both can be in the list, and a new alert leaves the row in place. */
  id: number
  alerts: readonly [Alert, ...Alert[]]
  /** Whether a group shows its alerts below it. */
  isUnfolded: boolean
  /** Whether the row stands below its group. */
  isMember: boolean
}

export type AlertQuery = Partial<
  Pick<Input<typeof endpoints.alerts.list>, 'kinds' | 'severities' | 'farmIds' | 'text' | 'from' | 'to'>
>

/** Returns whether a live open alert would be in the answer of the list call. */
export function matchesQuery(alert: Alert, { kinds, severities, farmIds, text, from, to }: AlertQuery): boolean {
  const raisedAt = Date.parse(alert.raisedAt)
  const sought = text?.toLowerCase()
  return (
    (kinds === undefined || kinds.includes(alert.kind)) &&
    (severities === undefined || severities.includes(alert.severity)) &&
    (farmIds === undefined || farmIds.includes(alert.farmId)) &&
    (sought === undefined ||
      [alert.subjectName, alert.comment].some((words) => words?.toLowerCase().includes(sought))) &&
    (from === undefined || raisedAt >= Number(from)) &&
    (to === undefined || raisedAt <= Number(to))
  )
}

/** Returns open alerts as rows, most urgent first; related alerts share a row unless unfolded. @param unfolded keys of groups */
export function groupedRows(
  alerts: readonly Alert[],
  unfolded: ReadonlySet<string>,
  isPledged?: IsPledged,
): AlertRow[] {
  return groupAlerts(alerts, isPledged).flatMap(({ key, alerts: members }) => {
    const [first] = members
    if (members.length === 1) return [rowOf(first)]
    const isUnfolded = unfolded.has(key)
    const folder: AlertRow = {
      id: -Math.min(...members.map(({ id }) => id)),
      alerts: members,
      isUnfolded,
      isMember: false,
    }
    return isUnfolded ? [folder, ...members.map((alert) => rowOf(alert, true))] : [folder]
  })
}

/** Returns shelved alerts as rows, those shelved longest first, as they are easily forgotten. */
export function shelvedRows(alerts: readonly Alert[]): AlertRow[] {
  return alerts
    .toSorted((a, b) => Date.parse(a.shelvedAt ?? a.raisedAt) - Date.parse(b.shelvedAt ?? b.raisedAt) || a.id - b.id)
    .map((alert) => rowOf(alert))
}

export const rowOf = (alert: Alert, isMember = false): AlertRow => ({
  id: alert.id,
  alerts: [alert],
  isUnfolded: false,
  isMember,
})

/** Returns the key of an alert's group; undefined when it has no group. */
export function groupKeyOf(alerts: readonly Alert[], alertId: number): string | undefined {
  return groupAlerts(alerts).find((group) => group.alerts.length > 1 && group.alerts.some(({ id }) => id === alertId))
    ?.key
}
