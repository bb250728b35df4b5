import type { Posted, WatchedProject } from '#contract/projects/monitor/projectMonitor.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { toInstant } from '../../../clock.ts'
import type { Queries } from '../../../db/connect.ts'
import { projectZone } from '../../../db/projects/projectZone.ts'
import { visibleFarms, visibleProjects } from '../../visibility.ts'

const dayMs = 86_400_000
const stepMs = dayMs / 2
const trendDays = 30
const maxPosted = 20

export type Running = Pick<
  WatchedProject,
  | 'id'
  | 'code'
  | 'name'
  | 'borrowerOrgName'
  | 'endsOn'
  | 'timeZone'
  | 'farmIds'
  | 'changeToday'
  | 'gainedToday'
  | 'lostToday'
  | 'change7Days'
  | 'change30Days'
>

/** Reads the running projects that a caller may see, with the gain of their ledgers up to `now` (herd time, epoch ms). */
export function readRunning(sql: Queries, caller: Caller, now: number): Promise<Running[]> {
  return sql<Running[]>`
    select z.id, z.code, z.name, z."borrowerOrgName", z."endsOn", z."timeZone",
      array(select pf.farm_id from project_farms pf where pf.project_id = z.id and pf.farm_id in (${visibleFarms(sql, caller)}) order by 1) as "farmIds",
      coalesce(gained.today, 0) as "changeToday", coalesce(gained.come, 0) as "gainedToday", coalesce(gained.gone, 0) as "lostToday", coalesce(gained.week, 0) as "change7Days", coalesce(gained.month, 0) as "change30Days"
    from (
      select p.id, p.code, p.name, borrower.name as "borrowerOrgName", p.ends_on as "endsOn", ${projectZone(sql, sql`p.id`)} as "timeZone"
      from projects p left join organisations borrower on borrower.id = p.borrower_org_id
      where p.status in ('ACTIVE', 'CLOSING') and p.id in (${visibleProjects(sql, caller)})
    ) z
    left join lateral (
      select sum(e.heads) filter (where e.recorded_at >= date_trunc('day', ${now}::timestamptz, z."timeZone"))::int as today,
        sum(e.heads) filter (where e.heads > 0 and e.recorded_at >= date_trunc('day', ${now}::timestamptz, z."timeZone"))::int as come,
        -sum(e.heads) filter (where e.heads < 0 and e.recorded_at >= date_trunc('day', ${now}::timestamptz, z."timeZone"))::int as gone,
        sum(e.heads) filter (where e.recorded_at >= ${now - 7 * dayMs})::int as week, sum(e.heads)::int as month
      from ledger_entries e where e.project_id = z.id and e.recorded_at >= ${now - 30 * dayMs}
    ) gained on true
    order by z.id`
}

interface Step {
  at: number
  ledger: number
  /** Projects that had a ledger at that time, and those among them with a sample. */
  begun: number
  sampled: number
  heard: number | null
}

/** Returns the total heads of projects in steps of half a day, up to `now` (epoch ms): on the ledger, and heard. */
export async function readDays(sql: Queries, projectIds: readonly number[], now: number) {
  const ids = [...projectIds]
  const halfDay = sql`date_bin('12 hours', at, '1970-01-01Z'::timestamptz)`
  // Matches the partial index of these samples. Samples come every 15 minutes; later ones do not belong to the step.
  const isOfStep = sql`at - ${halfDay} < interval '16 minutes'`
  const last = Math.floor(now / stepMs) * stepMs
  const instants = Array.from({ length: trendDays * 2 + 1 }, (_, place) => last - (trendDays * 2 - place) * stepMs)
  const steps = await sql<Step[]>`
    with steps as (select unnest(${instants}::float8[]) as at),
    ours as (select p as id, (select min(recorded_at) from ledger_entries where project_id = p) as begun_at from unnest(${ids}::bigint[]) p),
    gained as (
      select greatest(${instants[0] ?? 0}::float8, ceil(extract(epoch from recorded_at)::float8 * 1000 / ${stepMs}::float8) * ${stepMs}::float8) as at, sum(heads) as heads
      from ledger_entries where project_id = any(${ids}::bigint[]) group by 1
    ),
    posted as (select at, (sum(coalesce(gained.heads, 0)) over (order by at))::int as ledger from steps left join gained using (at)),
    heard as (
      select extract(epoch from s.step)::float8 * 1000 as at, count(*)::int as sampled, sum(s.heard)::int as heard
      from (
        select distinct on (project_id, step) project_id, ${halfDay} as step, heard from project_samples
        where project_id = any(${ids}::bigint[]) and at >= to_timestamp(${instants[0] ?? 0}::float8 / 1000) and ${isOfStep} order by project_id, step, at
      ) s join ours on ours.id = s.project_id and ours.begun_at <= s.step group by 1
    )
    select steps.at, posted.ledger, (select count(*)::int from ours where begun_at <= to_timestamp(steps.at / 1000)) as begun, coalesce(heard.sampled, 0) as sampled, heard.heard
    from steps join posted using (at) left join heard using (at) order by steps.at`
  // Leaves out steps before the first entry of any project.
  return steps
    .filter(({ begun }) => begun > 0)
    .map(({ at, ledger, begun, sampled, heard }) => ({ at, ledger, heard: sampled === begun ? heard : null }))
}

/** Returns the newest ledger entries of projects. */
export async function readPosted(sql: Queries, projectIds: readonly number[]): Promise<Posted[]> {
  const rows = await sql<(Omit<Posted, 'at'> & { at: number })[]>`
    select e.id, e.project_id as "projectId", e.kind, e.heads, e.document_id is not null as "hasDocument", u.display_name as by, e.recorded_at as at
    from ledger_entries e left join users u on u.id = e.recorded_by
    where e.project_id = any(${[...projectIds]}::bigint[]) order by e.id desc limit ${maxPosted}`
  return rows.map((row) => ({ ...row, at: toInstant(row.at) }))
}
