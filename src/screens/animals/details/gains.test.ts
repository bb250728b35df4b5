import { expect, test } from 'vitest'
import type { AnimalWeight } from '#contract/herd/animals/animalWeights.ts'
import { gainsOf } from './gains.ts'
import { pointsOf } from './weightOption.ts'

let id = 0
const weighed = (weighedOn: string, kg: number): AnimalWeight => ({
  id: ++id,
  version: 1,
  animalId: 1,
  farmId: 1,
  weighedOn,
  kg,
  method: 'SCALE',
  source: null,
})

test('calculates daily gain since the weighing of an earlier day', () => {
  const gains = gainsOf([weighed('2026-03-01', 300), weighed('2026-01-01', 241), weighed('2026-03-01', 302)])
  expect(gains.map(({ weight, perDay, since }) => [weight.kg, perDay, since])).toEqual([
    [302, null, '2026-03-01'],
    [300, 1, '2026-01-01'],
    [241, null, null],
  ])
  expect(gainsOf([weighed('2026-01-11', 95), weighed('2026-01-01', 100)])[0]?.perDay).toBe(-0.5)
})

test('breaks the curve where nobody weighed for months', () => {
  const points = pointsOf([weighed('2026-06-01', 400), weighed('2026-01-01', 300), weighed('2026-01-20', 310)])
  expect(points.map(([, kg]) => kg)).toEqual([300, 310, null, 400])
})
