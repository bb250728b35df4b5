import { type Alert, type alertEndpoints, alertStates } from '#contract/alerts/alerts.ts'
import type { Parsed, Reply } from '#contract/calls/endpoint.ts'
import type { Caller } from '../../auth/sessions.ts'
import { CallError } from '../../callError.ts'
import type { Context } from '../../context.ts'
import { timelineOf } from '../../db/alerts/alertEvents.ts'
import { selectAlerts } from '../../db/alerts.ts'
import type { Queries } from '../../db/connect.ts'
import type { HandlersOf } from '../../handler.ts'
import { listOf, page } from '../../records/page.ts'
import { first } from '../../records/transaction.ts'
import { type AsOf, eventCutoff } from '../projects/past/asOf.ts'
import { momentOfList } from '../projects/past/projectThen.ts'
import { visibleFarms, visibleProjects } from '../visibility.ts'
import { actOnAlert, actOnAlerts, supervisorsPeople } from './actOnAlerts.ts'
import { relatedAlerts } from './relatedAlerts.ts'
import { type AlertState, fitsFilters, inState, visibleAlert } from './alertFilters.ts'

async function findAlert(sql: Queries, caller: Caller, id: number): Promise<Alert> {
  return first(await selectAlerts(sql, sql`a.id = ${id} and ${visibleAlert(sql, caller)}`, sql``))
}

const acknowledgeOne = ({ id, comment }: { id: number; comment: string }, caller: Caller, context: Context) =>
  actOnAlert(context, caller, { id }, { kind: 'ACKNOWLEDGE', comment })

/** Describes an alert as of a moment: open until cleared or closed, unacknowledged until acknowledged. The assignee at that time is unknown. */
function describeAlertAsOf(alert: Alert, asOf: AsOf): Alert {
  const hadHappened = (at: string | null) => at !== null && Date.parse(at) <= eventCutoff(asOf)
  const detail = Object.fromEntries(Object.entries(alert.detail).filter(([name]) => name !== 'clearedBecause'))
  return {
    ...alert,
    assignedTo: null,
    shelvedAt: null,
    shelvedUntil: null,
    shelvedBecause: null,
    ...(!hadHappened(alert.clearedAt) && { clearedAt: null, detail }),
    ...(!hadHappened(alert.acknowledgedAt) && { acknowledgedAt: null, acknowledgedBy: null, comment: null }),
    ...(!hadHappened(alert.closedAt) && { closedAt: null, closedBy: null, closeCode: null }),
  }
}

/** Lists alerts as the list call returns them. */
export async function listAlerts(
  context: Pick<Context, 'sql' | 'clock'>,
  caller: Caller,
  input: Parsed<typeof alertEndpoints.list>,
): Promise<Reply<typeof alertEndpoints.list>> {
  const { sql, clock } = context
  const asOf = await momentOfList(context, caller, input)
  const condition = sql`${fitsFilters(sql, caller, input, asOf)} and (${inState(sql, caller, asOf, clock.now())[input.state]})`
  const newestFirst = { field: 'raisedAt', order: 'desc' } as const
  const columns = {
    id: 'a.id',
    raisedAt: 'a.raised_at',
    sinceAt: 'a.since_at',
    flaps: 'a.flaps',
    shelvedAt: 'a.shelved_at',
    shelvedUntil: 'a.shelved_until',
    closedAt: 'a.closed_at',
    // Negated, so that a descending sort starts with the gravest.
    severity: sql`-array_position(array['CRITICAL', 'MAJOR', 'MINOR', 'INFO'], a.severity)`,
  }
  const [alerts, [count]] = await Promise.all([
    selectAlerts(sql, condition, page(sql, input, columns, newestFirst)),
    sql<{ total: number }[]>`select count(*) as total from alerts a where ${condition}`,
  ])
  return listOf(asOf ? alerts.map((alert) => describeAlertAsOf(alert, asOf)) : alerts, count?.total ?? 0, input)
}

