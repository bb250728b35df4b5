import { type Severity, severities } from '#contract/alerts/alertKinds.ts'
import type { Queries } from '../../db/connect.ts'
import { alertsPathOf } from '../../notify/alertTexts.ts'
import {
  deliveriesOf,
  floodAlerts,
  floodDeliveries,
  floodMs,
  collapsedIntoFlood,
  countsTowardsFlood,
  keyOf,
  shareMessage,
  type Recipient,
  type Notification,
  type NewDelivery,
} from './notifications.ts'

/** The notifications of one recipient. */
interface Share {
  recipient: Recipient
  notifications: Notification[]
}

/** Counts the alerts that each recipient was notified of within the flood period, by recipient key. Reminders and resends do not count. */
async function countRecent(
  sql: Queries,
  recipients: readonly Recipient[],
  at: number,
): Promise<Map<string, { count: number; critical: number }>> {
  const rows = await sql<{ userId: number | null; channelId: number | null; count: number; critical: number }[]>`
    select user_id as "userId", channel_id as "channelId", count(distinct alert_id) as count,
      count(distinct alert_id) filter (where (select severity from alerts where id = alert_id) = 'CRITICAL') as critical
    from alert_deliveries
    where (user_id = any(${recipients.flatMap(({ person }) => person?.id ?? [])}::bigint[]) or channel_id = any(${recipients.flatMap(({ channel }) => channel?.id ?? [])}::bigint[]))
      and planned_at > ${at - floodMs}::timestamptz and planned_at <= ${at}::timestamptz and alert_id is not null and state <> 'SKIPPED' and channel not in ('DESKTOP', 'SOUND') and reason in ('RAISED', 'ESCALATED', 'ADMINISTRATOR')
    group by user_id, channel_id`
  return new Map(
    rows.map(({ userId, channelId, ...counts }) => [
      userId === null ? `channel ${channelId}` : `user ${userId}`,
      counts,
    ]),
  )
}

/** Returns the running floods, by recipient key. */
async function openFloods(sql: Queries): Promise<Map<string, number>> {
  const rows = await sql<{ id: number; userId: number | null; channelId: number | null }[]>`
    select id, user_id as "userId", channel_id as "channelId" from alert_floods where ended_at is null`
  return new Map(
    rows.map(({ id, userId, channelId }) => [userId === null ? `channel ${channelId}` : `user ${userId}`, id]),
  )
}

async function beginFlood(
  sql: Queries,
  { organisationId, person, channel }: Recipient,
  at: number,
): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    insert into alert_floods (organisation_id, user_id, channel_id, begun_at) values (${organisationId}, ${person?.id ?? null}, ${channel?.id ?? null}, ${at})
    on conflict do nothing returning id`
  return row?.id ?? null
}

/** Ends the floods of recipients with fewer alerts in the last ten minutes. @param at herd time, epoch ms */
export async function endFloods(sql: Queries, at: number): Promise<void> {
  await sql`
    update alert_floods f set ended_at = ${at}::timestamptz
    where ended_at is null and (begun_at > ${at}::timestamptz or (
      select count(distinct d.alert_id) from alert_deliveries d
      where (d.user_id = f.user_id or d.channel_id = f.channel_id) and d.planned_at > ${at - floodMs}::timestamptz and d.alert_id is not null
        and d.state <> 'SKIPPED' and d.channel not in ('DESKTOP', 'SOUND') and d.reason in ('RAISED', 'ESCALATED', 'ADMINISTRATOR')) < ${floodAlerts})`
}

/**
 * Builds the deliveries of notifications. When a recipient reaches ten alerts in ten minutes, all but CRITICAL ones are collapsed
 * into one notice until there are fewer. Ten CRITICAL ones in that time share a message with those that come together with them.
 * @param at herd time, epoch ms
 */
export async function foldFloods(
  sql: Queries,
  notifications: readonly Notification[],
  publicUrl: string,
  at: number,
): Promise<NewDelivery[]> {
  const shares = new Map<string, Share>()
  for (const notification of notifications) {
    for (const recipient of notification.recipients) {
      const key = keyOf(recipient)
      const share = shares.get(key)
      if (share) share.notifications.push(notification)
      else shares.set(key, { recipient, notifications: [notification] })
    }
  }
  const recipients = [...shares.values()].map(({ recipient }) => recipient)
  const [recent, floods] = await Promise.all([countRecent(sql, recipients, at), openFloods(sql)])
  const deliveries: NewDelivery[] = []
  for (const [key, { recipient, notifications: own }] of shares) {
    const counted = own.filter(({ alert, why }) => why !== 'RESENT' && countsTowardsFlood(recipient, alert))
    const sofar = recent.get(key) ?? { count: 0, critical: 0 }
    const isCritical = ({ alert: { severity } }: Notification) => severity === 'CRITICAL'
    const countAlerts = (some: readonly Notification[]) => new Set(some.map(({ alert }) => alert.id)).size
    const count = sofar.count + countAlerts(counted.filter(({ why }) => why !== 'REMINDER'))
    const shared =
      sofar.critical + countAlerts(counted.filter(isCritical)) >= floodAlerts ? counted.filter(isCritical) : []
    const foldable = counted.filter(({ alert }) => alert.severity !== 'CRITICAL')
    let floodId = floods.get(key) ?? null
    if (floodId === null && count >= floodAlerts && foldable.length > 0) {
      floodId = await beginFlood(sql, recipient, at)
      if (floodId !== null)
        deliveries.push(
          ...floodDeliveries(
            recipient,
            floodId,
            count,
            gravestOf(foldable),
            alertsPathOf(foldable.map(({ alert }) => alert)),
            publicUrl,
            at,
          ),
        )
      // Another process has just started the flood and sends its notice.
      else floodId = (await openFloods(sql)).get(key) ?? null
    }
    const folded = new Set(floodId === null ? [] : foldable)
    for (const ofWhy of Map.groupBy(shared, ({ why }) => why).values()) {
      const [first, ...others] = ofWhy
      if (first === undefined) continue
      if (others.length === 0) deliveries.push(...deliveriesOf(recipient, first, publicUrl, at))
      else deliveries.push(...shareMessage(recipient, [first, ...others], publicUrl, at))
    }
    const isShared = new Set(shared)
    for (const notification of own) {
      if (isShared.has(notification)) continue
      if (floodId !== null && folded.has(notification))
        deliveries.push(collapsedIntoFlood(recipient, notification, floodId))
      else deliveries.push(...deliveriesOf(recipient, notification, publicUrl, at))
    }
  }
  return deliveries
}

function gravestOf(notifications: readonly Notification[]): Severity {
  return severities.find((severity) => notifications.some(({ alert }) => alert.severity === severity)) ?? 'INFO'
}
