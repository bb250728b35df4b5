import type { Input } from '#contract/calls/endpoint.ts'
import type { endpoints } from '#contract/calls/endpoints.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import { type AlertGroup, groupAlerts } from '../../entities/alerts/alertGroups.ts'

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

export type AlertQuery = Partial<Pick<Input<typeof endpoints.alerts.list>, 'kind' | 'farmId' | 'from' | 'to'>>

/** Whether an open alert, which the console has by itself, is among those that the list call would answer. */
export function fits(alert: Alert, { kind, farmId, from, to }: AlertQuery): boolean {
  const raisedAt = Date.parse(alert.raisedAt)
  return (
    (kind === undefined || alert.kind === kind) &&
    (farmId === undefined || alert.farmId === farmId) &&
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

export const rowOf = (alert: Alert, isMember = false): AlertRow => ({ id: alert.id, alerts: [alert], isUnfolded: false, isMember })

/** The key of the group that an alert is in; undefined: it is in none. */
export function groupKeyOf(alerts: readonly Alert[], alertId: number): string | undefined {
  return groupAlerts(alerts).find((group: AlertGroup) => group.alerts.length > 1 && group.alerts.some(({ id }) => id === alertId))?.key
}
