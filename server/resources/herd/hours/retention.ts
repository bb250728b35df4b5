import type { Logger } from 'pino'
import type { Queries, Sql } from '../../../db/connect.ts'
import { codeOf } from '../../../errorCode.ts'
import { readMarks, setMarks } from '../../../db/marks.ts'
import { dropReadings, readingDays } from '../../../db/readings/days.ts'
import type { Settings } from '../../../settings.ts'
import { hourMs } from './hourRows.ts'
import { rolledUpTo } from './rollUp.ts'

const dayMs = 24 * hourMs
/** How often it is looked what has been kept long enough, ms of herd time. */
export const retentionMs = hourMs
/** Of days too old so many are dropped at a time: a clock that is wrong costs little before somebody sees it. */
const mostDays = 2
const mostRows = 20_000
const lockNotAvailable = '55P03'

/** For how long readings and hours are kept, days. A reading that is still taken in is never dropped at once. */
export function keptDays({ KEEP_READINGS_DAYS, KEEP_HOURS_DAYS, MAX_READING_AGE_DAYS }: Pick<Settings, 'KEEP_READINGS_DAYS' | 'KEEP_HOURS_DAYS' | 'MAX_READING_AGE_DAYS'>) {
  const readings = Math.ceil(Math.max(KEEP_READINGS_DAYS, MAX_READING_AGE_DAYS))
  return { readings, hours: Math.max(KEEP_HOURS_DAYS, readings) }
}

/**
 * Drops days of readings, and hours, that were kept for long enough: by herd time, and by the newest day that there is, for a
 * clock alone drops nothing. Readings that are not rolled up yet stay.
 * @param now herd time, epoch ms
 */
export async function dropWhatIsOld(sql: Sql, settings: Settings, now: number, log: Pick<Logger, 'info'>): Promise<void> {
  const kept = keptDays(settings)
  const days = await readingDays(sql)
  const newest = Math.min(now, (days.at(-1) ?? now) + dayMs)
  const rolledTo = await rolledUpTo(sql)
  const isOld = (day: number) => day + dayMs <= newest - kept.readings * dayMs && day + dayMs <= rolledTo
  for (const day of days.filter(isOld).slice(0, mostDays)) {
    try {
      await dropReadings(sql, day)
      await setMarks(sql, { readings_dropped: day + dayMs })
    } catch (error) {
      // Somebody reads that day: the next run finds it free.
      if (codeOf(error) !== lockNotAvailable) throw error
      log.info({ day }, 'old readings are in use and stay for an hour')
    }
  }
  await deleteHours(sql, newest - kept.hours * dayMs)
}

/** Since when all readings are there, epoch ms: those before were dropped. */
export async function readingsSince(sql: Queries): Promise<number> {
  return (await readMarks(sql)).readings_dropped ?? 0
}

async function deleteHours(sql: Sql, before: number): Promise<void> {
  const farms = await sql<{ id: number }[]>`select id from farms order by id`
  for (const { id } of farms) {
    for (let deleted = mostRows; deleted === mostRows; ) {
      const rows = await sql`
        delete from animal_hours where (farm_id, hour, animal_id) in (
          select farm_id, hour, animal_id from animal_hours where farm_id = ${id} and hour < ${before} limit ${mostRows})`
      deleted = rows.count
    }
  }
}
