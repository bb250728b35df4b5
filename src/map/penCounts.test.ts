// @vitest-environment node
import { expect, test } from 'vitest'
import { flags } from '#contract/live/frames.ts'
import { countPens } from './penCounts.ts'
import { testHerd } from './testState.ts'

test('counts a pen’s own animals, also elsewhere or never heard', () => {
  const herd = testHerd()
  // The third was never heard: it has no place.
  herd.penIds[2] = 0
  // The fourth is kept in pen 12 and stands in pen 11.
  herd.penIds[3] = 11
  expect(countPens(herd)).toEqual(
    new Map([
      [11, { ledger: 3, present: 1, unverified: 1, unaccounted: 1 }],
      [12, { ledger: 1, present: 0, unverified: 0, unaccounted: 0 }],
    ]),
  )
})

test('counts an animal outside its pen as missing, within the ledger', () => {
  const herd = testHerd()
  herd.flags.set([0, 0, 0, 0])
  expect(countPens(herd).get(11)).toMatchObject({ ledger: 3, present: 3 })
  herd.flags[1] = flags.outside
  expect(countPens(herd).get(11)).toMatchObject({ ledger: 3, present: 2 })
  herd.flags[1] = flags.gone
  expect(countPens(herd).get(11)).toMatchObject({ ledger: 2, present: 2 })
})
