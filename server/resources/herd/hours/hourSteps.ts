import { noPosition, notHeard } from '#contract/herd/replay.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import { hourMs, hourOf, hourRows, stepMs, stepsInHour } from './hourRows.ts'
import { rolledUpTo } from './rollUp.ts'

const bytesOfStep = 12
const bytesOfHour = bytesOfStep * stepsInHour

/** The steps of some animals in one hour. */
export interface HourSteps {
  /** Start of the hour, epoch ms. */
  hour: number
  /** Ids of the animals, four bytes each. */
  ids: Buffer
  /** Twelve steps for each animal, in the order of the ids. */
  steps: Buffer
}

/** One step in which an animal was heard. */
export interface Step {
  animalId: number
  /** Start of the step, epoch ms. */
  at: number
  /** Millionths of a degree; `noPosition` when the step has no fix. */
  longitude: number
  latitude: number
  /** `inNoPen` outside of all pens. */
  pen: number
}

/**
 * Returns the hours of a period (epoch ms): rolled-up rows, and for later hours rows computed from readings.
 * @param rowCondition a condition on `h`, the rolled-up rows
 * @param chosen the equivalent condition on `s`, the stays
 */
export async function readHours(
  sql: Queries,
  { from, until }: { from: number; until: number },
  rowCondition: Fragment,
  chosen: Fragment,
): Promise<HourSteps[]> {
  const rolledTo = await rolledUpTo(sql)
  const columns = sql`string_agg(int4send(h.animal_id::int), ''::bytea order by h.animal_id) as ids, string_agg(h.steps, ''::bytea order by h.animal_id) as steps`
  const hours = await sql<HourSteps[]>`
    select h.hour, ${columns} from animal_hours h where ${rowCondition} and h.hour >= ${hourOf(from)} and h.hour < ${Math.min(until, rolledTo)} group by h.hour order by h.hour`
  const all = [...hours]
  for (let hour = Math.max(hourOf(from), rolledTo); hour <= until; hour += hourMs) {
    const rows = await sql<
      HourSteps[]
    >`select h.hour, ${columns} from (${hourRows(sql, hour, chosen)}) as h group by h.hour`
    all.push(...rows)
  }
  return all
}

/** Calls `take` with each step in which an animal was heard, hour by hour. The step object is reused between calls. */
export function eachStep(hours: readonly HourSteps[], visit: (step: Step) => void): void {
  const step: Step = { animalId: 0, at: 0, longitude: 0, latitude: 0, pen: 0 }
  for (const { hour, ids, steps } of hours) {
    for (let animal = 0; animal * 4 < ids.length; animal++) {
      step.animalId = ids.readInt32BE(animal * 4)
      for (let n = 0; n < stepsInHour; n++) {
        const place = animal * bytesOfHour + n * bytesOfStep
        step.pen = steps.readInt32BE(place + 8)
        if (step.pen === notHeard) continue
        step.at = hour + n * stepMs
        step.longitude = steps.readInt32BE(place)
        step.latitude = steps.readInt32BE(place + 4)
        visit(step)
      }
    }
  }
}

/** Converts millionths of a degree to degrees; null when there is no position. */
export const degreesOf = (millionths: number): number | null =>
  millionths === noPosition ? null : millionths / 1_000_000
