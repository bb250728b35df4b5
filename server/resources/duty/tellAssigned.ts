import type { Alert } from '#contract/alerts/alerts.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../db/connect.ts'
import type { AlertMessageData } from '../../notify/alertTexts.ts'
import type { NoticeChange } from '../office/notices.ts'
import { readDuty } from './duty.ts'
import { foldFloods } from './floods.ts'
import { deliveriesOf, floodAlerts, type Recipient } from './notifications.ts'
import { messageColumns, messageJoins } from './messageData.ts'
import { writeDeliveries } from './writeDeliveries.ts'

interface Assigned {
  organisationId: number
  /** The user who was assigned the alerts. */
  assigneeId: number
  /** The alerts as they were before the assignment. */
  alerts: readonly Pick<Alert, 'id' | 'version'>[]
}

/**
 * Notifies a user of alerts assigned to them, by their channels, in the assigning transaction and independent of escalation.
 * Every assignment is sent once, even during a flood, because a person made it. Many at once are collapsed like a flood.
 * @param at herd time, epoch ms
 * @returns the input for `emitNotices`
 */
export async function notifyAssignee(
  sql: Queries,
  { publicUrl }: Pick<Context, 'publicUrl'>,
  { organisationId, assigneeId, alerts }: Assigned,
  at: number,
): Promise<NoticeChange[]> {
  const person = (await readDuty(sql, [organisationId], at)).get(organisationId)?.people.get(assigneeId)
  if (person === undefined || alerts.length === 0) return []
  const messageData = await sql<AlertMessageData[]>`
    select ${messageColumns(sql, sql`${organisationId}::bigint`)} from alerts a ${messageJoins(sql, sql`${organisationId}::bigint`)} where a.id = any(${alerts.map(({ id }) => id)}::bigint[]) order by a.id`
  const versions = new Map(alerts.map(({ id, version }) => [id, version]))
  const recipients: Recipient[] = [{ organisationId, person, channel: null }]
  // Negative steps are distinct from escalation steps, which count up from 0.
  const notifications = messageData.map((alert) => ({
    alert,
    step: -(versions.get(alert.id) ?? 0) - 1,
    why: 'ASSIGNED' as const,
    recipients,
  }))
  const isMany = notifications.length >= floodAlerts
  const deliveries = isMany
    ? await foldFloods(sql, notifications, publicUrl, at)
    : notifications.flatMap((notification) =>
        recipients.flatMap((recipient) => deliveriesOf(recipient, notification, publicUrl, at)),
      )
  const { notices } = await writeDeliveries(sql, deliveries, at)
  return notices
}
