import { expect, test } from 'vitest'
import { addUp, ledgerChange, sparkPath, type HeadcountHistory } from './history.ts'

const minute = 60_000
const farm = (farmId: number, steps: number[], heard: number) => ({
  farmId,
  at: steps.map((step) => step * 10 * minute),
  ledger: steps.map(() => 10),
  heard: steps.map(() => heard),
  unverified: steps.map(() => 1),
})
const history = (farms: HeadcountHistory['farms']): HeadcountHistory => ({
  windowMinutes: 60,
  stepMinutes: 10,
  farms,
  outages: [],
})

test('adds the farms up step by step', () => {
  expect(addUp(history([farm(1, [1, 2], 9), farm(2, [1, 2], 8)]))).toEqual([
    { at: 10 * minute, ledger: 20, heard: 17, unverified: 2 },
    { at: 20 * minute, ledger: 20, heard: 17, unverified: 2 },
  ])
})

test('shows a gap, not a dip, where a farm measured nothing', () => {
  const heard = addUp(history([farm(1, [1, 2, 4], 9), farm(2, [1, 2, 3, 4], 8)])).map((sample) => sample.heard)
  expect(heard).toEqual([17, 17, null, 17])
})

test('keeps earlier sums when a farm is new', () => {
  const heard = addUp(history([farm(1, [1, 2, 3], 9), farm(2, [3], 8)])).map((sample) => sample.heard)
  expect(heard).toEqual([9, 9, 17])
})

test('compares the ledger with the oldest known sample', () => {
  expect(ledgerChange(addUp(history([farm(1, [1, 2], 9)])), 12)).toBe(2)
  expect(ledgerChange([], 12)).toBeNull()
})

test('breaks a sparkline where nothing was measured', () => {
  const path = sparkPath(farm(1, [1, 2, 5, 6], 9), 10, 100, 20)
  expect(path.match(/M/g)).toHaveLength(2)
  expect(path.match(/L/g)).toHaveLength(2)
})
