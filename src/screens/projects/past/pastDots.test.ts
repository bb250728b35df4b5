import { expect, test } from 'vitest'
import type { ProjectMap } from '#contract/projects/projectMaps.ts'
import { pastDots } from './pastDots.ts'

test('fills heads heard within the window, rings others and omits those without a position', () => {
  const at = 100 * 60_000
  const data: ProjectMap = {
    at,
    timeZone: 'UTC',
    windowMinutes: 60,
    isExact: true,
    farms: [],
    elsewhere: 0,
    animals: {
      ids: [1, 2, 3, 4],
      heardAt: [at - 59 * 60_000, at - 60 * 60_000, null, at],
      penIds: [null, null, null, null],
      longitudes: [116, 117, 118, null],
      latitudes: [44, 45, 46, null],
    },
  }
  expect(pastDots(data)).toEqual([
    { id: 1, at: [116, 44], isSilent: false, isAlerted: false },
    { id: 2, at: [117, 45], isSilent: true, isAlerted: false },
    { id: 3, at: [118, 46], isSilent: true, isAlerted: false },
  ])
})
