import type { Alert } from '#contract/alerts/alerts.ts'
import type { Headcount } from '#contract/herd/headcounts.ts'
import type { HeadState, SilenceCause } from '#contract/projects/projectHeads.ts'
import { explainingKinds } from '../../alerts/kinds.ts'
import { toInstant } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../db/connect.ts'
import { unpack } from '../../db/projects/packedRows.ts'
import { breaksWithin, type ListeningBreak } from '../../db/listeningBreaks.ts'
import { breakExplainsSilence, toleranceMs } from '../../herd/outages.ts'
import { CallError } from '../../callError.ts'
import type { HandlersOf } from '../../handler.ts'
import { lastHeardInHours } from './hours/lastHeard.ts'
import { readingsSince } from './hours/retention.ts'
import { readHistory } from './headcountHistory.ts'
import { idIn } from '../../records/page.ts'
import { first } from '../../records/transaction.ts'
import { periodOf } from '../periods.ts'
import { animalsOnPermit } from '../projects/permits/permitRows.ts'
import { visibleFarms } from '../visibility.ts'

interface LastHeard {
  animalId: number
  /** Herd time, epoch ms; null when not heard in the period searched. */
  at: number | null
  gatewayId: number | null
}

interface Outage {
  kind: Alert['kind']
  /** The farm, or one of its gateways. */
  subjectType: Alert['subjectType']
  subjectId: number
  sinceAt: number
}

/** Explanations of silence at an instant: outages, listening breaks, and animals with a permit to be away. */
interface Silence {
  outages: readonly Outage[]
  breaks: readonly ListeningBreak[]
  away: ReadonlySet<number>
}

/** Returns why a head was not heard in the window before an instant (epoch ms); null when nothing explains it. Pure. */
export function causeOf(
  { animalId, at: lastAt, gatewayId }: LastHeard,
  { outages, breaks, away }: Silence,
  at: number,
  windowMs: number,
): SilenceCause | null {
  if (away.has(animalId)) return 'PERMIT'
  if (lastAt === null) return null
  if (breaks.some((one) => breakExplainsSilence(one, lastAt, at, windowMs))) return 'LISTENING_BREAK'
  const explaining = outages.filter(
    (outage) =>
      (outage.subjectType === 'FARM' || outage.subjectId === gatewayId) && lastAt >= outage.sinceAt - toleranceMs,
  )
  return (explaining.find(({ subjectType }) => subjectType === 'FARM') ?? explaining[0])?.kind ?? null
}

/** Returns the state of a head at an instant (epoch ms). Pure. */
function stateOf(head: LastHeard, silence: Silence, at: number, windowMs: number): HeadState {
  if (head.at !== null && head.at > at - windowMs) return 'HEARD'
  return causeOf(head, silence, at, windowMs) === null ? 'UNACCOUNTED' : 'UNVERIFIED'
}

/** Counts the heads of a ledger as heard, unverified or unaccounted. Pure. @param away ids of animals with a permit to be away */
export function countHeads(
  heads: readonly LastHeard[],
  outages: readonly Outage[],
  breaks: readonly ListeningBreak[],
  at: number,
  windowMinutes: number,
  away: ReadonlySet<number> = new Set(),
): Headcount {
  const counts = { HEARD: 0, UNVERIFIED: 0, UNACCOUNTED: 0 }
  for (const head of heads) counts[stateOf(head, { outages, breaks, away }, at, windowMinutes * 60_000)]++
  return {
    ledger: heads.length,
    heard: counts.HEARD,
    unverified: counts.UNVERIFIED,
    unaccounted: counts.UNACCOUNTED,
    windowMinutes,
    at: toInstant(at),
  }
}

/**
 * Computes the headcount of a farm at an instant (epoch ms) from stored data: stays, pairings, readings in the window, outages,
 * permits and listening breaks.
 */
export async function headcountAt(sql: Queries, farmId: number, at: number, windowMinutes: number): Promise<Headcount> {
  const { stood, outages, breaks, away } = await lookBack(sql, { farmId }, at, windowMinutes)
  return countHeads(stood, outages, breaks, at, windowMinutes, away)
}

/** Returns the state of each head of a farm at an instant (epoch ms), and when and by which gateway it was last heard. */
export async function headsAt(
  sql: Queries,
  of: HeadsOf,
  at: number,
  windowMinutes: number,
): Promise<(LastHeard & { state: HeadState })[]> {
  const { stood, ...silence } = await lookBack(sql, of, at, windowMinutes)
  return stood.map((head) => ({ ...head, state: stateOf(head, silence, at, windowMinutes * 60_000) }))
}

/** A farm, and optionally some of its animals; by default all. */
interface HeadsOf {
  farmId: number
  animalIds?: readonly number[] | undefined
  /** Ignores readings, alerts and approvals that came later, epoch ms; by default nothing is ignored. Hourly rows do not store when they came. */
  recorded?: number | undefined
}

/** Returns what explains the silence of a farm's heads at an instant (epoch ms). */
export async function silenceAt(
  sql: Queries,
  { farmId, recorded }: Pick<HeadsOf, 'farmId' | 'recorded'>,
  at: number,
  windowMinutes: number,
): Promise<Silence> {
  const visibleUntil = Math.min(at, recorded ?? at)
  const outages = await sql<Outage[]>`
    select a.kind, a.subject_type as "subjectType", a.subject_id as "subjectId", o.since_at as "sinceAt" from alerts a join alert_occurrences o on o.alert_id = a.id
    where a.farm_id = ${farmId} and a.kind = any(${[...explainingKinds]}::text[])
      and o.raised_at <= ${visibleUntil} and (o.cleared_at is null or o.cleared_at > ${visibleUntil})`
  const breaks = await breaksWithin(sql, farmId, at, windowMinutes * 60_000)
  const away = await sql<
    { animalId: number }[]
  >`select animal_id as "animalId" from (${animalsOnPermit(sql, at, recorded)}) away`
  return { outages, breaks, away: new Set(away.map(({ animalId }) => animalId)) }
}

