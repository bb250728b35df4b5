import type { Sql } from './connect.ts'

const dayMs = 86_400_000
/** Retention of ingest counts, which limits how far back reports can ask. */
const countsMs = 400 * dayMs

/** Deletes expired rows (machine time): unreadable messages and rejected readings after a day, ingest counts after 400 days. */
export async function deleteExpired(sql: Sql, now: number): Promise<void> {
  await sql`delete from quarantine where at < ${now - dayMs}`
  await sql`delete from rejected_readings where last_at < ${now - dayMs}`
  await sql`delete from ingest_counts where minute_at < ${now - countsMs}`
}
