import type { FarmDay, ProjectDay } from '#contract/projects/days/dailyLogs.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { toInstant } from '../../../clock.ts'
import type { Context } from '../../../context.ts'
import { concernsOnlyLoansOf } from '../../../db/alerts.ts'
import { dayAt } from '../../../farmDays.ts'
import { headcountNow } from '../../herd/headcounts.ts'
import { farmHandCounts } from '../handCounts.ts'
import { requireWritable } from './logProjects.ts'

const maxAlerts = 20

interface FarmRow extends Pick<FarmDay, 'farmId' | 'name' | 'timeZone' | 'windowMinutes' | 'lastCount'> {
  pens: Omit<FarmDay['pens'][number], 'heard'>[]
  alerts: (Omit<FarmDay['alerts'][number], 'sinceAt'> & { sinceAt: string })[]
  alertCount: number
}

/** Returns today's facts about the farms of a running project. @throws CallError as `requireWritable` does */
export async function projectDay(context: Context, caller: Caller, id: number): Promise<ProjectDay> {
  const { sql, clock, herd } = context
  const { code, name } = await requireWritable(sql, caller, id)
  const now = clock.now()
  const isOfDay = sql`a.farm_id = f.id and a.subject_type <> 'WALL' and ${concernsOnlyLoansOf(sql, sql`${id}`)} and a.cleared_at is null and a.closed_at is null`
  const rows = await sql<FarmRow[]>`
    select f.id as "farmId", f.name, f.time_zone as "timeZone", f.window_minutes as "windowMinutes",
      (select jsonb_build_object('heads', h.heads, 'day', h.day) from (${farmHandCounts(sql, sql`${id}`)}) h where h.farm_id = f.id) as "lastCount",
      coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'ledger',
          (select count(*) from animals a where a.pen_id = p.id and a.in_herd_to is null)) order by p.name, p.id)
        from pens p where p.farm_id = f.id and p.deleted_at is null), '[]') as pens,
      coalesce((select jsonb_agg(to_jsonb(worst) - 'place' order by worst.place, worst."sinceAt") from (
        select a.id, a.kind, a.severity, a.subject_name as "subjectName", a.since_at as "sinceAt",
          array_position(array['CRITICAL', 'MAJOR', 'MINOR', 'INFO'], a.severity) as place
        from alerts a where ${isOfDay} order by place, a.since_at limit ${maxAlerts}) worst), '[]') as alerts,
      (select count(*) from alerts a where ${isOfDay}) as "alertCount"
    from project_farms pf join farms f on f.id = pf.farm_id where pf.project_id = ${id} and f.deleted_at is null order by f.name, f.id`
  const heardInPens = await herd.heardInPens(rows.map(({ farmId }) => farmId))
  const farms: FarmDay[] = []
  for (const { pens, alerts, ...farm } of rows) {
    const { ledger, heard } = await headcountNow(context, farm.farmId, farm.windowMinutes)
    farms.push({
      ...farm,
      day: dayAt(now, farm.timeZone),
      ledger,
      heard,
      pens: pens.map((pen) => ({ ...pen, heard: heardInPens.get(pen.id) ?? 0 })),
      alerts: alerts.map((alert) => ({ ...alert, sinceAt: toInstant(Date.parse(alert.sinceAt)) })),
    })
  }
  return { id, code, name, at: toInstant(now), farms }
}
