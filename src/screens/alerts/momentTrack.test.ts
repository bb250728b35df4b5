// @vitest-environment node
import { expect, test } from 'vitest'
import { aroundMs, momentTrack } from './momentTrack.ts'

const minute = 60_000
const way = (minutes: number[], gaps: [number, number][] = []) => ({
  at: minutes.map((one) => one * minute),
  longitudes: minutes.map((one) => 116 + one / 1000),
  latitudes: minutes.map(() => 44),
  gaps: gaps.map(([from, to]) => ({ from: from * minute, to: to * minute })),
})
const place = (minutes: number) => [116 + minutes / 1000, 44]

test.each([
  [
    'half an hour to each side, and the last place by then',
    way([0, 69, 70, 95, 101, 129, 131]),
    { pieces: [[70, 95, 101, 129].map(place)], place: place(95) },
  ],
  [
    'no line over a gap',
    way([80, 90, 110, 120], [[90, 110]]),
    { pieces: [[80, 90].map(place), [110, 120].map(place)], place: place(90) },
  ],
  [
    'the first place after the moment where there is none before',
    way([110, 120]),
    { pieces: [[110, 120].map(place)], place: place(110) },
  ],
  ['one fix is a place and no line', way([99]), { pieces: [], place: place(99) }],
])('%s', (_name, given, expected) => {
  expect(momentTrack(given, 1, 100 * minute)).toEqual({ farmId: 1, ...expected })
})

test('draws nothing for a time without readings', () => {
  expect(momentTrack(way([0, 1000]), 1, 100 * minute)).toBeNull()
  expect(aroundMs).toBe(30 * minute)
})
