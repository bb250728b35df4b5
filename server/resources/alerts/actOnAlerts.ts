import { type AlertAct, type AlertEventKind, type FailedAct, maxShelfMs } from '#contract/alerts/alertActs.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { ChangeAction } from '#contract/calls/records.ts'
import { supervisorRoles } from '#contract/people/roles.ts'
import type { Caller } from '../../auth/sessions.ts'
import { CallError } from '../../callError.ts'
import { machineNow, toInstant } from '../../clock.ts'
import type { Context } from '../../context.ts'
import { addAlertEvents, type NewAlertEvent } from '../../db/alerts/alertEvents.ts'
import { selectAlerts } from '../../db/alerts.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { auditAll } from '../../records/audit.ts'
import { inTransaction } from '../../records/transaction.ts'
import { requireOwnPicture } from '../files/fileOwners.ts'
import { notifyAssignee } from '../duty/tellAssigned.ts'
import { emitNotices } from '../office/notices.ts'
import { draftLosses } from '../projects/ledgerDrafts.ts'
import { projectChangeEvent } from '../projects/projectAccess.ts'
import { visibleAlert } from './alertFilters.ts'
import { type ActFault, findActFault } from './judgeAct.ts'

interface Asked {
  ids: readonly number[]
  /** Versions shown on the caller's screen, in the order of the ids. */
  versions?: readonly (number | undefined)[] | undefined
  act: AlertAct
  /** Prefix of the act's fields in the call's input: `act.`. */
  within?: string
  /** Whether any fault except CONFLICT rejects the whole call. */
  isWhole?: boolean
}

interface Acted {
  /** The alerts after the act, in id order. */
  done: Alert[]
  failed: (FailedAct & { alert: Alert | null })[]
}

/** The columns an act writes, and its names in the timeline and the audit. */
interface Work {
  event: AlertEventKind
  action: Exclude<ChangeAction, 'ADD' | 'REMOVE' | 'PURGE'>
  /** `set` clause of the update of `alerts`; null when only the change counter moves. */
  set: Fragment | null
  text: string | null
  detail: NewAlertEvent['detail']
}

/**
 * Applies one act to several alerts in one transaction; each alert is checked by itself. Alerts that the caller may not see count as unknown.
 * @throws CallError NOT_FOUND when the caller sees none of them; BAD_SHAPE naming the field, for a fault of the act itself
 */
export async function actOnAlerts(
  context: Context,
  caller: Caller,
  { ids, versions = [], act, within = '', isWhole = false }: Asked,
): Promise<Acted> {
  const now = context.clock.now()
  const versionOf = new Map(ids.map((id, place) => [id, versions[place]]))
  const requestedIds = [...versionOf.keys()]
  const acted = await inTransaction(context.sql, async (sql) => {
    const work = await workOf(sql, caller, act, now, within)
    const ofCaller = (of: readonly number[]) => sql`a.id = any(${[...of]}::bigint[]) and ${visibleAlert(sql, caller)}`
    const select = (of: readonly number[]) => selectAlerts(sql, ofCaller(of), sql`order by a.id`)
    // Locks before reading, so that a waiting call sees what the earlier one did, including names.
    await sql`select from alerts a where ${ofCaller(requestedIds)} order by a.id for no key update`
    const before = await select(requestedIds)
    if (before.length === 0 || (isWhole && before.length < requestedIds.length)) throw new CallError('NOT_FOUND')
    const judged = before.map((alert) => ({ alert, fault: findActFault(alert, act, versionOf.get(alert.id)) }))
    const failed = await explain(sql, judged, requestedIds)
    const grave = isWhole ? failed.find(({ code }) => code !== 'CONFLICT') : undefined
    if (grave) throw new CallError(grave.code, { fields: { [grave.field]: grave.fault } })
    const free = judged.flatMap(({ alert, fault }) => (fault === null && !changesNothing(alert, act) ? [alert] : []))
    await write(sql, caller, free, work, act, now)
    const drafted = act.kind === 'CLOSE' ? await draftLosses(sql, caller, free, { ...act, now }) : []
    const notices = await notifyOfAssignment(sql, context, caller, free, act, now)
    const done = await select(judged.flatMap(({ alert, fault }) => (fault === null ? [alert.id] : [])))
    const after = new Map(done.map((alert) => [alert.id, alert]))
    await auditAll(
      sql,
      caller,
      machineNow(),
      free.map((alert) => ({
        action: work.action,
        noun: 'alert',
        nounId: alert.id,
        before: alert,
        after: after.get(alert.id) ?? alert,
        detail: act,
      })),
    )
    return {
      done,
      failed,
      notices,
      changed: free.flatMap(({ id }) => after.get(id) ?? []),
      drafts: drafted.length === 0 ? null : await projectChangeEvent(sql, drafted, 'ledgerDrafts'),
    }
  })
  if (acted.changed.length > 0) context.events.emit('alertsChanged', { alerts: acted.changed })
  if (acted.notices !== null) {
    await emitNotices(context, acted.notices)
    context.events.emit('recordsChanged', {
      noun: 'alertDeliveries',
      organisationIds: caller.organisationId === null ? [] : [caller.organisationId],
    })
  }
  if (acted.drafts) context.events.emit('recordsChanged', acted.drafts)
  return acted
}

