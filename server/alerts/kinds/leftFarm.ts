import type { RuleParameters } from '#contract/alerts/alertKinds.ts'
import type { SlotKind } from '../kind.ts'
import type { Verdict } from '../verdict.ts'
import { followFence, judgeFence } from './fence.ts'

interface Facts {
  /** Metres outside its farm at its last position, negative inside; 0 where it stands in a pen of the farm; NaN: it has no position. */
  metresOutside: number
  /** Since when beyond the buffer, or back within the clear distance, by the times of its positions (epoch ms); NaN: not so. */
  outsideSinceAt: number
  insideSinceAt: number
  longitude: number
  latitude: number
}

export function evaluate(facts: Facts, parameters: RuleParameters<'LEFT_FARM'>): Verdict {
  const { metresOutside, longitude, latitude } = facts
  return judgeFence(facts, parameters, () => ({ metresOutside: Math.round(metresOutside), longitude, latitude }))
}

/** An animal is outside its farm. A pen that reaches over the farm's boundary is part of the farm. */
export const leftFarm: SlotKind<'LEFT_FARM'> = {
  about: 'ANIMAL',
  looksAt: ['position'],
  standsAlone: true,
  judgedWith: 'POSITION',
  // The mark of a stray is LEFT_PEN's; an alert of this kind is shown by its ring.
  flag: 0,
  isPermitted: true,
  judge({ columns }, slot, parameters, isOpen) {
    const { metresOutsideFarm: metres, outsideFarmSince: outsideSince, insideFarmSince: insideSince, leftFarmAt: crossedAt } = columns
    const found = followFence({ metres, outsideSince, insideSince, crossedAt }, columns, slot, parameters, isOpen)
    return found && evaluate({ ...found, longitude: columns.longitude[slot] as number, latitude: columns.latitude[slot] as number }, parameters)
  },
}
