import type { RuleKind, Severity } from '#contract/alertRules.ts'
import type { Alert, ClearedBecause, subjectTypes } from '#contract/alerts.ts'
import { toInstant } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Fragment, Queries } from '../db/connect.ts'
import { CallError } from '../callError.ts'
import type { HandlersOf } from '../handler.ts'
import type { Caller } from '../auth/sessions.ts'
import { audit } from './audit.ts'
import { equals, listOf, page } from './page.ts'
import { first, instantOrNull, inTransaction } from './records.ts'
import { visibleFarms } from './visibility.ts'

/** An alert as the database has it; instants epoch ms. */
export interface AlertRow {
  id: number
  changeId: number
  kind: RuleKind
  severity: Severity
  subjectType: (typeof subjectTypes)[number]
  subjectId: number
  subjectName: string
  farmId: number
  penId: number | null
  animalId: number | null
  raisedAt: number
  sinceAt: number
  clearedAt: number | null
  acknowledgedAt: number | null
  acknowledgedBy: string | null
  comment: string | null
  detail: Alert['detail']
}

/** An alert that may be open and when what it tells of began, epoch ms. */
export type AlertWithSince = Alert & { sinceAt: number }

export interface NewAlert {
  kind: RuleKind
  severity: Severity
  subjectType: AlertRow['subjectType']
  subjectId: number
  subjectName: string
  farmId: number
  penId: number | null
  animalId: number | null
  /** Herd time, epoch ms. */
  raisedAt: number
  sinceAt: number
  detail: Alert['detail']
}

/** Change ids are taken before their transactions commit: one so much lower may become visible later. */
const changesInFlight = 64

/** The columns of an alert, from `a` and the user `u` who acknowledged it. */
function columns(sql: Queries): Fragment {
  return sql`a.id, a.change_id as "changeId", a.kind, a.severity, a.subject_type as "subjectType",
    a.subject_id as "subjectId", a.subject_name as "subjectName", a.farm_id as "farmId", a.pen_id as "penId",
    a.animal_id as "animalId", a.raised_at as "raisedAt", a.since_at as "sinceAt", a.cleared_at as "clearedAt",
    a.acknowledged_at as "acknowledgedAt", u.display_name as "acknowledgedBy", a.comment, a.detail`
}

function select(sql: Queries, condition: Fragment, end: Fragment) {
  return sql<AlertRow[]>`
    select ${columns(sql)} from alerts a left join users u on u.id = a.acknowledged_by where ${condition} ${end}`
}

/** An alert as answers and the socket carry it. */
export function toAlert({ penId, sinceAt: _sinceAt, ...row }: AlertRow): Alert {
  return {
    ...row,
    farmSlotId: penId,
    raisedAt: toInstant(row.raisedAt),
    clearedAt: instantOrNull(row.clearedAt),
    acknowledgedAt: instantOrNull(row.acknowledgedAt),
  }
}

/** Raises an alert. @returns null when one of the kind is open for the subject already */
export async function raiseAlert(sql: Queries, alert: NewAlert): Promise<AlertWithSince | null> {
  const [row] = await sql<AlertRow[]>`
    with a as (
      insert into alerts (kind, severity, subject_type, subject_id, subject_name, farm_id, pen_id, animal_id, raised_at,
        since_at, detail)
      values (${alert.kind}, ${alert.severity}, ${alert.subjectType}, ${alert.subjectId}, ${alert.subjectName},
        ${alert.farmId}, ${alert.penId}, ${alert.animalId}, ${alert.raisedAt}, ${alert.sinceAt}, ${sql.json(alert.detail)})
      on conflict do nothing returning *
    )
    select ${columns(sql)} from a left join users u on u.id = a.acknowledged_by`
  return row ? { ...toAlert(row), sinceAt: row.sinceAt } : null
}

/**
 * Clears an alert at an instant (herd time, epoch ms); one that is cleared already stays as it is.
 * @param why kept in its detail, where no reading cleared it
 */
export async function clearAlert(sql: Queries, id: number, at: number, why: ClearedBecause | null = null): Promise<Alert> {
  const detail = why === null ? {} : { clearedBecause: why }
  await sql`
    update alerts set cleared_at = greatest(${at}, raised_at), change_id = nextval('alert_changes'), detail = detail || ${sql.json(detail)}
    where id = ${id} and cleared_at is null`
  return toAlert(first(await select(sql, sql`a.id = ${id}`, sql``)))
}

