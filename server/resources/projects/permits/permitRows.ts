import type { MovementPermit } from '#contract/projects/movementPermits.ts'
import { toInstant } from '../../../clock.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { decidedInHerd } from '../../../db/projects/ticketTimes.ts'

/**
 * Selects the ids of animals with a permit to be away at an instant (herd time), which explains their silence.
 * @param approvedBy only permits approved by then, epoch ms: a permit never starts before its approval
 */
export function animalsOnPermit(sql: Queries, at: Fragment | number, approvedBy?: number): Fragment {
  return sql`
    select pa.animal_id from movement_permit_animals pa join movement_permits p on p.id = pa.permit_id
    where p.starts_at <= ${at}::timestamptz and p.ends_at > ${at}::timestamptz
      and ${approvedBy === undefined ? sql`true` : sql`(p.starts_at <= ${approvedBy}::timestamptz or exists (select from tickets t where t.id = p.ticket_id and ${decidedInHerd(sql)} <= ${approvedBy}::timestamptz))`}`
}

/** Returns an animal's current or next permit; null when none exists. @param now herd time, epoch ms */
export async function permitOf(sql: Queries, animalId: number, now: number): Promise<MovementPermit | null> {
  const [row] = await sql<(Omit<MovementPermit, 'startsAt' | 'endsAt'> & { startsAt: number; endsAt: number })[]>`
    select p.ticket_id as "ticketId", p.starts_at as "startsAt", p.ends_at as "endsAt", p.purpose, p.certificate_no as "certificateNo"
    from movement_permit_animals pa join movement_permits p on p.id = pa.permit_id
    where pa.animal_id = ${animalId} and p.ends_at > ${now}::timestamptz order by p.starts_at, p.id limit 1`
  return row === undefined ? null : { ...row, startsAt: toInstant(row.startsAt), endsAt: toInstant(row.endsAt) }
}
