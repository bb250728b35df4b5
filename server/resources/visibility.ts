import { organisationKindOf } from '#contract/people/roles.ts'
import type { Fragment, Queries } from '../db/connect.ts'
import type { Caller } from '../auth/sessions.ts'

type Viewer = Pick<Caller, 'role' | 'organisationId' | 'organisationKind'>

/** The side that a caller stands on; null for one who stands on none and sees nothing. */
function sideOf({ role, organisationId, organisationKind }: Viewer) {
  const kind = organisationKindOf[role]
  if (kind === 'PLATFORM') return { kind, id: 0 }
  if (kind === null || kind !== organisationKind || organisationId === null) return null
  return { kind, id: organisationId }
}

/** A subquery of the ids of the farms that a caller may see: `farm_id in (${visibleFarms(sql, caller)})`. */
export function visibleFarms(sql: Queries, caller: Viewer): Fragment {
  return sql`select id from farms where deleted_at is null and id in (${farmsOf(sql, caller)})`
}

/** A subquery of the ids of the farms of a caller's side, those in the recycle bin among them. */
export function farmsOf(sql: Queries, caller: Viewer): Fragment {
  const side = sideOf(caller)
  switch (side?.kind) {
    case 'PLATFORM':
      return sql`select id from farms`
    case 'SUPERVISOR':
      return sql`select id from farms where supervisor_org_id = ${side.id}`
    case 'BORROWER':
      return sql`select id from farms where borrower_org_id = ${side.id}`
    case 'BANK':
      return sql`
        select pf.farm_id from project_farms pf join projects p on p.id = pf.project_id
        where p.bank_org_id = ${side.id} and p.status not in ('DRAFT', 'CLOSED')`
    case undefined:
      return sql`select id from farms where false`
  }
}

/** Whether a caller sees the alerts of walls on the farms that they see: the walls are the supervisor's, and no other party's business. */
export function seesWalls(caller: Viewer): boolean {
  return isOfSupervisor(caller)
}

/** Whether a caller sees what was drafted of the projects that they see: so are the drafts. */
export function seesDrafts(caller: Viewer): boolean {
  return isOfSupervisor(caller)
}

/** Whether a caller sees what is the supervisor's own: the platform does, too. */
function isOfSupervisor(caller: Viewer): boolean {
  const kind = sideOf(caller)?.kind
  return kind === 'SUPERVISOR' || kind === 'PLATFORM'
}

/** A subquery of the ids of the projects that a caller may see. */
export function visibleProjects(sql: Queries, caller: Viewer): Fragment {
  const side = sideOf(caller)
  switch (side?.kind) {
    case 'PLATFORM':
      return sql`select id from projects where deleted_at is null`
    case 'SUPERVISOR':
      return sql`select id from projects where supervisor_org_id = ${side.id} and deleted_at is null`
    case 'BORROWER':
      return sql`select id from projects where borrower_org_id = ${side.id} and status <> 'DRAFT'`
    case 'BANK':
      return sql`select id from projects where bank_org_id = ${side.id} and status <> 'DRAFT'`
    case undefined:
      return sql`select id from projects where false`
  }
}

/** The ids of the farms and projects that a caller may see: which socket rooms are open to them. */
export async function visibleIds(sql: Queries, caller: Viewer): Promise<{ farmIds: number[]; projectIds: number[] }> {
  const [found] = await sql<{ farmIds: number[]; projectIds: number[] }[]>`
    select array(select id from farms where id in (${visibleFarms(sql, caller)}) order by id) as "farmIds", array(${visibleProjects(sql, caller)}) as "projectIds"`
  return found ?? { farmIds: [], projectIds: [] }
}