/** Applies one act to one alert. @throws CallError when it can't: `details` names who acted first */
export async function actOnAlert(
  context: Context,
  caller: Caller,
  { id, version }: { id: number; version?: number | undefined },
  act: AlertAct,
): Promise<Alert> {
  const {
    done: [done],
    failed: [failed],
  } = await actOnAlerts(context, caller, { ids: [id], versions: [version], act })
  if (done) return done
  if (!failed) throw new CallError('NOT_FOUND')
  const { code, field, fault, by, at, did, alert } = failed
  const details = by === null && at === null ? undefined : { by, at, did }
  // An acknowledgement also has its user's comment.
  const said =
    fault === 'acknowledged' && alert
      ? { acknowledgedBy: alert.acknowledgedBy, acknowledgedAt: alert.acknowledgedAt, comment: alert.comment }
      : undefined
  throw new CallError(code, {
    fields: { [field]: fault },
    details: details && { ...details, ...said },
    ...(fault === 'stale' && alert && { current: alert }),
  })
}

/** Whether an act would change nothing. */
function changesNothing({ assignedTo }: Alert, act: AlertAct): boolean {
  return act.kind === 'ASSIGN' && (assignedTo?.id ?? null) === act.assigneeId
}

/** Describes each fault: the alert, the reason, and who acted first. */
async function explain(
  sql: Queries,
  judged: readonly { alert: Alert; fault: ActFault | null }[],
  requestedIds: readonly number[],
): Promise<Acted['failed']> {
  const refused = judged.flatMap(({ alert, fault }) => (fault === null ? [] : [{ alert, fault }]))
  const visibleIds = new Set(judged.map(({ alert }) => alert.id))
  const unseen = requestedIds
    .filter((id) => !visibleIds.has(id))
    .map((id) => ({
      id,
      code: 'NOT_FOUND' as const,
      field: 'id',
      fault: 'unknown',
      by: null,
      at: null,
      did: null,
      alert: null,
    }))
  const acts = await lastActs(
    sql,
    refused.flatMap(({ alert, fault }) => (fault.code === 'CONFLICT' && fault.first === null ? [alert.id] : [])),
  )
  const failures = refused.map(({ alert, fault: { first, ...fault } }) => ({
    id: alert.id,
    ...fault,
    ...(first ?? acts.get(alert.id) ?? { by: null, at: null, did: null }),
    alert,
  }))
  return [...failures, ...unseen]
}

/** Returns the last act of a user on each alert. */
async function lastActs(
  sql: Queries,
  ids: readonly number[],
): Promise<Map<number, { by: string; at: string; did: AlertEventKind }>> {
  if (ids.length === 0) return new Map()
  const rows = await sql<{ id: number; by: string; at: number; did: AlertEventKind }[]>`
    select distinct on (e.alert_id) e.alert_id as id, u.display_name as by, e.at, e.kind as did
    from alert_events e join users u on u.id = e.user_id where e.alert_id = any(${[...ids]}::bigint[]) and e.kind <> 'COMMENTED' order by e.alert_id, e.id desc`
  return new Map(rows.map(({ id, at, ...act }) => [id, { ...act, at: toInstant(at) }]))
}

