import { randomUUID } from 'node:crypto'
import type { MonitorStatus } from '#contract/projects/days/dailyLogs.ts'
import type { Queries } from '../../../db/connect.ts'

interface NewLog {
  projectId: number
  farmId: number
  /** In the farm's time zone. */
  day: string
  authorId: number
  monitorStatus: MonitorStatus
  handCount: number | null
  text: string
  /** Herd time, epoch ms. */
  writtenAt: number
  receivedAt: number
  isLate: boolean
}

/** Inserts a daily log without the checks of the call, for demo and test data. @returns its id */
export async function insertDailyLog(sql: Queries, log: NewLog): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into daily_logs (project_id, farm_id, day, author_id, monitor_status, hand_count, note, client_key, written_at, received_at, is_late)
    values (${log.projectId}, ${log.farmId}, ${log.day}, ${log.authorId}, ${log.monitorStatus}, ${log.handCount}, ${log.text}, ${randomUUID()},
      ${log.writtenAt}, ${log.receivedAt}, ${log.isLate}) returning id`
  return row?.id ?? 0
}

/** Counts the animals in the herd of a farm. */
export async function headsOfFarm(sql: Queries, farmId: number): Promise<number> {
  const [row] = await sql<
    { heads: number }[]
  >`select count(*) as heads from animals where farm_id = ${farmId} and in_herd_to is null`
  return row?.heads ?? 0
}
