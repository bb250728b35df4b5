import type { World } from '../../testing/testWorld.ts'

interface DutyTenant {
  mark: string
  supervisor: number
  /** Users of the supervisor. */
  adminId: number
  pmId: number
  alertId: number
  /** Herd time, epoch ms. */
  at: number
}

/** Adds a roster, a stand-in and a delivery of a supervisor. @returns their ids by kind */
export async function addDuty(
  { sql }: World,
  { mark, supervisor, adminId, pmId, alertId, at }: DutyTenant,
): Promise<Record<string, number[]>> {
  const ids = async (rows: PromiseLike<{ id: number }[]>) => (await rows).map(({ id }) => id)
  const roster = await ids(
    sql<
      { id: number }[]
    >`insert into rosters (organisation_id, name, time_zone) values (${supervisor}, ${`${mark} roster`}, 'UTC') returning id`,
  )
  await sql`insert into roster_shifts (roster_id, layer, user_id, days, from_minute, to_minute) values (${roster[0] ?? 0}, 1, ${pmId}, '{1,2,3,4,5,6,7}', 0, 0)`
  const yearMs = 365 * 86_400_000
  const rosterStandIn = await ids(sql<{ id: number }[]>`
    insert into roster_stand_ins (organisation_id, away_user_id, cover_user_id, starts_at, ends_at, named_at)
    values (${supervisor}, ${adminId}, ${pmId}, ${at}, ${at + yearMs}, ${at}) returning id`)
  const alertDelivery = await ids(sql<{ id: number }[]>`
    insert into alert_deliveries (alert_id, organisation_id, step, reason, user_id, channel, state, planned_at, queued_at)
    values (${alertId}, ${supervisor}, 0, 'RAISED', ${pmId}, 'CONSOLE', 'SENT', ${at}, ${at}) returning id`)
  await sql`update alert_escalations set step = 1, due_at = null where alert_id = ${alertId}`
  return { roster, rosterStandIn, alertDelivery, supervisorAdmin: [adminId] }
}
