import { maxPeriodDays } from '#contract/calls/envelope.ts'
import { CallError } from '../callError.ts'

const dayMs = 86_400_000

/**
 * The period that a call asks for (epoch ms): up to now and of one day unless it says otherwise.
 * @throws CallError at the field `from` when it is after `to`, or more than `maxPeriodDays` before it
 */
export function periodOf(input: { from?: number | undefined; to?: number | undefined }, now: number): { from: number; to: number } {
  const to = input.to ?? now
  const from = input.from ?? to - dayMs
  if (from > to) throw new CallError('BAD_SHAPE', { fields: { from: 'after_to' } })
  if (to - from > maxPeriodDays * dayMs) throw new CallError('BAD_SHAPE', { fields: { from: 'period_too_long' } })
  return { from, to }
}
