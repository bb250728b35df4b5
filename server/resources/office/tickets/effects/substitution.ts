import type { ProjectEffect } from '#contract/office/ticketFigures.ts'
import type { TicketChange } from '#contract/office/tickets.ts'
import type { Queries } from '../../../../db/connect.ts'
import { changeRecordsWithin } from '../../../../records/batch.ts'
import { animals } from '../../../herd/animals.ts'
import { emitCollateralChanged } from '../../../projects/collateral/changing.ts'
import { endPledges, endClaims, subjectChanged, pledgeClaims } from '../../../projects/collateral/claims.ts'
import { effectOnProject, figuresOfAlerts } from '../../../projects/collateral/figures.ts'
import { leftBy } from '../../../projects/releases/departures.ts'
import { lockHeads } from '../../../projects/releases/pledgedHeads.ts'
import { figuresOfSubstitution } from '../../../projects/releases/substitutes.ts'
import { type SubstitutionRequest, substitutionSchema } from '../../../projects/releases/releaseRequests.ts'
import { lockProjectUnchecked } from '../../../projects/heldProjects.ts'
import { type DecidedTicket, type EffectMeans, type PendingTicket, ticketEffect } from './ticketEffect.ts'

/** Maximum pairs shown to deciders. */
const maxPairsListed = 50

export const substitution = ticketEffect(substitutionSchema, { changes, approved, refused, effectOn })

async function effectOn(
  sql: Queries,
  { subjectId }: PendingTicket,
  request: SubstitutionRequest,
): Promise<ProjectEffect[]> {
  return effectOnProject(sql, subjectId, [
    ...(await figuresOfSubstitution(sql, subjectId, request)),
    ...(await figuresOfAlerts(sql, sql`select unnest(${request.animalIds}::bigint[])`)),
  ])
}

function changes({ tags, substitutes, reason, documentId }: SubstitutionRequest): TicketChange[] {
  return [
    { field: 'heads', before: null, after: tags.length },
    {
      field: 'animals',
      before: tags.slice(0, maxPairsListed),
      after: substitutes.slice(0, maxPairsListed),
      as: 'TAGS',
    },
    { field: 'reason', before: null, after: reason },
    ...(documentId === null ? [] : [{ field: 'documentId', before: null, after: documentId, as: 'DOCUMENT' as const }]),
  ]
}

/**
 * Pledges the substitutes, and removes the replaced animals from the ledger and the herd.
 * @throws CallError CONFLICT when one of them has changed since the request
 */
async function approved(
  means: EffectMeans,
  { id: ticketId, subjectId, by }: DecidedTicket,
  { animalIds, reason, documentId }: SubstitutionRequest,
): Promise<void> {
  const { sql, context, afterCommit } = means
  const project = await lockProjectUnchecked(sql, subjectId)
  if (project.status !== 'ACTIVE' && project.status !== 'CLOSING') throw subjectChanged()
  const posting = { ...means, caller: by, now: context.clock.now() }
  const cause = { ticketId, reason, documentId }
  await lockHeads(sql, project.id, animalIds)
  if ((await pledgeClaims(posting, 'SUBSTITUTION', cause)) < animalIds.length) throw subjectChanged()
  const ending = { end: 'SUBSTITUTED', kind: 'SUBSTITUTION' } as const
  await endPledges(
    posting,
    sql`p.project_id = ${project.id} and p.animal_id = any(${animalIds}::bigint[])`,
    ending,
    cause,
  )
  await changeRecordsWithin(
    means,
    animals,
    by,
    { ids: animalIds, reason },
    leftBy('SUBSTITUTED', { reason, documentId }),
  )
  afterCommit(() => emitCollateralChanged(context, project))
}

async function refused(
  { sql, context, afterCommit }: EffectMeans,
  { id, subjectId, state }: DecidedTicket,
): Promise<void> {
  await endClaims(sql, id, state === 'WITHDRAWN' ? 'WITHDRAWN' : 'REFUSED', context.clock.now())
  const project = await lockProjectUnchecked(sql, subjectId)
  afterCommit(() => emitCollateralChanged(context, project))
}
