import { pledgedStatuses } from '#contract/herd/animals/animalStatuses.ts'
import type { RuledFarm } from '../../alerts/rules/rules.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { byRunning } from '../../db/projects/farmFinance.ts'
import { CallError } from '../../callError.ts'
import type { Caller } from '../../auth/sessions.ts'
import { among } from '../../records/page.ts'

/** The running projects of a farm: while there are any, its herd is their collateral. */
function runningProjects(sql: Queries, farmId: number | Fragment): Fragment {
  return sql`
    select p.id from projects p join project_farms pf on pf.project_id = p.id
    where pf.farm_id = ${farmId} and p.status in ('PENDING_APPROVAL', 'ACTIVE', 'CLOSING')`
}

/** A condition on the column of a farm's id: its herd is the collateral of a running project. */
export function hasRunningProject(sql: Queries, farmId: Fragment): Fragment {
  return sql`exists (${runningProjects(sql, farmId)})`
}

/** A condition on an animal `r`: a project has it in pledge, or has asked for it. What left the herd is pledged no longer; what is missing still is. */
export function isPledged(sql: Queries): Fragment {
  return sql`(${among(sql, sql`r.status`, pledgedStatuses)} and exists (select from pledges live where live.animal_id = r.id and live.ended_at is null))`
}

/** A condition on an animal `r`: it stands in the ledger of a project, as a head or as one that was asked for. */
export function wasPledged(sql: Queries): Fragment {
  return sql`exists (select from pledges p where p.animal_id = r.id)`
}

/** @throws CallError PLEDGED that names the field, where a project has one of some animals in pledge or has asked for it, wherever it stands */
export async function requireFree(sql: Queries, animalIds: readonly number[], field: string): Promise<void> {
  const pledged = await sql`select from pledges where animal_id = any(${[...animalIds]}::bigint[]) and ended_at is null limit 1`
  if (pledged.length > 0) throw new CallError('PLEDGED', { fields: { [field]: 'pledged' } })
}

/** Whether a farm's herd is the collateral of a running project. */
export async function isFarmPledged(sql: Queries, farmId: number): Promise<boolean> {
  return (await sql`${runningProjects(sql, farmId)} limit 1`).length > 0
}

/** The projects whose rules are for a farm, as `RuledFarm` has them: those that run. @param alsoAsked those that have asked to, too */
export function rulingProjects(sql: Queries, farmId: Fragment, alsoAsked = false): Fragment {
  return sql`coalesce((
    select jsonb_agg(jsonb_build_object('id', p.id, 'firstFarmId', (select min(farm_id) from project_farms where project_id = p.id)) order by ${byRunning(sql)})
    from projects p join project_farms pf on pf.project_id = p.id
    where pf.farm_id = ${farmId} and (p.status in ('ACTIVE', 'CLOSING') or ${alsoAsked} and p.status = 'PENDING_APPROVAL') and p.deleted_at is null), '[]')`
}

/** Whether a project runs, or has asked to. */
export async function isRunning(sql: Queries, projectId: number): Promise<boolean> {
  return (await sql`select from projects where id = ${projectId} and status in ('PENDING_APPROVAL', 'ACTIVE', 'CLOSING')`).length > 0
}

/** Of the farms in a subquery of ids, those whose herd is the collateral of a project that runs or has asked to, with these projects. */
export function pledgedFarms(sql: Queries, farmIds: Fragment): Promise<(RuledFarm & { name: string })[]> {
  return sql`
    select f.id, f.name, f.supervisor_org_id as "supervisorOrgId", ${rulingProjects(sql, sql`f.id`, true)} as projects from farms f
    where f.id in (${farmIds}) and ${hasRunningProject(sql, sql`f.id`)} order by f.id`
}

/**
 * @param why `loosened` where a stricter value would do
 * @throws CallError PLEDGED that names the field, when a farm's herd is the collateral of a running project
 */
export async function requireUnpledged(sql: Queries, farmId: number, field: string, why: 'pledged' | 'loosened' = 'pledged'): Promise<void> {
  if (await isFarmPledged(sql, farmId)) throw new CallError('PLEDGED', { fields: { [field]: why } })
}

/** @throws CallError PLEDGED when an animal would leave the farms of a running project: of one over its farm, or of one that has it in pledge */
export async function requireSameProjects(sql: Queries, { fromFarmId, toFarmId, animalIds }: { fromFarmId: number; toFarmId: number; animalIds: readonly number[] }): Promise<void> {
  const left = await sql`
    select from (
      ${runningProjects(sql, fromFarmId)} union select project_id from pledges where animal_id = any(${[...animalIds]}::bigint[]) and ended_at is null
    ) running (id) where id not in (select project_id from project_farms where farm_id = ${toFarmId}) limit 1`
  if (left.length > 0) throw new CallError('PLEDGED', { fields: { farmId: 'pledged' } })
}

/**
 * A subquery of the borrowers that a supervisor may keep farms for: those that a bank and the borrower itself approved a
 * project with. Nobody plants a farm on others.
 */
export function partiesOf(sql: Queries, { organisationId }: Caller): Fragment {
  return sql`
    select borrower_org_id from projects
    where supervisor_org_id = ${organisationId} and status in ('ACTIVE', 'CLOSING', 'CLOSED')`
}
