import { flags } from '#contract/live/frames.ts'
import type { RuleParameters } from '#contract/alerts/alertKinds.ts'
import type { SlotKind } from '../kind.ts'
import { atLevel, hold } from '../verdict.ts'
import type { Verdict } from '../verdict.ts'

/** @param battery percent; NaN when unknown */
export function evaluate(battery: number, { raisePercent, clearPercent }: RuleParameters<'LOW_BATTERY'>): Verdict {
  const detail = () => ({ battery: Math.round(battery) })
  if (battery < raisePercent) return atLevel('raise', detail)
  return battery >= clearPercent ? atLevel('clear', detail) : hold
}

/** A neckband's battery is low. */
export const lowBattery: SlotKind<'LOW_BATTERY'> = {
  about: 'NECKBAND',
  looksAt: ['battery'],
  judgedWith: 'READING',
  isIndependent: true,
  flag: flags.lowBattery,
  judge({ columns }, slot, parameters, isOpen) {
    const battery = columns.battery[slot] as number
    return isOpen || battery < parameters.raisePercent ? evaluate(battery, parameters) : null
  },
}
