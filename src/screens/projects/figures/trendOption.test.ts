import { expect, test } from 'vitest'
import { pointsOf } from './trendOption.ts'

const minute = 60_000

test('a gap of more than a step is a gap of the line, and nothing is put into it', () => {
  const at = [0, 15, 60, 75].map((minutes) => minutes * minute)
  expect(pointsOf({ at, stepMinutes: 15 }, [5, 5, 4, 4])).toEqual([[0, 5], [15 * minute, 5], [15 * minute + 1, null], [60 * minute, 4], [75 * minute, 4]])
  expect(pointsOf({ at, stepMinutes: 60 }, [5, 5, 4, null])).toEqual([[0, 5], [15 * minute, 5], [60 * minute, 4], [75 * minute, null]])
})
