import type { DailyLog, DailyLogDetail } from '#contract/projects/days/dailyLogs.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { toInstant } from '../../../clock.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { first } from '../../../records/transaction.ts'
import { type AsOf, recordedAsOf } from '../past/asOf.ts'
import { isRunning, writableProjects } from './logProjects.ts'

/** A log as stored; instants are epoch ms. */
interface LogRow extends Omit<DailyLog, 'writtenAt' | 'receivedAt'> {
  writtenAt: number
  receivedAt: number
}

type PhotoRow = Omit<DailyLogDetail['photos'][number], 'takenAt' | 'receivedAt'> & {
  takenAt: number
  receivedAt: number
}

function columns(sql: Queries, asOf: AsOf | null): Fragment {
  return sql`l.id, l.project_id as "projectId", l.farm_id as "farmId", f.name as "farmName", f.time_zone as "timeZone", l.day,
    u.display_name as author, l.monitor_status as "monitorStatus", l.hand_count as "handCount", l.note as text,
    (select count(*) from daily_log_photos p where p.log_id = l.id) as "photoCount", l.written_at as "writtenAt",
    l.received_at as "receivedAt", l.is_late as "isLate", l.corrects_id as "correctsId",
    (select c.id from daily_logs c where c.corrects_id = l.id and ${recordedAsOf(sql, asOf, 'c.received_at')}) as "correctedById"`
}

const toLog = <R extends LogRow>({ writtenAt, receivedAt, ...row }: R) => ({
  ...row,
  writtenAt: toInstant(writtenAt),
  receivedAt: toInstant(receivedAt),
})

/** Selects logs by a condition on `l`. @param asOf the moment of the view; null for the present */
export async function selectLogs(
  sql: Queries,
  condition: Fragment,
  end: Fragment,
  asOf: AsOf | null = null,
): Promise<DailyLog[]> {
  const rows = await sql<LogRow[]>`
    select ${columns(sql, asOf)} from daily_logs l join farms f on f.id = l.farm_id join users u on u.id = l.author_id where ${condition} ${end}`
  return rows.map(toLog)
}

/** Returns one log of a project, with its counts and photos; the caller must check access to the project. @throws CallError NOT_FOUND */
export async function findLog(
  sql: Queries,
  caller: Caller,
  projectId: number,
  id: number,
  asOf: AsOf | null = null,
): Promise<DailyLogDetail> {
  const row = first(
    await sql<(LogRow & Pick<DailyLogDetail, 'boundary'> & { mayWrite: boolean })[]>`
      select ${columns(sql, asOf)}, f.boundary, ${isRunning(sql)} and p.id in (${writableProjects(sql, caller)}) as "mayWrite"
      from daily_logs l join farms f on f.id = l.farm_id join users u on u.id = l.author_id join projects p on p.id = l.project_id
      where l.id = ${id} and l.project_id = ${projectId} and ${recordedAsOf(sql, asOf, 'l.received_at')}`,
  )
  const counts = await sql<DailyLogDetail['counts']>`
    select c.pen_id as "farmSlotId", n.name, c.heads from daily_log_counts c join pens n on n.id = c.pen_id
    where c.log_id = ${id} order by n.name, n.id`
  const photos = await sql<PhotoRow[]>`
    select p.image_id as "imageId", p.longitude, p.latitude, p.accuracy_m as "accuracyM", p.taken_at as "takenAt", i.uploaded_at as "receivedAt"
    from daily_log_photos p join files i on i.id = p.image_id where p.log_id = ${id} order by p.place`
  const { mayWrite, ...log } = row
  return {
    ...toLog(log),
    counts: [...counts],
    photos: photos.map(({ takenAt, receivedAt, ...photo }) => ({
      ...photo,
      takenAt: toInstant(takenAt),
      receivedAt: toInstant(receivedAt),
    })),
    canCorrect: mayWrite && asOf === null && log.correctedById === null,
  }
}
