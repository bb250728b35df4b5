import type { LogWriter } from '#contract/projects/days/dailyLogs.ts'
import { logWriterRoles } from '#contract/projects/projectRoles.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { CallError } from '../../../callError.ts'
import { machineNow } from '../../../clock.ts'
import type { Context } from '../../../context.ts'
import type { Queries } from '../../../db/connect.ts'
import { audit } from '../../../records/audit.ts'
import { instantOrNull } from '../../values.ts'
import { requireProject } from './logProjects.ts'

type WriterRow = Omit<LogWriter, 'addedAt'> & { addedAt: number | null }

/** Returns the authors of a project's logs, and for a project manager the users that can be added. @throws CallError NOT_FOUND */
export async function logWriters(sql: Queries, caller: Caller, projectId: number) {
  await requireProject(sql, caller, projectId)
  const rows = await sql<WriterRow[]>`
    select u.id as "userId", u.display_name as "displayName", u.role, o.name as "organisationName", a.always as "isAlways",
      by_user.display_name as "addedBy", d.added_at as "addedAt"
    from users u
    join projects p on p.id = ${projectId}
    cross join lateral (select u.role = 'SUPERVISOR_PM' and u.organisation_id = p.supervisor_org_id as always) a
    left join organisations o on o.id = u.organisation_id
    left join daily_log_users d on d.project_id = p.id and d.user_id = u.id
    left join users by_user on by_user.id = d.added_by
    where (a.always and u.status = 'ACTIVE') or d.user_id is not null
    order by a.always desc, u.display_name, u.id`
  const candidates = caller.role === 'SUPERVISOR_PM' ? await candidatesOf(sql, projectId) : []
  return { list: rows.map((row) => ({ ...row, addedAt: instantOrNull(row.addedAt) })), candidates: [...candidates] }
}

/** Selects users of a project who may become log writers and are not yet. */
function candidatesOf(sql: Queries, projectId: number) {
  return sql<Pick<LogWriter, 'userId' | 'displayName' | 'role' | 'organisationName'>[]>`
    select u.id as "userId", u.display_name as "displayName", u.role, o.name as "organisationName"
    from project_users pu join users u on u.id = pu.user_id join projects p on p.id = pu.project_id
    left join organisations o on o.id = u.organisation_id
    where pu.project_id = ${projectId} and u.status = 'ACTIVE' and u.role = any(${[...logWriterRoles]}::text[])
      and u.organisation_id in (p.supervisor_org_id, p.bank_org_id, p.borrower_org_id)
      and not (u.role = 'SUPERVISOR_PM' and u.organisation_id = p.supervisor_org_id)
      and not exists (select from daily_log_users d where d.project_id = p.id and d.user_id = u.id)
    order by u.display_name, u.id`
}

interface WriterKey {
  projectId: number
  userId: number
}

/** Lets a user of the project write its logs. @throws CallError NOT_FOUND for an unknown project, or for a person who is not a user of it */
export async function addLogWriter(context: Context, caller: Caller, { projectId, userId }: WriterKey) {
  const { list } = await logWriters(context.sql, caller, projectId)
  // Adding a writer twice changes nothing.
  if (!list.some((writer) => writer.userId === userId)) {
    await context.sql.begin(async (sql) => {
      const candidate = (await candidatesOf(sql, projectId)).find((one) => one.userId === userId)
      if (candidate === undefined) throw new CallError('NOT_FOUND')
      const at = machineNow()
      const added = await sql`
        insert into daily_log_users (project_id, user_id, added_by, added_at) values (${projectId}, ${userId}, ${caller.userId}, ${at})
        on conflict do nothing returning user_id`
      if (added.length === 0) return
      await audit(sql, caller, at, {
        action: 'ADD',
        noun: 'dailyLogUser',
        nounId: userId,
        before: null,
        after: { projectId, ...candidate },
      })
    })
  }
  return logWriters(context.sql, caller, projectId)
}

/** Revokes a user's right to write logs. @throws CallError NOT_FOUND when the user was not added as a writer */
export async function removeLogWriter(context: Context, caller: Caller, { projectId, userId }: WriterKey) {
  await context.sql.begin(async (sql) => {
    await requireProject(sql, caller, projectId)
    const [removed] = await sql<{ displayName: string }[]>`
      delete from daily_log_users d using users u where d.project_id = ${projectId} and d.user_id = ${userId} and u.id = d.user_id
      returning u.display_name as "displayName"`
    if (removed === undefined) throw new CallError('NOT_FOUND')
    await audit(sql, caller, machineNow(), {
      action: 'REMOVE',
      noun: 'dailyLogUser',
      nounId: userId,
      before: { projectId, userId, ...removed },
      after: null,
    })
  })
  return logWriters(context.sql, caller, projectId)
}
