import { CallError } from '../../callError.ts'
import type { Caller } from '../../auth/sessions.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { first } from '../../records/transaction.ts'
import { visibleProjects } from '../visibility.ts'

export interface LockedProject {
  id: number
  code: string
  status: 'DRAFT' | 'PENDING_APPROVAL' | 'ACTIVE' | 'CLOSING' | 'CLOSED'
  /** Null while the draft names no bank. */
  bankOrgId: number | null
  borrowerOrgId: number | null
  supervisorOrgId: number
  farmIds: number[]
}

function selectProjects(sql: Queries, condition: Fragment): Promise<LockedProject[]> {
  return sql<LockedProject[]>`
    select p.id, p.code, p.status, p.bank_org_id as "bankOrgId", p.borrower_org_id as "borrowerOrgId", p.supervisor_org_id as "supervisorOrgId",
      array(select farm_id from project_farms where project_id = p.id order by 1) as "farmIds"
    from projects p where p.deleted_at is null and ${condition} for no key update of p`
}

/**
 * Locks a project until the transaction ends, so that concurrent changes of its collateral run one after the other.
 * @throws CallError NOT_FOUND when the caller may not see it
 */
export async function lockVisibleProject(sql: Queries, caller: Caller, id: number): Promise<LockedProject> {
  return first(await selectProjects(sql, sql`p.id = ${id} and p.id in (${visibleProjects(sql, caller)})`))
}

/**
 * Locks a project for a ticket's effect, without an access check: the approval has already authorised the change.
 * @throws CallError NOT_FOUND
 */
export async function lockProjectUnchecked(sql: Queries, id: number): Promise<LockedProject> {
  return first(await selectProjects(sql, sql`p.id = ${id}`))
}

/**
 * Locks a project for a new request about it. A concurrent closing either waits and withdraws the request, or has already happened.
 * A project that the caller may not see passes here; the validation of the input rejects it.
 * @param field names the input field in the error
 * @throws CallError CONFLICT when the project is closed
 */
export async function lockProjectForRequest(
  sql: Queries,
  caller: Caller,
  { id, field }: { id: number; field: string },
): Promise<void> {
  const [project] = await selectProjects(sql, sql`p.id = ${id} and p.id in (${visibleProjects(sql, caller)})`)
  if (project?.status === 'CLOSED') throw new CallError('CONFLICT', { fields: { [field]: 'project_state' } })
}

/** Returns the organisations of a project by their role in it. */
export function partiesByRole({ bankOrgId, borrowerOrgId, supervisorOrgId }: LockedProject) {
  return {
    SUPERVISOR: supervisorOrgId,
    ...(bankOrgId !== null && { BANK: bankOrgId }),
    ...(borrowerOrgId !== null && { BORROWER: borrowerOrgId }),
  }
}

/** @throws CallError CONFLICT unless the project is a draft or active: its collateral can't be changed in other states */
export function requireChangeable({ status }: Pick<LockedProject, 'status'>): void {
  if (status !== 'DRAFT' && status !== 'ACTIVE') throw new CallError('CONFLICT', { fields: { id: 'project_state' } })
}
