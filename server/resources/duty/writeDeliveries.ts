import type { Queries } from '../../db/connect.ts'
import { machineNow } from '../../clock.ts'
import { type NoticeChange, noticesOf } from '../office/notices.ts'
import type { NewDelivery } from './notifications.ts'

/** Time until an unsent message about an alert is given up, ms: later, it is no longer news. */
const worthSendingMs = 2 * 3_600_000

/**
 * Writes deliveries with their messages and notices, in the planning transaction. Deliveries that already exist are skipped.
 * @param at herd time, epoch ms
 * @returns the input for `emitNotices`, and the ids of the new deliveries
 */
export async function writeDeliveries(
  sql: Queries,
  deliveries: readonly NewDelivery[],
  at: number,
): Promise<{ notices: NoticeChange[]; ids: number[] }> {
  if (deliveries.length === 0) return { notices: [], ids: [] }
  const now = machineNow()
  const rows = await sql<{ id: number; noticeId: number | null }[]>`
    with wanted as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(deliveries)}::text::jsonb) as w("alertId" bigint, "floodId" bigint, "organisationId" bigint, step integer,
        reason text, "userId" bigint, "channelId" bigint, channel text, state text, fault text, recipient text, subject text, body text, code text, params jsonb, path text)
    ), planned as (
      insert into alert_deliveries (alert_id, flood_id, organisation_id, step, reason, user_id, channel_id, channel, state, fault, planned_at, queued_at, sent_at)
      select "alertId", "floodId", "organisationId", step, reason, "userId", "channelId", channel, state, fault, ${at}::timestamptz, ${now}::timestamptz,
        case when state = 'SENT' then ${now}::timestamptz end
      from wanted on conflict do nothing returning id, alert_id, flood_id, step, user_id, channel_id, channel
    ), matched as (
      select p.id, w.* from planned as p join wanted as w on coalesce(w."alertId", 0) = coalesce(p.alert_id, 0) and coalesce(w."floodId", 0) = coalesce(p.flood_id, 0)
        and w.step = p.step and coalesce(w."userId", 0) = coalesce(p.user_id, 0) and coalesce(w."channelId", 0) = coalesce(p.channel_id, 0) and w.channel = p.channel
    ), carried as (
      insert into outbox (kind, at, recipient, subject, body, next_try_at, give_up_at, delivery_id)
      select channel, ${now}::timestamptz, recipient, subject, body, ${now}::timestamptz, ${now + worthSendingMs}::timestamptz, id from matched where recipient is not null
    ), shown as (
      insert into notices (user_id, type, code, params, path, at, delivery_id)
      select "userId", 'notification', code, params, path, ${now}::timestamptz, id from matched where code is not null and "userId" is not null returning id, delivery_id
    )
    select m.id, s.id as "noticeId" from matched as m left join shown as s on s.delivery_id = m.id order by m.id`
  const noticeIds = rows.flatMap(({ noticeId }) => noticeId ?? [])
  return { notices: await noticesOf(sql, noticeIds), ids: rows.map(({ id }) => id) }
}