export const alertHandlers: HandlersOf<'alerts'> = {
  list: (input, caller, context) => listAlerts(context, caller, input),

  async counts(input, caller, { sql, clock }) {
    const states = inState(sql, caller, null, clock.now())
    const each = alertStates.map((state) => sql`count(*) filter (where ${states[state]})::int as ${sql(state)}`)
    const [counts] = await sql<Record<AlertState, number>[]>`
      select ${each.flatMap((part, place) => (place === 0 ? [part] : [sql`, `, part]))} from alerts a where ${fitsFilters(sql, caller, input, null)}`
    return { counts: first(counts === undefined ? [] : [counts]) }
  },

  detail: ({ id }, caller, { sql }) => findAlert(sql, caller, id),

  async timeline({ id }, caller, { sql }) {
    await findAlert(sql, caller, id)
    const [timeline, photos, [closed]] = await Promise.all([
      timelineOf(sql, id),
      sql<{ id: string }[]>`select image_id as id from alert_photos where alert_id = ${id} order by place`,
      sql<{ text: string | null }[]>`select close_text as text from alerts where id = ${id}`,
    ])
    return { ...timeline, closeText: closed?.text ?? null, imageIds: photos.map((photo) => photo.id) }
  },

  async related({ id }, caller, { sql }) {
    return { related: await relatedAlerts(sql, caller, await findAlert(sql, caller, id)) }
  },

  async pledges(_input, caller, { sql }) {
    const pledges = await sql<Reply<typeof alertEndpoints.pledges>['pledges']>`
      select l.animal_id as "animalId", p.id as "projectId", p.code as "projectCode", cl.unit_price::text as value
      from pledges l join projects p on p.id = l.project_id join collateral_lines cl on cl.id = l.line_id
      where l.ended_at is null and l.pledged_at is not null and l.project_id in (${visibleProjects(sql, caller)})
        and l.animal_id in (select a.animal_id from alerts a where a.cleared_at is null and a.closed_at is null and a.animal_id is not null and ${visibleAlert(sql, caller)})
      order by l.animal_id`
    return { pledges: [...pledges] }
  },

  async assignees({ farmId }, caller, { sql }) {
    const [farm] = await sql<
      { id: number }[]
    >`select id from farms where id = ${farmId} and id in (${visibleFarms(sql, caller)})`
    if (!farm) throw new CallError('NOT_FOUND')
    const people = await sql<
      { id: number; name: string; role: 'ADMIN_SUPERVISOR' | 'SUPERVISOR_PM'; alerts: number }[]
    >`
      select w.id, w.display_name as name, w.role, (select count(*) from alerts a where a.assigned_to = w.id and a.closed_at is null) as alerts
      from users w where ${supervisorsPeople(sql, sql`(select supervisor_org_id from farms where id = ${farmId})`)} order by w.display_name, w.id`
    return { people: people.map((person) => ({ ...person, isOnShift: null })) }
  },

  acknowledge: acknowledgeOne,
  addOrEdit: acknowledgeOne,

  async acknowledgeAll({ ids, comment }, caller, context) {
    const { done, failed } = await actOnAlerts(context, caller, {
      ids,
      act: { kind: 'ACKNOWLEDGE', comment },
      isWhole: true,
    })
    return { acknowledged: done, others: failed.flatMap(({ alert }) => alert ?? []) }
  },

  assign: ({ id, version, ...act }, caller, context) =>
    actOnAlert(context, caller, { id, version }, { kind: 'ASSIGN', ...act }),
  comment: ({ id, version, ...act }, caller, context) =>
    actOnAlert(context, caller, { id, version }, { kind: 'COMMENT', ...act }),
  shelve: ({ id, version, ...act }, caller, context) =>
    actOnAlert(context, caller, { id, version }, { kind: 'SHELVE', ...act }),
  unshelve: ({ id, version, ...act }, caller, context) =>
    actOnAlert(context, caller, { id, version }, { kind: 'UNSHELVE', ...act }),
  close: ({ id, version, ...act }, caller, context) =>
    actOnAlert(context, caller, { id, version }, { kind: 'CLOSE', ...act }),
  act: ({ ids, versions, act }, caller, context) =>
    actOnAlerts(context, caller, { ids, versions, act, within: 'act.' }),

  async remove({ id }, caller, { sql }) {
    await findAlert(sql, caller, id)
    throw new CallError('ALERTS_ARE_KEPT')
  },
}
