import { expect, test } from 'vitest'
import { calendarShape, readCalendar, writeCalendar } from './calendarText.ts'

test.each([
  ['zh-CN', 'day', '2026-05-01', '2026/05/01', 'YYYY/MM/DD'],
  ['en-US', 'day', '2026-05-01', '05/01/2026', 'MM/DD/YYYY'],
  ['pt-BR', 'day', '2026-05-01', '01/05/2026', 'DD/MM/YYYY'],
  ['zh-TW', 'minute', '2026-05-01T09:12', '2026/05/01 09:12', 'YYYY/MM/DD --:--'],
  ['pt-BR', 'minute', '2026-05-01T19:12', '01/05/2026, 19:12', 'DD/MM/YYYY, --:--'],
  // Neither its own digits nor its own calendar: both are written as the console counts.
  ['ar-SA', 'day', '2026-05-01', '01/05/2026', 'DD/MM/YYYY'],
  ['fa', 'day', '2026-05-01', '2026/05/01', 'YYYY/MM/DD'],
] as const)('writes in %s a %s and reads it back', (locale, kind, value, written, shape) => {
  expect(writeCalendar(locale, kind, value)).toBe(written)
  expect(readCalendar(locale, kind, written)).toBe(value)
  expect(readCalendar(locale, kind, value)).toBe(value)
  expect(calendarShape(locale, kind, ['Y', 'M', 'D'])).toBe(shape)
})

test.each([
  ['pt-BR', 'day', '1.5.2026', '2026-05-01'],
  ['zh-CN', 'day', '2026年5月1日', '2026-05-01'],
  ['en-US', 'day', '5/1/26', null],
  ['en-US', 'day', '31/12/2026', null],
  ['zh-CN', 'day', '2026/6/31', null],
  ['zh-CN', 'day', '2026/6', null],
  ['zh-CN', 'day', '2026-06-01T10:00', null],
  ['zh-CN', 'minute', '2026/6/1 24:00', null],
  ['zh-CN', 'minute', '2026/6/1', null],
] as const)('reads in %s a %s from %s as %s', (locale, kind, typed, value) => {
  expect(readCalendar(locale, kind, typed)).toBe(value)
})
