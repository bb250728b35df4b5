import { describe, expect, it } from 'vitest'
import { type Schedule, scheduleSchema } from '#contract/alerts/schedules.ts'
import { covers, isInForce, scheduled } from './schedules.ts'

const schedule = (given: object) => scheduleSchema.parse(given)
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const hours = (from: number, to: number, days: number[] = everyDay) =>
  schedule({ weekly: [{ days, fromMinuteOfDay: from * 60, toMinuteOfDay: to * 60 }] })

describe('a schedule in the farm’s time zone', () => {
  it.each([
    ['nothing is stated', schedule({}), '2026-05-01T00:00:00Z', 'Asia/Shanghai', true],
    ['within the hours', hours(8, 18), '2026-05-01T00:00:00Z', 'Asia/Shanghai', true],
    ['a minute before', hours(8, 18), '2026-04-30T23:59:59Z', 'Asia/Shanghai', false],
    ['when they end', hours(8, 18), '2026-05-01T10:00:00Z', 'Asia/Shanghai', false],
    ['the same instant elsewhere', hours(8, 18), '2026-05-01T10:00:00Z', 'America/Sao_Paulo', false],
    ['past midnight', hours(22, 6), '2026-05-01T17:00:00Z', 'Asia/Shanghai', true],
    ['in the morning after', hours(22, 6), '2026-05-01T22:00:00Z', 'Asia/Shanghai', false],
    // Friday 1 May 2026: what began on Friday goes on into Saturday, and what begins on Saturday is another.
    ['past midnight of its day', hours(22, 6, [5]), '2026-05-01T20:00:00Z', 'Asia/Shanghai', true],
    ['past midnight of another day', hours(22, 6, [6]), '2026-05-01T20:00:00Z', 'Asia/Shanghai', false],
    ['a whole day', hours(6, 6, [5]), '2026-05-01T21:59:59Z', 'Asia/Shanghai', true],
    ['before the first day', schedule({ fromDay: '2026-05-02' }), '2026-05-01T15:59:59Z', 'Asia/Shanghai', false],
    ['on the first day', schedule({ fromDay: '2026-05-02' }), '2026-05-01T16:00:00Z', 'Asia/Shanghai', true],
    ['on the last day', schedule({ toDay: '2026-05-01' }), '2026-05-01T15:59:59Z', 'Asia/Shanghai', true],
    ['after it', schedule({ toDay: '2026-05-01' }), '2026-05-01T16:00:00Z', 'Asia/Shanghai', false],
    [
      'in the grazing season',
      schedule({ seasonFrom: '05-01', seasonTo: '10-15' }),
      '2031-10-15T10:00:00Z',
      'Asia/Shanghai',
      true,
    ],
    ['after it', schedule({ seasonFrom: '05-01', seasonTo: '10-15' }), '2031-10-15T16:00:00Z', 'Asia/Shanghai', false],
    [
      'in a winter, past the new year',
      schedule({ seasonFrom: '11-01', seasonTo: '02-29' }),
      '2027-01-31T00:00:00Z',
      'Asia/Shanghai',
      true,
    ],
    [
      'between two winters',
      schedule({ seasonFrom: '11-01', seasonTo: '02-29' }),
      '2027-03-01T00:00:00Z',
      'Asia/Shanghai',
      false,
    ],
    ['on a market day', schedule({ restDays: ['2026-05-01'] }), '2026-05-01T00:00:00Z', 'Asia/Shanghai', false],
    [
      'a night that began on a market day',
      { ...hours(22, 6), restDays: ['2026-05-01'] },
      '2026-05-01T20:00:00Z',
      'Asia/Shanghai',
      false,
    ],
  ] satisfies [string, Schedule, string, string, boolean][])('%s', (_name, given, at, zone, is) => {
    expect(isInForce(given, Date.parse(at), zone)).toBe(is)
  })
})

