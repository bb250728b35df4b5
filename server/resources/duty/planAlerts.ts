import type { Queries, Sql } from '../../db/connect.ts'
import type { Events } from '../../events.ts'
import type { AlertMessageData, Why } from '../../notify/alertTexts.ts'
import { inTransaction } from '../../records/transaction.ts'
import { type NoticeChange, emitNotices } from '../office/notices.ts'
import type { Context } from '../../context.ts'
import { type Duty, escalationLevels, readDuty, type EscalationLevel } from './duty.ts'
import { endFloods, foldFloods } from './floods.ts'
import { messageColumns, messageJoins } from './messageData.ts'
import type { Recipient, Notification, NewDelivery } from './notifications.ts'
import { writeDeliveries } from './writeDeliveries.ts'

/** Interval between searches for due alerts, ms of machine time. */
export const planMs = 1000
/** Maximum alerts planned by one transaction. */
const batchSize = 1000
const minuteMs = 60_000

interface PlanParts extends Pick<Context, 'publicUrl' | 'log'> {
  sql: Sql
  events: Events
}

interface DueAlert extends AlertMessageData {
  organisationId: number | null
  step: number
  rung: number
  escalateAt: number | null
  remindAt: number | null
}

/** The next state of an alert's escalation. */
interface Next {
  alertId: number
  organisationId: number | null
  step: number
  rung: number
  escalateAt: number | null
  remindAt: number | null
  isOver: boolean
}

const after = (at: number, minutes: number | null) => (minutes === null ? null : at + minutes * minuteMs)

/** Determines the next step of an alert: the levels to notify now, the reason, and the following state. */
function stepOf(
  alert: DueAlert,
  duty: Duty,
  rungs: readonly EscalationLevel[],
  at: number,
): { why: Why; notifiedLevels: EscalationLevel[]; next: Next } {
  const { id, severity, step, escalateAt } = alert
  const isFirst = step === 0
  const climbs = !isFirst && escalateAt !== null && escalateAt <= at && alert.rung + 1 < rungs.length
  const rung = Math.max(0, Math.min(climbs ? alert.rung + 1 : alert.rung, rungs.length - 1))
  const currentLevel = rungs[rung]
  const notifiedLevels =
    isFirst || climbs ? (currentLevel === undefined ? [] : [currentLevel]) : rungs.slice(0, rung + 1)
  const why = isFirst
    ? 'RAISED'
    : climbs
      ? currentLevel?.isAdministrators === true
        ? 'ADMINISTRATOR'
        : 'ESCALATED'
      : 'REMINDER'
  const next = {
    alertId: id,
    organisationId: alert.organisationId,
    step: step + 1,
    rung,
    escalateAt:
      rung + 1 >= rungs.length ? null : isFirst || climbs ? after(at, duty.escalateMinutes[severity]) : escalateAt,
    remindAt: severity === 'CRITICAL' ? after(at, duty.remindMinutes) : null,
    isOver: rungs.length === 0,
  }
  return { why, notifiedLevels, next }
}

/** Writes into the timelines of alerts which recipients were notified. */
async function noteNotifications(
  sql: Queries,
  notifications: readonly Notification[],
  deliveries: readonly NewDelivery[],
  at: number,
): Promise<void> {
  const notifiedKeys = new Set(
    deliveries
      .filter(
        ({ state, floodId }) => state === 'QUEUED' || state === 'SENT' || (state === 'FOLDED' && floodId === null),
      )
      .map(({ alertId, userId, channelId }) => `${alertId} ${userId} ${channelId}`),
  )
  const events = notifications.flatMap(({ alert, step, why, recipients }) => {
    // The timeline is shared by all parties of a loan; a bank reads its own deliveries.
    if (alert.projectId !== null && alert.projectId !== undefined) return []
    const people = recipients.flatMap(({ person, channel }) =>
      notifiedKeys.has(`${alert.id} ${person?.id ?? null} ${channel?.id ?? null}`) ? (person ?? channel).name : [],
    )
    return people.length === 0
      ? []
      : {
          alertId: alert.id,
          kind: why === 'ESCALATED' || why === 'ADMINISTRATOR' ? 'ESCALATED' : 'NOTIFIED',
          detail: { step, people: people.join('\n') },
        }
  })
  if (events.length === 0) return
  await sql`
    insert into alert_events (alert_id, kind, at, detail) select told."alertId", told.kind, ${at}::timestamptz, told.detail
    from jsonb_to_recordset(${JSON.stringify(events)}::text::jsonb) as told("alertId" bigint, kind text, detail jsonb)`
}

