import type { RuleParameters } from '#contract/alerts/alertKinds.ts'
import { toInstant } from '../../clock.ts'
import type { SlotKind } from '../kind.ts'
import { hold, hourMs, type Verdict } from '../verdict.ts'

/** Instants are epoch ms; NaN when never reported. */
interface Facts {
  /** Since when it reports no movement, and time of its last report about movement. */
  stillSinceAt: number
  motionReportedAt: number
}

/** Stillness counts up to the last report: a silent neckband says nothing about movement. */
export function evaluate(
  { stillSinceAt, motionReportedAt: toldAt }: Facts,
  { stillHours }: RuleParameters<'NO_MOVEMENT'>,
): Verdict {
  const limitMs = stillHours * hourMs
  const stillMs = toldAt - stillSinceAt
  const detail = () => ({ stillHours: Math.floor(stillMs / hourMs), stillSinceAt: toInstant(stillSinceAt) })
  if (stillMs >= limitMs) return { level: 'raise', levelSinceAt: stillSinceAt + limitMs, sinceAt: stillSinceAt, detail }
  return stillMs < limitMs ? { level: 'clear', levelSinceAt: stillSinceAt, sinceAt: stillSinceAt, detail } : hold
}

/** An animal does not move: it may be ill, trapped or dead. */
export const noMovement: SlotKind<'NO_MOVEMENT'> = {
  about: 'ANIMAL',
  looksAt: ['position', 'motion'],
  isIndependent: true,
  judgedWith: 'TICK',
  flag: 0,
  judge({ columns: { behaviour } }, slot, parameters, isOpen) {
    const [stillSinceAt, toldAt] = [behaviour.stillSince[slot] as number, behaviour.motionToldAt[slot] as number]
    return isOpen || toldAt - stillSinceAt >= parameters.stillHours * hourMs
      ? evaluate({ stillSinceAt, motionReportedAt: toldAt }, parameters)
      : null
  },
}
