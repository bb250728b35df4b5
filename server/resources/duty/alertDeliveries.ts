import type { Reply } from '#contract/calls/endpoint.ts'
import { type AlertDelivery, type alertDeliveryEndpoints, pageChannels } from '#contract/duty/alertDeliveries.ts'
import type { Caller } from '../../auth/sessions.ts'
import { CallError } from '../../callError.ts'
import { machineNow, toInstant } from '../../clock.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import type { HandlersOf } from '../../handler.ts'
import type { AlertMessageData } from '../../notify/alertTexts.ts'
import { audit } from '../../records/audit.ts'
import { equals, listOf, page } from '../../records/page.ts'
import { first } from '../../records/transaction.ts'
import { transact } from '../../records/write.ts'
import { emitNotices } from '../office/notices.ts'
import { visibleFarms } from '../visibility.ts'
import { readDuty } from './duty.ts'
import { organisationOf } from './ofOrganisation.ts'
import { messageColumns, messageJoins } from './messageData.ts'
import { deliveriesOf, type Recipient } from './notifications.ts'
import { writeDeliveries } from './writeDeliveries.ts'

type Times = 'plannedAt' | 'queuedAt' | 'sentAt' | 'readAt' | 'actedAt'
type Row = Omit<AlertDelivery, Times> & {
  plannedAt: number
  queuedAt: number
  sentAt: number | null
  readAt: number | null
  actedAt: number | null
}

function toDelivery({ plannedAt, queuedAt, sentAt, readAt, actedAt, ...row }: Row): AlertDelivery {
  const instant = (at: number | null) => (at === null ? null : toInstant(at))
  return {
    ...row,
    plannedAt: toInstant(plannedAt),
    queuedAt: toInstant(queuedAt),
    sentAt: instant(sentAt),
    readAt: instant(readAt),
    actedAt: instant(actedAt),
  }
}

async function selectDeliveries(sql: Queries, condition: Fragment, end: Fragment): Promise<AlertDelivery[]> {
  const rows = await sql<Row[]>`
    select d.id, d.alert_id as "alertId", d.step, d.reason, d.channel,
      case when a.id is not null then jsonb_build_object('kind', a.kind, 'severity', a.severity, 'subjectName', a.subject_name, 'farmName', f.name) end as about,
      case when e.id is not null then jsonb_build_object('kind', e.kind, 'subjectId', e.subject_id) end as record, coalesce(u.display_name, c.name, '') as recipient, d.user_id as "personId", d.state, d.fault,
      d.planned_at as "plannedAt", d.queued_at as "queuedAt", d.sent_at as "sentAt", d.read_at as "readAt", d.acted_at as "actedAt"
    from alert_deliveries d left join alerts a on a.id = d.alert_id left join farms f on f.id = a.farm_id left join users u on u.id = d.user_id left join alert_channels c on c.id = d.channel_id left join record_events e on e.id = d.record_event_id where ${condition} ${end}`
  return rows.map(toDelivery)
}

/** Whether a delivery `d` belongs to the caller's organisation. */
const isOwn = (sql: Queries, caller: Caller) => sql`d.organisation_id = ${organisationOf(caller)}`

async function requireAlert(sql: Queries, caller: Caller, id: number): Promise<void> {
  first(await sql`select from alerts where id = ${id} and farm_id in (${visibleFarms(sql, caller)})`)
}

/** Locks an alert that still needs somebody. @throws CallError CONFLICT when it is cleared, closed or acknowledged */
async function findOpen(sql: Queries, organisationId: number, id: number): Promise<AlertMessageData> {
  const [row] = await sql<(AlertMessageData & { over: string | null })[]>`
    select ${messageColumns(sql, sql`${organisationId}::bigint`)}, case when a.closed_at is not null then 'alert_closed' when a.cleared_at is not null then 'alert_cleared' when a.acknowledged_at is not null then 'acknowledged' end as over
    from alerts a ${messageJoins(sql, sql`${organisationId}::bigint`)} where a.id = ${id} for no key update of a`
  if (row === undefined || row.over !== null)
    throw new CallError('CONFLICT', { fields: { id: row?.over ?? 'unknown' } })
  return row
}

/** Returns the deliveries of an alert to the caller's organisation, and how its escalation goes on. The caller's access must be checked already. */
export async function deliveriesOfAlert(
  sql: Queries,
  caller: Caller,
  alertId: number,
): Promise<Reply<(typeof alertDeliveryEndpoints)['ofAlert']>> {
  const [list, [notification]] = await Promise.all([
    selectDeliveries(sql, sql`d.alert_id = ${alertId} and ${isOwn(sql, caller)}`, sql`order by d.id limit 1000`),
    sql<
      {
        step: number
        dueAt: number | null
        endedBecause: 'LATE' | 'ACKNOWLEDGED' | 'CLOSED' | 'CLEARED' | 'NOBODY' | 'HISTORY' | null
      }[]
    >`
      select step, due_at as "dueAt", ended_because as "endedBecause" from alert_escalations where alert_id = ${alertId} and organisation_id = ${organisationOf(caller)}`,
  ])
  const { step = 1, dueAt = null, endedBecause = 'HISTORY' } = notification ?? {}
  const state = endedBecause ?? (step === 0 ? 'PENDING' : dueAt === null ? 'DONE' : 'GOES_ON')
  return { list, state, nextAt: endedBecause === null && dueAt !== null ? toInstant(dueAt) : null }
}

