import { expect, test } from 'vitest'
import { fitColumns, type ShownColumn } from './fitting.ts'
import { pinPlaces, tracksOf } from './tracks.ts'

const column = (field: string, width: number, yields?: number): ShownColumn => ({
  field,
  width,
  isResized: false,
  isPinned: false,
  titleId: 'user.title',
  isNumber: false,
  isMoney: false,
  isInstant: false,
  isDate: false,
  isFlag: false,
  isText: true,
  ...(yields !== undefined && { hideOrder: yields }),
})
const columns = [
  column('name', 140),
  column('userName', 120, 3),
  column('status', 130),
  column('telephone', 140),
  column('twoFactor', 90, 2),
  column('lastSeenAt', 150, 1),
]

test.each([
  [800, ['name', 'userName', 'status', 'telephone', 'twoFactor', 'lastSeenAt']],
  [700, ['name', 'userName', 'status', 'telephone', 'twoFactor']],
  [560, ['name', 'userName', 'status', 'telephone']],
  [410, ['name', 'status', 'telephone']],
  // Columns that matter stay: the grid is scrolled then.
  [200, ['name', 'status', 'telephone']],
])('shows the columns that fit into %i px: %j', (room, fields) => {
  expect(fitColumns(columns, room).map(({ field }) => field)).toEqual(fields)
})

test('keeps a pinned column', () => {
  const pinned = columns.map((one) => ({ ...one, isPinned: one.field === 'lastSeenAt' }))
  expect(fitColumns(pinned, 560).map(({ field }) => field)).toEqual(['name', 'status', 'telephone', 'lastSeenAt'])
})

test('keeps resized widths and gives the remaining room to the others', () => {
  const track = (width: number, isResized: boolean, isPinned = false) => ({ width, isResized, isPinned })
  expect(tracksOf([track(300, true), track(100, false)])).toBe('300px minmax(100px, 100fr)')
  expect(tracksOf([track(300, true), track(80, true)])).toBe('300px minmax(80px, 80fr)')
  expect(pinPlaces([track(300, true, true), track(100, false, true), track(80, false)], 40)).toEqual({
    '--pin-0': '40px',
    '--pin-1': '340px',
  })
})
