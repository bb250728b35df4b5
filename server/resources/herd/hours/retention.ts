import type { Logger } from 'pino'
import type { Queries, Sql } from '../../../db/connect.ts'
import { codeOf } from '../../../errorCode.ts'
import { readMarks, setMarks } from '../../../db/marks.ts'
import { dropReadings, readingDays } from '../../../db/readings/days.ts'
import type { Settings } from '../../../settings.ts'
import { hourMs } from './hourRows.ts'
import { rolledUpTo } from './rollUp.ts'

const dayMs = 24 * hourMs
/** Interval between retention runs, ms of herd time. */
export const retentionMs = hourMs
/** Maximum days dropped in one run, so that a wrong clock costs little before somebody notices. */
const maxDays = 2
const batchRows = 20_000
const lockNotAvailable = '55P03'

/** Returns how long readings and hourly rows are kept, days. Readings are kept at least as long as late ones are accepted. */
export function retentionDays({
  KEEP_READINGS_DAYS,
  KEEP_HOURS_DAYS,
  MAX_READING_AGE_DAYS,
}: Pick<Settings, 'KEEP_READINGS_DAYS' | 'KEEP_HOURS_DAYS' | 'MAX_READING_AGE_DAYS'>) {
  const readings = Math.ceil(Math.max(KEEP_READINGS_DAYS, MAX_READING_AGE_DAYS))
  return { readings, hours: Math.max(KEEP_HOURS_DAYS, readings) }
}

/**
 * Drops expired days of readings, and expired hourly rows. Age counts from herd time or the newest stored day, the earlier of both,
 * so that a wrong clock deletes nothing. Readings that are not rolled up yet stay.
 * @param now herd time, epoch ms
 */
export async function dropExpired(sql: Sql, settings: Settings, now: number, log: Pick<Logger, 'info'>): Promise<void> {
  const retention = retentionDays(settings)
  const days = await readingDays(sql)
  const newest = Math.min(now, (days.at(-1) ?? now) + dayMs)
  const rolledTo = await rolledUpTo(sql)
  const isOld = (day: number) => day + dayMs <= newest - retention.readings * dayMs && day + dayMs <= rolledTo
  for (const day of days.filter(isOld).slice(0, maxDays)) {
    try {
      await dropReadings(sql, day)
      await setMarks(sql, { readings_dropped: day + dayMs })
    } catch (error) {
      // Somebody reads that day; the next run will drop it.
      if (codeOf(error) !== lockNotAvailable) throw error
      log.info({ day }, 'old readings are in use and stay for an hour')
    }
  }
  await deleteHours(sql, newest - retention.hours * dayMs)
}

/** Returns the instant from which readings are complete, epoch ms; earlier ones were purged. */
export async function readingsSince(sql: Queries): Promise<number> {
  return (await readMarks(sql)).readings_dropped ?? 0
}

async function deleteHours(sql: Sql, before: number): Promise<void> {
  const farms = await sql<{ id: number }[]>`select id from farms order by id`
  for (const { id } of farms) {
    for (let deleted = batchRows; deleted === batchRows;) {
      const rows = await sql`
        delete from animal_hours where (farm_id, hour, animal_id) in (
          select farm_id, hour, animal_id from animal_hours where farm_id = ${id} and hour < ${before} limit ${batchRows})`
      deleted = rows.count
    }
  }
}
