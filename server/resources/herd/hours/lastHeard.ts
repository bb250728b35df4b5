import type { Queries } from '../../../db/connect.ts'
import { eachStep } from './hourSteps.ts'
import { hourMs } from './hourRows.ts'

interface LastHour {
  animalId: number
  hour: number
  lastAt: number
  gatewayId: number | null
  ids: Buffer
  steps: Buffer
}

/**
 * Returns when the animals of a farm were last heard between two instants (epoch ms), from hourly rows. It serves times whose readings
 * were purged, and is exact to five minutes.
 */
export async function lastHeardInHours(sql: Queries, farmId: number, from: number, at: number) {
  const rows = await sql<LastHour[]>`
    select h.animal_id as "animalId", h.hour, h.last_at as "lastAt", h.gateway_id as "gatewayId", int4send(h.animal_id::int) as ids, h.steps
    from animal_hours h where h.farm_id = ${farmId} and h.hour > ${from - hourMs} and h.hour <= ${at} order by h.hour`
  const heard = new Map<number, { at: number; gatewayId: number | null }>()
  for (const { animalId, hour, lastAt, gatewayId, ids, steps } of rows) {
    let last = lastAt
    if (lastAt > at) {
      last = 0
      eachStep([{ hour, ids, steps }], (step) => {
        if (step.at <= at) last = step.at
      })
    }
    if (last > from) heard.set(animalId, { at: last, gatewayId })
  }
  return heard
}
