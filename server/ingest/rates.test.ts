import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Rates, type FarmTally } from './rates.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const tally = (fields: Partial<FarmTally>): FarmTally => ({
  farmId: 1,
  sourceId: 4,
  result: 'stored',
  count: 1,
  ...fields,
})
const nameOf = (sourceId: number) => (sourceId === 4 ? 'site' : undefined)
const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1000)

it('gives a steady rate for gateways that send every ten seconds', () => {
  const rates = new Rates()
  const seen = new Set<number>()
  for (let second = 0; second < 180; second++) {
    if (second % 10 === 0) rates.stored([], [tally({ count: 240 })], 0)
    pass(1)
    if (second > 70) seen.add(Math.round(rates.of([1], nameOf)[0]?.storedPerSecond ?? 0))
  }
  expect([...seen]).toEqual([24])
})

it('counts each farm separately', () => {
  const rates = new Rates()
  rates.stored(
    [],
    [tally({ count: 30 }), tally({ farmId: 2, count: 60 }), tally({ farmId: 2, result: 'BAD_TIME', count: 15 })],
    0,
  )
  pass(30)
  expect(rates.of([1, 2, 3], nameOf)).toEqual([
    { farmId: 1, storedPerSecond: 1, rejectedPerSecond: 0, refused: null },
    { farmId: 2, storedPerSecond: 2, rejectedPerSecond: 0.5, refused: null },
    { farmId: 3, storedPerSecond: 0, rejectedPerSecond: 0, refused: null },
  ])
})

it('gives the refusal reason until something is stored or a minute passes', () => {
  const rates = new Rates()
  const refused = () => rates.of([1], nameOf)[0]?.refused
  rates.stored([], [tally({ result: 'NOT_ALLOWED' })], 0)
  pass(2)
  expect(refused()).toEqual({ reason: 'NOT_ALLOWED', source: 'site' })
  rates.stored([], [tally({ result: 'BAD_SHAPE', sourceId: 0 })], 0)
  pass(2)
  expect(refused()).toEqual({ reason: 'BAD_SHAPE', source: null })
  pass(62)
  expect(refused()).toBeNull()
  rates.stored([], [tally({ result: 'NOT_ALLOWED' }), tally({})], 0)
  pass(2)
  expect(refused()).toBeNull()
})

it('does not report unknown neckbands as a refusal', () => {
  const rates = new Rates()
  rates.stored([], [tally({ result: 'UNKNOWN_DEVICE' })], 0)
  pass(2)
  expect(rates.of([1], nameOf)[0]).toMatchObject({ rejectedPerSecond: 0.5, refused: null })
})
