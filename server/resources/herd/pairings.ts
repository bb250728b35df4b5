import type { Parsed } from '#contract/calls/endpoint.ts'
import type { Neckband, neckbandEndpoints } from '#contract/herd/neckbands.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { CallError } from '../../callError.ts'
import type { Caller } from '../../auth/sessions.ts'
import type { BatchWork } from '../../records/batch.ts'
import { requireOwnPicture } from '../files/fileOwners.ts'
import { visibleFarms } from '../visibility.ts'
import { notifyOfUnpairing } from './collateralNotices.ts'

const dayMs = 86_400_000

/** How a pairing ends. */
interface Ending {
  /** Herd time, epoch ms. */
  now: number
  /** The user who ends it. */
  caller: Pick<Caller, 'userId'>
  /** Null when no reason was given. */
  reason: string | null
  /** A photo of the animal without its neckband, or of the neckband. */
  photoId?: string | null
}

interface NewPairing {
  neckbandId: number
  /** Null takes the neckband off. */
  animalId: number | null
  reason: string
  /** A photo of the animal with its neckband, or of either one when it comes off. */
  photoId: string | null
}

/**
 * Ends the neckband's pairing and, with an animal, opens a new one; earlier pairings are never overwritten. The neckband then
 * belongs to the organisation that supervises the animal's farm.
 * @throws CallError BAD_SHAPE when the caller may not see the animal or it has left the herd; PostgreSQL error 23505
 * when it wears another neckband
 */
export async function pair(
  sql: Queries,
  caller: Caller,
  now: number,
  { neckbandId, animalId, reason, photoId }: NewPairing,
): Promise<void> {
  // The photo belongs to the new pairing, or to the end of the old one when there is no new one.
  await endPairings(sql, sql`neckband_id = ${neckbandId}`, {
    now,
    caller,
    reason,
    photoId: animalId === null ? photoId : null,
  })
  if (animalId === null) return
  const animals = await sql`
    select from animals where id = ${animalId} and in_herd_to is null and farm_id in (${visibleFarms(sql, caller)})`
  if (animals.length === 0) throw new CallError('BAD_SHAPE', { fields: { animalId: 'unknown' } })
  await sql`
    insert into pairings (neckband_id, animal_id, from_at, user_id, reason, photo_id)
    values (${neckbandId}, ${animalId}, ${now}, ${caller.userId}, ${reason}, ${photoId})`
  await sql`
    update neckbands set owner_org_id = coalesce(f.supervisor_org_id, owner_org_id)
    from animals a join farms f on f.id = a.farm_id where neckbands.id = ${neckbandId} and a.id = ${animalId}`
}

/** Selects neckbands that were paired more than once within the last 24 hours. @param now herd time, epoch ms */
export function pairedAgainAt(sql: Queries, now: number): Fragment {
  return sql`(select neckband_id as id from pairings where from_at > ${now - dayMs} group by neckband_id having count(*) > 1)`
}

/** Columns of a pairing `p` apart from its times: users, reasons, photos, and whether it followed another within 24 hours. */
export function pairingDetails(sql: Queries): Fragment {
  return sql`
    (select display_name from users where users.id = p.user_id) as by, p.reason, p.photo_id as "photoId",
    (select display_name from users where users.id = p.ended_by) as "endedBy", p.end_reason as "endReason", p.end_photo_id as "endPhotoId",
    exists (select from pairings b where b.neckband_id = p.neckband_id and b.id < p.id and b.from_at > p.from_at - interval '24 hours') as "isAgain"`
}

/** Takes the neckbands off animals that leave the herd. */
export async function unpairAnimals(sql: Queries, animalIds: readonly number[], ending: Ending): Promise<void> {
  await endPairings(sql, sql`animal_id = any(${[...animalIds]}::bigint[])`, ending)
}

/** Returns batch work that takes worn neckbands off and notifies the animals' banks. @throws CallError BAD_SHAPE when one is not worn */
export function unpairing({
  reason,
  photoId = null,
}: Parsed<typeof neckbandEndpoints.unpair>): BatchWork<Pick<Neckband, 'id' | 'animalId'>> {
  return async (change, bands) => {
    const { sql, caller, now } = change
    const ids = bands.map(({ id }) => id)
    if (photoId !== null) await requireOwnPicture(sql, caller, 'photoId', photoId)
    if (bands.some(({ animalId }) => animalId === null))
      throw new CallError('BAD_SHAPE', { fields: { ids: 'not_worn' } })
    await notifyOfUnpairing(change, ids, reason)
    await endPairings(sql, sql`neckband_id = any(${ids}::bigint[])`, { now, caller, reason, photoId })
    return {}
  }
}

async function endPairings(
  sql: Queries,
  condition: Fragment,
  { now, caller: { userId }, reason, photoId = null }: Ending,
): Promise<void> {
  await sql`
    update pairings set to_at = greatest(${now}, from_at), ended_by = ${userId === 0 ? null : userId}, end_reason = ${reason}, end_photo_id = ${photoId}
    where ${condition} and to_at is null`
}
