import type { ProjectEffect } from '#contract/office/ticketFigures.ts'
import type { TicketChange } from '#contract/office/tickets.ts'
import type { Queries } from '../../../../db/connect.ts'
import { changeRecordsWithin } from '../../../../records/batch.ts'
import { animals } from '../../../herd/animals.ts'
import { emitCollateralChanged } from '../../../projects/collateral/changing.ts'
import { endPledges, subjectChanged } from '../../../projects/collateral/claims.ts'
import { effectOnProject, figuresAfter, figuresOfAlerts } from '../../../projects/collateral/figures.ts'
import { leftBy } from '../../../projects/releases/departures.ts'
import { lockHeads, withMissing } from '../../../projects/releases/pledgedHeads.ts'
import { type ReleaseRequest, releaseSchema } from '../../../projects/releases/releaseRequests.ts'
import { lockProjectUnchecked } from '../../../projects/heldProjects.ts'
import { type DecidedTicket, type EffectMeans, type PendingTicket, ticketEffect } from './ticketEffect.ts'

/** Maximum ear tags shown to deciders. */
const maxTagsListed = 50

export const animalRelease = ticketEffect(releaseSchema, { changes, approved, effectOn })

async function effectOn(
  sql: Queries,
  { subjectId }: PendingTicket,
  { lines, animalIds }: ReleaseRequest,
): Promise<ProjectEffect[]> {
  return effectOnProject(sql, subjectId, [
    ...(await figuresAfter(sql, subjectId, await withMissing(sql, lines, animalIds))),
    ...(await figuresOfAlerts(sql, sql`select unnest(${animalIds}::bigint[])`)),
  ])
}

function changes({ tags, reason, documentId }: ReleaseRequest): TicketChange[] {
  return [
    { field: 'heads', before: null, after: tags.length },
    { field: 'animals', before: null, after: tags.slice(0, maxTagsListed), as: 'TAGS' },
    { field: 'reason', before: null, after: reason },
    ...(documentId === null ? [] : [{ field: 'documentId', before: null, after: documentId, as: 'DOCUMENT' as const }]),
  ]
}

/**
 * Ends the pledges, removes the heads from the ledger and the animals from the herd.
 * @throws CallError CONFLICT when the ledger no longer counts one of them
 */
async function approved(
  means: EffectMeans,
  { id: ticketId, subjectId, by }: DecidedTicket,
  { animalIds, reason, documentId }: ReleaseRequest,
): Promise<void> {
  const { sql, context, afterCommit } = means
  const project = await lockProjectUnchecked(sql, subjectId)
  if (project.status !== 'ACTIVE' && project.status !== 'CLOSING') throw subjectChanged()
  await lockHeads(sql, project.id, animalIds)
  const ending = { end: 'RELEASED', kind: 'RELEASE' } as const
  await endPledges(
    { ...means, caller: by, now: context.clock.now() },
    sql`p.project_id = ${project.id} and p.animal_id = any(${animalIds}::bigint[])`,
    ending,
    { ticketId, reason, documentId },
  )
  await changeRecordsWithin(means, animals, by, { ids: animalIds, reason }, leftBy('RELEASED', { reason, documentId }))
  afterCommit(() => emitCollateralChanged(context, project))
}
