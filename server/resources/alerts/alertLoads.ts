import type { Severity } from '#contract/alerts/alertKinds.ts'
import { severities } from '#contract/alerts/alertKinds.ts'
import { type AlertLoad, floodThreshold, standingHours } from '#contract/alerts/alertLoads.ts'
import type { FarmShift } from '../../alerts/schedules/farmShifts.ts'
import { toInstant } from '../../clock.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import type { HandlersOf } from '../../handler.ts'
import { rostersOf } from '../duty/duty.ts'
import { visibleFarms } from '../visibility.ts'
import { hoursOfShift, shiftsOfFarms, stepOf } from './loadShifts.ts'

type Month = Omit<
  AlertLoad,
  'month' | 'from' | 'to' | 'operators' | 'lastHour' | 'standing' | 'days' | 'shifts' | 'severities'
> & {
  days: Record<string, number> | null
  /** Counts by the shift's place in the list. */
  shifts: Record<string, number> | null
  severities: Partial<Record<Severity, number>> | null
}

const hourMs = 3_600_000
const maxRows = 10

export const alertLoadHandlers: HandlersOf<'alertLoads'> = {
  async summary({ month: chosenMonth }, caller, { sql, clock }) {
    const now = clock.now()
    const farms = await sql<
      { id: number; timeZone: string }[]
    >`select f.id, f.time_zone as "timeZone" from farms f where f.id in (${visibleFarms(sql, caller)}) order by f.id`
    const zones = farms.length > 0 ? farms.map(({ timeZone }) => timeZone) : ['UTC']
    const present = presentMonth(now, zones)
    const month = chosenMonth ?? present
    const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 })
    const [from, to] = [first.toString(), first.add({ months: 1 }).toString()]
    const begins = Math.min(...zones.map((timeZone) => first.toZonedDateTime(timeZone).epochMilliseconds))
    const ends = Math.max(
      ...zones.map((timeZone) => first.add({ months: 1 }).toZonedDateTime(timeZone).epochMilliseconds),
    )
    const { shifts, ofFarms } = shiftsOfFarms(
      farms,
      await rostersOf(sql, caller.organisationId === null ? [] : [caller.organisationId]),
    )
    const bin = (column: Fragment) =>
      sql`date_bin(${stepOf(ofFarms)}::int * interval '1 second', ${column}, timestamptz '2000-01-01T00:00:00Z')`
    const [rows, operatorRows, [recent], standing] = await Promise.all([
      sql<Month[]>`
        with seen as materialized (
          select a.kind, a.severity, a.subject_type, a.subject_id, a.subject_name, a.farm_id, a.animal_id, a.raised_at, a.flaps, f.name as farm_name
          from farms f join alerts a on a.farm_id = f.id and a.raised_at >= timezone(f.time_zone, ${from}::timestamp) and a.raised_at < timezone(f.time_zone, ${to}::timestamp)
          where f.id in (${visibleFarms(sql, caller)})
        ), steps as materialized (
          select farm_id, ${bin(sql`raised_at`)} as at, count(*) as count from seen group by 1, 2
        ), placed as (
          select count, shift from steps left join ${shiftRows(sql, ofFarms)} on of_farm = farm_id and ${isInShift(sql)}
        ), gaps as (
          select raised_at, raised_at - lag(raised_at, ${floodThreshold.alerts - 1}::int) over (order by raised_at) <= ${floodThreshold.minutes}::int * interval '1 minute' as is_flood from seen
        ), floods as (
          select is_flood and lag(is_flood) over (order by raised_at) is not true as is_begun from gaps
        )
        select (select count(*)::int from seen) as alerts,
          (select jsonb_object_agg(day, count) from (select timezone(f.time_zone, at)::date as day, sum(count)::int as count from steps join farms f on f.id = farm_id group by day) d) as days,
          (select jsonb_object_agg(shift, count) from (select shift, sum(count)::int as count from placed where shift is not null group by shift) d) as shifts,
          (select coalesce(sum(count), 0)::int from placed where shift is null) as "outsideShifts",
          (select jsonb_object_agg(severity, count) from (select severity, count(*) as count from seen group by severity) d) as severities,
          (select count(*)::int from floods where is_begun) as floods,
          (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'farmName', farm_name, 'count', count) order by count desc, kind), '[]') from (
            select kind, farm_name, count(*) as count from seen group by kind, farm_id, farm_name order by count desc, kind limit ${maxRows}) d) as rules,
          (select coalesce(jsonb_agg(jsonb_build_object('animalId', animal_id, 'subjectName', subject_name, 'farmName', farm_name, 'count', count) order by count desc, animal_id), '[]') from (
            select animal_id, min(subject_name) as subject_name, farm_name, count(*) as count from seen where animal_id is not null group by animal_id, farm_name order by count desc, animal_id limit ${maxRows}) d) as animals,
          (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'severity', severity, 'subjectType', subject_type, 'subjectName', subject_name, 'farmName', farm_name, 'flaps', flaps) order by flaps desc), '[]') from (
            select kind, min(severity) as severity, subject_type, min(subject_name) as subject_name, farm_name, sum(flaps)::int as flaps from seen where flaps > 0
            group by kind, subject_type, subject_id, farm_name order by flaps desc limit ${maxRows}) d) as chattering`,
      sql<{ name: string; lastHour: number; month: number; shifts: Record<string, number> }[]>`
        with told as materialized (
          select distinct on (d.user_id, d.alert_id) d.user_id, a.farm_id, d.planned_at
          from alert_deliveries d join alerts a on a.id = d.alert_id join farms f on f.id = a.farm_id
          where d.user_id in (select id from users where organisation_id = ${caller.organisationId}) and d.state in ('QUEUED', 'SENT', 'FAILED')
            and d.planned_at >= ${begins}::timestamptz and d.planned_at < ${ends}::timestamptz
            and d.planned_at >= timezone(f.time_zone, ${from}::timestamp) and d.planned_at < timezone(f.time_zone, ${to}::timestamp) and f.id in (${visibleFarms(sql, caller)})
          order by d.user_id, d.alert_id, d.planned_at
        ), steps as (
          select user_id, farm_id, ${bin(sql`planned_at`)} as at, count(*) as count, count(*) filter (where planned_at > ${now - hourMs}::timestamptz and planned_at <= ${now}::timestamptz) as recent from told group by 1, 2, 3
        ), placed as (
          select user_id, shift, sum(count)::int as of_shift from steps join ${shiftRows(sql, ofFarms)} on of_farm = farm_id and ${isInShift(sql)} group by 1, 2
        )
        select u.display_name as name, sum(recent)::int as "lastHour", sum(count)::int as month,
          coalesce((select jsonb_object_agg(shift, of_shift) from placed where user_id = u.id), '{}') as shifts
        from steps join users u on u.id = user_id group by u.id, u.display_name order by "lastHour" desc, month desc, u.id`,
      sql<{ count: number; today: string | null }[]>`
        select (select count(*)::int from alerts a where a.raised_at > ${now - hourMs} and a.raised_at <= ${now} and a.farm_id in (${visibleFarms(sql, caller)})) as count,
          (select max(timezone(f.time_zone, ${now}::timestamptz)::date)::text from farms f where f.id in (${visibleFarms(sql, caller)})) as today`,
      sql<(Omit<AlertLoad['standing']['oldest'][number], 'raisedAt'> & { raisedAt: number; total: number })[]>`
        select a.id, a.kind, a.severity, a.subject_type as "subjectType", a.subject_name as "subjectName", f.name as "farmName", a.raised_at as "raisedAt", count(*) over ()::int as total
        from alerts a join farms f on f.id = a.farm_id
        where a.cleared_at is null and a.closed_at is null and a.raised_at < ${now - standingHours * hourMs} and a.farm_id in (${visibleFarms(sql, caller)})
        order by a.raised_at, a.id limit ${maxRows}`,
    ])
    const [found] = rows
    // Future days are left out, because they would look like quiet ones.
    const begun = Array.from({ length: first.daysInMonth }, (_, place) => first.add({ days: place }).toString()).filter(
      (day) => day <= (recent?.today ?? to),
    )
    const hours = shifts.map((_, place) => hoursOfShift(ofFarms, place, begins, Math.max(begins, Math.min(now, ends))))
    const perHour = (count: number, place: number) => Math.round((count / Math.max(1, hours[place] ?? 0)) * 100) / 100
    return {
      month,
      present,
      from: toInstant(begins),
      to: toInstant(ends),
      alerts: found?.alerts ?? 0,
      lastHour: recent?.count ?? 0,
      operators: operatorRows.map(({ name, lastHour, month: all, shifts: own }) => ({
        name,
        lastHour,
        month: all,
        shifts: shifts.flatMap((_, place) =>
          own[place] === undefined ? [] : [{ shift: place, count: own[place], perHour: perHour(own[place], place) }],
        ),
      })),
      days: begun.map((day) => ({ day, count: found?.days?.[day] ?? 0 })),
      shifts: shifts.map((shift, place) => ({
        ...shift,
        count: found?.shifts?.[place] ?? 0,
        perHour: perHour(found?.shifts?.[place] ?? 0, place),
      })),
      outsideShifts: found?.outsideShifts ?? 0,
      floods: found?.floods ?? 0,
      severities: severities.map((severity) => ({ severity, count: found?.severities?.[severity] ?? 0 })),
      rules: found?.rules ?? [],
      animals: found?.animals ?? [],
      chattering: found?.chattering ?? [],
      standing: {
        count: standing[0]?.total ?? 0,
        oldest: standing.map(({ id, kind, severity, subjectType, subjectName, farmName, raisedAt }) => ({
          id,
          kind,
          severity,
          subjectType,
          subjectName,
          farmName,
          raisedAt: toInstant(raisedAt),
        })),
      },
    }
  },

  async mine(_input, { userId }, { sql, clock }) {
    const now = clock.now()
    const [row] = await sql<{ count: number }[]>`
      select count(distinct alert_id)::int as count from alert_deliveries
      where user_id = ${userId} and alert_id is not null and state in ('QUEUED', 'SENT', 'FAILED') and planned_at > ${now - hourMs}::timestamptz and planned_at <= ${now}::timestamptz`
    return { lastHour: row?.count ?? 0 }
  },
}

