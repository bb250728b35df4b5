import {
  type HerdDay,
  maxDaySamples,
  maxReplayAnimals,
  noPosition,
  notHeard,
  notThere,
  type ReplayFarm,
} from '#contract/herd/replay.ts'
import type { Context } from '../../../context.ts'
import type { Queries } from '../../../db/connect.ts'
import { eachStep, readHours } from '../hours/hourSteps.ts'
import { lastHeard, toPlaces } from './herdMoment.ts'
import { describePeriod, type Period } from './period.ts'

const stepMinutes = [5, 10, 15, 30, 60]
const minuteMs = 60_000

interface Stay {
  id: number
  tag: string | null
  fromAt: number
  toAt: number | null
}

/** Returns the replay of a farm's herd over a period. */
export async function readHerdDay(context: Context, farm: ReplayFarm, period: Period): Promise<HerdDay> {
  const { sql } = context
  const { from, to, until } = period
  const [around, stays, { rows: heard }, hours] = await Promise.all([
    describePeriod(context, [farm.id], period),
    readStays(sql, farm.id, period),
    lastHeard(sql, farm, from),
    readHours(sql, period, sql`h.farm_id = ${farm.id}`, sql`s.farm_id = ${farm.id}`),
  ])
  const animals = [...new Map(stays.map(({ id, tag }) => [id, { id, tag }])).values()]
  const minutes =
    stepMinutes.find(
      (candidate) => animals.length * Math.ceil((to - from) / (candidate * minuteMs)) <= maxDaySamples,
    ) ?? 60
  const stepMs = minutes * minuteMs
  // Adds a millisecond, so that a reading at `until` belongs to a step.
  const steps = Math.ceil((Math.min(to, until + 1) - from) / stepMs)
  const columns = emptyColumns(animals.length * steps)
  const rows = new Map(animals.map(({ id }, row) => [id, row]))
  for (const { id, fromAt, toAt } of stays) {
    const start = (rows.get(id) ?? 0) * steps
    const first = Math.max(0, Math.floor((fromAt - from) / stepMs))
    const end = toAt === null ? steps : Math.min(steps, Math.ceil((toAt - from) / stepMs))
    columns.pens.fill(notHeard, start + first, start + end)
  }
  // Steps come in time order; when a longer step combines several, the last one counts.
  eachStep(hours, ({ animalId, at, longitude, latitude, pen }) => {
    const row = rows.get(animalId)
    const step = Math.floor((at - from) / stepMs)
    if (row === undefined || at < from || step >= steps) return
    const place = row * steps + step
    columns.pens[place] = pen
    if (longitude === noPosition) return
    columns.longitudes[place] = longitude
    columns.latitudes[place] = latitude
  })
  return {
    ...around,
    farm,
    stepMinutes: minutes,
    steps,
    animals: {
      ids: animals.map(({ id }) => id),
      tags: animals.map(({ tag }) => tag),
      before: toPlaces(animals, heard),
      longitudes: toBase64(columns.longitudes),
      latitudes: toBase64(columns.latitudes),
      pens: toBase64(columns.pens),
    },
  }
}

/** Returns the stays on a farm in a period, animal by animal. */
async function readStays(sql: Queries, farmId: number, { from, to }: Period): Promise<Stay[]> {
  const stood = sql`s.farm_id = ${farmId} and s.from_at < ${to} and (s.to_at is null or s.to_at > ${from})`
  return sql<Stay[]>`
    select s.animal_id as id, a.visual_tag as tag, s.from_at as "fromAt", s.to_at as "toAt" from stays s left join animals a on a.id = s.animal_id
    where ${stood} and s.animal_id in (select distinct s.animal_id from stays s where ${stood} order by s.animal_id limit ${maxReplayAnimals})
    order by s.animal_id, s.from_at`
}

function emptyColumns(length: number) {
  return {
    longitudes: new Int32Array(length).fill(noPosition),
    latitudes: new Int32Array(length).fill(noPosition),
    pens: new Int32Array(length).fill(notThere),
  }
}

function toBase64({ buffer, byteOffset, byteLength }: Int32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}
