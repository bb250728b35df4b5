import { toInstant } from '../../clock.ts'
import type { Queries } from '../connect.ts'

/** Lists the days (epoch ms of midnight UTC) that have a partition of readings, oldest first. */
export async function readingDays(sql: Queries): Promise<number[]> {
  const rows = await sql<{ name: string }[]>`
    select c.relname::text as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'readings'::regclass order by c.relname`
  return rows.map(({ name }) => Date.parse(name.replace(/^.*(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3T00:00:00Z')))
}

/** Drops the readings of a day (epoch ms of midnight UTC). @throws when another session is using the readings */
export async function dropReadings(sql: Queries, day: number): Promise<void> {
  await sql`call drop_readings_partition(${toInstant(day).slice(0, 10)}::date)`
}
