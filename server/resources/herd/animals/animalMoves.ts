import type { Parsed } from '#contract/calls/endpoint.ts'
import type { AnimalRecord, animalEndpoints } from '#contract/herd/animals.ts'
import { type AnimalStatus, pledgedStatuses } from '#contract/herd/animals/animalStatuses.ts'
import { CallError } from '../../../callError.ts'
import type { Queries } from '../../../db/connect.ts'
import type { BatchWork } from '../../../records/batch.ts'
import { requireReferences } from '../../../records/write.ts'
import { type Change, type Records, reference } from '../../../records/describe.ts'
import { ownDocuments } from '../../files/fileOwners.ts'
import { unpairAnimals } from '../pairings.ts'
import { notifyOfAnimals, notifyOfUnpledgedArrivals } from '../collateralNotices.ts'
import { requirePast } from './ofAnimal.ts'
import { resolvePenOnFarm, penIfPresent } from '../penOfFarm.ts'
import { requireAnimalsUnpledged, requireSameProjects, requireFarmUnpledged } from '../pledges.ts'
import { postLosses, postReturns, emitLedgerChanged } from '../../projects/ledger.ts'

/** Statuses that collateral reaches by an approval only. Losses are recorded when they happen; some need a document. */
const needApproval: readonly AnimalStatus[] = ['SUBSTITUTED', 'RELEASED']
const needDocument: readonly AnimalStatus[] = ['SOLD', 'SLAUGHTERED']
/** Statuses that pledged animals reach only after the bank agreed to their release. */
const needConsent: readonly AnimalStatus[] = [...needApproval, ...needDocument]

const farmsIn = (animals: readonly AnimalRecord[]) => [...new Set(animals.map(({ farmId }) => farmId))]

/** Returns batch work that moves animals of the herd to a pen or another farm. `stays` keeps their earlier places. */
export function transferTo(records: Records, input: Parsed<typeof animalEndpoints.transfer>): BatchWork<AnimalRecord> {
  return async (change, animals) => {
    const { sql, caller, now } = change
    await requireReferences(sql, records, caller, null, { farmId: input.farmId })
    if (animals.some(({ status }) => status !== 'IN_HERD'))
      throw new CallError('BAD_SHAPE', { fields: { ids: 'not_in_herd' } })
    for (const [fromFarmId, farmAnimals] of Map.groupBy(animals, ({ farmId }) => farmId)) {
      await requireSameProjects(sql, { fromFarmId, toFarmId: input.farmId, animalIds: farmAnimals.map(({ id }) => id) })
    }
    const pen = await resolvePenOnFarm({ sql, before: null, input })
    await requirePen(sql, animals, { farmId: input.farmId, ...pen })
    await notifyOfMove(change, animals, { farmId: input.farmId, ...pen }, { comment: input.reason })
    return { farm_id: input.farmId, ...pen, placed_at: now }
  }
}

/**
 * Returns batch work that records animals as having left the herd, or as back in it. They leave the headcount when this is recorded,
 * regardless of the day on which they left. Project ledgers follow in the same transaction.
 */
export function setAnimalStatus({
  status,
  leftOn,
  documentId = null,
  reason,
}: Parsed<typeof animalEndpoints.setStatus>): BatchWork<AnimalRecord> {
  return async (change, animals) => {
    const { sql, caller, now } = change
    const farmIds = farmsIn(animals)
    const ids = animals.map(({ id }) => id)
    if (documentId !== null) await attach(change, animals, documentId)
    await emitLedgerChanged(change, ids)
    if (pledgedStatuses.some((one) => one === status)) await postReturns(change, ids, { documentId, reason })
    if (status === 'IN_HERD') {
      await notifyOfAnimals(change, animals, 'COLLATERAL_STATUS', { status, comment: reason })
      const back = {
        status,
        left_on: null,
        left_reason: null,
        document_id: documentId,
        in_herd_to: null,
        placed_at: now,
      }
      return async (animal) => ({ ...back, ...(await penIfPresent({ sql, before: animal })) })
    }
    if (leftOn == null) throw new CallError('BAD_SHAPE', { fields: { leftOn: 'required' } })
    await requirePast(sql, ids, { leftOn }, now)
    const isRefused = needApproval.includes(status) || (needDocument.includes(status) && documentId === null)
    if (isRefused) {
      for (const farmId of farmIds) await requireFarmUnpledged(sql, farmId, 'status')
      await requireAnimalsUnpledged(sql, ids, 'status')
    }
    if (needConsent.includes(status)) await requireAnimalsUnpledged(sql, ids, 'status')
    await notifyOfAnimals(change, animals, 'COLLATERAL_STATUS', { status, comment: reason })
    await postLosses(change, ids, { status, leftOn, documentId, reason })
    await unpairAnimals(sql, ids, { now, caller, reason })
    const inHerdTo = sql`case when animals.status = 'IN_HERD' then ${now}::timestamptz else animals.in_herd_to end`
    return { status, left_on: leftOn, left_reason: reason, document_id: documentId, in_herd_to: inHerdTo }
  }
}

/**
 * Prevents collateral from losing its pen while it stays on the farm: without a pen, no alert is raised when the animal leaves it.
 * @throws CallError PLEDGED naming the field
 */
export async function requirePen(
  sql: Queries,
  animals: readonly AnimalRecord[],
  { farmId, pen_id: penId }: { farmId: number; pen_id: number | null },
): Promise<void> {
  const isTakenOut = penId === null && animals.some((animal) => animal.farmId === farmId && animal.farmSlotId !== null)
  if (isTakenOut) await requireFarmUnpledged(sql, farmId, 'farmSlotId')
}

/** Notifies the banks of pledged animals that move to another farm or pen, and the banks of the destination farm. */
export async function notifyOfMove(
  change: Change,
  animals: readonly AnimalRecord[],
  { farmId, pen_id: penId }: { farmId: number; pen_id: number | null },
  params: Record<string, string> = {},
): Promise<void> {
  const [place] = await change.sql<{ farm: string; pen: string | null }[]>`
    select f.name as farm, (select name from pens where id = ${penId}) as pen from farms f where f.id = ${farmId}`
  const inside = animals.filter((animal) => animal.farmId === farmId && animal.farmSlotId !== penId)
  const name = [place?.farm, place?.pen].filter(Boolean).join('\n')
  await notifyOfAnimals(change, inside, 'COLLATERAL_MOVED', { ...params, name })
  const movers = animals.filter((animal) => animal.farmId !== farmId)
  await notifyOfAnimals(change, movers, 'COLLATERAL_MOVED', { ...params, name: place?.farm ?? '' })
  for (const [from, farmAnimals] of Map.groupBy(movers, (animal) => animal.farmId)) {
    await notifyOfUnpledgedArrivals(change, farmAnimals, farmId, from)
  }
}

const attached = { fields: { documentId: reference('document_id', ownDocuments) }, inputs: {} }

/** Attaches a document to animals; it is kept as long as they are, even after a later status change. */
async function attach({ sql, caller }: Change, animals: readonly AnimalRecord[], documentId: string): Promise<void> {
  await requireReferences(sql, attached, caller, null, { documentId })
  await sql`
    insert into animal_documents (animal_id, document_id)
    select unnest(${animals.map(({ id }) => id)}::bigint[]), ${documentId} on conflict do nothing`
}
