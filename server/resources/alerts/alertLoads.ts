import type { Severity } from '#contract/alerts/alertKinds.ts'
import { severities } from '#contract/alerts/alertKinds.ts'
import { type AlertLoad, floodOf, standingHours } from '#contract/alerts/alertLoads.ts'
import { dayShiftHours, shifts } from '#contract/alerts/rehearsals.ts'
import { toInstant } from '../../clock.ts'
import type { HandlersOf } from '../../handler.ts'
import { visibleFarms } from '../visibility.ts'

type Month = Omit<AlertLoad, 'month' | 'operators' | 'lastHour' | 'standing' | 'days' | 'shifts' | 'severities'> & {
  days: Record<string, number> | null
  shifts: Record<string, number> | null
  severities: Partial<Record<Severity, number>> | null
}

const hourMs = 3_600_000
const most = 10

export const alertLoadHandlers: HandlersOf<'alertLoads'> = {
  async summary({ month }, caller, { sql, clock }) {
    const now = clock.now()
    const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 })
    const [from, to] = [first.toString(), first.add({ months: 1 }).toString()]
    const isDay = sql`date_part('hour', timezone(f.time_zone, a.raised_at)) >= ${dayShiftHours.from}::int and date_part('hour', timezone(f.time_zone, a.raised_at)) < ${dayShiftHours.to}::int`
    const [rows, told, [recent], standing] = await Promise.all([
      sql<Month[]>`
        with seen as materialized (
          select a.kind, a.severity, a.subject_type, a.subject_id, a.subject_name, a.farm_id, a.animal_id, a.raised_at, a.flaps, f.name as farm_name,
            timezone(f.time_zone, a.raised_at)::date as day, case when ${isDay} then 'DAY' else 'NIGHT' end as shift
          from farms f join alerts a on a.farm_id = f.id and a.raised_at >= timezone(f.time_zone, ${from}::timestamp) and a.raised_at < timezone(f.time_zone, ${to}::timestamp)
          where f.id in (${visibleFarms(sql, caller)})
        ), gaps as (
          select raised_at, raised_at - lag(raised_at, ${floodOf.alerts - 1}::int) over (order by raised_at) <= ${floodOf.minutes}::int * interval '1 minute' as is_flood from seen
        ), floods as (
          select is_flood and lag(is_flood) over (order by raised_at) is not true as is_begun from gaps
        )
        select (select count(*)::int from seen) as alerts,
          (select jsonb_object_agg(day, count) from (select day, count(*) as count from seen group by day) d) as days,
          (select jsonb_object_agg(shift, count) from (select shift, count(*) as count from seen group by shift) d) as shifts,
          (select jsonb_object_agg(severity, count) from (select severity, count(*) as count from seen group by severity) d) as severities,
          (select count(*)::int from floods where is_begun) as floods,
          (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'farmName', farm_name, 'count', count) order by count desc, kind), '[]') from (
            select kind, farm_name, count(*) as count from seen group by kind, farm_id, farm_name order by count desc, kind limit ${most}) d) as rules,
          (select coalesce(jsonb_agg(jsonb_build_object('animalId', animal_id, 'subjectName', subject_name, 'farmName', farm_name, 'count', count) order by count desc, animal_id), '[]') from (
            select animal_id, min(subject_name) as subject_name, farm_name, count(*) as count from seen where animal_id is not null group by animal_id, farm_name order by count desc, animal_id limit ${most}) d) as animals,
          (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'severity', severity, 'subjectType', subject_type, 'subjectName', subject_name, 'farmName', farm_name, 'flaps', flaps) order by flaps desc), '[]') from (
            select kind, min(severity) as severity, subject_type, min(subject_name) as subject_name, farm_name, sum(flaps)::int as flaps from seen where flaps > 0
            group by kind, subject_type, subject_id, farm_name order by flaps desc limit ${most}) d) as chattering`,
      sql<{ name: string; lastHour: number; day: number; night: number; month: number }[]>`
        with told as (
          select distinct on (d.user_id, d.alert_id) d.user_id, d.planned_at, ${isDay} as is_day
          from alert_deliveries d join alerts a on a.id = d.alert_id join farms f on f.id = a.farm_id
          where d.user_id in (select id from users where organisation_id = ${caller.organisationId}) and d.state in ('QUEUED', 'SENT', 'FAILED')
            and d.planned_at >= timezone('UTC', ${from}::timestamp) and d.planned_at < timezone('UTC', ${to}::timestamp) and f.id in (${visibleFarms(sql, caller)})
          order by d.user_id, d.alert_id, d.planned_at
        )
        select u.display_name as name, count(*) filter (where planned_at > ${now - hourMs}::timestamptz and planned_at <= ${now}::timestamptz)::int as "lastHour",
          count(*) filter (where is_day)::int as day, count(*) filter (where not is_day)::int as night, count(*)::int as month
        from told join users u on u.id = told.user_id group by u.id, u.display_name order by "lastHour" desc, month desc, u.id`,
      sql<{ count: number; today: string | null }[]>`
        select (select count(*)::int from alerts a where a.raised_at > ${now - hourMs} and a.raised_at <= ${now} and a.farm_id in (${visibleFarms(sql, caller)})) as count,
          (select max(timezone(f.time_zone, ${now}::timestamptz)::date)::text from farms f where f.id in (${visibleFarms(sql, caller)})) as today`,
      sql<(Omit<AlertLoad['standing']['oldest'][number], 'raisedAt'> & { raisedAt: number; total: number })[]>`
        select a.id, a.kind, a.severity, a.subject_type as "subjectType", a.subject_name as "subjectName", f.name as "farmName", a.raised_at as "raisedAt", count(*) over ()::int as total
        from alerts a join farms f on f.id = a.farm_id
        where a.cleared_at is null and a.closed_at is null and a.raised_at < ${now - standingHours * hourMs} and a.farm_id in (${visibleFarms(sql, caller)})
        order by a.raised_at, a.id limit ${most}`,
    ])
    const [found] = rows
    const hours = dayShiftHours.to - dayShiftHours.from
    // What is still to come is no quiet day.
    const begun = Array.from({ length: first.daysInMonth }, (_, place) => first.add({ days: place }).toString()).filter((day) => day <= (recent?.today ?? to))
    const perHour = (count: number, each: number) => Math.round((count / (Math.max(1, begun.length) * each)) * 100) / 100
    return {
      month,
      alerts: found?.alerts ?? 0,
      lastHour: recent?.count ?? 0,
      operators: told.map(({ name, lastHour, day, night, month: all }) => ({ name, lastHour, perHourByShift: { DAY: perHour(day, hours), NIGHT: perHour(night, 24 - hours) }, month: all })),
      days: begun.map((day) => ({ day, count: found?.days?.[day] ?? 0 })),
      shifts: shifts.map((shift) => ({ shift, count: found?.shifts?.[shift] ?? 0 })),
      floods: found?.floods ?? 0,
      severities: severities.map((severity) => ({ severity, count: found?.severities?.[severity] ?? 0 })),
      rules: found?.rules ?? [],
      animals: found?.animals ?? [],
      chattering: found?.chattering ?? [],
      standing: { count: standing[0]?.total ?? 0, oldest: standing.map(({ id, kind, severity, subjectType, subjectName, farmName, raisedAt }) => ({ id, kind, severity, subjectType, subjectName, farmName, raisedAt: toInstant(raisedAt) })) },
    }
  },
}
