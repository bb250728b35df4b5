import type { RuleParameters } from '#contract/alerts/alertKinds.ts'
import { toInstant } from '../../clock.ts'
import type { SlotKind } from '../kind.ts'
import { hold, hourMs, type Verdict } from '../verdict.ts'

/** Instants are epoch ms; NaN when never reported. */
interface Facts {
  /** Since when the neckband reports that it was opened; NaN when it does not. */
  tamperSinceAt: number
  /** Since when it reports no movement, and time of its last report about movement. */
  stillSinceAt: number
  motionReportedAt: number
  /** Neighbours that report movement data, and how many of them moved since the neckband became still. */
  neighbours: number
  moved: number
}

/** Minimum neighbours to compare with; a few may all be resting. */
const minNeighbours = 3

export function evaluate(
  { tamperSinceAt, stillSinceAt, motionReportedAt: toldAt, neighbours, moved }: Facts,
  { stillHours, raisePercent }: RuleParameters<'COLLAR_REMOVED'>,
): Verdict {
  if (!Number.isNaN(tamperSinceAt)) {
    return {
      level: 'raise',
      levelSinceAt: tamperSinceAt,
      sinceAt: tamperSinceAt,
      detail: () => ({ tamperSinceAt: toInstant(tamperSinceAt) }),
    }
  }
  const limitMs = stillHours * hourMs
  const stillMs = toldAt - stillSinceAt
  const detail = () => ({
    stillHours: Math.floor(stillMs / hourMs),
    stillSinceAt: toInstant(stillSinceAt),
    neighbours,
    moved,
  })
  if (stillMs >= limitMs) {
    const isAlone = neighbours >= minNeighbours && moved * 100 >= neighbours * raisePercent
    return isAlone ? { level: 'raise', levelSinceAt: stillSinceAt + limitMs, sinceAt: stillSinceAt, detail } : hold
  }
  // A moving neckband is worn. One without movement data is closed, by its tamper flag.
  return { level: 'clear', levelSinceAt: stillSinceAt, sinceAt: stillSinceAt, detail }
}

/** A neckband was opened, or lies still while the animals around it move. */
export const collarRemoved: SlotKind<'COLLAR_REMOVED'> = {
  about: 'NECKBAND',
  isIndependent: true,
  judgedWith: 'TICK_ALONE',
  flag: 0,
  judge({ columns, neighbours }, slot, parameters, isOpen, now) {
    const { behaviour } = columns
    const [tamperSinceAt, stillSinceAt, toldAt] = [
      behaviour.tamperSince[slot] as number,
      behaviour.stillSince[slot] as number,
      behaviour.motionToldAt[slot] as number,
    ]
    const isStill = toldAt - stillSinceAt >= parameters.stillHours * hourMs
    if (!isOpen && !isStill && Number.isNaN(tamperSinceAt)) return null
    const around = isStill ? neighbours.movedSince(columns, slot, stillSinceAt, now) : { neighbours: 0, moved: 0 }
    return evaluate({ tamperSinceAt, stillSinceAt, motionReportedAt: toldAt, ...around }, parameters)
  },
}
