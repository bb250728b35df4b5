import type { Goal } from '#contract/goals.ts'
import { organisationAdminRoles } from '#contract/roles.ts'
import { machineNow, toInstant } from '../../clock.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { CallError } from '../../callError.ts'
import type { HandlersOf } from '../../handler.ts'
import type { Caller } from '../../auth/sessions.ts'
import { audit } from '../audit.ts'
import { insertNotices, tellNotices } from './notices.ts'
import { listOf, page } from '../page.ts'
import { first } from '../records.ts'

/** Where its organisation's administrators read it; others are told all of it in the notice. */
const goalsPath = '/dashboard/org-admin/org-profile?tab=goals'

type GoalRow = Omit<Goal, 'createdAt'> & { createdAt: number }

async function select(sql: Queries, condition: Fragment, end: Fragment): Promise<Goal[]> {
  const rows = await sql<GoalRow[]>`
    select g.id, g.title, g.starts_on as "startsOn", g.ends_on as "endsOn", g.goal, g.standard,
      creator.display_name as "createdBy", g.created_at as "createdAt",
      coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'displayName', u.display_name) order by array_position(g.invitee_ids, u.id))
        from users u where u.id = any(g.invitee_ids)), '[]') as invitees
    from goals g join users creator on creator.id = g.created_by where ${condition} ${end}`
  return rows.map((row) => ({ ...row, createdAt: toInstant(row.createdAt) }))
}

function ownOrganisation({ organisationId }: Caller): number {
  if (organisationId === null) throw new CallError('NOT_ALLOWED')
  return organisationId
}

/** The invited, by id; all have to be of the organisation and able to sign in. @throws CallError that names the others' places */
async function invitees(sql: Queries, ids: readonly number[], organisationId: number) {
  const rows = await sql<{ id: number; isAdmin: boolean }[]>`
    select id, coalesce(role = any(${[...organisationAdminRoles]}::text[]), false) as "isAdmin"
    from users where id = any(${[...ids]}::bigint[]) and organisation_id = ${organisationId} and status = 'ACTIVE'`
  const known = new Set(rows.map(({ id }) => id))
  const unknown = ids.flatMap((id, index) => (known.has(id) ? [] : [[`inviteeIds.${index}`, 'unknown'] as const]))
  if (unknown.length > 0) throw new CallError('BAD_SHAPE', { fields: Object.fromEntries(unknown) })
  return rows
}

export const goalHandlers: HandlersOf<'goals'> = {
  async add(input, caller, context) {
    const organisationId = ownOrganisation(caller)
    const inviteeIds = [...new Set(input.inviteeIds)]
    const at = machineNow()
    const { title, startsOn, endsOn, goal, standard } = input
    const done = await context.sql.begin(async (sql) => {
      const invited = await invitees(sql, inviteeIds, organisationId)
      const { id } = first(
        await sql<{ id: number }[]>`
          insert into goals (organisation_id, title, starts_on, ends_on, goal, standard, invitee_ids, created_by, created_at)
          values (${organisationId}, ${title}, ${startsOn}, ${endsOn}, ${goal}, ${standard}, ${inviteeIds}::bigint[],
            ${caller.userId}, ${at})
          returning id`,
      )
      await audit(sql, caller, at, { action: 'ADD', noun: 'goal', nounId: id, before: null, after: { ...input, inviteeIds } })
      const told = { type: 'message', code: 'GOAL_SET', params: { title, startsOn, endsOn, goal, standard, by: caller.displayName }, at } as const
      const others = invited.filter((one) => one.id !== caller.userId)
      const idsOf = (isAdmin: boolean) => others.filter((one) => one.isAdmin === isAdmin).map((one) => one.id)
      const notices = [
        ...(await insertNotices(sql, idsOf(true), { ...told, path: goalsPath })),
        ...(await insertNotices(sql, idsOf(false), { ...told, path: null })),
      ]
      return { goal: first(await select(sql, sql`g.id = ${id}`, sql``)), notices }
    })
    await tellNotices(context, done.notices)
    return done.goal
  },

  async list(input, caller, { sql }) {
    const condition = sql`g.organisation_id = ${ownOrganisation(caller)}`
    const columns = { id: 'g.id', startsOn: 'g.starts_on', endsOn: 'g.ends_on' }
    const [goals, [count]] = await Promise.all([
      select(sql, condition, page(sql, input, columns, { field: 'id', order: 'desc' })),
      sql<{ total: number }[]>`select count(*) as total from goals g where ${condition}`,
    ])
    return listOf(goals, count?.total ?? 0, input)
  },

  async detail({ id }, caller, { sql }) {
    return first(await select(sql, sql`g.id = ${id} and g.organisation_id = ${ownOrganisation(caller)}`, sql``))
  },
}
