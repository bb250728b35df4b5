import { flags } from '#contract/live/frames.ts'
import type { RuleParameters } from '#contract/alerts/alertKinds.ts'
import type { SlotKind } from '../kind.ts'
import { hold } from '../verdict.ts'
import type { Verdict } from '../verdict.ts'

interface Facts {
  /** Metres outside its own pen at its last position, negative inside; NaN: it has no pen or no position. */
  metresOutside: number
  /** Since when beyond the buffer, or back within the clear distance, by the times of its positions (epoch ms); NaN: not so. */
  outsideSinceAt: number
  insideSinceAt: number
  longitude: number
  latitude: number
  penId: number
}

export function evaluate(facts: Facts, { bufferMetres, clearMetres }: RuleParameters<'LEFT_PEN'>): Verdict {
  const { metresOutside, outsideSinceAt, insideSinceAt, longitude, latitude, penId } = facts
  const detail = () => ({ metresOutside: Math.round(metresOutside), longitude, latitude, penId })
  if (metresOutside > bufferMetres) return { level: 'raise', levelSinceAt: outsideSinceAt, sinceAt: outsideSinceAt, detail }
  if (metresOutside > Math.min(clearMetres, bufferMetres) || Number.isNaN(metresOutside)) return hold
  return { level: 'clear', levelSinceAt: insideSinceAt, sinceAt: insideSinceAt, detail }
}

/** An animal is outside its pen by more than positions scatter. */
export const leftPen: SlotKind<'LEFT_PEN'> = {
  about: 'ANIMAL',
  judgedWith: 'POSITION',
  flag: flags.outside,
  isPermitted: true,
  judge({ columns }, slot, parameters, isOpen) {
    const metresOutside = columns.metresOutside[slot] as number
    const { outsideSince, insideSince, fixedAt } = columns
    const isOutside = metresOutside > parameters.bufferMetres
    if (!isOutside) outsideSince[slot] = Number.NaN
    else if (Number.isNaN(outsideSince[slot])) outsideSince[slot] = fixedAt[slot] as number
    if (!(metresOutside <= Math.min(parameters.clearMetres, parameters.bufferMetres))) insideSince[slot] = Number.NaN
    else if (Number.isNaN(insideSince[slot])) insideSince[slot] = fixedAt[slot] as number
    if (!isOutside && !isOpen) return null
    return evaluate(
      {
        metresOutside,
        outsideSinceAt: outsideSince[slot] as number,
        insideSinceAt: insideSince[slot] as number,
        longitude: columns.longitude[slot] as number,
        latitude: columns.latitude[slot] as number,
        penId: columns.slots[slot]?.penId ?? 0,
      },
      parameters,
    )
  },
  obsolete: (farm, animalId) => (farm.slotOfAnimal(animalId)?.penId === 0 ? 'ANIMAL_WITHOUT_PEN' : null),
}
