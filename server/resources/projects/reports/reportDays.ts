import { type DailyReport, type dailyReportEndpoints, reportIdSpan } from '#contract/projects/days/dailyReports.ts'
import type { Parsed } from '#contract/calls/endpoint.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { toInstant } from '../../../clock.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { projectZone } from '../../../db/projects/projectZone.ts'
import { countedBalance } from '../../../db/projects/loanState.ts'
import { idIn, orderBy, page } from '../../../records/page.ts'
import { instantOrNull } from '../../values.ts'
import { visibleProjects } from '../../visibility.ts'
import { closedAtHerdTime, openedAt } from '../projectTimes.ts'

export type ReportFilters = Parsed<typeof dailyReportEndpoints.list>
type Stored = Omit<DailyReport, 'closedAt' | 'countedAt'> & { closedAt: number | null; countedAt: number }

/**
 * Selects the days of projects that have a report: id, project_id, zone, day.
 * @param now herd time, epoch ms
 */
function reportDays(
  sql: Queries,
  caller: Caller,
  { projectId, state, from, to }: ReportFilters,
  now: number,
): Fragment {
  const dayOf = (at: Fragment) => sql`timezone(z.zone, ${at})::date`
  const first = from === undefined ? sql`first_day` : sql`greatest(first_day, ${from}::date)`
  const last = to === undefined ? sql`last_day` : sql`least(last_day, ${to}::date)`
  const isOfState = state === undefined ? sql`true` : state === 'CLOSED' ? sql`c.id is not null` : sql`c.id is null`
  // A project without a first day was never opened. Materialized, so that a project's span is computed once and not for each day.
  return sql`(
    with spans as materialized (
      select p.id as project_id, z.zone, ${dayOf(openedAt(sql, sql`p.id`))} as first_day,
        least(${dayOf(closedAtHerdTime(sql, sql`p.id`))}, greatest(${dayOf(sql`${now}::timestamptz`)} - 1, (select max(k.day) from day_closes k where k.project_id = p.id))) as last_day
      from projects p cross join lateral (select ${projectZone(sql, sql`p.id`)} as zone) z
      where p.id in (${visibleProjects(sql, caller)}) and ${projectId === undefined ? sql`true` : sql`p.id = ${projectId}`}
    )
    select spans.project_id * ${reportIdSpan}::bigint + (d.day - '1970-01-01'::date) as id, spans.project_id, spans.zone, d.day
    from spans cross join lateral (select ${first} + n as day from generate_series(0, ${last} - ${first}) n) d left join day_closes c on c.project_id = spans.project_id and c.day = d.day
    where first_day is not null and ${isOfState}
  )`
}

/** Returns the days of projects that have a report, and their total. */
export async function readReports(
  sql: Queries,
  caller: Caller,
  input: ReportFilters,
  now: number,
): Promise<{ list: DailyReport[]; total: number }> {
  const days = reportDays(sql, caller, input, now)
  const where = idIn(sql, 'told.id', input.ids)
  const columns = { id: 'told.id', day: 'told.day' }
  const countedAt = sql`coalesce(s.at, told.to_at - interval '1 millisecond')`
  const defaultSort = { field: 'day', order: 'desc' } as const
  const [rows, [count]] = await Promise.all([
    sql<Stored[]>`
      select told.id, told.project_id as "projectId", p.code as "projectCode", p.name as "projectName", told.day, told.zone as "timeZone",
        case when c.id is null then 'OPEN' else 'CLOSED' end as state,
        coalesce(c.contracted, p.contract_headcount) as contracted, coalesce(c.ledger, s.ledger) as ledger, coalesce(c.heard, s.heard) as heard,
        coalesce(c.unverified, s.unverified) as unverified, coalesce(c.unaccounted, s.ledger - s.heard - s.unverified) as unaccounted,
        coalesce(c.window_minutes, s.window_minutes) as "windowMinutes", c.hand_count as "handCount",
        coalesce(c.closed_at, s.at, least(told.to_at, ${closedAtHerdTime(sql, sql`told.project_id`)}) - interval '1 millisecond') as "countedAt",
        coalesce((select sum(e.heads)::int from ledger_entries e where e.project_id = told.project_id and e.recorded_at >= told.from_at and e.recorded_at < told.to_at), 0) as change,
        case when c.id is null then s.ratio else c.ratio end as ratio, coalesce(c.eligible_value, s.eligible_value) as "eligibleValue",
        coalesce(c.balance, b.balance, p.loan_amount)::numeric(18, 2) as balance,
        u.display_name as "closedBy", c.closed_at as "closedAt", c.note, r.root
      from (select told.*, timezone(told.zone, told.day::timestamp) as from_at, timezone(told.zone, (told.day + 1)::timestamp) as to_at from ${days} told where ${where} ${page(sql, input, columns, defaultSort)}) told
        join projects p on p.id = told.project_id
        left join day_closes c on c.project_id = told.project_id and c.day = told.day
        left join users u on u.id = c.closed_by
        left join lateral (
          select * from project_samples s where c.id is null and s.project_id = told.project_id and s.at >= told.from_at and s.at < told.to_at order by s.at desc limit 1) s on true
        left join lateral (
          select counted.balance from (${countedBalance(sql, sql`told.project_id`, { happened: countedAt, recorded: countedAt })}) counted where c.id is null) b on true
        left join seal_entries e on e.source = 'day_closes' and e.row_key = c.id::text
        left join lateral (select seals.root from seals where seals.last_place >= e.place order by seals.last_place limit 1) r on true
      ${orderBy(sql, input, columns, defaultSort)}`,
    sql<{ total: number }[]>`select count(*) as total from ${days} told where ${where}`,
  ])
  return {
    list: rows.map((row) => ({ ...row, countedAt: toInstant(row.countedAt), closedAt: instantOrNull(row.closedAt) })),
    total: count?.total ?? 0,
  }
}
