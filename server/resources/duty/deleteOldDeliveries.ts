import type { Sql } from '../../db/connect.ts'

/** Maximum age of deliveries, the same as of notices. The timelines of alerts, which are never deleted, still name the recipients. */
const maxAgeDays = 400
const dayMs = 86_400_000
const batchSize = 5000

/**
 * Deletes old deliveries, and floods without any, in batches.
 * @param now machine time, epoch ms
 */
export async function deleteOldDeliveries(sql: Sql, now: number, isStopping: () => boolean): Promise<void> {
  const before = now - maxAgeDays * dayMs
  for (;;) {
    const { count } = await sql`
      delete from alert_deliveries where id in (select id from alert_deliveries where queued_at < ${before}::timestamptz and state <> 'QUEUED' order by queued_at limit ${batchSize})`
    if (count < batchSize || isStopping()) break
  }
  await sql`
    delete from alert_floods f where f.ended_at < ${before}::timestamptz and not exists (select from alert_deliveries d where d.flood_id = f.id)`
}
