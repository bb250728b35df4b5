import type { RuleParameters } from '#contract/alertRules.ts'
import { hold } from '../verdict.ts'
import type { Verdict } from '../verdict.ts'

export interface LeftPenFacts {
  /** Metres outside its own pen at its last fix, negative inside; NaN: it has no pen or no fix. */
  metresOutside: number
  /** Since when beyond the buffer, or back within the clear distance, by the fixes' times (epoch ms); NaN: not so. */
  outsideSinceAt: number
  insideSinceAt: number
  longitude: number
  latitude: number
  penId: number
}

/** An animal outside its pen by more than positions scatter. */
export function evaluate(facts: LeftPenFacts, { bufferMetres, clearMetres }: RuleParameters<'LEFT_PEN'>): Verdict {
  const { metresOutside, outsideSinceAt, insideSinceAt, longitude, latitude, penId } = facts
  if (Number.isNaN(metresOutside)) return hold
  const detail = () => ({ metresOutside: Math.round(metresOutside), longitude, latitude, penId })
  if (metresOutside > bufferMetres) return { level: 'raise', levelSinceAt: outsideSinceAt, sinceAt: outsideSinceAt, detail }
  if (metresOutside <= Math.min(clearMetres, bufferMetres)) {
    return { level: 'clear', levelSinceAt: insideSinceAt, sinceAt: insideSinceAt, detail }
  }
  return hold
}
