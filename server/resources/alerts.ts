import type { Alert } from '#contract/alerts/alerts.ts'
import type { Caller } from '../auth/sessions.ts'
import { CallError } from '../callError.ts'
import type { Context } from '../context.ts'
import { selectAlerts } from '../db/alerts.ts'
import type { Fragment, Queries } from '../db/connect.ts'
import type { HandlersOf } from '../handler.ts'
import { audit } from '../records/audit.ts'
import { equals, listOf, page } from '../records/page.ts'
import { first, inTransaction } from '../records/transaction.ts'
import { type AsOf, hadCome, instantThen, knownUntil } from './projects/past/asOf.ts'
import { momentOfList } from './projects/past/projectThen.ts'
import { visibleFarms, visibleProjects } from './visibility.ts'

function visible(sql: Queries, caller: Caller): Fragment {
  return sql`a.farm_id in (${visibleFarms(sql, caller)})`
}

async function findAlert(sql: Queries, caller: Caller, id: number): Promise<Alert> {
  return first(await selectAlerts(sql, sql`a.id = ${id} and ${visible(sql, caller)}`, sql``))
}

interface Acknowledged {
  acknowledged: Alert[]
  /** Those that somebody had acknowledged before. */
  others: Alert[]
}

/** Acknowledges those of some alerts that nobody has. @throws CallError NOT_FOUND when the caller may not see one of them */
async function acknowledge(ids: readonly number[], comment: string, caller: Caller, { sql, clock, events }: Context): Promise<Acknowledged> {
  const at = clock.now()
  const wanted = [...new Set(ids)]
  const result = await inTransaction(sql, async (sql) => {
    const select = (end = sql``) => selectAlerts(sql, sql`a.id = any(${wanted}::bigint[]) and ${visible(sql, caller)}`, sql`order by a.id ${end}`)
    const before = await select(sql`for update of a`)
    if (before.length < wanted.length) throw new CallError('NOT_FOUND')
    const free = new Map(before.filter(({ acknowledgedAt }) => acknowledgedAt === null).map((alert) => [alert.id, alert]))
    if (comment === '' && [...free.values()].some(({ severity }) => severity === 'CRITICAL')) {
      throw new CallError('COMMENT_REQUIRED', { fields: { comment: 'required' } })
    }
    await sql`
      update alerts set acknowledged_at = ${at}, acknowledged_by = ${caller.userId}, comment = ${comment === '' ? null : comment},
        change_id = nextval('alert_changes')
      where id = any(${[...free.keys()]}::bigint[])`
    const after = Map.groupBy(await select(), ({ id }) => free.has(id))
    const acknowledged = after.get(true) ?? []
    for (const alert of acknowledged) {
      await audit(sql, caller, at, { action: 'ACKNOWLEDGE', noun: 'alert', nounId: alert.id, before: free.get(alert.id) ?? alert, after: alert })
    }
    return { acknowledged, others: after.get(false) ?? [] }
  })
  if (result.acknowledged.length > 0) events.emit('alertsChanged', { alerts: result.acknowledged })
  return result
}

async function acknowledgeOne({ id, comment }: { id: number; comment: string }, caller: Caller, context: Context): Promise<Alert> {
  const { acknowledged, others } = await acknowledge([id], comment, caller, context)
  for (const { acknowledgedBy, acknowledgedAt, comment } of others) {
    throw new CallError('CONFLICT', { fields: { id: 'acknowledged' }, details: { acknowledgedBy, acknowledgedAt, comment } })
  }
  return first(acknowledged)
}

/** Whether the farm of an alert `a` was that of a project, which the caller may see, at a moment: a bank sees it as of then, too, once it is paid back. */
function wasOfProject(sql: Queries, projectId: number, asOf: AsOf): Fragment {
  return sql`(a.farm_id in (select farm_id from project_farms where project_id = ${projectId}) and not exists (
    select from tickets where subject_type = 'PROJECT' and subject_id = ${projectId} and kind = 'PROJECT_CLOSE' and state = 'APPROVED' and ${hadCome(sql, asOf, 'decided_at')}))`
}

/** An alert as it stood at a moment: open until it was cleared, nobody's until somebody acknowledged it. */
function alertThen(alert: Alert, asOf: AsOf): Alert {
  const had = (at: string | null) => at !== null && Date.parse(at) <= knownUntil(asOf)
  const detail = Object.fromEntries(Object.entries(alert.detail).filter(([name]) => name !== 'clearedBecause'))
  return {
    ...alert,
    ...(!had(alert.clearedAt) && { clearedAt: null, detail }),
    ...(!had(alert.acknowledgedAt) && { acknowledgedAt: null, acknowledgedBy: null, comment: null }),
  }
}

export const alertHandlers: HandlersOf<'alerts'> = {
  async list(input, caller, context) {
    const { sql } = context
    const asOf = await momentOfList(context, caller, input)
    const clearedAt = instantThen(sql, 'a.cleared_at', asOf)
    const states = { ACTIVE: sql`${clearedAt} is null`, CLEARED: sql`${clearedAt} is not null`, ALL: sql`true` }
    const seen = asOf === null || input.projectId === undefined ? visible(sql, caller) : sql`(${visible(sql, caller)} or ${wasOfProject(sql, input.projectId, asOf)})`
    const condition = sql`${seen} and ${hadCome(sql, asOf, 'a.raised_at')} and ${equals(sql, 'a.kind', input.kind)}
      and ${equals(sql, 'a.farm_id', input.farmId)} and ${equals(sql, 'a.subject_id', input.subjectId)}
      and ${equals(sql, 'a.animal_id', input.animalId)}
      and ${input.projectId === undefined ? sql`true` : sql`a.farm_id in (select farm_id from project_farms where project_id in (${visibleProjects(sql, caller)}) and project_id = ${input.projectId})`}
      and ${states[input.state]}
      and ${input.from === undefined ? sql`true` : sql`a.raised_at >= ${input.from}`}
      and ${input.to === undefined ? sql`true` : sql`a.raised_at <= ${input.to}`}`
    const newestFirst = { field: 'raisedAt', order: 'desc' } as const
    const [alerts, [count]] = await Promise.all([
      selectAlerts(sql, condition, page(sql, input, { id: 'a.id', raisedAt: 'a.raised_at' }, newestFirst)),
      sql<{ total: number }[]>`select count(*) as total from alerts a where ${condition}`,
    ])
    return listOf(asOf ? alerts.map((alert) => alertThen(alert, asOf)) : alerts, count?.total ?? 0, input)
  },

  detail: ({ id }, caller, { sql }) => findAlert(sql, caller, id),
  acknowledge: acknowledgeOne,
  addOrEdit: acknowledgeOne,
  acknowledgeAll: ({ ids, comment }, caller, context) => acknowledge(ids, comment, caller, context),

  async remove({ id }, caller, { sql }) {
    await findAlert(sql, caller, id)
    throw new CallError('ALERTS_ARE_KEPT')
  },
}
