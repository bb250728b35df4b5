import { organisationAdminRoles } from '#contract/people/roles.ts'
import { CallError } from '../../callError.ts'
import { machineNow } from '../../clock.ts'
import type { Queries } from '../../db/connect.ts'
import type { HandlersOf } from '../../handler.ts'
import { describeRecords } from '../../records/describe.ts'
import { recordHandlers } from '../../records/handlers.ts'
import { saveRecord } from '../../records/write.ts'
import { insertNotices, emitNotices } from './notices.ts'

/** The page where the organisation's administrators read a goal. Other users get its full text in the notice. */
const goalsPath = '/dashboard/org-admin/org-profile?tab=goals'

export const goals = describeRecords('goals', {
  noun: 'goal',
  table: 'goals',
  fields: {
    invitees: (sql) => sql`
      coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'displayName', u.display_name) order by array_position(r.invitee_ids, u.id))
        from users u where u.id = any(r.invitee_ids)), '[]')`,
    createdBy: (sql) => sql`(select u.display_name from users u where u.id = r.created_by)`,
  },
  inputs: { inviteeIds: null },
  visible: (sql, caller) => sql`r.organisation_id = ${caller.organisationId}`,
  sort: { field: 'id', order: 'desc' },
  hooks: {
    async beforeSave({ sql, caller, input: { inviteeIds } }) {
      const { organisationId, userId } = caller
      if (organisationId === null) throw new CallError('NOT_ALLOWED')
      await invitees(sql, inviteeIds, organisationId)
      return {
        organisation_id: organisationId,
        created_by: userId,
        invitee_ids: sql`${[...new Set(inviteeIds)]}::bigint[]`,
      }
    },
    async afterSave({ sql, caller, context, input, afterCommit }) {
      const { title, startsOn, endsOn, goal, standard, inviteeIds } = input
      const invited = await invitees(sql, inviteeIds, caller.organisationId)
      const params = { title, startsOn, endsOn, goal, standard, by: caller.displayName }
      const notice = { type: 'message', code: 'GOAL_SET', params, at: machineNow() } as const
      const idsOf = (isAdmin: boolean) =>
        invited.filter((one) => one.id !== caller.userId && one.isAdmin === isAdmin).map(({ id }) => id)
      const notices = [
        ...(await insertNotices(sql, idsOf(true), { ...notice, path: goalsPath })),
        ...(await insertNotices(sql, idsOf(false), { ...notice, path: null })),
      ]
      afterCommit(() => emitNotices(context, notices))
    },
  },
})

/** Returns the invitees, who must be active users of the organisation. @throws CallError BAD_SHAPE naming the places of the others in the input */
async function invitees(sql: Queries, ids: readonly number[], organisationId: number | null) {
  const rows = await sql<{ id: number; isAdmin: boolean }[]>`
    select id, coalesce(role = any(${[...organisationAdminRoles]}::text[]), false) as "isAdmin"
    from users where id = any(${[...ids]}::bigint[]) and organisation_id = ${organisationId} and status = 'ACTIVE'`
  const foundIds = new Set(rows.map(({ id }) => id))
  const unknown = ids.flatMap((id, index) => (foundIds.has(id) ? [] : [[`inviteeIds.${index}`, 'unknown'] as const]))
  if (unknown.length > 0) throw new CallError('BAD_SHAPE', { fields: Object.fromEntries(unknown) })
  return rows
}

export const goalHandlers: HandlersOf<'goals'> = {
  ...recordHandlers(goals),
  add: (input, caller, context, call) => saveRecord(context, goals, caller, input, call),
}
