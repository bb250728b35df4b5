import type { RuleParameters } from '#contract/alerts/alertKinds.ts'
import { toInstant } from '../../clock.ts'
import type { SlotKind } from '../kind.ts'
import { hold, hourMs, type Verdict } from '../verdict.ts'

/** Instants epoch ms; NaN: never told. */
interface Facts {
  /** Since when it has told that it does not move, and when it told anything of movement last. */
  stillSinceAt: number
  toldAt: number
}

/** Stillness counts as far as it was told: of an animal that is not heard nobody knows whether it moves. */
export function evaluate({ stillSinceAt, toldAt }: Facts, { stillHours }: RuleParameters<'NO_MOVEMENT'>): Verdict {
  const limitMs = stillHours * hourMs
  const stillMs = toldAt - stillSinceAt
  const detail = () => ({ stillHours: Math.floor(stillMs / hourMs), stillSinceAt: toInstant(stillSinceAt) })
  if (stillMs >= limitMs) return { level: 'raise', levelSinceAt: stillSinceAt + limitMs, sinceAt: stillSinceAt, detail }
  return stillMs < limitMs ? { level: 'clear', levelSinceAt: stillSinceAt, sinceAt: stillSinceAt, detail } : hold
}

/** An animal does not move: it may be ill, caught or dead. */
export const noMovement: SlotKind<'NO_MOVEMENT'> = {
  about: 'ANIMAL',
  looksAt: ['position', 'motion'],
  standsAlone: true,
  judgedWith: 'TICK',
  flag: 0,
  judge({ columns: { behaviour } }, slot, parameters, isOpen) {
    const [stillSinceAt, toldAt] = [behaviour.stillSince[slot] as number, behaviour.motionToldAt[slot] as number]
    return isOpen || toldAt - stillSinceAt >= parameters.stillHours * hourMs ? evaluate({ stillSinceAt, toldAt }, parameters) : null
  },
}