async function lookBack(
  sql: Queries,
  of: HeadsOf,
  at: number,
  windowMinutes: number,
): Promise<Silence & { stood: LastHeard[] }> {
  const silence = await silenceAt(sql, of, at, windowMinutes)
  const { outages, breaks } = silence
  const windowMs = windowMinutes * 60_000
  // Nothing explains older silence, so older partitions need not be searched.
  const from = Math.min(
    at - windowMs,
    ...outages.map((outage) => outage.sinceAt - toleranceMs - 1),
    ...breaks.map((one) => one.fromAt - windowMs),
  )
  const stood =
    from < (await readingsSince(sql)) ? await headsByHours(sql, of, from, at) : await headsByReadings(sql, of, from, at)
  return { ...silence, stood }
}

/** Reads last-heard times from readings, in two parallel halves: each head needs an index lookup of its own. */
async function headsByReadings(
  sql: Queries,
  { farmId, animalIds, recorded }: HeadsOf,
  from: number,
  at: number,
): Promise<LastHeard[]> {
  // `received_at` is not in the index. Checking it costs one table page for each head, so it is left out when not needed.
  const receivedInTime = recorded === undefined ? sql`true` : sql`received_at <= ${recorded}::timestamptz`
  // Packed into one value: with separate columns PostgreSQL would memoize the result of every head.
  const lastReading = sql`(
    select float8send(extract(epoch from r.at)::float8) || float8send(r.gateway_id)
    from pairings w join lateral (
      select at, gateway_id from readings
      where neckband_id = w.neckband_id and at > ${from} and at <= ${at} and at >= w.from_at and ${receivedInTime} order by at desc limit 1
    ) r on true
    where w.animal_id = s.animal_id and w.from_at <= ${at} and (w.to_at is null or w.to_at > ${at}) limit 1)`
  const halves = await Promise.all(
    [0, 1].map(
      (half) => sql<{ packed: Buffer }[]>`
    select coalesce(string_agg(float8send(s.animal_id) || coalesce(${lastReading}, ${neverHeard(sql)}), ''), '') as packed from stays s
    where s.farm_id = ${farmId} and s.animal_id % 2 = ${half} and s.from_at <= ${at} and (s.to_at is null or s.to_at > ${at}) and ${idIn(sql, 's.animal_id', animalIds)}`,
    ),
  )
  const heads: LastHeard[] = []
  for (const { packed } of halves.flat()) {
    for (const [animalId = 0, seconds = 0, gatewayId = 0] of unpack(packed, 3)) {
      heads.push(
        Number.isNaN(seconds)
          ? { animalId, at: null, gatewayId: null }
          : { animalId, at: Math.round(seconds * 1000), gatewayId },
      )
    }
  }
  return heads
}

const neverHeard = (sql: Queries) => sql`float8send('NaN') || float8send('NaN')`

/** Reads last-heard times from hourly rows when readings were purged. */
async function headsByHours(
  sql: Queries,
  { farmId, animalIds }: HeadsOf,
  from: number,
  at: number,
): Promise<LastHeard[]> {
  const heads = await sql<{ animalId: number }[]>`
    select animal_id as "animalId" from stays where farm_id = ${farmId} and from_at <= ${at} and (to_at is null or to_at > ${at}) and ${idIn(sql, 'animal_id', animalIds)}`
  const heard = await lastHeardInHours(sql, farmId, from, at)
  return heads.map(({ animalId }) => ({ animalId, at: null, gatewayId: null, ...heard.get(animalId) }))
}

/** Returns the current headcount of a farm from memory, or from stored data when memory does not have the farm yet. */
export async function headcountNow(
  context: Pick<Context, 'sql' | 'clock' | 'herd'>,
  farmId: number,
  windowMinutes: number,
): Promise<Headcount> {
  const live = (await context.herd.headcounts([farmId], windowMinutes)).get(farmId)
  if (!live) return headcountAt(context.sql, farmId, context.clock.now(), windowMinutes)
  const { ledger, heard, unverified, unaccounted, unfitted, unheard, at } = live
  return {
    ledger,
    heard,
    unverified,
    unaccounted,
    unfitted,
    unheard,
    windowMinutes: live.windowMinutes,
    at: toInstant(at),
  }
}

export const headcountHandlers: HandlersOf<'headcounts'> = {
  async at(input, caller, context) {
    const { sql, clock } = context
    const farm = first(
      await sql<{ windowMinutes: number }[]>`
        select window_minutes as "windowMinutes" from farms
        where id = ${input.farmId} and id in (${visibleFarms(sql, caller)})`,
    )
    const windowMinutes = input.windowMinutes ?? farm.windowMinutes
    if (input.at === undefined) return headcountNow(context, input.farmId, windowMinutes)
    if (input.at > clock.now()) throw new CallError('BAD_SHAPE', { fields: { at: 'future' } })
    return headcountAt(sql, input.farmId, input.at, windowMinutes)
  },

  async history(input, caller, { sql, clock }) {
    const { from, to } = periodOf(input, clock.now())
    const visible = await sql<{ id: number }[]>`
      select id from farms where id in (${visibleFarms(sql, caller)})
        and (${input.farmIds === undefined} or id = any(${input.farmIds ?? []}::bigint[])) order by id`
    const ids = visible.map((farm) => farm.id)
    return readHistory(sql, ids, from, to)
  },
}