/** Prepares what an act writes. @throws CallError BAD_SHAPE naming the field, when the act itself is invalid */
async function workOf(sql: Queries, caller: Caller, act: AlertAct, now: number, within: string): Promise<Work> {
  const wrong = (field: string, fault: string) =>
    new CallError('BAD_SHAPE', { fields: { [`${within}${field}`]: fault } })
  const { userId } = caller
  const or = (text: string) => (text === '' ? null : text)
  const notShelved = sql`shelved_at = null, shelved_until = null, shelved_because = null, shelved_by = null`
  switch (act.kind) {
    case 'ACKNOWLEDGE':
      return {
        event: 'ACKNOWLEDGED',
        action: 'ACKNOWLEDGE',
        set: sql`acknowledged_at = ${now}, acknowledged_by = ${userId}, comment = ${or(act.comment)}`,
        text: or(act.comment),
        detail: {},
      }
    case 'ASSIGN': {
      const assignee = act.assigneeId === null ? null : await colleague(sql, caller, act.assigneeId)
      if (assignee === undefined) throw wrong('assigneeId', 'unknown')
      return {
        event: 'ASSIGNED',
        action: 'ASSIGN',
        set: sql`assigned_to = ${act.assigneeId}`,
        text: null,
        detail: { assigneeId: act.assigneeId, assignee },
      }
    }
    case 'COMMENT':
      return { event: 'COMMENTED', action: 'COMMENT', set: null, text: act.text, detail: {} }
    case 'SHELVE': {
      if (act.until <= now) throw wrong('until', 'past')
      if (act.until > now + maxShelfMs) throw wrong('until', 'shelf_too_long')
      const set = sql`shelved_at = coalesce(shelved_at, ${now}::timestamptz), shelved_until = ${act.until}, shelved_because = ${act.reason}, shelved_by = ${userId}`
      return { event: 'SHELVED', action: 'SHELVE', set, text: act.reason, detail: { until: toInstant(act.until) } }
    }
    case 'UNSHELVE':
      return { event: 'UNSHELVED', action: 'UNSHELVE', set: notShelved, text: or(act.reason), detail: {} }
    case 'CLOSE': {
      for (const [place, id] of act.imageIds.entries())
        await requireOwnPicture(sql, caller, `${within}imageIds.${place}`, id)
      const isFree = sql`acknowledged_at is null`
      const set = sql`closed_at = ${now}, closed_by = ${userId}, close_code = ${act.code}, close_text = ${or(act.text)}, ${notShelved},
        comment = case when ${isFree} then ${or(act.text)}::text else comment end, acknowledged_by = case when ${isFree} then ${userId}::bigint else acknowledged_by end,
        acknowledged_at = coalesce(acknowledged_at, ${now}::timestamptz)`
      return {
        event: 'CLOSED',
        action: 'CLOSE',
        set,
        text: or(act.text),
        detail: { code: act.code, photos: new Set(act.imageIds).size },
      }
    }
  }
}

async function write(
  sql: Queries,
  { userId }: Caller,
  alerts: readonly Alert[],
  { event, set, text, detail }: Work,
  act: AlertAct,
  now: number,
): Promise<void> {
  if (alerts.length === 0) return
  const ids = alerts.map(({ id }) => id)
  await sql`
    update alerts set change_id = nextval('alert_changes')${set === null ? sql`` : sql`, version = version + 1, ${set}`} where id = any(${ids}::bigint[])`
  await addAlertEvents(
    sql,
    ids.map((alertId) => ({ alertId, kind: event, at: now, userId, text, detail })),
  )
  if (act.kind === 'CLOSE' && act.imageIds.length > 0) {
    await sql`
      insert into alert_photos (alert_id, place, image_id)
      select a.id, p.place, p.image_id from unnest(${ids}::bigint[]) as a (id), unnest(${[...new Set(act.imageIds)]}::uuid[]) with ordinality as p (image_id, place)`
  }
}

/** Notifies the assignee, unless it is the caller. @returns the input for `emitNotices`; null when nobody is notified */
async function notifyOfAssignment(
  sql: Queries,
  context: Context,
  { userId, organisationId }: Caller,
  alerts: readonly Alert[],
  act: AlertAct,
  now: number,
) {
  if (
    act.kind !== 'ASSIGN' ||
    act.assigneeId === null ||
    act.assigneeId === userId ||
    organisationId === null ||
    alerts.length === 0
  )
    return null
  return notifyAssignee(sql, context, { organisationId, assigneeId: act.assigneeId, alerts }, now)
}

/** Selects the users `w` of a supervisor who can be assigned its alerts. */
export function supervisorsPeople(sql: Queries, organisationId: number | Fragment): Fragment {
  return sql`w.organisation_id = ${organisationId} and w.role = any(${[...supervisorRoles]}::text[]) and w.status = 'ACTIVE' and w.deleted_at is null`
}

/** Returns the name of a colleague who can be assigned alerts; undefined when the id is not one. */
async function colleague(sql: Queries, { organisationId }: Caller, id: number): Promise<string | undefined> {
  const [found] = await sql<{ name: string }[]>`
    select w.display_name as name from users w where w.id = ${id} and ${supervisorsPeople(sql, organisationId ?? 0)} for key share`
  return found?.name
}
