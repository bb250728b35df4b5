import { describe, expect, test } from 'vitest'
import type { Shift } from '#contract/duty/rosters.ts'
import { onShiftAt, spansBetween, type StandIn } from './onShift.ts'
import { runs } from '../../../testing/testRuns.ts'

const [anna, bold, cara, dorj] = [1, 2, 3, 4]
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const minute = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const shift = (personId: number, from: string, to: string, { layer = 1, days = everyDay } = {}): Shift => ({
  layer,
  personId,
  days,
  from: minute(from),
  to: minute(to),
})
const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds
const names = (found: { personId: number }[]) => found.map(({ personId }) => personId)

describe('onShiftAt', () => {
  const shanghai = { timeZone: 'Asia/Shanghai', shifts: [shift(anna, '08:00', '20:00'), shift(bold, '20:00', '08:00')] }
  test.each([
    ['2026-05-04T00:00:00Z', anna, 'at eight in the morning'],
    ['2026-05-03T23:59:59.999Z', bold, 'a moment before'],
    ['2026-05-04T11:59:59Z', anna, 'a moment before eight in the evening'],
    ['2026-05-04T12:00:00Z', bold, 'at eight in the evening'],
    ['2026-05-04T16:30:00Z', bold, 'after midnight'],
  ])('returns at %s person %i: %s', (text, expected) => {
    expect(names(onShiftAt(shanghai, [], at(text)))).toEqual([expected])
  })

  const weekend = {
    timeZone: 'Asia/Shanghai',
    shifts: [shift(anna, '22:00', '06:00', { days: [7] }), shift(bold, '00:00', '00:00', { days: [3] })],
  }
  test.each([
    ['2026-05-03T15:00:00Z', [anna], 'Sunday at 23:00'],
    ['2026-05-03T21:59:00Z', [anna], 'Monday before 06:00, in the shift that began on Sunday'],
    ['2026-05-03T22:00:00Z', [], 'Monday at 06:00'],
    ['2026-05-04T15:00:00Z', [], 'Monday at 23:00'],
    ['2026-05-05T16:00:00Z', [bold], 'Wednesday at midnight, in a shift of a whole day'],
    ['2026-05-06T15:59:00Z', [bold], 'Wednesday before midnight'],
    ['2026-05-06T16:00:00Z', [], 'Thursday'],
  ])('returns at %s persons %j: %s', (text, expected) => {
    expect(names(onShiftAt(weekend, [], at(text)))).toEqual(expected)
  })

  // In Berlin clocks go from 02:00 to 03:00 on 2026-03-29 and from 03:00 back to 02:00 on 2026-10-25.
  const berlin = { timeZone: 'Europe/Berlin', shifts: [shift(anna, '22:00', '02:30'), shift(bold, '02:30', '22:00')] }
  test.each([
    ['2026-03-29T00:59:59Z', anna, '01:59:59, the last second before the jump'],
    ['2026-03-29T01:00:00Z', anna, '03:00, half an hour before 02:30 would have come'],
    ['2026-03-29T01:30:00Z', bold, '03:30'],
    ['2026-10-25T00:29:59Z', anna, 'the first 02:29:59'],
    ['2026-10-25T00:30:00Z', bold, 'the first 02:30'],
    ['2026-10-25T01:15:00Z', bold, 'the second 02:15, in the shift that has already begun'],
  ])('returns at the clock change %s person %i: %s', (text, expected) => {
    expect(names(onShiftAt(berlin, [], at(text)))).toEqual([expected])
  })

  test('leaves no gap or overlap between consecutive shifts in any zone', () => {
    for (const timeZone of [
      'Europe/Berlin',
      'America/Sao_Paulo',
      'Australia/Lord_Howe',
      'America/St_Johns',
      'Asia/Urumqi',
    ]) {
      const around = {
        timeZone,
        shifts: [shift(anna, '01:45', '02:15'), shift(bold, '02:15', '17:00'), shift(cara, '17:00', '01:45')],
      }
      for (let hour = 0; hour < 366 * 24; hour += runs(13, 1)) {
        const now = Date.UTC(2026, 0, 1) + hour * 3_600_000 + (hour % 4) * 900_000
        expect(onShiftAt(around, [], now)).toHaveLength(1)
      }
    }
  })

  test('orders layers and lists each person once per layer', () => {
    const shifts = [
      shift(cara, '00:00', '00:00', { layer: 2 }),
      shift(anna, '00:00', '00:00'),
      shift(anna, '08:00', '20:00'),
      shift(bold, '00:00', '00:00'),
    ]
    expect(onShiftAt({ timeZone: 'UTC', shifts }, [], at('2026-05-04T12:00:00Z'))).toEqual([
      { layer: 1, personId: anna, insteadOfId: null },
      { layer: 1, personId: bold, insteadOfId: null },
      { layer: 2, personId: cara, insteadOfId: null },
    ])
  })
})

describe('stand-ins', () => {
  const pattern = { timeZone: 'UTC', shifts: [shift(anna, '00:00', '00:00')] }
  const away = (
    awayId: number,
    coverId: number,
    from = '2026-05-04T08:00:00Z',
    to = '2026-05-06T08:00:00Z',
  ): StandIn => ({ awayId, coverId, startsAt: at(from), endsAt: at(to) })
  test.each<[string, StandIn[], string, number]>([
    ['the regular person before it begins', [away(anna, bold)], '2026-05-04T07:59:59Z', anna],
    ['the stand-in from its beginning', [away(anna, bold)], '2026-05-04T08:00:00Z', bold],
    ['the regular person from its end', [away(anna, bold)], '2026-05-06T08:00:00Z', anna],
    ['the next stand-in when the first is away', [away(anna, bold), away(bold, cara)], '2026-05-05T00:00:00Z', cara],
    [
      'the regular person when two stand in for each other',
      [away(anna, bold), away(bold, anna)],
      '2026-05-05T00:00:00Z',
      anna,
    ],
    ['the regular person when somebody else is away', [away(dorj, bold)], '2026-05-05T00:00:00Z', anna],
  ])('put on shift %s', (_name, standIns, text, expected) => {
    expect(names(onShiftAt(pattern, standIns, at(text)))).toEqual([expected])
  })

  test('name a stand-in once who is also on shift', () => {
    const both = { timeZone: 'UTC', shifts: [shift(anna, '00:00', '00:00'), shift(bold, '00:00', '00:00')] }
    expect(onShiftAt(both, [away(anna, bold)], at('2026-05-05T00:00:00Z'))).toEqual([
      { layer: 1, personId: bold, insteadOfId: null },
    ])
  })

  test('split a week where the stand-in begins and ends', () => {
    const spans = spansBetween(pattern, [away(anna, bold)], at('2026-05-04T00:00:00Z'), at('2026-05-11T00:00:00Z'))
    expect(
      spans.map(({ personId, insteadOfId, from, to }) => [
        personId,
        insteadOfId,
        new Date(from).toISOString().slice(0, 13),
        new Date(to).toISOString().slice(0, 13),
      ]),
    ).toEqual([
      [anna, null, '2026-05-04T00', '2026-05-04T08'],
      [bold, anna, '2026-05-04T08', '2026-05-06T08'],
      [anna, null, '2026-05-06T08', '2026-05-11T00'],
    ])
  })
})
