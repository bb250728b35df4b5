import { raiseAlerts } from '../../db/alerts.ts'
import type { World } from '../../testing/testWorld.ts'

interface CountedTenant {
  mark: string
  farm: number
  gateway: number
  project: number
  supervisor: number
  /** The recipient of the alert. */
  notifiedUserId: number
}

/** Adds records of a tenant that summaries, charts and loads count, from the last hours of herd time. */
export async function addCounted(
  { sql, context }: World,
  { mark, farm, gateway, project, supervisor, notifiedUserId }: CountedTenant,
): Promise<void> {
  const now = context.clock.now()
  const at = now - 600_000
  const [alert] = await raiseAlerts(sql, [
    {
      kind: 'GATEWAY_OFFLINE',
      severity: 'CRITICAL',
      subjectType: 'GATEWAY',
      subjectId: gateway,
      subjectName: `${mark} gateway`,
      farmId: farm,
      penId: null,
      animalId: null,
      raisedAt: at,
      sinceAt: at,
      detail: {},
    },
  ])
  await sql`update alerts set flaps = 2 where id = ${alert?.id ?? 0}`
  await sql`
    insert into alert_deliveries (alert_id, organisation_id, step, reason, user_id, channel, state, planned_at, queued_at)
    values (${alert?.id ?? 0}, ${supervisor}, 0, 'RAISED', ${notifiedUserId}, 'CONSOLE', 'SENT', ${at}, ${at})`
  await sql`
    insert into ingest_counts (minute_at, source_id, gateway, result, count)
    select date_trunc('minute', ${at}::timestamptz), 0, mac, 'STORED', 7 from gateways where id = ${gateway}`
  await sql`insert into headcount_samples (farm_id, at, window_minutes, ledger, heard, unverified) values (${farm}, ${at}, 60, 1, 1, 0)`
  await sql`
    insert into project_samples (project_id, at, window_minutes, ledger, heard, unverified, eligible_value, ratio)
    values (${project}, ${at}, 60, 1, 1, 0, 1, 1)`
  await sql`
    insert into day_closes (project_id, day, window_minutes, contracted, ledger, heard, unverified, unaccounted, eligible_value, balance, closed_by, closed_at)
    values (${project}, '2026-04-30', 60, 1, 1, 1, 0, 0, 1, 1, ${notifiedUserId}, ${at})`
}
