import type { Sql } from './connect.ts'

/** An animal that may be away from its place for a time: herd time, epoch ms. */
export interface Permit {
  animalId: number
  startsAt: number
  endsAt: number
}

/** How long a permit that ended is remembered: what began under it counts from its end. */
const rememberMs = 48 * 3_600_000

/** The permits that are in force at an instant (epoch ms), will be, or were lately. */
export async function permitsOfLate(sql: Sql, now: number): Promise<Permit[]> {
  return sql<Permit[]>`
    select pa.animal_id as "animalId", p.starts_at as "startsAt", p.ends_at as "endsAt"
    from movement_permits p join movement_permit_animals pa on pa.permit_id = p.id where p.ends_at > ${now - rememberMs}::timestamptz`
}
