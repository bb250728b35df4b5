import type { RuleParameters } from '#contract/alerts/alertKinds.ts'
import type { SlotKind } from '../kind.ts'
import type { Verdict } from '../verdict.ts'
import { updateFence, judgeFence } from './fence.ts'

interface Facts {
  /** Metres outside the farm at the last position, negative inside; 0 inside one of the farm's agreed pens; NaN without a position. */
  metresOutside: number
  /** Since when beyond the buffer or back within the clear distance, by position times (epoch ms); NaN when it is not. */
  outsideSinceAt: number
  insideSinceAt: number
  longitude: number
  latitude: number
}

export function evaluate(facts: Facts, parameters: RuleParameters<'LEFT_FARM'>): Verdict {
  const { metresOutside, longitude, latitude } = facts
  return judgeFence(facts, parameters, () => ({ metresOutside: Math.round(metresOutside), longitude, latitude }))
}

/** An animal is outside its farm. A pen that extends beyond the farm's boundary belongs to the farm, unless it was added while a project runs. */
export const leftFarm: SlotKind<'LEFT_FARM'> = {
  about: 'ANIMAL',
  looksAt: ['position'],
  isIndependent: true,
  judgedWith: 'POSITION',
  // LEFT_PEN sets the flag of strays; an alert of this kind is shown by its ring.
  flag: 0,
  isPermitted: true,
  judge({ columns }, slot, parameters, isOpen) {
    const {
      metresOutsideFarm: metres,
      outsideFarmSince: outsideSince,
      insideFarmSince: insideSince,
      leftFarmAt: crossedAt,
    } = columns
    const found = updateFence({ metres, outsideSince, insideSince, crossedAt }, columns, slot, parameters, isOpen)
    return (
      found &&
      evaluate(
        { ...found, longitude: columns.longitude[slot] as number, latitude: columns.latitude[slot] as number },
        parameters,
      )
    )
  },
}
