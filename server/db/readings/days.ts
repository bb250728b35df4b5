import { toInstant } from '../../clock.ts'
import type { Queries } from '../connect.ts'

/** The days (epoch ms of their midnight, UTC) that there are readings of, the oldest first. */
export async function readingDays(sql: Queries): Promise<number[]> {
  const rows = await sql<{ name: string }[]>`
    select c.relname::text as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'readings'::regclass order by c.relname`
  return rows.map(({ name }) => Date.parse(name.replace(/^.*(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3T00:00:00Z')))
}

/** Drops the readings of a day (epoch ms of its midnight, UTC). @throws where somebody is at work on readings just now */
export async function dropReadings(sql: Queries, day: number): Promise<void> {
  await sql`call drop_readings_partition(${toInstant(day).slice(0, 10)}::date)`
}
