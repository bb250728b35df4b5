import type { Input } from '#contract/calls/endpoint.ts'
import type { endpoints } from '#contract/calls/endpoints.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import { groupAlerts } from '../../entities/alerts/alertGroups.ts'

/** A row of the list: an alert, or several that are one matter. */
export interface AlertRow {
  /** The alert's; of a folder of several the first one's, negative, so that both can stand in the list. */
  id: number
  alerts: readonly [Alert, ...Alert[]]
  /** Of a folder of several: whether they stand below it. */
  isUnfolded: boolean
  /** Stands below its folder. */
  isMember: boolean
}

export type AlertQuery = Partial<Pick<Input<typeof endpoints.alerts.list>, 'kinds' | 'severities' | 'farmIds' | 'text' | 'from' | 'to'>>

/** Whether an open alert, which the console has by itself, is among those that the list call would answer. */
export function fits(alert: Alert, { kinds, severities, farmIds, text, from, to }: AlertQuery): boolean {
  const raisedAt = Date.parse(alert.raisedAt)
  const sought = text?.toLowerCase()
  return (
    (kinds === undefined || kinds.includes(alert.kind)) &&
    (severities === undefined || severities.includes(alert.severity)) &&
    (farmIds === undefined || farmIds.includes(alert.farmId)) &&
    (sought === undefined || [alert.subjectName, alert.comment].some((words) => words?.toLowerCase().includes(sought))) &&
    (from === undefined || raisedAt >= Number(from)) &&
    (to === undefined || raisedAt <= Number(to))
  )
}

/** Open alerts as rows, the most urgent first: those that are one matter behind one row, unless it is unfolded. @param unfolded keys of groups */
export function groupedRows(alerts: readonly Alert[], unfolded: ReadonlySet<string>): AlertRow[] {
  return groupAlerts(alerts).flatMap(({ key, alerts: members }) => {
    const [first] = members
    if (members.length === 1) return [rowOf(first)]
    const isUnfolded = unfolded.has(key)
    const folder: AlertRow = { id: -first.id, alerts: members, isUnfolded, isMember: false }
    return isUnfolded ? [folder, ...members.map((alert) => rowOf(alert, true))] : [folder]
  })
}

/** Shelved alerts as rows, those that have lain longest first: they are the ones that are forgotten. */
export function shelvedRows(alerts: readonly Alert[]): AlertRow[] {
  return alerts.toSorted((a, b) => Date.parse(a.shelvedAt ?? a.raisedAt) - Date.parse(b.shelvedAt ?? b.raisedAt) || a.id - b.id).map((alert) => rowOf(alert))
}

export const rowOf = (alert: Alert, isMember = false): AlertRow => ({ id: alert.id, alerts: [alert], isUnfolded: false, isMember })

/** The key of the group that an alert is in; undefined: it is in none. */
export function groupKeyOf(alerts: readonly Alert[], alertId: number): string | undefined {
  return groupAlerts(alerts).find((group) => group.alerts.length > 1 && group.alerts.some(({ id }) => id === alertId))?.key
}
