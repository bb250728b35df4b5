import { expect, test } from 'vitest'
import { readTags, tagsOfFile } from './readTags.ts'

test('reads pasted tags once each and lists invalid ones', () => {
  expect(readTags('156000000000001\n"156000000000002",156000000000001；A-17  12')).toEqual({
    tags: ['156000000000001', '156000000000002'],
    others: ['A-17', '12'],
  })
  expect(readTags(' ')).toEqual({ tags: [], others: [] })
})

test('finds the tags anywhere in a sheet', () => {
  expect(tagsOfFile('耳标,日期\r\n156000000000001,2026-05-01\r\n="156000000000002",1560000000000031\r\n')).toBe(
    '156000000000001\n156000000000002',
  )
  expect(tagsOfFile('1.56E+14')).toBe('')
})
