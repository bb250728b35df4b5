import {
  type AnimalTrack,
  type Fixes as FixesPage,
  maxFixes,
  maxTrackPoints,
  type ReplayFarm,
} from '#contract/herd/replay.ts'
import type { Context } from '../../../context.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { readingsSince } from '../hours/retention.ts'
import { degreesOf, eachStep, readHours } from '../hours/hourSteps.ts'
import { describePeriod, type Period } from './period.ts'
import { type Fixes, gapOf, thinTrack } from './thinTrack.ts'

/** Maximum period drawn from readings, ms. Longer tracks use the last fix of every five minutes. */
const maxExactMs = 7.5 * 86_400_000
/** Maximum spans of time whose first and last fixes make up a track. */
const maxSpans = 20_000

interface CountedFixes extends Fixes {
  count: number
}

export interface TrackedAnimal {
  id: number
  visualTag: string
}

/** Returns the track of an animal on some farms. */
export async function readTrack(
  context: Context,
  animal: TrackedAnimal,
  farms: ReplayFarm[],
  period: Period,
): Promise<AnimalTrack> {
  const { sql } = context
  const farmIds = farms.map(({ id }) => id)
  const source = await sourceOf(sql, period)
  const [around, fixes] = await Promise.all([
    describePeriod(context, farmIds, period, animal.id),
    source === 'READINGS' ? readFixes(sql, animal.id, farmIds, period) : readSteps(sql, animal.id, farmIds, period),
  ])
  const { at } = fixes
  const gapMs = gapOf(at)
  const gaps = at.slice(1).flatMap((to, index) => (to - (at[index] ?? 0) > gapMs ? [{ from: at[index] ?? 0, to }] : []))
  const indexes = thinTrack(fixes, maxTrackPoints, gapMs)
  const pick = (column: readonly number[]) => indexes.map((index) => column[index] ?? 0)
  return {
    ...around,
    animal,
    farms,
    source,
    fixes: fixes.count,
    at: pick(at),
    longitudes: pick(fixes.longitudes),
    latitudes: pick(fixes.latitudes),
    gaps,
  }
}

/** Returns a page of all fixes of an animal on some farms. @param after epoch ms; the first page when left out */
export async function readFixesPage(
  { sql }: Context,
  animalId: number,
  farms: readonly ReplayFarm[],
  period: Period,
  after?: number,
): Promise<FixesPage> {
  const farmIds = farms.map(({ id }) => id)
  if (period.from < (await readingsSince(sql))) {
    const { at, longitudes, latitudes } = await readSteps(sql, animalId, farmIds, period)
    return { source: 'STEPS', at, longitudes, latitudes, accuraciesM: at.map(() => null), next: null }
  }
  const rows = await sql<{ at: number; longitude: number; latitude: number; accuracyM: number | null }[]>`
    select distinct on (r.at) r.at, r.longitude, r.latitude, r.accuracy_m as "accuracyM" from ${positionedReadings(sql, animalId, farmIds, period)}
      and (${after === undefined} or r.at > ${after ?? 0}) order by r.at, r.gateway_id limit ${maxFixes}`
  return {
    source: 'READINGS',
    at: rows.map(({ at }) => at),
    longitudes: rows.map(({ longitude }) => longitude),
    latitudes: rows.map(({ latitude }) => latitude),
    accuraciesM: rows.map(({ accuracyM }) => accuracyM),
    next: rows.length === maxFixes ? (rows.at(-1)?.at ?? null) : null,
  }
}

async function sourceOf(sql: Queries, { from, until }: Period): Promise<AnimalTrack['source']> {
  return until - from <= maxExactMs && from >= (await readingsSince(sql)) ? 'READINGS' : 'STEPS'
}

/** Selects positioned readings of the neckbands that an animal wore while it stood on these farms. */
function positionedReadings(sql: Queries, animalId: number, farmIds: number[], { from, to, until }: Period): Fragment {
  return sql`
    stays s join pairings p on p.animal_id = s.animal_id
    join readings r on r.neckband_id = p.neckband_id and r.at >= greatest(s.from_at, p.from_at) and (s.to_at is null or r.at < s.to_at) and (p.to_at is null or r.at < p.to_at)
    where s.animal_id = ${animalId} and s.farm_id = any(${farmIds}::bigint[]) and r.at >= ${from} and r.at < ${to} and r.at <= ${until} and r.longitude is not null`
}

/** Reads the first and last fix of each span of time, so that gaps keep their exact ends, and the total number of fixes. */
async function readFixes(sql: Queries, animalId: number, farmIds: number[], period: Period): Promise<CountedFixes> {
  const spanSeconds = Math.max(0.001, (period.until - period.from) / 1000 / maxSpans)
  const rows = await sql<{ at: number; longitude: number; latitude: number; total: number }[]>`
    select at, longitude, latitude, total from (
      select at, longitude, latitude, count(*) over () as total, row_number() over (partition by span order by at) as place, row_number() over (partition by span order by at desc) as back
      from (
        select distinct on (r.at) r.at, r.longitude, r.latitude, floor(extract(epoch from r.at) / ${spanSeconds}::double precision) as span
        from ${positionedReadings(sql, animalId, farmIds, period)} order by r.at, r.gateway_id
      ) as fixes
    ) as placed where place = 1 or back = 1 order by at`
  return {
    count: rows[0]?.total ?? 0,
    at: rows.map(({ at }) => at),
    longitudes: rows.map(({ longitude }) => longitude),
    latitudes: rows.map(({ latitude }) => latitude),
  }
}

async function readSteps(sql: Queries, animalId: number, farmIds: number[], period: Period): Promise<CountedFixes> {
  const fixes: CountedFixes = { count: 0, at: [], longitudes: [], latitudes: [] }
  const rowCondition = sql`h.animal_id = ${animalId} and h.farm_id = any(${farmIds}::bigint[])`
  const hours = await readHours(
    sql,
    period,
    rowCondition,
    sql`s.animal_id = ${animalId} and s.farm_id = any(${farmIds}::bigint[])`,
  )
  eachStep(hours, ({ at, longitude, latitude }) => {
    const [east, north] = [degreesOf(longitude), degreesOf(latitude)]
    if (east === null || north === null || at < period.from || at >= period.until) return
    fixes.at.push(at)
    fixes.longitudes.push(east)
    fixes.latitudes.push(north)
    fixes.count++
  })
  return fixes
}