/** Every alert that is open. */
export async function openAlerts(sql: Queries): Promise<AlertWithSince[]> {
  const rows = await select(sql, sql`a.cleared_at is null`, sql`order by a.id`)
  return rows.map((row) => ({ ...toAlert(row), sinceAt: row.sinceAt }))
}

/**
 * The alerts of farms that changed after a change id, in the order of their changes; after 0, all that are open. A few
 * that the asker has seen may come again: whoever keeps them goes by `changeId`.
 */
export async function alertsSince(sql: Queries, farmIds: readonly number[], changeId: number): Promise<Alert[]> {
  const changed = changeId <= 0 ? sql`a.cleared_at is null` : sql`a.change_id > ${changeId - changesInFlight}`
  const rows = await select(sql, sql`a.farm_id = any(${[...farmIds]}::bigint[]) and ${changed}`, sql`order by a.change_id`)
  return rows.map(toAlert)
}

async function findRow(sql: Queries, caller: Caller, id: number, end = sql``): Promise<AlertRow> {
  return first(await select(sql, sql`a.id = ${id} and a.farm_id in (${visibleFarms(sql, caller)})`, end))
}

async function acknowledge(input: { id: number; comment: string }, caller: Caller, context: Context): Promise<Alert> {
  const at = context.clock.now()
  const alert = await inTransaction(context.sql, async (sql) => {
    const before = toAlert(await findRow(sql, caller, input.id, sql`for update of a`))
    if (before.acknowledgedAt !== null) throw new CallError('CONFLICT', { fields: { id: 'acknowledged' } })
    if (before.severity === 'CRITICAL' && input.comment === '') {
      throw new CallError('COMMENT_REQUIRED', { fields: { comment: 'required' } })
    }
    await sql`
      update alerts set acknowledged_at = ${at}, acknowledged_by = ${caller.userId},
        comment = ${input.comment === '' ? null : input.comment}, change_id = nextval('alert_changes')
      where id = ${input.id}`
    const after = toAlert(await findRow(sql, caller, input.id))
    await audit(sql, caller, at, { action: 'ACKNOWLEDGE', noun: 'alert', nounId: input.id, before, after })
    return after
  })
  context.events.emit('alertsChanged', { alerts: [alert] })
  return alert
}

export const alertHandlers: HandlersOf<'alerts'> = {
  async list(input, caller, { sql }) {
    const states = { ACTIVE: sql`a.cleared_at is null`, CLEARED: sql`a.cleared_at is not null`, ALL: sql`true` }
    const condition = sql`a.farm_id in (${visibleFarms(sql, caller)}) and ${equals(sql, 'a.kind', input.kind)}
      and ${equals(sql, 'a.farm_id', input.farmId)} and ${equals(sql, 'a.subject_id', input.subjectId)}
      and ${states[input.state]}
      and ${input.from === undefined ? sql`true` : sql`a.raised_at >= ${input.from}`}
      and ${input.to === undefined ? sql`true` : sql`a.raised_at <= ${input.to}`}`
    const newestFirst = { field: 'raisedAt', order: 'desc' } as const
    const [rows, [count]] = await Promise.all([
      select(sql, condition, page(sql, input, { id: 'a.id', raisedAt: 'a.raised_at' }, newestFirst)),
      sql<{ total: number }[]>`select count(*) as total from alerts a where ${condition}`,
    ])
    return listOf(rows.map(toAlert), count?.total ?? 0, input)
  },

  async detail({ id }, caller, { sql }) {
    return toAlert(await findRow(sql, caller, id))
  },

  acknowledge,
  addOrEdit: acknowledge,

  async remove({ id }, caller, { sql }) {
    await findRow(sql, caller, id)
    throw new CallError('ALERTS_ARE_KEPT')
  },
}

/** How many alerts of each kind were ever raised on a farm. */
export async function countAlerts(sql: Queries, farmId: number): Promise<Record<string, number>> {
  const rows = await sql<{ kind: string; count: number }[]>`
    select kind, count(*) as count from alerts where farm_id = ${farmId} group by kind order by kind`
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}
