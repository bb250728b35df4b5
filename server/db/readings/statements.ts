import pg from 'pg'
import { toInstant } from '../../clock.ts'
import type { IngestCount } from './batch.ts'

/** Columns of a reading, in the order of its encoded row. */
export const columns = `at, received_at, gateway_at, neckband_id, gateway_id, source_id, discriminator, longitude, latitude,
  accuracy_m, rssi, battery, temperature_c, activity, moving, tamper`

const dayMs = 86_400_000

/** Returns the day (epoch ms of midnight UTC) whose partition an instant belongs to. */
export const dayOf = (at: number): number => Math.floor(at / dayMs) * dayMs

/** Returns the statement that creates a day's partition if it does not exist. */
export const makePartition = (day: number): string => `call make_readings_partition('${toInstant(day).slice(0, 10)}')`

/** Returns the COPY statement for encoded rows; rows of `incoming` end with their ordinal. */
export function copyInto(table: 'readings' | 'incoming'): string {
  return `copy ${table} (${table === 'incoming' ? `${columns}, ordinal` : columns}) from stdin (format binary)`
}

/** Returns the statement that adds counts; an empty list without counts. */
export function addCounts(counts: readonly IngestCount[]): string[] {
  if (counts.length === 0) return []
  const rows = counts.map(({ minuteAt, sourceId, gateway, result, count }) => {
    const texts = [toInstant(minuteAt), gateway, result].map((text) => pg.escapeLiteral(text))
    return `(${texts[0]}::timestamptz, ${sourceId}, ${texts[1]}, ${texts[2]}, ${count})`
  })
  return [
    `insert into ingest_counts as c (minute_at, source_id, gateway, result, count) values ${rows.join()}
     on conflict (minute_at, source_id, gateway, result) do update set count = c.count + excluded.count`,
  ]
}
