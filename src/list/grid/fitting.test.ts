import { expect, test } from 'vitest'
import type { AnyColumn } from '../describe.ts'
import { fitColumns } from './fitting.ts'

const column = (field: string, width: number, yields?: number): AnyColumn => ({
  field, width, titleId: 'user.title', isNumber: false, isMoney: false, isInstant: false, isDate: false, isText: true, ...(yields !== undefined && { yields }),
})
const columns = [column('name', 140), column('userName', 120, 3), column('status', 130), column('telephone', 140), column('twoFactor', 90, 2), column('lastSeenAt', 150, 1)]

test.each([
  [800, ['name', 'userName', 'status', 'telephone', 'twoFactor', 'lastSeenAt']],
  [700, ['name', 'userName', 'status', 'telephone', 'twoFactor']],
  [560, ['name', 'userName', 'status', 'telephone']],
  [410, ['name', 'status', 'telephone']],
  // What matters stays: the grid is scrolled then.
  [200, ['name', 'status', 'telephone']],
])('in %i px', (room, fields) => {
  expect(fitColumns(columns, room).map(({ field }) => field)).toEqual(fields)
})
