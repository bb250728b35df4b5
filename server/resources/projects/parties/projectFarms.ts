import { pledgedStatuses } from '#contract/herd/animals/animalStatuses.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { CallError } from '../../../callError.ts'
import type { Context } from '../../../context.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { textIn } from '../../../records/page.ts'
import { first } from '../../../records/transaction.ts'
import { hasRunningProject } from '../../herd/pledges.ts'
import { visibleFarms, visibleProjects } from '../../visibility.ts'

/**
 * Whether the caller's project with a borrower may use a farm `f`. A farm without a borrower is assigned to the project's borrower when the project
 * opens.
 */
function isAvailable(sql: Queries, caller: Caller, borrowerOrgId: number | null): Fragment {
  return sql`f.id in (${visibleFarms(sql, caller)}) and (f.borrower_org_id is null or f.borrower_org_id = ${borrowerOrgId})`
}

interface Asked {
  id: number
  borrowerOrgId?: number | undefined
}

/** Returns the farms that a project may use, by name. @throws CallError NOT_FOUND when the caller may not see the project */
export async function availableFarms({ sql }: Context, caller: Caller, { id, borrowerOrgId }: Asked) {
  const own =
    id === 0
      ? null
      : first(
          await sql<{ borrowerOrgId: number | null }[]>`
    select borrower_org_id as "borrowerOrgId" from projects where id = ${id} and id in (${visibleProjects(sql, caller)})`,
        )
  const list = await sql<
    { id: number; name: string; borrowerOrgId: number | null; heads: number; isPledged: boolean }[]
  >`
    select f.id, f.name, f.borrower_org_id as "borrowerOrgId", ${hasRunningProject(sql, sql`f.id`)} as "isPledged",
      (select count(*) from animals a where a.farm_id = f.id and a.deleted_at is null and ${textIn(sql, 'a.status', pledgedStatuses)})::int as heads
    from farms f where ${isAvailable(sql, caller, borrowerOrgId ?? own?.borrowerOrgId ?? null)} order by f.name, f.id limit 1000`
  return { list }
}

/**
 * Locks the chosen farms for sharing and checks that the project may use them.
 * @param project as saved, with its borrower
 * @param chosen undefined keeps the present farms
 * @throws CallError BAD_SHAPE naming the field, when a farm is not available
 */
export async function requireFarms(
  sql: Queries,
  caller: Caller,
  project: { borrowerOrgId: number | null; farms: readonly { id: number }[] },
  chosen: readonly { id: number }[] = project.farms,
): Promise<void> {
  const farmIds = [...new Set(chosen.map(({ id }) => id))]
  if (farmIds.length === 0) return
  // Locks the farms, so that none is assigned to another borrower before the commit.
  const available =
    await sql`select from farms f where f.id = any(${farmIds}::bigint[]) and ${isAvailable(sql, caller, project.borrowerOrgId)} for share`
  if (available.length < farmIds.length) throw new CallError('BAD_SHAPE', { fields: { farms: 'unknown' } })
}

/** Replaces the farms of a project; undefined changes nothing. */
export async function saveFarms(
  sql: Queries,
  projectId: number,
  chosen: readonly { id: number }[] | undefined,
): Promise<void> {
  if (chosen === undefined) return
  await sql`delete from project_farms where project_id = ${projectId}`
  await sql`
    insert into project_farms (project_id, farm_id)
    select distinct ${projectId}::bigint, farm_id from unnest(${chosen.map(({ id }) => id)}::bigint[]) as farm_id`
}