describe('a schedule across daylight saving changes', () => {
  const halfHour = schedule({ weekly: [{ days: everyDay, fromMinuteOfDay: 150, toMinuteOfDay: 180 }] })
  it.each([
    ['a usual night', hours(0, 6), '2026-03-28', 360],
    ['put forward: the night is an hour shorter', hours(0, 6), '2026-03-29', 300],
    ['put back: an hour longer', hours(0, 6), '2026-10-25', 420],
    ['hours that clocks jump over do not come', halfHour, '2026-03-29', 0],
    [
      'hours that begin in what clocks jump over begin when they jump',
      schedule({ weekly: [{ days: everyDay, fromMinuteOfDay: 150, toMinuteOfDay: 240 }] }),
      '2026-03-29',
      60,
    ],
    [
      'hours that end in what comes twice',
      schedule({ weekly: [{ days: everyDay, fromMinuteOfDay: 60, toMinuteOfDay: 150 }] }),
      '2026-10-25',
      150,
    ],
    ['hours that come twice begin the first time and end the second', halfHour, '2026-10-25', 90],
    ['past midnight into the change', hours(20, 4), '2026-03-29', 180 + 240],
  ])('%s', (_name, given, day, minutes) => {
    // From noon to noon: a night is whole.
    const ofNight = Array.from(
      { length: 24 * 60 },
      (_, minute) => Date.parse(`${day}T12:00:00Z`) - (24 * 60 - minute) * 60_000,
    ).filter((at) => isInForce(given, at, 'Europe/Berlin')).length
    expect(ofNight).toBe(minutes)
  })
})

describe('one schedule covers another', () => {
  const cases: [string, Schedule | null, Schedule | null, boolean][] = [
    ['always, anything', null, hours(8, 18), true],
    ['hours, always', hours(8, 18), null, false],
    ['the same', hours(8, 18), hours(8, 18), true],
    ['longer hours, shorter ones', hours(6, 20), hours(8, 18), true],
    ['shorter hours, longer ones', hours(8, 18), hours(6, 20), false],
    [
      'two windows that meet, one',
      schedule({ weekly: [...hours(8, 12).weekly, ...hours(12, 18).weekly] }),
      hours(9, 17),
      true,
    ],
    ['a night past midnight, its second half', hours(22, 6), hours(0, 6), true],
    ['all days but one, all days', hours(8, 18, [1, 2, 3, 4, 5, 6]), hours(8, 18), false],
    [
      'a longer season',
      schedule({ seasonFrom: '04-01', seasonTo: '11-01' }),
      schedule({ seasonFrom: '05-01', seasonTo: '10-01' }),
      true,
    ],
    [
      'a shorter season',
      schedule({ seasonFrom: '05-01', seasonTo: '10-01' }),
      schedule({ seasonFrom: '04-01', seasonTo: '11-01' }),
      false,
    ],
    [
      'no end, an end',
      schedule({ fromDay: '2026-01-01' }),
      schedule({ fromDay: '2026-01-01', toDay: '2026-02-01' }),
      true,
    ],
    ['an end, no end', schedule({ toDay: '2026-02-01' }), null, false],
    [
      'fewer market days',
      schedule({ restDays: ['2026-05-01'] }),
      schedule({ restDays: ['2026-05-01', '2026-05-08'] }),
      true,
    ],
    [
      'more market days',
      schedule({ restDays: ['2026-05-01', '2026-05-08'] }),
      schedule({ restDays: ['2026-05-01'] }),
      false,
    ],
  ]
  it.each(cases)('%s', (_name, wider, narrower, is) => {
    expect(covers(wider, narrower)).toBe(is)
  })
})

it('holds raises while a rule rests, and delays after it wakes', () => {
  const verdict = (level: 'raise' | 'clear') => ({ level, levelSinceAt: 5, sinceAt: 4, detail: () => ({}) })
  expect(scheduled(verdict('raise'), { rests: true, awakeSince: Number.NaN }).level).toBe('hold')
  expect(scheduled(verdict('clear'), { rests: true, awakeSince: Number.NaN }).level).toBe('clear')
  expect(scheduled(verdict('raise'), { rests: false, awakeSince: 9 })).toMatchObject({
    level: 'raise',
    levelSinceAt: 9,
    sinceAt: 4,
  })
  expect(scheduled(verdict('raise'), { rests: false, awakeSince: Number.NaN }).levelSinceAt).toBe(5)
})

it.each([
  [{ fromDay: '2026-05-02', toDay: '2026-05-01' }, ['toDay']],
  [{ seasonFrom: '05-01' }, ['seasonTo']],
  [{ seasonFrom: '13-01', seasonTo: '05-01' }, ['seasonFrom']],
  [{ weekly: [{ days: [], fromMinuteOfDay: 0, toMinuteOfDay: 0 }] }, ['weekly', 0, 'days']],
  [{ weekly: [{ days: [1], fromMinuteOfDay: 0, toMinuteOfDay: 1440 }] }, ['weekly', 0, 'toMinuteOfDay']],
])('rejects %o, naming the wrong field', (given, path) => {
  expect(scheduleSchema.safeParse(given).error?.issues[0]?.path).toEqual(path)
})