/** Plans due alerts, up to one batch. @returns how many there were, and the notices to emit */
async function planBatch(
  { sql: pool, publicUrl }: PlanParts,
  at: number,
): Promise<{ count: number; notices: NoticeChange[]; organisationIds: number[] }> {
  return inTransaction(pool, async (sql) => {
    const due = await sql<DueAlert[]>`
      select ${messageColumns(sql, sql`e.organisation_id`)}, e.organisation_id as "organisationId", e.step, e.rung, e.escalate_at as "escalateAt", e.remind_at as "remindAt"
      from alert_escalations e join alerts a on a.id = e.alert_id ${messageJoins(sql, sql`e.organisation_id`)}
      where e.ended_at is null and e.due_at <= ${at}::timestamptz and (a.shelved_until is null or a.shelved_until <= ${at}::timestamptz) order by e.due_at, e.alert_id, e.organisation_id limit ${batchSize} for update of e skip locked`
    const organisationIds = [...new Set(due.flatMap(({ organisationId }) => organisationId ?? []))]
    if (due.length === 0) return { count: 0, notices: [], organisationIds }
    const duties = await readDuty(sql, organisationIds, at)
    const ladders = new Map<string, EscalationLevel[]>()
    const nexts: Next[] = []
    const notifications: Notification[] = []
    for (const alert of due) {
      const { organisationId, farmId, severity, step } = alert
      const duty = organisationId === null ? undefined : duties.get(organisationId)
      if (duty === undefined || organisationId === null) {
        nexts.push({ alertId: alert.id, organisationId, step, rung: 0, escalateAt: null, remindAt: null, isOver: true })
        continue
      }
      const key = `${organisationId} ${farmId}`
      const rungs = ladders.get(key) ?? escalationLevels(duty, farmId, at)
      ladders.set(key, rungs)
      const { why, notifiedLevels, next } = stepOf(alert, duty, rungs, at)
      const recipients: Recipient[] = notifiedLevels.flatMap(({ people }) =>
        people.map((person) => ({ organisationId, person, channel: null })),
      )
      if (step === 0)
        for (const channel of duty.channels)
          if (channel.severities.includes(severity)) recipients.push({ organisationId, person: null, channel })
      nexts.push({ ...next, isOver: next.isOver && recipients.length === 0 })
      notifications.push({ alert, step, why, recipients })
    }
    const deliveries = await foldFloods(sql, notifications, publicUrl, at)
    const { notices } = await writeDeliveries(sql, deliveries, at)
    await noteNotifications(sql, notifications, deliveries, at)
    await sql`
      update alert_escalations e
      set step = n.step, rung = n.rung, escalate_at = to_timestamp(n."escalateAt" / 1000.0), remind_at = to_timestamp(n."remindAt" / 1000.0),
        due_at = to_timestamp(least(n."escalateAt", n."remindAt") / 1000.0),
        ended_at = case when n."isOver" then ${at}::timestamptz end, ended_because = case when n."isOver" then 'NOBODY' end
      from jsonb_to_recordset(${JSON.stringify(nexts)}::text::jsonb) as n("alertId" bigint, "organisationId" bigint, step integer, rung integer, "escalateAt" bigint, "remindAt" bigint, "isOver" boolean)
      where e.alert_id = n."alertId" and e.organisation_id is not distinct from n."organisationId"`
    return { count: due.length, notices, organisationIds }
  })
}

/**
 * Notifies recipients of due alerts: new ones, unacknowledged ones, and reminders. Deliveries and the next state are written in one
 * transaction, so that a crash loses nothing and repeats nothing. Processes share the work. @param at herd time, epoch ms
 */
export async function planAlerts(parts: PlanParts, at: number): Promise<void> {
  for (;;) {
    const { count, notices, organisationIds } = await planBatch(parts, at)
    if (notices.length > 0) await emitNotices(parts, notices)
    if (organisationIds.length > 0) parts.events.emit('recordsChanged', { noun: 'alertDeliveries', organisationIds })
    if (count < batchSize) break
  }
  await endFloods(parts.sql, at)
}

/** Cancels the escalations of all alerts raised so far: the history of a demo. @param at herd time, epoch ms */
export async function cancelPendingEscalations(sql: Sql, at: number): Promise<void> {
  await sql`update alert_escalations set ended_at = ${at}, ended_because = 'HISTORY' where ended_at is null`
}
