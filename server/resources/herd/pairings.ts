import type { Fragment, Queries } from '../../db/connect.ts'
import { CallError } from '../../callError.ts'
import type { Caller } from '../../auth/sessions.ts'
import { visibleFarms } from '../visibility.ts'

interface NewPairing {
  neckbandId: number
  /** null: takes the neckband off. */
  animalId: number | null
  reason: string
  /** A picture of the animal with its neckband. */
  photoId: string | null
}

/**
 * Ends the neckband's pairing and, with an animal, opens another: what was is never overwritten. The neckband then
 * belongs to who supervises the animal's farm.
 * @throws CallError BAD_SHAPE when the animal is unknown to the caller or has left the herd; the database's 23505
 *   when it wears another neckband
 */
export async function pair(sql: Queries, caller: Caller, now: number, { neckbandId, animalId, reason, photoId }: NewPairing): Promise<void> {
  await endPairings(sql, now, sql`neckband_id = ${neckbandId}`)
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

/** Takes the neckband off an animal that leaves the herd, if it wears one. */
export async function takeOff(sql: Queries, now: number, animalId: number): Promise<void> {
  await endPairings(sql, now, sql`animal_id = ${animalId}`)
}

async function endPairings(sql: Queries, now: number, condition: Fragment): Promise<void> {
  await sql`update pairings set to_at = greatest(${now}, from_at) where ${condition} and to_at is null`
}
