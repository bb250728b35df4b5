import type { Sql } from './connect.ts'

const dayMs = 86_400_000
/** Counts are kept for as long as a report may ask back. */
const countsMs = 400 * dayMs

/** Deletes what is kept for a time only: unreadable messages and what was rejected after a day, counts after a year and a bit. */
export async function deleteExpired(sql: Sql, now: number): Promise<void> {
  await sql`delete from quarantine where at < ${now - dayMs}`
  await sql`delete from rejected_readings where last_at < ${now - dayMs}`
  await sql`delete from ingest_counts where minute_at < ${now - countsMs}`
}
