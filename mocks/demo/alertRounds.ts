import { endpoints } from '#contract/calls/endpoints.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { CloseCode } from '#contract/alerts/alertActs.ts'
import { hash } from '../herd/random.ts'
import { type Appointment, dayMs } from './calendar.ts'
import type { Office } from './office.ts'

const minuteMs = 60_000
/** Minutes between two rounds, and the first and last hour of a day on which somebody looks at the alerts. */
const roundMinutes = 80
const [firstHour, lastHour] = [6, 22]
/** Alerts raised in this time before the demo's last instant stay unacknowledged. */
export const leftOpenMs = 100 * minuteMs

/** What people say and do about an alert of a kind. */
interface Habit {
  seen: readonly [string, ...string[]]
  code: CloseCode
  done: readonly [string, ...string[]]
  /** Age at which an alert whose condition lasts is closed, hours; absent: it stays open. */
  givesUpAfterHours?: number
}

const habits: Partial<Record<Alert['kind'], Habit>> = {
  LEFT_PEN: {
    seen: ['已通知牧工去圈外查看。', '值班牧工已出发。', '监控看到一头越栏，正在往回赶。'],
    code: 'ANIMAL_FOUND',
    done: ['已赶回圈内，围栏正常。', '找到并赶回，圈门没有关严，已处理。', '已归圈，耳标核对无误。'],
  },
  NECKBAND_SILENT: {
    seen: ['安排巡圈时核对这头牛。', '先看是不是项圈没电。', '已让牧工现场找耳标。'],
    code: 'DEVICE_FAULT',
    done: ['牛在圈内，项圈损坏，已登记更换。', '现场找到，项圈进水，待更换。'],
    givesUpAfterHours: 60,
  },
  GATEWAY_OFFLINE: {
    seen: ['已联系牧场检查供电。', '网关老化，先远程重启。'],
    code: 'DEVICE_FAULT',
    done: ['重新上电后恢复。', '电源接头松动，已紧固。', '重启后恢复，列入更换计划。'],
  },
  SITE_OUTAGE: {
    seen: ['牧场停电，已与供电所联系，头数按待核实处理。'],
    code: 'DEVICE_FAULT',
    done: ['供电恢复，全部项圈重新上报。'],
  },
  LOW_BATTERY: {
    seen: ['列入本周充电清单。', '下次赶圈时更换电池。'],
    code: 'OTHER',
    done: ['已充电。', '已更换电池。'],
    givesUpAfterHours: 100,
  },
  HEADCOUNT_DROP: {
    seen: ['头数下降与项圈失联一致，正在人工点数。'],
    code: 'FALSE_ALARM',
    done: ['人工点数与台账一致。'],
    givesUpAfterHours: 12,
  },
  COVERAGE_LOW: { seen: ['已通知银行与出质人，准备补充质押物。'], code: 'OTHER', done: ['覆盖率已恢复。'] },
  DAILY_LOG_MISSING: { seen: ['提醒监管员补日志。'], code: 'OTHER', done: ['日志已补。'] },
  INSURANCE_EXPIRING: { seen: ['已联系保险公司续保。'], code: 'OTHER', done: ['已续保。'] },
}
const ordinaryHabit: Habit = { seen: ['已安排现场查看。'], code: 'OTHER', done: ['现场查看，一切正常。'] }

/** Lists the rounds on which the project managers look at the alerts, in turns by the day. */
export function alertAppointments(office: Office, days: number): Appointment[] {
  const { calendar } = office
  return Array.from({ length: days + 1 }, (_, place) => days - place).flatMap((daysAgo) => {
    const rounds: Appointment[] = []
    for (let minute = firstHour * 60; minute < lastHour * 60; minute += roundMinutes) {
      const at =
        calendar.at(daysAgo, `${Math.floor(minute / 60)}:${minute % 60}`) + (hash(daysAgo, minute) % 20) * minuteMs
      if (at > calendar.from && at < calendar.to - 5 * minuteMs)
        rounds.push({ at, keep: () => lookAtAlerts(office, at, daysAgo % 2 === 0 ? 'pm' : 'pm2') })
    }
    return rounds
  })
}

async function lookAtAlerts({ people, calendar }: Office, at: number, userName: 'pm' | 'pm2'): Promise<void> {
  const { call } = people[userName]
  const { list } = await call(endpoints.alerts.list, { state: 'OPEN', pageSize: 200 })
  const mine = await call(endpoints.alerts.list, { state: 'MINE', pageSize: 100 })
  const isLeft = (alert: Alert) => Date.parse(alert.raisedAt) > calendar.to - leftOpenMs && alert.kind !== 'SITE_OUTAGE'
  for (const alert of list) {
    const { id, kind, acknowledgedAt, assignedTo } = alert
    const habit = habits[kind] ?? ordinaryHabit
    if (isLeft(alert)) continue
    if (acknowledgedAt === null) {
      await call(endpoints.alerts.acknowledge, { id, comment: pick(habit.seen, id) })
      continue
    }
    const hours = (at - Date.parse(alert.sinceAt)) / 3_600_000
    if (habit.givesUpAfterHours !== undefined && hours > habit.givesUpAfterHours + (id % 40)) {
      await call(endpoints.alerts.close, { id, code: habit.code, text: pick(habit.done, id), imageIds: [] })
    } else if (assignedTo === null && kind !== 'DAILY_LOG_MISSING') {
      const { people: assignees } = await call(endpoints.alerts.assignees, { farmId: alert.farmId })
      const assignee = assignees[id % Math.max(1, assignees.length)]
      if (assignee) await call(endpoints.alerts.assign, { id, assigneeId: assignee.id })
      if (id % 3 === 0) await call(endpoints.alerts.comment, { id, text: pick(comments, id) })
    }
  }
  for (const alert of mine.list) await closeCleared(people[userName], alert)
  // Most alerts that cleared by themselves are closed with their reason.
  const { list: cleared } = await call(endpoints.alerts.list, {
    state: 'CLEARED',
    from: new Date(at - dayMs).toISOString(),
    pageSize: 60,
  })
  for (const alert of cleared)
    if (alert.closedAt === null && alert.acknowledgedAt !== null && alert.id % 5 !== 0)
      await closeCleared(people[userName], alert)
}

const comments = [
  '电话联系了牧场，等回复。',
  '现场说草场边有积雪，走得慢。',
  '已拍照上传到日志。',
  '晚上再看一次。',
] as const

async function closeCleared({ call, uploadPicture }: Office['people']['pm'], alert: Alert): Promise<void> {
  const { id, kind, clearedAt, closedAt } = alert
  if (clearedAt === null || closedAt !== null) return
  const habit = habits[kind] ?? ordinaryHabit
  const imageId = kind === 'LEFT_PEN' && id % 7 === 0 ? await uploadPicture(`pen-${id % 13}`) : null
  await call(endpoints.alerts.close, {
    id,
    code: habit.code,
    text: pick(habit.done, id),
    imageIds: imageId === null ? [] : [imageId],
  })
}

const pick = (texts: readonly string[], id: number) => texts[hash(id, 7) % texts.length] ?? ''
