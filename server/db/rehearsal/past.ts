import type { FarmFinance } from '../projects/farmFinance.ts'
import type { ListeningBreak } from '../listeningBreaks.ts'
import { currentAndRecentPermits, type Permit } from '../permits.ts'
import { readingDays } from '../readings/days.ts'
import { type HerdRecords, readHerdRecords } from '../herdRecords.ts'
import type { Sql } from '../connect.ts'

/** A time span, epoch ms. `toAt` is null while it lasts. */
interface Span {
  fromAt: number
  toAt: number | null
}

/** Records of some farms over a span of time. */
export interface Past {
  /** Current records, without animals. */
  records: HerdRecords
  stays: (Span & { animalId: number; visualTag: string; farmId: number; penId: number | null })[]
  pairings: (Span & { animalId: number; neckbandId: number; deviceId: string })[]
  /** When a project's ledger counted an animal. */
  pledges: (Span & { animalId: number; projectId: number })[]
  /** When daily logs of projects arrived: `at` is epoch ms, `day` is `2026-05-01`. */
  logs: { farmId: number; projectId: number; day: string; at: number }[]
  permits: Permit[]
  breaks: ListeningBreak[]
  /** For kinds judged by records only: the state of loans or insurance from each instant (epoch ms), ascending. */
  finance: ({ at: number } & Partial<FarmFinance>)[]
  /** Start of the available readings within the span, in whole days; null when the span has no readings. */
  readFrom: number | null
}

const dayMs = 86_400_000

/** Reads the listening breaks that affected at least one of these farms. */
export function readBreaks(sql: Sql, farmIds: readonly number[], from: number, to: number): Promise<ListeningBreak[]> {
  return sql<
    ListeningBreak[]
  >`select from_at as "fromAt", to_at as "toAt", spared_farm_ids as "sparedFarmIds" from listening_breaks where from_at < ${to} and to_at > ${from} and not spared_farm_ids @> ${[...farmIds]}::bigint[] order by from_at`
}

/** Reads the past of farms between two instants (epoch ms). */
export async function readPast(sql: Sql, farmIds: readonly number[], from: number, to: number): Promise<Past> {
  const ids = [...farmIds]
  const within = (one: string) =>
    sql`${sql(one)}.from_at < ${to} and (${sql(one)}.to_at is null or ${sql(one)}.to_at > ${from})`
  const records = await readHerdRecords(sql, ids)
  const stays = await sql<Past['stays']>`
    select s.animal_id as "animalId", a.visual_tag as "visualTag", s.farm_id as "farmId", s.pen_id as "penId", s.from_at as "fromAt", s.to_at as "toAt"
    from stays s join animals a on a.id = s.animal_id where s.farm_id = any(${ids}::bigint[]) and ${within('s')} order by s.farm_id, s.animal_id, s.from_at`
  const animalIds = [...new Set(stays.map(({ animalId }) => animalId))]
  const pairings = await sql<Past['pairings']>`
    select p.animal_id as "animalId", p.neckband_id as "neckbandId", n.device_id as "deviceId", p.from_at as "fromAt", p.to_at as "toAt"
    from pairings p join neckbands n on n.id = p.neckband_id where p.animal_id = any(${animalIds}::bigint[]) and ${within('p')} order by p.from_at`
  const pledges = await sql<Past['pledges']>`
    select animal_id as "animalId", project_id as "projectId", pledged_at as "fromAt", ended_at as "toAt" from pledges
    where animal_id = any(${animalIds}::bigint[]) and pledged_at < ${to} and (ended_at is null or ended_at > ${from})`
  const logs = await sql<Past['logs']>`
    select farm_id as "farmId", project_id as "projectId", day, received_at as at from daily_logs
    where farm_id = any(${ids}::bigint[]) and received_at > ${from - 31 * dayMs} and received_at < ${to} order by received_at`
  const breaks = await readBreaks(sql, ids, from, to)
  const permits = await currentAndRecentPermits(sql, from)
  const day = (await readingDays(sql)).find((at) => at + dayMs > from && at < to)
  const gateways = records.gateways.map((gateway) => ({ ...gateway, heardAt: null }))
  return {
    records: { ...records, gateways, animals: [], spares: [], sources: [] },
    stays,
    pairings,
    pledges,
    logs,
    permits,
    breaks,
    finance: [],
    readFrom: day === undefined ? null : Math.max(from, day),
  }
}
