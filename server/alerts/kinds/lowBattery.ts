import type { RuleParameters } from '#contract/alertRules.ts'
import { hold } from '../verdict.ts'
import type { Verdict } from '../verdict.ts'

/** A neckband whose battery is low. The level's own begin is not known from the facts; the engine keeps it. */
export function evaluate(
  { battery }: { /** Percent; NaN: not known. */ battery: number },
  { raisePercent, clearPercent }: RuleParameters<'LOW_BATTERY'>,
  now: number,
): Verdict {
  if (Number.isNaN(battery)) return hold
  const detail = () => ({ battery: Math.round(battery) })
  if (battery < raisePercent) return { level: 'raise', levelSinceAt: now, sinceAt: now, detail }
  return { level: battery >= clearPercent ? 'clear' : 'hold', levelSinceAt: now, sinceAt: now, detail }
}
