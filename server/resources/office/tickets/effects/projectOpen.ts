import { auditAll } from '../../../../records/audit.ts'
import { selectRecords } from '../../../../records/select.ts'
import { updateAll } from '../../../../records/write.ts'
import { farms } from '../../../herd/farms.ts'
import { emitCollateralChanged } from '../../../projects/collateral/changing.ts'
import { subjectChanged } from '../../../projects/collateral/claims.ts'
import { effectOnProject, figuresOfOpening } from '../../../projects/collateral/figures.ts'
import { draftAgain, openCollateral } from '../../../projects/collateral/opening.ts'
import { lockProjectUnchecked, type LockedProject } from '../../../projects/heldProjects.ts'
import { openingInLanguage, openingSchema } from '../../../projects/requests/projectOpening.ts'
import { setProjectStatus } from '../../../projects/requests/projectStatus.ts'
import { type DecidedTicket, type EffectMeans, ticketEffect } from './ticketEffect.ts'

export const projectOpen = ticketEffect(openingSchema, {
  changes: (opening) => {
    const collateral = opening.collateral.map(({ categoryId: _categoryId, unitId: _unitId, ...line }) => line)
    return Object.entries({ ...opening, collateral }).map(([field, after]) => ({ field, before: null, after }))
  },
  inLanguage: openingInLanguage,
  effectOn: async (sql, { subjectId }) => effectOnProject(sql, subjectId, await figuresOfOpening(sql, subjectId)),
  approved,
  refused,
})

/** @throws CallError CONFLICT unless the project is still pending, or when a farm now belongs to another borrower */
async function approved(means: EffectMeans, { id: ticketId, subjectId, by, at }: DecidedTicket): Promise<void> {
  const { sql, context, afterCommit } = means
  const project = await lockProjectUnchecked(sql, subjectId)
  if (project.status !== 'PENDING_APPROVAL') throw subjectChanged()
  await assignFarms(means, project, { by, at })
  await openCollateral({ ...means, caller: by, now: context.clock.now() }, project.id, {
    ticketId,
    reason: project.code,
  })
  await setProjectStatus(means, by, project.id, { status: 'ACTIVE', ticketId })
  afterCommit(() => emitCollateralChanged(context, project))
}

/** Assigns farms without a borrower to the project's borrower, whose approval includes this. */
async function assignFarms(
  { sql, context, afterCommit }: EffectMeans,
  { id, borrowerOrgId, supervisorOrgId }: LockedProject,
  { by, at }: Pick<DecidedTicket, 'by' | 'at'>,
): Promise<void> {
  await sql`select from farms where id in (select farm_id from project_farms where project_id = ${id}) order by id for update`
  const projectFarms = await selectRecords(
    sql,
    farms,
    sql`r.id in (select farm_id from project_farms where project_id = ${id})`,
  )
  const [unavailableFarm] = await sql`
    select from project_farms pf join farms f on f.id = pf.farm_id
    where pf.project_id = ${id} and (f.deleted_at is not null or f.supervisor_org_id <> ${supervisorOrgId} or f.borrower_org_id <> ${borrowerOrgId}) limit 1`
  if (unavailableFarm !== undefined || projectFarms.length === 0) throw subjectChanged()
  const free = projectFarms.filter((farm) => farm.borrowerOrgId === null)
  if (free.length === 0) return
  const farmIds = free.map((farm) => farm.id)
  await updateAll(sql, farms, farmIds, { borrower_org_id: borrowerOrgId })
  await auditAll(
    sql,
    by,
    at,
    free.map((before) => ({
      action: 'EDIT',
      noun: farms.noun,
      nounId: before.id,
      before,
      after: { ...before, version: before.version + 1, borrowerOrgId },
    })),
  )
  afterCommit(() => context.events.emit('recordsChanged', { noun: 'farms', ids: farmIds, farmIds }))
}

/** Ends the claims and makes the project a draft again. */
async function refused(means: EffectMeans, { id: ticketId, subjectId, state, by }: DecidedTicket): Promise<void> {
  const { sql, context, afterCommit } = means
  const project = await lockProjectUnchecked(sql, subjectId)
  if (project.status !== 'PENDING_APPROVAL') throw subjectChanged()
  await draftAgain(
    sql,
    { projectId: project.id, ticketId, by, now: context.clock.now() },
    state === 'WITHDRAWN' ? 'WITHDRAWN' : 'REFUSED',
  )
  await setProjectStatus(means, by, project.id, { status: 'DRAFT', ticketId })
  afterCommit(() => emitCollateralChanged(context, project))
}
