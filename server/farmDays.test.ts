import { describe, expect, test } from 'vitest'
import { dayAt, daysBefore, endOfDay, lastDue } from './farmDays.ts'

const at = (text: string) => Date.parse(text)

describe('a day in the farm’s time zone', () => {
  test.each([
    ['Asia/Shanghai', '2026-05-01T15:59:59.999Z', '2026-05-01'],
    ['Asia/Shanghai', '2026-05-01T16:00:00Z', '2026-05-02'],
    ['America/Sao_Paulo', '2026-05-02T02:59:59Z', '2026-05-01'],
    ['America/Sao_Paulo', '2026-05-02T03:00:00Z', '2026-05-02'],
    ['Asia/Kathmandu', '2026-05-01T18:15:00Z', '2026-05-02'],
    ['Pacific/Kiritimati', '2026-05-01T10:00:00Z', '2026-05-02'],
    ['UTC', '2026-12-31T23:59:59Z', '2026-12-31'],
  ])('dayAt(%s, %s) is %s', (zone, instant, day) => expect(dayAt(at(instant), zone)).toBe(day))

  test.each([
    ['Asia/Shanghai', '2026-05-01', '2026-05-01T16:00:00Z'],
    ['America/Sao_Paulo', '2026-02-28', '2026-03-01T03:00:00Z'],
    // 23 and 25 hours long.
    ['America/New_York', '2026-03-08', '2026-03-09T04:00:00Z'],
    ['America/New_York', '2026-11-01', '2026-11-02T05:00:00Z'],
    // Midnight itself is left out there.
    ['Africa/Cairo', '2026-04-23', '2026-04-23T22:00:00Z'],
  ])('endOfDay(%s, %s) is %s', (zone, day, instant) => expect(endOfDay(day, zone)).toBe(at(instant)))

  test('subtracts days across months and leap years', () =>
    expect([daysBefore('2026-03-01', 1), daysBefore('2026-01-01', 366)]).toEqual(['2026-02-28', '2024-12-31']))
})

describe('lastDue', () => {
  test.each([
    ['Asia/Shanghai', 1200, '2026-05-01T11:59:59Z', '2026-04-30', '2026-04-30T12:00:00Z'],
    ['Asia/Shanghai', 1200, '2026-05-01T12:00:00Z', '2026-05-01', '2026-05-01T12:00:00Z'],
    ['Asia/Shanghai', 0, '2026-05-01T16:00:00Z', '2026-05-02', '2026-05-01T16:00:00Z'],
    ['America/Sao_Paulo', 1439, '2026-05-02T02:58:00Z', '2026-04-30', '2026-05-01T02:59:00Z'],
    // 02:30 is left out on the day when clocks are put forward.
    ['America/New_York', 150, '2026-03-08T07:29:00Z', '2026-03-07', '2026-03-07T07:30:00Z'],
    ['America/New_York', 150, '2026-03-08T07:30:00Z', '2026-03-08', '2026-03-08T07:30:00Z'],
  ])('lastDue in %s, due minute %i, at %s is %s since %s', (zone, minute, instant, day, since) => {
    expect(lastDue(at(instant), zone, minute)).toEqual({ day, at: at(since) })
  })
})
