import type { Sql } from '../../db/connect.ts'

/** As long as notices are kept: a year and a bit. Timelines of alerts, which are kept for good, say who was told. */
const keptDays = 400
const dayMs = 86_400_000
const portion = 5000

/**
 * Deletes what people and channels were told long ago, and floods of which nothing is left to tell, in portions.
 * @param now machine time, epoch ms
 * @param isStopping whether the server waits for it to end
 */
export async function deleteOldDeliveries(sql: Sql, now: number, isStopping: () => boolean): Promise<void> {
  const before = now - keptDays * dayMs
  for (;;) {
    const { count } = await sql`
      delete from alert_deliveries where id in (select id from alert_deliveries where queued_at < ${before}::timestamptz and state <> 'QUEUED' order by queued_at limit ${portion})`
    if (count < portion || isStopping()) break
  }
  await sql`
    delete from alert_floods f where f.ended_at < ${before}::timestamptz and not exists (select from alert_deliveries d where d.flood_id = f.id)`
}
