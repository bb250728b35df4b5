import { describe, expect, test } from 'vitest'
import { partNames, readSelection } from './selection.ts'

describe('readSelection', () => {
  const none = { unit: [], server: [], browser: [] }

  test.each([
    [[], { isAll: false, parts: partNames, files: none }],
    [['all'], { isAll: true, parts: partNames, files: none }],
    [['server'], { isAll: false, parts: ['server'], files: none }],
    [['browser', 'all', 'unit'], { isAll: true, parts: ['unit', 'browser'], files: none }],
    [
      ['src/list/grid/grid.test.tsx'],
      { isAll: true, parts: ['unit'], files: { ...none, unit: ['src/list/grid/grid.test.tsx'] } },
    ],
    [
      ['./server/herd', 'contract/values'],
      {
        isAll: true,
        parts: ['unit', 'server'],
        files: { ...none, unit: ['contract/values'], server: ['server/herd'] },
      },
    ],
    [
      ['e2e/runner/selection.test.ts'],
      { isAll: true, parts: ['server'], files: { ...none, server: ['e2e/runner/selection.test.ts'] } },
    ],
    [
      ['e2e/journeys/journey.spec.ts'],
      { isAll: true, parts: ['browser'], files: { ...none, browser: ['e2e/journeys/journey.spec.ts'] } },
    ],
    [['e2e/faults'], { isAll: true, parts: ['browser'], files: { ...none, browser: ['e2e/faults'] } }],
  ])('reads %j', (words, expected) => {
    expect(readSelection(words)).toEqual(expected)
  })
})