export const alertDeliveryHandlers: HandlersOf<'alertDeliveries'> = {
  async ofAlert({ toldAlertId }, caller, { sql }) {
    await requireAlert(sql, caller, toldAlertId)
    return deliveriesOfAlert(sql, caller, toldAlertId)
  },

  async list(input, caller, { sql }) {
    const condition = sql`${isOwn(sql, caller)} and ${equals(sql, 'd.user_id', input.toldPersonId)} and ${equals(sql, 'd.channel', input.channel)} and ${equals(sql, 'd.state', input.state)}`
    const [list, [count]] = await Promise.all([
      selectDeliveries(
        sql,
        condition,
        page(sql, input, { id: 'd.id', plannedAt: 'd.planned_at' }, { field: 'id', order: 'desc' }),
      ),
      sql<{ total: number }[]>`select count(*) as total from alert_deliveries d where ${condition}`,
    ])
    return listOf(list, count?.total ?? 0, input)
  },

  resend: ({ id }, caller, context) =>
    transact(context, async ({ sql, afterCommit }) => {
      const organisationId = organisationOf(caller)
      const before = first(await selectDeliveries(sql, sql`d.id = ${id} and ${isOwn(sql, caller)}`, sql``))
      const isOfPage = pageChannels.some((name) => name === before.channel)
      if (before.alertId === null || isOfPage || before.state === 'QUEUED')
        throw new CallError('CONFLICT', { fields: { id: before.alertId === null || isOfPage ? 'invalid' : 'waits' } })
      const alert = await findOpen(sql, organisationId, before.alertId)
      const at = context.clock.now()
      const duty = (await readDuty(sql, [organisationId], at)).get(organisationId)
      const [channelId] = await sql<
        { id: number | null }[]
      >`select channel_id as id from alert_deliveries where id = ${id}`
      const person = before.personId === null ? undefined : duty?.people.get(before.personId)
      const channel = duty?.channels.find((one) => one.id === channelId?.id)
      const recipient: Recipient | null = person
        ? { organisationId, person, channel: null }
        : channel
          ? { organisationId, person: null, channel }
          : null
      // Users who are disabled, and channels that are switched off, receive nothing.
      if (recipient === null) throw new CallError('CONFLICT', { fields: { id: 'unknown' } })
      const [next] = await sql<{ step: number }[]>`
        update alert_escalations set step = step + 1 where alert_id = ${alert.id} and organisation_id = ${organisationId} returning step - 1 as step`
      const notification = { alert, step: next?.step ?? 0, why: 'RESENT' as const, recipients: [recipient] }
      const { notices, ids } = await writeDeliveries(
        sql,
        deliveriesOf(recipient, notification, context.publicUrl, at, before.channel),
        at,
      )
      const after = first(await selectDeliveries(sql, sql`d.id = any(${ids}::bigint[])`, sql``))
      await audit(sql, caller, machineNow(), {
        action: 'ADD',
        noun: 'alertDelivery',
        nounId: after.id,
        before: null,
        after,
      })
      afterCommit(() => emitNotices(context, notices))
      afterCommit(() =>
        context.events.emit('recordsChanged', { noun: 'alertDeliveries', organisationIds: [organisationId] }),
      )
      return after
    }),

  async shown({ toldAlertIds, channel, isBlocked }, caller, { sql, clock, events }) {
    const ids = [...new Set(toldAlertIds)]
    const seen =
      await sql`select from alerts where id = any(${ids}::bigint[]) and farm_id in (${visibleFarms(sql, caller)})`
    if (seen.count < ids.length) throw new CallError('NOT_FOUND')
    const organisationId = organisationOf(caller)
    const at = machineNow()
    const noted = await sql`
      insert into alert_deliveries (alert_id, organisation_id, step, reason, user_id, channel, state, fault, planned_at, queued_at, sent_at)
      select id, ${organisationId}, 0, 'RAISED', ${caller.userId}, ${channel}, ${isBlocked ? 'FAILED' : 'SENT'}, ${isBlocked ? 'BLOCKED' : null}, ${clock.now()}::timestamptz, ${at}::timestamptz, ${isBlocked ? null : at}::timestamptz
      from alerts where id = any(${ids}::bigint[]) and cleared_at is null and closed_at is null order by id
      on conflict do nothing returning id`
    if (noted.count > 0) events.emit('recordsChanged', { noun: 'alertDeliveries', organisationIds: [organisationId] })
    return {}
  },

  async read({ toldAlertId }, caller, { sql, events }) {
    await requireAlert(sql, caller, toldAlertId)
    const read = await sql`
      update alert_deliveries set read_at = ${machineNow()} where alert_id = ${toldAlertId} and user_id = ${caller.userId} and read_at is null and state in ('SENT', 'FOLDED') returning id`
    if (read.count > 0)
      events.emit('recordsChanged', { noun: 'alertDeliveries', organisationIds: [organisationOf(caller)] })
    return {}
  },
}
