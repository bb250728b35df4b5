import { expect, test } from 'vitest'
import { keyAction } from './gridKeys.ts'

const press = (key: string, more: object = {}) =>
  keyAction(
    { key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more },
    { active: 20, count: 100, page: 15 },
  )
const moves = (to: number, extended = false) => ({ kind: 'move', to, extends: extended })

test.each([
  ['ArrowDown', 21],
  ['ArrowUp', 19],
  ['PageDown', 35],
  ['PageUp', 5],
  ['Home', 0],
  ['End', 99],
])('%s moves from row 20 to row %i', (key, to) => {
  expect(press(key)).toEqual(moves(to))
  expect(press(key, { shiftKey: true })).toEqual(moves(to, true))
})

test('stays within the rows', () => {
  const at = { active: 95, count: 100, page: 15 }
  const keys = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }
  expect(keyAction({ key: 'PageDown', ...keys }, at)).toEqual(moves(99))
  expect(keyAction({ key: 'PageUp', ...keys }, { ...at, active: 3 })).toEqual(moves(0))
})

test('leaves other combinations to the browser', () => {
  expect(press('a')).toBeNull()
  expect(press('a', { ctrlKey: true })).toEqual({ kind: 'selectAll' })
  expect(press('f', { ctrlKey: true })).toBeNull()
  expect(press('ArrowDown', { altKey: true })).toBeNull()
  expect([press('Enter'), press(' '), press('Escape')].map((action) => action?.kind)).toEqual([
    'open',
    'select',
    'escape',
  ])
})
