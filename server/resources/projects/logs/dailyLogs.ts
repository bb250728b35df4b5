import type { LogProject } from '#contract/projects/days/dailyLogs.ts'
import type { HandlersOf } from '../../../handler.ts'
import { equals, listOf, page } from '../../../records/page.ts'
import { recordedAsOf } from '../past/asOf.ts'
import { resolveProjectAsOf } from '../past/projectThen.ts'
import { addLog } from './addLog.ts'
import { isRunning, writableProjects } from './logProjects.ts'
import { findLog, selectLogs } from './logRows.ts'
import { addLogWriter, logWriters, removeLogWriter } from './logWriters.ts'
import { projectDay } from './projectDay.ts'

const maxProjects = 500

export const dailyLogHandlers: HandlersOf<'dailyLogs'> = {
  async list(input, caller, context) {
    const { sql } = context
    const { project, asOf } = await resolveProjectAsOf(context, caller, input)
    const { monitorStatus } = input
    const withinMoment =
      asOf === null ? sql`true` : sql`(l.day <= ${project.day}::date and ${recordedAsOf(sql, asOf, 'l.received_at')})`
    const condition = sql`l.project_id = ${project.id} and ${withinMoment} and ${equals(sql, 'l.monitor_status', monitorStatus === 'ALL' ? undefined : monitorStatus)}`
    const columns = { id: 'l.id', day: 'l.day', receivedAt: 'l.received_at' }
    const [rows, [count]] = await Promise.all([
      selectLogs(sql, condition, page(sql, input, columns, { field: 'day', order: 'desc' }), asOf),
      sql<{ total: number }[]>`select count(*) as total from daily_logs l where ${condition}`,
    ])
    return listOf(rows, count?.total ?? 0, input)
  },

  add: (input, caller, context) => addLog(context, caller, input),

  async details(input, caller, context) {
    const { project, asOf } = await resolveProjectAsOf(context, caller, input)
    return findLog(context.sql, caller, project.id, input.logId, asOf)
  },

  writers: ({ id }, caller, { sql }) => logWriters(sql, caller, id),
  addWriter: (input, caller, context) => addLogWriter(context, caller, input),
  removeWriter: (input, caller, context) => removeLogWriter(context, caller, input),

  async projects(_input, caller, { sql }) {
    const list = await sql<LogProject[]>`
      select p.id, p.code, p.name,
        coalesce((select array_agg(f.name order by f.name) from project_farms pf join farms f on f.id = pf.farm_id
          where pf.project_id = p.id and f.deleted_at is null), '{}') as farms
      from projects p where ${isRunning(sql)} and p.deleted_at is null and p.id in (${writableProjects(sql, caller)})
      order by p.code limit ${maxProjects}`
    return { list: [...list] }
  },

  day: ({ id }, caller, context) => projectDay(context, caller, id),
}
