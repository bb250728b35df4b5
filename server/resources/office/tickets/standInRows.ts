import type { Fragment, Queries } from '../../../db/connect.ts'

/**
 * Selects the absences at an instant (epoch ms) as `absent_id`, `absent_name` and `stand_in_id`. Both users must still have the same
 * role and organisation.
 */
export function standInsAt(sql: Queries, at: number): Fragment {
  return sql`(
    select i.absent_id, a.display_name as absent_name, i.stand_in_id
    from ticket_stand_ins i join users a on a.id = i.absent_id join users s on s.id = i.stand_in_id
    where i.starts_at <= ${at}::timestamptz and least(i.ends_at, i.ended_at) > ${at}::timestamptz
      and s.status = 'ACTIVE' and s.role = a.role and s.organisation_id is not distinct from a.organisation_id)`
}

/** Returns the absent users that a user may stand in for on a ticket at an instant (epoch ms). Its raiser is left out. */
export function absentFor(
  sql: Queries,
  { userId, raisedBy, at }: { userId: number; raisedBy: number; at: number },
): Promise<{ id: number; name: string }[]> {
  return sql`
    select absent_id as id, absent_name as name from ${standInsAt(sql, at)} i
    where i.stand_in_id = ${userId} and i.absent_id <> ${raisedBy} order by absent_name, absent_id`
}
