import { type HerdMoment, type HerdPlaces, inNoPen, maxReplayAnimals, type ReplayFarm } from '#contract/herd/replay.ts'
import type { Context } from '../../../context.ts'
import type { Queries } from '../../../db/connect.ts'
import { flatten, flattenPolygon, metresOutside } from '#contract/values/flatPolygons.ts'
import { centreOf } from '../../../herd/geometry.ts'
import { idIn } from '../../../records/page.ts'
import { readingsSince } from '../hours/retention.ts'
import { degreesOf, eachStep, readHours } from '../hours/hourSteps.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
/** Maximum readings searched for one with a position. */
const maxReadings = 50

interface Head {
  id: number
  tag: string | null
  keptIn: number | null
}
interface LastHeard {
  id: number
  heardAt: number | null
  longitude: number | null
  latitude: number | null
  /** The pen of the gateway that heard it, used when there is no position. */
  gatewayPenId: number | null
}

/** Returns where each animal of a farm was last heard before an instant (epoch ms), within a day or the farm's longer window. */
export async function readHerdMoment({ sql }: Context, farm: ReplayFarm, at: number): Promise<HerdMoment> {
  const heads = await sql<Head[]>`
    select s.animal_id as id, a.visual_tag as tag, s.pen_id as "keptIn" from stays s left join animals a on a.id = s.animal_id
    where s.farm_id = ${farm.id} and s.from_at <= ${at} and (s.to_at is null or s.to_at > ${at}) order by s.animal_id limit ${maxReplayAnimals}`
  const { isExact, rows } = await lastHeard(sql, farm, at)
  return {
    at,
    isExact,
    animals: {
      ids: heads.map(({ id }) => id),
      tags: heads.map(({ tag }) => tag),
      keptIn: heads.map(({ keptIn }) => keptIn),
      ...toPlaces(heads, rows),
    },
  }
}

/** Arranges last-heard places as columns, in the order of the animals. */
export function toPlaces(animals: readonly { id: number }[], found: readonly LastPlace[]): HerdPlaces {
  const heard = new Map(found.map((one) => [one.id, one]))
  const of = animals.map(({ id }) => heard.get(id))
  return {
    penIds: of.map((one) => one?.penId ?? null),
    heardAt: of.map((one) => one?.heardAt ?? null),
    longitudes: of.map((one) => one?.longitude ?? null),
    latitudes: of.map((one) => one?.latitude ?? null),
  }
}

type Land = Pick<ReplayFarm, 'id' | 'boundary' | 'pens' | 'windowMinutes'>

interface LastHeardOptions {
  /** Limits the result to these animals. */
  ids?: readonly number[]
  /** Ignores readings received later, epoch ms. Five-minute steps do not store when their readings came. */
  receivedBy?: number | undefined
}

/**
 * Returns where the animals that stood on a farm at an instant (epoch ms) were last heard: in the day before, or in the farm's window
 * when that is longer.
 * @returns `isExact` is true when read from readings, false when read from five-minute steps
 */
export async function lastHeard(
  sql: Queries,
  farm: Land,
  at: number,
  options: LastHeardOptions = {},
): Promise<{ isExact: boolean; rows: LastPlace[] }> {
  const from = at - Math.max(dayMs, farm.windowMinutes * minuteMs)
  const isExact = from >= (await readingsSince(sql))
  return {
    isExact,
    rows: isExact ? await fromReadings(sql, farm, from, at, options) : await fromSteps(sql, farm, from, at, options),
  }
}

interface LastPlace {
  id: number
  heardAt: number | null
  longitude: number | null
  latitude: number | null
  penId: number | null
}

/** Reads last-heard places with one index lookup for each worn neckband. */
async function fromReadings(
  sql: Queries,
  farm: Land,
  from: number,
  at: number,
  { ids, receivedBy }: LastHeardOptions,
): Promise<LastPlace[]> {
  const receivedInTime = receivedBy === undefined ? sql`true` : sql`r.received_at <= ${receivedBy}::timestamptz`
  const rows = await sql<LastHeard[]>`
    select s.animal_id as id, last.at as "heardAt", coalesce(last.longitude, fix.longitude) as longitude, coalesce(last.latitude, fix.latitude) as latitude,
      g.pen_id as "gatewayPenId"
    from stays s
    join pairings p on p.animal_id = s.animal_id and p.from_at <= ${at} and (p.to_at is null or p.to_at > ${at})
    cross join lateral (
      select r.at, r.gateway_id, r.longitude, r.latitude from readings r
      where r.neckband_id = p.neckband_id and r.at > ${from} and r.at <= ${at} and r.at >= greatest(p.from_at, s.from_at) and ${receivedInTime} order by r.at desc limit 1
    ) last
    left join lateral (
      select late.longitude, late.latitude from (
        select r.at, r.longitude, r.latitude from readings r
        where last.longitude is null and r.neckband_id = p.neckband_id and r.at > ${from} and r.at <= ${at} and r.at >= greatest(p.from_at, s.from_at) and ${receivedInTime} order by r.at desc limit ${maxReadings}
      ) late where late.longitude is not null order by late.at desc limit 1
    ) fix on true
    left join gateways g on g.id = last.gateway_id
    where s.farm_id = ${farm.id} and s.from_at <= ${at} and (s.to_at is null or s.to_at > ${at}) and ${idIn(sql, 's.animal_id', ids)}`
  const penAt = penFinder(farm)
  return rows.map(({ id, heardAt, longitude, latitude, gatewayPenId }) => ({
    id,
    heardAt,
    longitude,
    latitude,
    penId: longitude === null || latitude === null ? gatewayPenId : penAt(longitude, latitude),
  }))
}

/** Reads the last step before the instant in which each animal was heard. */
async function fromSteps(
  sql: Queries,
  farm: Land,
  from: number,
  at: number,
  { ids }: LastHeardOptions,
): Promise<LastPlace[]> {
  const hours = await readHours(sql, { from, until: at }, sql`h.farm_id = ${farm.id}`, sql`s.farm_id = ${farm.id}`)
  const found = new Map<number, LastPlace>()
  const wantedIds = ids && new Set(ids)
  eachStep(hours, (step) => {
    if (step.at > at || wantedIds?.has(step.animalId) === false) return
    const before = found.get(step.animalId)
    found.set(step.animalId, {
      id: step.animalId,
      heardAt: step.at,
      longitude: degreesOf(step.longitude) ?? before?.longitude ?? null,
      latitude: degreesOf(step.latitude) ?? before?.latitude ?? null,
      penId: step.pen === inNoPen ? null : step.pen,
    })
  })
  return [...found.values()]
}

/** Returns a function that finds the pen of a farm at a place; null outside of all pens. */
function penFinder({
  boundary,
  pens,
}: Pick<Land, 'boundary' | 'pens'>): (longitude: number, latitude: number) => number | null {
  const origin = centreOf(boundary)
  const flat = pens.map(({ id, polygon }) => ({ id, polygon: flattenPolygon(polygon, origin) }))
  return (longitude, latitude) => {
    const [x, y] = flatten([longitude, latitude], origin)
    return flat.find(({ polygon }) => metresOutside(polygon, x, y) <= 0)?.id ?? null
  }
}
