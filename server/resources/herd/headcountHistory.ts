import { defaultWindowMinutes } from '#contract/herd/headcounts.ts'
import { farmOutageKinds } from '../../alerts/kinds.ts'
import type { Queries } from '../../db/connect.ts'
import type { Herd } from '../../herd/herd.ts'
import { sparesFarmId } from '../../herd/registry.ts'

/** Minutes between two samples. */
export const sampleStepMinutes = 10
/** Maximum period answered in full resolution, ms; longer ones use steps of an hour. */
const maxFineMs = 8 * 86_400_000

/** One sample of a farm's headcount; `at` is herd time, epoch ms. */
export interface HeadcountSample {
  farmId: number
  at: number
  windowMinutes: number
  ledger: number
  heard: number
  unverified: number
}

/** Stores samples. Existing samples stay. */
export async function writeHeadcountSamples(sql: Queries, samples: readonly HeadcountSample[]): Promise<void> {
  await sql`
    insert into headcount_samples (farm_id, at, window_minutes, ledger, heard, unverified)
    select * from unnest(${samples.map((s) => s.farmId)}::bigint[], ${samples.map((s) => s.at)}::timestamptz[],
      ${samples.map((s) => s.windowMinutes)}::int[], ${samples.map((s) => s.ledger)}::int[],
      ${samples.map((s) => s.heard)}::int[], ${samples.map((s) => s.unverified)}::int[])
    on conflict do nothing`
}

/** Stores a sample of each farm that has animals. @param now herd time, epoch ms */
export async function sampleHeadcounts(sql: Queries, herd: Herd, now: number): Promise<void> {
  const samples = [...herd.registry.farms.values()].flatMap(({ id, windowMinutes }) => {
    if (id === sparesFarmId) return []
    const counts = herd.headcount(id, now, windowMinutes)
    return counts && counts.ledger > 0
      ? [
          {
            farmId: id,
            at: now,
            windowMinutes,
            ledger: counts.ledger,
            heard: counts.heard,
            unverified: counts.unverified,
          },
        ]
      : []
  })
  if (samples.length > 0) await writeHeadcountSamples(sql, samples)
}

/** Returns the headcount samples and site outages of farms in a period (epoch ms). */
export async function readHistory(sql: Queries, farmIds: readonly number[], from: number, to: number) {
  const stepMinutes = to - from > maxFineMs ? 60 : sampleStepMinutes
  const ids = [...farmIds]
  const samples = await sql<HeadcountSample[]>`
    select distinct on (farm_id, step) farm_id as "farmId", at, window_minutes as "windowMinutes", ledger, heard, unverified
    from headcount_samples, date_bin(${stepMinutes}::int * interval '1 minute', at, '1970-01-01Z'::timestamptz) as step
    where farm_id = any(${ids}::bigint[]) and at >= ${from} and at <= ${to}
    order by farm_id, step, at`
  const outages = await sql<{ farmId: number; from: number; to: number | null }[]>`
    select a.farm_id as "farmId", o.since_at as "from", o.cleared_at as "to" from alerts a join alert_occurrences o on o.alert_id = a.id
    where a.kind = any(${[...farmOutageKinds]}::text[]) and a.farm_id = any(${ids}::bigint[])
      and o.since_at <= ${to} and (o.cleared_at is null or o.cleared_at >= ${from}) order by o.since_at`
  const farms = new Map(
    ids.map((farmId) => [
      farmId,
      { farmId, at: [] as number[], ledger: [] as number[], heard: [] as number[], unverified: [] as number[] },
    ]),
  )
  for (const sample of samples) {
    const farm = farms.get(sample.farmId)
    farm?.at.push(sample.at)
    farm?.ledger.push(sample.ledger)
    farm?.heard.push(sample.heard)
    farm?.unverified.push(sample.unverified)
  }
  return { windowMinutes: commonestWindow(samples), stepMinutes, farms: [...farms.values()], outages: [...outages] }
}

function commonestWindow(samples: readonly HeadcountSample[]): number {
  const uses = new Map<number, number>()
  for (const { windowMinutes } of samples) uses.set(windowMinutes, (uses.get(windowMinutes) ?? 0) + 1)
  const [commonest] = [...uses].toSorted((a, b) => b[1] - a[1])
  return commonest?.[0] ?? defaultWindowMinutes
}
