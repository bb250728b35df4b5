import { CallError } from '../../callError.ts'
import type { Caller } from '../../auth/sessions.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { first } from '../../records/transaction.ts'
import { visibleProjects } from '../visibility.ts'

export interface HeldProject {
  id: number
  code: string
  status: 'DRAFT' | 'PENDING_APPROVAL' | 'ACTIVE' | 'CLOSING' | 'CLOSED'
  /** Null: the draft names none yet. */
  bankOrgId: number | null
  borrowerOrgId: number | null
  supervisorOrgId: number
  farmIds: number[]
}

function selectProjects(sql: Queries, condition: Fragment): Promise<HeldProject[]> {
  return sql<HeldProject[]>`
    select p.id, p.code, p.status, p.bank_org_id as "bankOrgId", p.borrower_org_id as "borrowerOrgId", p.supervisor_org_id as "supervisorOrgId",
      array(select farm_id from project_farms where project_id = p.id order by 1) as "farmIds"
    from projects p where p.deleted_at is null and ${condition} for no key update of p`
}

/**
 * Takes hold of a project until the end of the transaction: of two who change what it counts on, the second sees what the first did.
 * @throws CallError NOT_FOUND for a project that the caller may not see
 */
export async function holdProject(sql: Queries, caller: Caller, id: number): Promise<HeldProject> {
  return first(await selectProjects(sql, sql`p.id = ${id} and p.id in (${visibleProjects(sql, caller)})`))
}

/** The same for what a ticket does, whoever decided it. */
export async function findProject(sql: Queries, id: number): Promise<HeldProject> {
  return first(await selectProjects(sql, sql`p.id = ${id}`))
}

/**
 * Takes hold of a project as `holdProject` does, for a request about it: its closing waits for the request and withdraws it, or has been
 * before it. One that the caller may not see is refused by what reads the input.
 * @throws CallError CONFLICT that names the field, for one that is closed
 */
export async function holdOpen(sql: Queries, caller: Caller, { id, field }: { id: number; field: string }): Promise<void> {
  const [project] = await selectProjects(sql, sql`p.id = ${id} and p.id in (${visibleProjects(sql, caller)})`)
  if (project?.status === 'CLOSED') throw new CallError('CONFLICT', { fields: { [field]: 'project_state' } })
}

/** The organisations of a project. */
export function partiesOf({ bankOrgId, borrowerOrgId, supervisorOrgId }: HeldProject) {
  return { SUPERVISOR: supervisorOrgId, ...(bankOrgId !== null && { BANK: bankOrgId }), ...(borrowerOrgId !== null && { BORROWER: borrowerOrgId }) }
}

/** @throws CallError CONFLICT where the project is neither a draft nor running: its collateral stands still */
export function requireChangeable({ status }: Pick<HeldProject, 'status'>): void {
  if (status !== 'DRAFT' && status !== 'ACTIVE') throw new CallError('CONFLICT', { fields: { id: 'project_state' } })
}
