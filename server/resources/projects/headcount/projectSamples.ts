import { farmOutageKinds } from '../../../alerts/kinds.ts'
import type { Queries } from '../../../db/connect.ts'
import { projectZone } from '../../../db/projects/projectZone.ts'
import { figuresOf, type HeadSources } from './projectFigures.ts'

/** Minutes between two samples of a project. */
export const projectSampleMinutes = 15
/** Days for which every sample is stored. */
const wholeDays = 90
/** Projects sampled in one batch. */
const batchSize = 50
/** Maximum period answered in steps of one sample, days; longer ones use steps of whole hours. */
const fineDays = 8
const maxSteps = 800

/**
 * Stores a sample of each running project for an instant. Existing samples stay.
 * @param now herd time, epoch ms
 */
export async function sampleProjects(
  sources: HeadSources,
  now: number,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const { sql } = sources
  const running = await sql<{ id: number }[]>`select id from projects where status in ('ACTIVE', 'CLOSING') order by id`
  for (let from = 0; from < running.length && !isStopping(); from += batchSize) {
    const figures = [
      ...(
        await figuresOf(
          sources,
          running.slice(from, from + batchSize).map(({ id }) => id),
        )
      ).values(),
    ]
    await insertSamples(
      sql,
      figures.map(({ coverage, ...one }) => ({ ...one, ...coverage })),
      now,
    )
  }
}

interface NewSample {
  projectId: number
  windowMinutes: number
  ledger: number
  heard: number
  unverified: number
  value: string
  ratio: string | null
}

/** Stores samples for an instant, epoch ms. Existing samples stay. */
export async function insertSamples(sql: Queries, samples: readonly NewSample[], at: number): Promise<void> {
  await sql`
    insert into project_samples (project_id, at, window_minutes, ledger, heard, unverified, eligible_value, ratio)
    select project_id, ${at}::timestamptz, window_minutes, ledger, heard, unverified, eligible_value, ratio
    from unnest(${samples.map((one) => one.projectId)}::bigint[], ${samples.map((one) => one.windowMinutes)}::int[], ${samples.map((one) => one.ledger)}::int[],
      ${samples.map((one) => one.heard)}::int[], ${samples.map((one) => one.unverified)}::int[], ${samples.map((one) => one.value)}::numeric[],
      ${samples.map((one) => one.ratio)}::numeric[]) as s (project_id, window_minutes, ledger, heard, unverified, eligible_value, ratio)
    on conflict do nothing`
}

/**
 * Deletes old samples except the last of each day in the project's time zone. Age counts from the clock or the project's newest
 * sample, the earlier of both, so that a wrong clock deletes nothing.
 * @param now herd time, epoch ms
 */
export async function thinSamples(sql: Queries, now: number, isStopping: () => boolean = () => false): Promise<void> {
  const projects = await sql<
    { id: number; zone: string }[]
  >`select p.id, ${projectZone(sql, sql`p.id`)} as zone from projects p where p.status <> 'DRAFT' order by p.id`
  for (const { id, zone } of projects) {
    if (isStopping()) return
    await sql`
      delete from project_samples s
      where s.project_id = ${id}
        and s.at < date_trunc('day', least(${now}::timestamptz, (select max(at) from project_samples where project_id = ${id})), ${zone}) - ${wholeDays}::int * interval '1 day'
        and exists (select from project_samples later where later.project_id = s.project_id and later.at > s.at and date_trunc('day', later.at, ${zone}) = date_trunc('day', s.at, ${zone})
          and later.at < s.at + interval '26 hours')`
  }
}

interface Trend {
  at: number[]
  ledger: number[]
  heard: number[]
  unverified: number[]
  ratio: (string | null)[]
}

/**
 * Returns the samples of a project and the site outages of its farms between two instants (epoch ms), as known at the end.
 * Long periods have the first sample of each step of hours.
 */
export async function readTrend(sql: Queries, projectId: number, from: number, to: number) {
  const days = (to - from) / 86_400_000
  const stepMinutes = days <= fineDays ? projectSampleMinutes : 60 * Math.ceil((days * 24) / maxSteps)
  const [[row], outages] = await Promise.all([
    sql<(Trend & { windowMinutes: number | null })[]>`
      select array_agg(extract(epoch from s.at)::float8 * 1000 order by s.at) as at, array_agg(s.ledger order by s.at) as ledger, array_agg(s.heard order by s.at) as heard,
        array_agg(s.unverified order by s.at) as unverified, array_agg(s.ratio::text order by s.at) as ratio,
        (array_agg(s.window_minutes order by s.at desc))[1] as "windowMinutes"
      from (
        select distinct on (step) at, window_minutes, ledger, heard, unverified, ratio
        from project_samples, date_bin(${stepMinutes}::int * interval '1 minute', at, '1970-01-01Z'::timestamptz) as step
        where project_id = ${projectId} and at >= ${from} and at <= ${to} order by step, at
      ) s`,
    sql<{ from: number; to: number | null }[]>`
      select o.since_at as "from", case when o.cleared_at <= ${to} then o.cleared_at end as "to"
      from alerts a join alert_occurrences o on o.alert_id = a.id join project_farms pf on pf.farm_id = a.farm_id
      where pf.project_id = ${projectId} and a.kind = any(${[...farmOutageKinds]}::text[]) and o.raised_at <= ${to} and (o.cleared_at is null or o.cleared_at >= ${from})
      order by o.since_at`,
  ])
  const { at, ledger, heard, unverified, ratio, windowMinutes } = row ?? {
    at: null,
    ledger: null,
    heard: null,
    unverified: null,
    ratio: null,
    windowMinutes: null,
  }
  return {
    stepMinutes,
    windowMinutes: windowMinutes ?? 0,
    from,
    to,
    outages: [...outages],
    at: at ?? [],
    ledger: ledger ?? [],
    heard: heard ?? [],
    unverified: unverified ?? [],
    ratio: ratio ?? [],
  }
}
