import { type HerdDay, maxDaySamples, maxReplayAnimals, noPosition, notHeard, type ReplayFarm } from '#contract/herd/replay.ts'
import type { Context } from '../../../context.ts'
import type { Queries } from '../../../db/connect.ts'
import { eachStep, readHours } from '../hours/hourSteps.ts'
import { describePeriod, type Period } from './period.ts'

const stepMinutes = [5, 10, 15, 30, 60]
const minuteMs = 60_000

interface Ledger {
  id: number
  tag: string | null
}

/** The day of a farm's herd. */
export async function readHerdDay(context: Context, farm: ReplayFarm, period: Period): Promise<HerdDay> {
  const { sql } = context
  const [around, animals, hours] = await Promise.all([
    describePeriod(context, [farm.id], period),
    readLedger(sql, farm.id, period),
    readHours(sql, period, sql`h.farm_id = ${farm.id}`, sql`s.farm_id = ${farm.id}`),
  ])
  const { from, to, until } = period
  const minutes = stepMinutes.find((some) => animals.length * Math.ceil((period.to - from) / (some * minuteMs)) <= maxDaySamples) ?? 60
  // What is heard at this very instant is in a step, too.
  const steps = Math.ceil((Math.min(to, until + 1) - from) / (minutes * minuteMs))
  const columns = emptyColumns(animals.length * steps)
  const rows = new Map(animals.map(({ id }, row) => [id, row]))
  // Steps come in the order of time: of several in a longer one, the last is kept.
  eachStep(hours, ({ animalId, at, longitude, latitude, pen }) => {
    const row = rows.get(animalId)
    const step = Math.floor((at - from) / (minutes * minuteMs))
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
      longitudes: toBase64(columns.longitudes),
      latitudes: toBase64(columns.latitudes),
      pens: toBase64(columns.pens),
    },
  }
}

/** The animals that stood on a farm in a period. */
async function readLedger(sql: Queries, farmId: number, { from, to }: Period): Promise<Ledger[]> {
  return sql<Ledger[]>`
    select stood.id, a.visual_tag as tag
    from (select distinct animal_id as id from stays where farm_id = ${farmId} and from_at < ${to} and (to_at is null or to_at > ${from})) stood
    left join animals a on a.id = stood.id order by stood.id limit ${maxReplayAnimals}`
}

function emptyColumns(length: number) {
  return {
    longitudes: new Int32Array(length).fill(noPosition),
    latitudes: new Int32Array(length).fill(noPosition),
    pens: new Int32Array(length).fill(notHeard),
  }
}

function toBase64({ buffer, byteOffset, byteLength }: Int32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}

