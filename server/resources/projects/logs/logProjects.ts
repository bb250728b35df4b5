import type { Caller } from '../../../auth/sessions.ts'
import { CallError } from '../../../callError.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { first } from '../../../records/transaction.ts'
import { visibleProjects } from '../../visibility.ts'

/** Project states in which logs can be written. */
const running = ['ACTIVE', 'CLOSING']

/** Selects ids of the projects whose logs the caller may write, running or not. */
export function writableProjects(sql: Queries, caller: Caller): Fragment {
  const seen = visibleProjects(sql, caller)
  if (caller.role === 'SUPERVISOR_PM') return seen
  // Writers lose access when they stop being users of the project.
  return sql`
    select d.project_id from daily_log_users d join project_users u on u.project_id = d.project_id and u.user_id = d.user_id
    where d.user_id = ${caller.userId} and d.project_id in (${seen})`
}

export function isRunning(sql: Queries): Fragment {
  return sql`p.status = any(${running}::text[])`
}

/** @throws CallError NOT_FOUND when the caller may not see the project */
export async function requireProject(sql: Queries, caller: Caller, id: number): Promise<void> {
  first(await sql`select from projects where id = ${id} and id in (${visibleProjects(sql, caller)})`)
}

/**
 * Returns a running project whose logs the caller may write.
 * @throws CallError NOT_FOUND when they may not see it, NOT_ALLOWED when they may not write, CONFLICT when it is not running
 */
export async function requireWritable(
  sql: Queries,
  caller: Caller,
  id: number,
): Promise<{ code: string; name: string }> {
  await requireProject(sql, caller, id)
  const [row] = await sql<{ code: string; name: string; runs: boolean }[]>`
    select p.code, p.name, ${isRunning(sql)} as runs from projects p where p.id = ${id} and p.id in (${writableProjects(sql, caller)})`
  if (row === undefined) throw new CallError('NOT_ALLOWED')
  if (!row.runs) throw new CallError('CONFLICT', { fields: { id: 'not_running' } })
  return row
}
