import type { Caller } from '../../../auth/sessions.ts'
import { CallError } from '../../../callError.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { reference } from '../../../records/describe.ts'
import { visibleFarms } from '../../visibility.ts'

/** Selects the ids of animals that a caller may see. */
function visibleAnimals(sql: Queries, caller: Caller): Fragment {
  return sql`select id from animals where deleted_at is null and farm_id in (${visibleFarms(sql, caller)})`
}

/** Shared description of nouns whose records belong to one animal: access to the animal gives access to them. */
export const ofAnimal = {
  joins: (sql: Queries) => sql`join animals a on a.id = r.animal_id`,
  visible: (sql: Queries, caller: Caller) => sql`a.deleted_at is null and a.farm_id in (${visibleFarms(sql, caller)})`,
  farm: 'farmId',
} as const

/** Fields that all these nouns have. */
export const animalFields = {
  animalId: reference('animal_id', visibleAnimals),
  farmId: (sql: Queries) => sql`a.farm_id`,
}

/** @throws CallError BAD_SHAPE naming the field, when a day is in the future on the farm of an animal */
export async function requirePast(
  sql: Queries,
  animalIds: readonly number[],
  days: Record<string, string>,
  now: number,
): Promise<void> {
  for (const [field, day] of Object.entries(days)) {
    const futureRows = await sql`
      select from animals a join farms f on f.id = a.farm_id
      where a.id = any(${[...animalIds]}::bigint[]) and ${day}::date > timezone(f.time_zone, ${now}::timestamptz)::date limit 1`
    if (futureRows.length > 0) throw new CallError('BAD_SHAPE', { fields: { [field]: 'future' } })
  }
}
