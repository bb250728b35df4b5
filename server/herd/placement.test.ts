import { expect, it } from 'vitest'
import { createSignalPlacer, placeBySignal } from './placement.ts'

const second = 1000

it('stays with a gateway until another has won by a margin three times in a row', () => {
  const placer = createSignalPlacer()
  expect(placeBySignal(placer, 1, -60, 0)).toBe(1)
  expect(placeBySignal(placer, 2, -58, second)).toBe(1)
  expect(placeBySignal(placer, 2, -50, 2 * second)).toBe(1)
  expect(placeBySignal(placer, 2, -50, 3 * second)).toBe(1)
  expect(placeBySignal(placer, 2, -50, 4 * second)).toBe(2)
})

it('is not moved by one loud hearing', () => {
  const placer = createSignalPlacer()
  placeBySignal(placer, 1, -60, 0)
  placeBySignal(placer, 2, -40, second)
  for (let i = 2; i < 30; i++) {
    expect(placeBySignal(placer, 1, -60, i * second)).toBe(1)
    expect(placeBySignal(placer, 2, -90, i * second)).toBe(1)
  }
})

it('goes to whoever hears it when its gateway has not for ten minutes', () => {
  const placer = createSignalPlacer()
  placeBySignal(placer, 1, -50, 0)
  expect(placeBySignal(placer, 2, -80, 11 * 60 * second)).toBe(2)
})
