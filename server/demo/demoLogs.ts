import type { Sql } from '../db/connect.ts'
import { dayAt, daysBefore } from '../farmDays.ts'
import { headsOfFarm, insertDailyLog } from '../resources/projects/logs/insertLog.ts'

const dayMs = 86_400_000
/** Number of days with logs, including today. */
const days = 7
/** All farms of the demo are in one time zone. */
const timeZone = 'Asia/Shanghai'
const hourMs = 3_600_000

const texts = [
  '巡场一遍，饮水、草料正常。',
  '牛群采食正常，圈舍已清理。',
  '兽医到场检查，无异常。',
  '围栏完好，饮水槽已除冰。',
] as const
const odd = '东侧围栏有一处松动，已通知牧场修补。'

interface DemoLogs {
  projectId: number
  farmIds: readonly number[]
  authorId: number
  /** Epoch ms. */
  now: number
}

/** Adds a week of daily logs to the demo's farms: most are written in the evening, one arrives a day late. */
export async function addDemoLogs(sql: Sql, { projectId, farmIds, authorId, now }: DemoLogs): Promise<void> {
  const today = dayAt(now, timeZone)
  for (const [place, farmId] of farmIds.entries()) {
    const heads = await headsOfFarm(sql, farmId)
    for (let ago = days - 1; ago >= 0; ago--) {
      const isOdd = place === 0 && ago === 2
      const isLate = place === 1 && ago === 3
      const writtenAt = now - ago * dayMs - hourMs
      await insertDailyLog(sql, {
        projectId,
        farmId,
        day: daysBefore(today, ago),
        authorId,
        monitorStatus: isOdd ? 'ABNORMAL' : 'NORMAL',
        // The manual count of the abnormal day is one head short.
        handCount: isOdd ? heads - 1 : heads,
        text: isOdd ? odd : (texts[(place + ago) % texts.length] ?? ''),
        writtenAt,
        receivedAt: isLate ? writtenAt + dayMs : writtenAt + 60_000,
        isLate,
      })
    }
  }
}
