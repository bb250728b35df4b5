import { expect, test } from 'vitest'
import { readTags, tagsOfFile } from './readTags.ts'

test('tags are read as they are pasted, each once; what is none of fifteen digits is told', () => {
  expect(readTags('156000000000001\n"156000000000002",156000000000001；A-17  12')).toEqual({ tags: ['156000000000001', '156000000000002'], others: ['A-17', '12'] })
  expect(readTags(' ')).toEqual({ tags: [], others: [] })
})

test('of a sheet the tags alone are taken, wherever they stand', () => {
  expect(tagsOfFile('耳标,日期\r\n156000000000001,2026-05-01\r\n="156000000000002",1560000000000031\r\n')).toBe('156000000000001\n156000000000002')
  expect(tagsOfFile('1.56E+14')).toBe('')
})
