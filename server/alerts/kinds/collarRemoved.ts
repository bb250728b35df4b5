import type { RuleParameters } from '#contract/alerts/alertKinds.ts'
import { toInstant } from '../../clock.ts'
import type { SlotKind } from '../kind.ts'
import { hold, hourMs, type Verdict } from '../verdict.ts'

/** Instants epoch ms; NaN: never told. */
interface Facts {
  /** Since when the neckband says that it was opened; NaN: it does not. */
  tamperSinceAt: number
  /** Since when it has told that it does not move, and when it told anything of movement last. */
  stillSinceAt: number
  toldAt: number
  /** Of its neighbours that tell of movement, how many there are, and how many moved since it is still. */
  neighbours: number
  moved: number
}

/** Fewer neighbours say nothing: they may all rest. */
const fewestNeighbours = 3

export function evaluate({ tamperSinceAt, stillSinceAt, toldAt, neighbours, moved }: Facts, { stillHours, raisePercent }: RuleParameters<'COLLAR_REMOVED'>): Verdict {
  if (!Number.isNaN(tamperSinceAt)) {
    return { level: 'raise', levelSinceAt: tamperSinceAt, sinceAt: tamperSinceAt, detail: () => ({ tamperSinceAt: toInstant(tamperSinceAt) }) }
  }
  const limitMs = stillHours * hourMs
  const stillMs = toldAt - stillSinceAt
  const detail = () => ({ stillHours: Math.floor(stillMs / hourMs), stillSinceAt: toInstant(stillSinceAt), neighbours, moved })
  if (stillMs >= limitMs) {
    const isAlone = neighbours >= fewestNeighbours && moved * 100 >= neighbours * raisePercent
    return isAlone ? { level: 'raise', levelSinceAt: stillSinceAt + limitMs, sinceAt: stillSinceAt, detail } : hold
  }
  // A neckband that moves is on something alive; one that reports no movement tells by its flag that it is closed.
  return { level: 'clear', levelSinceAt: stillSinceAt, sinceAt: stillSinceAt, detail }
}

/** A neckband was opened, or lies somewhere while the animals around it go on. */
export const collarRemoved: SlotKind<'COLLAR_REMOVED'> = {
  about: 'NECKBAND',
  standsAlone: true,
  judgedWith: 'TICK_ALONE',
  flag: 0,
  judge({ columns, neighbours }, slot, parameters, isOpen, now) {
    const { behaviour } = columns
    const [tamperSinceAt, stillSinceAt, toldAt] = [behaviour.tamperSince[slot] as number, behaviour.stillSince[slot] as number, behaviour.motionToldAt[slot] as number]
    const isStill = toldAt - stillSinceAt >= parameters.stillHours * hourMs
    if (!isOpen && !isStill && Number.isNaN(tamperSinceAt)) return null
    const around = isStill ? neighbours.movedSince(columns, slot, stillSinceAt, now) : { neighbours: 0, moved: 0 }
    return evaluate({ tamperSinceAt, stillSinceAt, toldAt, ...around }, parameters)
  },
}
