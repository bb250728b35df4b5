import type { Caller } from '../../../auth/sessions.ts'
import { machineNow } from '../../../clock.ts'
import type { Context } from '../../../context.ts'
import { transact, type Within } from '../../../records/write.ts'
import { type LockedProject, lockVisibleProject } from '../heldProjects.ts'

/** The inputs of a project change, inside the transaction that has locked the project. */
export interface Changing extends Within {
  caller: Caller
  project: LockedProject
  /** Herd time, epoch ms. */
  now: number
  /** Machine time, epoch ms. */
  at: number
}

/**
 * Locks a project, changes something of it in the same transaction, and notifies its parties after the commit.
 * @throws CallError NOT_FOUND when the caller may not see the project; errors of `work`
 */
export async function changeProject<T extends object>(
  context: Context,
  caller: Caller,
  projectId: number,
  work: (changing: Changing) => Promise<T>,
): Promise<T> {
  return transact(context, async (within) => {
    const project = await lockVisibleProject(within.sql, caller, projectId)
    within.afterCommit(() => emitCollateralChanged(context, project))
    return work({ ...within, caller, project, now: context.clock.now(), at: machineNow() })
  })
}

/** Emits a change of collateral and pledges to a project's parties and farms. */
export function emitCollateralChanged(
  { events }: Pick<Context, 'events'>,
  { status, bankOrgId, borrowerOrgId, supervisorOrgId, farmIds }: LockedProject,
): void {
  const organisationIds = [bankOrgId, borrowerOrgId, supervisorOrgId].filter((id) => id !== null)
  // Projects that are not yet open have no farm rules to re-evaluate.
  const evaluatedFarmIds = status === 'DRAFT' || status === 'PENDING_APPROVAL' ? [] : farmIds
  for (const noun of ['collateral', 'pledges'] as const)
    events.emit('recordsChanged', { noun, organisationIds, farmIds: evaluatedFarmIds })
}
