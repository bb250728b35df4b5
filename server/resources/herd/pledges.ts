import { pledgedStatuses } from '#contract/herd/animals/animalStatuses.ts'
import type { RuledFarm } from '../../alerts/rules/rules.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { orderByOpening } from '../../db/projects/farmFinance.ts'
import { CallError } from '../../callError.ts'
import type { Caller } from '../../auth/sessions.ts'
import { textIn } from '../../records/page.ts'

/** Selects the running or pending projects of a farm. While there is one, the farm's herd is collateral. */
function runningProjects(sql: Queries, farmId: number | Fragment): Fragment {
  return sql`
    select p.id from projects p join project_farms pf on pf.project_id = p.id
    where pf.farm_id = ${farmId} and p.status in ('PENDING_APPROVAL', 'ACTIVE', 'CLOSING')`
}

/** Whether the herd of a farm is collateral of a running or pending project. */
export function hasRunningProject(sql: Queries, farmId: Fragment): Fragment {
  return sql`exists (${runningProjects(sql, farmId)})`
}

/** Whether a project has pledged or claimed an animal `r`. Animals that left the herd no longer count; missing ones do. */
export function isPledged(sql: Queries): Fragment {
  return sql`(${textIn(sql, sql`r.status`, pledgedStatuses)} and exists (select from pledges live where live.animal_id = r.id and live.ended_at is null))`
}

/** Whether an animal `r` was ever pledged or claimed. */
export function wasPledged(sql: Queries): Fragment {
  return sql`exists (select from pledges p where p.animal_id = r.id)`
}

/** @throws CallError PLEDGED naming the field, when an animal is pledged or claimed by any project, on any farm */
export async function requireAnimalsUnpledged(
  sql: Queries,
  animalIds: readonly number[],
  field: string,
): Promise<void> {
  const pledged =
    await sql`select from pledges where animal_id = any(${[...animalIds]}::bigint[]) and ended_at is null limit 1`
  if (pledged.length > 0) throw new CallError('PLEDGED', { fields: { [field]: 'pledged' } })
}

/** Whether a farm's herd is collateral of a running or pending project. */
export async function isFarmPledged(sql: Queries, farmId: number): Promise<boolean> {
  return (await sql`${runningProjects(sql, farmId)} limit 1`).length > 0
}

/** Selects the running projects whose rules apply to a farm, as JSON for `RuledFarm`. @param includesPending includes pending ones */
export function rulingProjects(sql: Queries, farmId: Fragment, includesPending = false): Fragment {
  return sql`coalesce((
    select jsonb_agg(jsonb_build_object('id', p.id, 'firstFarmId', (select min(farm_id) from project_farms where project_id = p.id)) order by ${orderByOpening(sql)})
    from projects p join project_farms pf on pf.project_id = p.id
    where pf.farm_id = ${farmId} and (p.status in ('ACTIVE', 'CLOSING') or ${includesPending} and p.status = 'PENDING_APPROVAL') and p.deleted_at is null), '[]')`
}

/** Whether a project is running or pending. */
export async function isPendingOrRunning(sql: Queries, projectId: number): Promise<boolean> {
  return (
    (await sql`select from projects where id = ${projectId} and status in ('PENDING_APPROVAL', 'ACTIVE', 'CLOSING')`)
      .length > 0
  )
}

/** Returns farms whose herd is collateral of a running or pending project, with these projects. @param farmIds a subquery of ids */
export function pledgedFarms(sql: Queries, farmIds: Fragment): Promise<(RuledFarm & { name: string })[]> {
  return sql`
    select f.id, f.name, f.supervisor_org_id as "supervisorOrgId", ${rulingProjects(sql, sql`f.id`, true)} as projects from farms f
    where f.id in (${farmIds}) and ${hasRunningProject(sql, sql`f.id`)} order by f.id`
}

/**
 * @param why `loosened` when a stricter value would be accepted
 * @throws CallError PLEDGED naming the field, when the farm's herd is collateral of a running or pending project
 */
export async function requireFarmUnpledged(
  sql: Queries,
  farmId: number,
  field: string,
  why: 'pledged' | 'loosened' = 'pledged',
): Promise<void> {
  if (await isFarmPledged(sql, farmId)) throw new CallError('PLEDGED', { fields: { [field]: why } })
}

/** @throws CallError PLEDGED when animals would leave the farms of a project: one of their farm, or one that has pledged or claimed them */
export async function requireSameProjects(
  sql: Queries,
  { fromFarmId, toFarmId, animalIds }: { fromFarmId: number; toFarmId: number; animalIds: readonly number[] },
): Promise<void> {
  const left = await sql`
    select from (
      ${runningProjects(sql, fromFarmId)} union select project_id from pledges where animal_id = any(${[...animalIds]}::bigint[]) and ended_at is null
    ) running (id) where id not in (select project_id from project_farms where farm_id = ${toFarmId}) limit 1`
  if (left.length > 0) throw new CallError('PLEDGED', { fields: { farmId: 'pledged' } })
}

/**
 * Selects the borrowers that a supervisor may assign farms to: those with a project that a bank and the borrower have approved.
 * Nobody can assign farms to other borrowers.
 */
export function eligibleFarmBorrowers(sql: Queries, { organisationId }: Caller): Fragment {
  return sql`
    select borrower_org_id from projects
    where supervisor_org_id = ${organisationId} and status in ('ACTIVE', 'CLOSING', 'CLOSED')`
}
