import { maxPeriodDays } from '#contract/calls/envelope.ts'
import { CallError } from '../callError.ts'

const dayMs = 86_400_000

/**
 * Returns the period of a call (epoch ms): by default the day up to now.
 * @throws CallError BAD_SHAPE naming `from`, when it is after `to` or more than `maxPeriodDays` before it
 */
export function periodOf(
  input: { from?: number | undefined; to?: number | undefined },
  now: number,
): { from: number; to: number } {
  const to = input.to ?? now
  const from = input.from ?? to - dayMs
  if (from > to) throw new CallError('BAD_SHAPE', { fields: { from: 'after_to' } })
  if (to - from > maxPeriodDays * dayMs) throw new CallError('BAD_SHAPE', { fields: { from: 'period_too_long' } })
  return { from, to }
}
