import { z } from 'zod'
import { idSchema } from '#contract/calls/envelope.ts'
import type { ProjectEffect } from '#contract/office/ticketFigures.ts'
import type { TicketChange } from '#contract/office/tickets.ts'
import type { Caller } from '../../../../auth/sessions.ts'
import { CallError } from '../../../../callError.ts'
import { toInstant } from '../../../../clock.ts'
import type { Queries } from '../../../../db/connect.ts'
import { audit } from '../../../../records/audit.ts'
import { first } from '../../../../records/transaction.ts'
import { findChosen } from '../../../herd/animals/chosenAnimals.ts'
import { notifyOfAnimals } from '../../../herd/collateralNotices.ts'
import { effectOnProject, figuresAfter, figuresOfAlerts } from '../../../projects/collateral/figures.ts'
import { knownPermitAnimals } from '../farmTickets.ts'
import { type DecidedTicket, type EffectMeans, type PendingTicket, ticketEffect } from './ticketEffect.ts'

/** Payload of a request to let animals leave their farm for a time. */
const permitSchema = z.object({
  farmId: idSchema,
  farmName: z.string(),
  animals: z.array(z.object({ id: idSchema, tag: z.string() })),
  /** Herd time, epoch ms. */
  startsAt: z.number(),
  endsAt: z.number(),
  purpose: z.string(),
  certificateNo: z.string().nullable(),
})
export type PermitRequest = z.infer<typeof permitSchema>

export const movementPermit = ticketEffect(permitSchema, { changes, forReader, effectOn, approved: permit })

/**
 * Animals with a permit stay on the ledger and keep their value; while silent, they count as unverified. The project with most of them comes first.
 */
async function effectOn(sql: Queries, _ticket: PendingTicket, { animals }: PermitRequest): Promise<ProjectEffect[]> {
  const pledgedHeads = await sql<{ projectId: number; heads: number }[]>`
    select project_id as "projectId", count(*)::int as heads from pledges
    where animal_id = any(${animals.map(({ id }) => id)}::bigint[]) and ended_at is null and is_counted
    group by project_id order by count(*) desc, project_id`
  const effects: ProjectEffect[] = []
  for (const { projectId, heads } of pledgedHeads) {
    const figures = await figuresAfter(sql, projectId, [])
    effects.push(
      ...(await effectOnProject(sql, projectId, [
        ...figures,
        { measure: 'unverified', before: null, after: String(heads) },
        ...(await figuresOfAlerts(
          sql,
          sql`select animal_id from pledges where project_id = ${projectId} and animal_id = any(${animals.map(({ id }) => id)}::bigint[]) and ended_at is null and is_counted`,
        )),
      ])),
    )
  }
  return effects
}

/** Leaves out the animals of other banks, which may lend on the same farm. */
async function forReader(
  sql: Queries,
  caller: Caller,
  { id }: PendingTicket,
  request: PermitRequest,
): Promise<PermitRequest> {
  const ownIds = await knownPermitAnimals(sql, caller, id)
  return ownIds === null ? request : { ...request, animals: request.animals.filter((animal) => ownIds.has(animal.id)) }
}

function changes({ animals, startsAt, endsAt, purpose, certificateNo }: PermitRequest): TicketChange[] {
  return [
    { field: 'heads', before: null, after: animals.length },
    { field: 'startsAt', before: null, after: toInstant(startsAt), as: 'INSTANT' },
    { field: 'endsAt', before: null, after: toInstant(endsAt), as: 'INSTANT' },
    { field: 'purpose', before: null, after: purpose },
    { field: 'certificateNo', before: null, after: certificateNo },
    { field: 'animals', before: null, after: animals.map(({ tag }) => tag), as: 'TAGS' },
  ]
}

/** Issues the permit. @throws CallError CONFLICT when its time is over, or an animal has left the farm's herd since the request */
async function permit(
  { sql, context, afterCommit }: EffectMeans,
  { id: ticketId, by, at }: DecidedTicket,
  { farmId, farmName, animals, startsAt, endsAt, purpose, certificateNo }: PermitRequest,
): Promise<void> {
  if (endsAt <= context.clock.now()) throw new CallError('CONFLICT', { fields: { ticketId: 'past' } })
  // A permit never starts before its approval, so earlier headcounts stay valid.
  const effectiveStartsAt = Math.max(startsAt, context.clock.now())
  const { animalIds } = await findChosen(sql, farmId, { ids: animals.map(({ id }) => id) })
  if (animalIds.length < animals.length) throw new CallError('CONFLICT', { fields: { ticketId: 'subject_changed' } })
  const { id } = first(
    await sql<{ id: number }[]>`
    insert into movement_permits (ticket_id, farm_id, starts_at, ends_at, purpose, certificate_no)
    values (${ticketId}, ${farmId}, ${effectiveStartsAt}, ${endsAt}, ${purpose}, ${certificateNo}) returning id`,
  )
  await sql`insert into movement_permit_animals (permit_id, animal_id) select ${id}, unnest(${animalIds}::bigint[])`
  const from = toInstant(effectiveStartsAt)
  const to = toInstant(endsAt)
  await audit(sql, by, at, {
    action: 'ADD',
    noun: 'movementPermit',
    nounId: id,
    before: null,
    after: { id, farmId, animalIds, startsAt: from, endsAt: to, purpose, certificateNo },
    detail: { ticketId },
  })
  const permittedAnimals = animals.map(({ id, tag }) => ({ id, farmId, visualTag: tag }))
  await notifyOfAnimals({ sql, caller: by, context, afterCommit }, permittedAnimals, 'COLLATERAL_PERMIT', {
    name: farmName,
    from,
    to,
    comment: purpose,
  })
  afterCommit(() => {
    context.events.emit('rulesChanged', {})
    context.events.emit('recordsChanged', { noun: 'movementPermits', ids: [id], farmIds: [farmId] })
  })
}
