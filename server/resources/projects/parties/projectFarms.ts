import { pledgedStatuses } from '#contract/herd/animals/animalStatuses.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { CallError } from '../../../callError.ts'
import type { Context } from '../../../context.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { among } from '../../../records/page.ts'
import { first } from '../../../records/transaction.ts'
import { hasRunningProject } from '../../herd/pledges.ts'
import { visibleFarms, visibleProjects } from '../../visibility.ts'

/** A condition on a farm `f`: the herd of a caller's project with a borrower may stand there. A farm that is nobody's yet is given to the borrower when the project opens. */
function isAvailable(sql: Queries, caller: Caller, borrowerOrgId: number | null): Fragment {
  return sql`f.id in (${visibleFarms(sql, caller)}) and (f.borrower_org_id is null or f.borrower_org_id = ${borrowerOrgId})`
}

interface Asked {
  id: number
  borrowerOrgId?: number | undefined
}

/** Farms that a project may have, by name. @throws CallError NOT_FOUND for a project that the caller may not see */
export async function availableFarms({ sql }: Context, caller: Caller, { id, borrowerOrgId }: Asked) {
  const own = id === 0 ? null : first(await sql<{ borrowerOrgId: number | null }[]>`
    select borrower_org_id as "borrowerOrgId" from projects where id = ${id} and id in (${visibleProjects(sql, caller)})`)
  const list = await sql<{ id: number; name: string; borrowerOrgId: number | null; heads: number; isPledged: boolean }[]>`
    select f.id, f.name, f.borrower_org_id as "borrowerOrgId", ${hasRunningProject(sql, sql`f.id`)} as "isPledged",
      (select count(*) from animals a where a.farm_id = f.id and a.deleted_at is null and ${among(sql, 'a.status', pledgedStatuses)})::int as heads
    from farms f where ${isAvailable(sql, caller, borrowerOrgId ?? own?.borrowerOrgId ?? null)} order by f.name, f.id limit 1000`
  return { list }
}

/**
 * @param project with its borrower as it is saved
 * @param chosen undefined: as before
 * @throws CallError BAD_SHAPE that names the field, for farms that are not available to it
 */
export async function requireFarms(sql: Queries, caller: Caller, project: { borrowerOrgId: number | null; farms: readonly { id: number }[] }, chosen: readonly { id: number }[] = project.farms): Promise<void> {
  const wanted = [...new Set(chosen.map(({ id }) => id))]
  if (wanted.length === 0) return
  // Held, so that none is given to another borrower meanwhile.
  const held = await sql`select from farms f where f.id = any(${wanted}::bigint[]) and ${isAvailable(sql, caller, project.borrowerOrgId)} for share`
  if (held.length < wanted.length) throw new CallError('BAD_SHAPE', { fields: { farms: 'unknown' } })
}

/** Writes the farms of a project; undefined: as before. */
export async function keepFarms(sql: Queries, projectId: number, chosen: readonly { id: number }[] | undefined): Promise<void> {
  if (chosen === undefined) return
  await sql`delete from project_farms where project_id = ${projectId}`
  await sql`
    insert into project_farms (project_id, farm_id)
    select distinct ${projectId}::bigint, farm_id from unnest(${chosen.map(({ id }) => id)}::bigint[]) as farm_id`
}
