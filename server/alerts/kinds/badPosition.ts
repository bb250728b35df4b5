import type { RuleParameters } from '#contract/alerts/alertKinds.ts'
import type { SlotKind } from '../kind.ts'
import { atLevel, hold, type Verdict } from '../verdict.ts'

/** @param bad impossible positions among the last eight */
export function evaluate(bad: number, { raisePositions, clearPositions }: RuleParameters<'BAD_POSITION'>): Verdict {
  const detail = () => ({ badPositions: bad })
  if (bad >= raisePositions) return atLevel('raise', detail)
  return bad <= Math.min(clearPositions, raisePositions - 1) ? atLevel('clear', detail) : hold
}

/** A neckband repeatedly reports impossible positions: its default position, in the sea, or far from its farm. */
export const badPosition: SlotKind<'BAD_POSITION'> = {
  about: 'NECKBAND',
  judgedWith: 'TICK_ALONE',
  flag: 0,
  isPermitted: true,
  judge({ columns: { behaviour } }, slot, parameters, isOpen) {
    if (behaviour.badPositions[slot] === 0 && !isOpen) return null
    const bad = behaviour.badPositionsOf(slot)
    return isOpen || bad >= parameters.raisePositions ? evaluate(bad, parameters) : null
  },
}
