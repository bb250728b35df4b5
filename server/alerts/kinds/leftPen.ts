import { flags } from '#contract/live/frames.ts'
import type { RuleParameters } from '#contract/alerts/alertKinds.ts'
import type { SlotKind } from '../kind.ts'
import type { Verdict } from '../verdict.ts'
import { updateFence, judgeFence } from './fence.ts'

interface Facts {
  /** Metres outside its own pen at the last position, negative inside; NaN without a pen or a position. */
  metresOutside: number
  /** Since when beyond the buffer or back within the clear distance, by position times (epoch ms); NaN when it is not. */
  outsideSinceAt: number
  insideSinceAt: number
  longitude: number
  latitude: number
  penId: number
}

export function evaluate(facts: Facts, parameters: RuleParameters<'LEFT_PEN'>): Verdict {
  const { metresOutside, longitude, latitude, penId } = facts
  return judgeFence(facts, parameters, () => ({ metresOutside: Math.round(metresOutside), longitude, latitude, penId }))
}

/** An animal is outside its pen and the other pens of its zone, by more than the scatter of positions. */
export const leftPen: SlotKind<'LEFT_PEN'> = {
  about: 'ANIMAL',
  looksAt: ['position'],
  judgedWith: 'POSITION',
  flag: flags.outside,
  isPermitted: true,
  heldBackBy: 'LEFT_FARM',
  isIndependent: true,
  judge({ columns }, slot, parameters, isOpen) {
    const { metresOutside: metres, outsideSince, insideSince, leftPenAt: crossedAt } = columns
    const found = updateFence({ metres, outsideSince, insideSince, crossedAt }, columns, slot, parameters, isOpen)
    if (found === null) return null
    const [longitude, latitude] = [columns.longitude[slot] as number, columns.latitude[slot] as number]
    return evaluate({ ...found, longitude, latitude, penId: columns.slots[slot]?.penId ?? 0 }, parameters)
  },
  obsolete: (farm, animalId) => (farm.slotOfAnimal(animalId)?.penId === 0 ? 'ANIMAL_WITHOUT_PEN' : null),
}
