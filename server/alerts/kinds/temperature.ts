import type { RuleParameters } from '#contract/alerts/alertKinds.ts'
import type { SlotKind } from '../kind.ts'
import { atLevel, hold, type Verdict } from '../verdict.ts'

/** Clamps swapped levels, so that one value cannot both raise and clear. @param celsius NaN when unknown */
export function evaluate(celsius: number, parameters: RuleParameters<'TEMPERATURE'>): Verdict {
  const { raiseAboveCelsius, clearAboveCelsius, raiseBelowCelsius, clearBelowCelsius } = parameters
  const detail = () => ({ celsius: Math.round(celsius * 10) / 10 })
  if (celsius >= raiseAboveCelsius || celsius <= raiseBelowCelsius) return atLevel('raise', detail)
  const isBack =
    celsius <= Math.min(clearAboveCelsius, raiseAboveCelsius) &&
    celsius >= Math.max(clearBelowCelsius, raiseBelowCelsius)
  return isBack ? atLevel('clear', detail) : hold
}

/** A neckband is too hot or too cold: the animal, or the neckband itself. */
export const temperature: SlotKind<'TEMPERATURE'> = {
  about: 'NECKBAND',
  looksAt: ['temperature'],
  isIndependent: true,
  judgedWith: 'READING',
  flag: 0,
  judge({ columns }, slot, parameters, isOpen) {
    const celsius = columns.temperatureC[slot] as number
    return isOpen || celsius >= parameters.raiseAboveCelsius || celsius <= parameters.raiseBelowCelsius
      ? evaluate(celsius, parameters)
      : null
  },
}
