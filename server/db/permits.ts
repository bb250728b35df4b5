import type { Sql } from './connect.ts'

/** A permission for an animal to be away from its place. Herd time, epoch ms. */
export interface Permit {
  animalId: number
  startsAt: number
  endsAt: number
}

/** How long an ended permit is still read, ms: alerts that it held back count from its end. */
const retentionMs = 48 * 3_600_000

/** Reads the permits that are current, upcoming or ended recently at an instant (epoch ms). */
export async function currentAndRecentPermits(sql: Sql, now: number): Promise<Permit[]> {
  return sql<Permit[]>`
    select pa.animal_id as "animalId", p.starts_at as "startsAt", p.ends_at as "endsAt"
    from movement_permits p join movement_permit_animals pa on pa.permit_id = p.id where p.ends_at > ${now - retentionMs}::timestamptz`
}