/** Returns the present month in some zones, the latest when they differ. */
function presentMonth(now: number, zones: readonly string[]): string {
  const at = Temporal.Instant.fromEpochMilliseconds(now)
  return zones
    .map((zone) => at.toZonedDateTimeISO(zone).toPlainDate().toPlainYearMonth().toString())
    .reduce((latest, month) => (month > latest ? month : latest))
}

/** Builds rows of the farms' shifts, with `of_farm`. */
function shiftRows(sql: Queries, ofFarms: readonly FarmShift[]): Fragment {
  const all = <T>(of: (one: FarmShift) => T) => ofFarms.map(of)
  return sql`unnest(${all(({ farmId }) => farmId)}::bigint[], ${all(({ shift }) => shift)}::int[], ${all(({ timeZone }) => timeZone)}::text[], ${all(({ days }) => days)}::int[], ${all(({ from }) => from)}::int[], ${all(({ to }) => to)}::int[])
    as w (of_farm, shift, zone, days, first, last)`
}

/** Whether a time step lies in a shift, in the shift's time zone. */
function isInShift(sql: Queries): Fragment {
  const local = sql`timezone(zone, at)`
  const minute = sql`(date_part('hour', ${local}) * 60 + date_part('minute', ${local}))`
  const isDay = (back: number) => sql`(days >> ((date_part('isodow', ${local})::int + ${6 - back}) % 7)) & 1 = 1`
  return sql`case when last > first then ${isDay(0)} and ${minute} >= first and ${minute} < last
    else (${isDay(0)} and ${minute} >= first) or (${isDay(1)} and ${minute} < last) end`
}
