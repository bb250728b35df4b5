import { organisationKindOf } from '#contract/people/roles.ts'
import type { Fragment, Queries } from '../db/connect.ts'
import type { Caller } from '../auth/sessions.ts'

type Viewer = Pick<Caller, 'role' | 'organisationId' | 'organisationKind'>

/** Returns the kind and organisation that a caller belongs to; null when they belong to none and see nothing. */
function partyOf({ role, organisationId, organisationKind }: Viewer) {
  const kind = organisationKindOf[role]
  if (kind === 'PLATFORM') return { kind, id: 0 }
  if (kind === null || kind !== organisationKind || organisationId === null) return null
  return { kind, id: organisationId }
}

/** Selects the ids of the farms that a caller may see: `farm_id in (${visibleFarms(sql, caller)})`. */
export function visibleFarms(sql: Queries, caller: Viewer): Fragment {
  return sql`select id from farms where deleted_at is null and id in (${farmsOf(sql, caller)})`
}

/** Selects the ids of the farms of a caller's organisation, including those in the recycle bin. */
export function farmsOf(sql: Queries, caller: Viewer): Fragment {
  const side = partyOf(caller)
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

/** Whether a caller sees alerts about walls on their farms. Walls belong to the supervisor and are hidden from the other parties. */
export function seesWalls(caller: Viewer): boolean {
  return seesSupervisorData(caller)
}

/** Whether a caller sees drafts and draft history of the projects they may see; only the supervisor and the platform do. */
export function seesDrafts(caller: Viewer): boolean {
  return seesSupervisorData(caller)
}

/** Whether a caller sees data private to the supervisor; the platform does, too. */
function seesSupervisorData(caller: Viewer): boolean {
  const kind = partyOf(caller)?.kind
  return kind === 'SUPERVISOR' || kind === 'PLATFORM'
}

/** Selects the ids of the projects that a caller may see. */
export function visibleProjects(sql: Queries, caller: Viewer): Fragment {
  const side = partyOf(caller)
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

/** Returns the ids of the farms and projects that a caller may see, which decide their socket rooms. */
export async function visibleIds(sql: Queries, caller: Viewer): Promise<{ farmIds: number[]; projectIds: number[] }> {
  const [found] = await sql<{ farmIds: number[]; projectIds: number[] }[]>`
    select array(select id from farms where id in (${visibleFarms(sql, caller)}) order by id) as "farmIds", array(${visibleProjects(sql, caller)}) as "projectIds"`
  return found ?? { farmIds: [], projectIds: [] }
}
