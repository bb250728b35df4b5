import { expect, test } from 'vitest'
import type { Scene } from '#contract/herd/monitor.ts'
import { urlTargetOf } from './useUrlTarget.ts'

const scene = { farms: [{ id: 2 }, { id: 5 }] as Scene['farms'] }

test.each([
  ['farm=2', { farmId: 2, animalId: null }],
  ['farm=5&animal=17', { farmId: 5, animalId: 17 }],
  ['farm=5&animal=cow', { farmId: 5, animalId: null }],
  ['farm=5&animal=-3', { farmId: 5, animalId: null }],
  ['farm=9', null],
  ['farm=', null],
  ['animal=17', null],
  ['', null],
])('reads ?%s as %j', (search, target) => {
  expect(urlTargetOf(new URLSearchParams(search), scene)).toEqual(target)
})
