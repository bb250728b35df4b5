import type { Caller } from '../../../auth/sessions.ts'
import { machineNow } from '../../../clock.ts'
import type { Context } from '../../../context.ts'
import { transact, type Within } from '../../../records/write.ts'
import { type HeldProject, holdProject } from '../heldProjects.ts'

/** A change of something that a project counts on, in the transaction that holds the project. */
export interface Changing extends Within {
  caller: Caller
  project: HeldProject
  /** Herd time, epoch ms. */
  now: number
  /** Machine time, epoch ms. */
  at: number
}

/**
 * Changes something of a project in one transaction that holds it; then tells its parties.
 * @throws CallError NOT_FOUND for a project that the caller may not see; what `work` refuses
 */
export async function changeProject<T extends object>(context: Context, caller: Caller, projectId: number, work: (changing: Changing) => Promise<T>): Promise<T> {
  return transact(context, async (within) => {
    const project = await holdProject(within.sql, caller, projectId)
    within.afterCommit(() => tellCollateral(context, project))
    return work({ ...within, caller, project, now: context.clock.now(), at: machineNow() })
  })
}

/** Tells the server that the collateral of a project changed: its parties see it. */
export function tellCollateral({ events }: Pick<Context, 'events'>, { status, bankOrgId, borrowerOrgId, supervisorOrgId, farmIds }: HeldProject): void {
  const organisationIds = [bankOrgId, borrowerOrgId, supervisorOrgId].filter((id) => id !== null)
  // Of a draft nothing is judged on its farms.
  const judged = status === 'DRAFT' || status === 'PENDING_APPROVAL' ? [] : farmIds
  for (const noun of ['collateral', 'pledges'] as const) events.emit('recordsChanged', { noun, organisationIds, farmIds: judged })
}
