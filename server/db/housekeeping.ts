import type { Sql } from './connect.ts'

const dayMs = 86_400_000
/** Counts are kept for as long as a report may ask back. */
const countsMs = 400 * dayMs

/** Deletes what is kept for a time only: unreadable messages after a day, counts after a year and a bit. */
export async function deleteExpired(sql: Sql, now: number): Promise<void> {
  await sql`delete from quarantine where at < ${now - dayMs}`
  await sql`delete from ingest_counts where minute_at < ${now - countsMs}`
}

/** Kinds and subjects of the outages that are open or ended after an instant (epoch ms). */
export async function outagesSince(sql: Sql, at: number) {
  return sql<{ kind: 'SITE_OUTAGE' | 'GATEWAY_OFFLINE'; farmId: number; subjectId: number; sinceAt: number; clearedAt: number | null }[]>`
    select kind, farm_id as "farmId", subject_id as "subjectId", since_at as "sinceAt", cleared_at as "clearedAt"
    from alerts where kind in ('SITE_OUTAGE', 'GATEWAY_OFFLINE') and (cleared_at is null or cleared_at > ${at})`
}
