import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toInstant } from '../../clock.ts'
import { parseInstant, parseLooseInstant } from './times.ts'

const dayMs = 86_400_000
const lastOfYear9999 = 253_402_300_799_999
const may = Date.UTC(2026, 4, 1, 3, 12, 1)

describe('an instant', () => {
  test.each<[unknown, number]>([
    ['2026-05-01T03:12:01Z', may],
    ['2026-05-01T03:12:01z', may],
    ['2026-05-01T03:12:01.5Z', may + 500],
    ['2026-05-01T03:12:01.578Z', may + 578],
    ['2026-05-01T03:12:01.578999999Z', may + 578],
    ['2026-05-01T11:12:01+08:00', may],
    ['2026-05-01T11:12:01.250+0800', may + 250],
    ['2026-04-30T23:42:01-03:30', may],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    ['2000-02-29T00:00:00Z', Date.UTC(2000, 1, 29)],
    ['1970-01-01T00:00:00Z', 0],
    [may, may],
    [may + 0.75, may],
    [-0, 0],
    [8.64e15, 8.64e15],
  ])('%s', (value, at) => {
    expect(parseInstant(value)).toBe(at)
  })

  test.each<[unknown]>([
    ['2016-00-00T00:00:00Z'],
    ['2016-00-00'],
    ['2016-02-30T00:00:00Z'],
    ['2023-02-29T00:00:00Z'],
    ['2100-02-29T00:00:00Z'],
    ['2026-13-01T00:00:00Z'],
    ['2026-04-31T00:00:00Z'],
    ['2026-05-01T24:00:00Z'],
    ['2026-05-01T03:60:00Z'],
    ['2026-05-01T03:12:60Z'],
    ['2026-05-01T03:12:01'],
    ['2026-05-01T03:12:01.Z'],
    ['2026-05-01T03:12:01Zz'],
    ['2026-05-01T03:12:01+8'],
    ['2026-05-01T03:12:01+24:00'],
    ['2026-05-01T03:12:01+08:60'],
    ['2026-05-01 03:12:01Z'],
    ['2026-05-01T03:12Z'],
    ['+026-05-01T03:12:01Z'],
    ['1969-12-31T23:59:59Z'],
    ['1970-01-01T00:00:00+01:00'],
    ['1777605121000'],
    [''],
    [-1],
    [8.64e15 + 1],
    [1e300],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [null],
    [undefined],
    [true],
    [{}],
    [[may]],
  ])('is not %s', (value) => {
    expect(parseInstant(value)).toBeNaN()
  })

  test('reads back what Date wrote', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: dayMs, max: lastOfYear9999 - dayMs }),
        fc.integer({ min: -1439, max: 1439 }),
        (at, east) => {
          const zone = `${east < 0 ? '-' : '+'}${hhmm(Math.abs(east))}`
          expect(parseInstant(toInstant(at))).toBe(at)
          expect(parseInstant(toInstant(at + east * 60_000).replace('Z', zone))).toBe(at)
        },
      ),
    )
  })

  test('is a whole number or NaN for any text or value', () => {
    const almost = fc.stringMatching(
      /^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{0,9})?(Z|[+-][0-9:]{0,6})?$/,
    )
    fc.assert(
      fc.property(fc.oneof(fc.anything(), almost), (value) => {
        for (const at of [parseInstant(value), parseLooseInstant(value)]) {
          expect(Number.isNaN(at) || (Number.isInteger(at) && at >= 0 && at <= 8.64e15)).toBe(true)
        }
      }),
    )
  })
})

describe('a loosely written instant', () => {
  test.each<[unknown, number]>([
    ['1377177267', 1_377_177_267_000],
    ['1377177267.25', 1_377_177_267_250],
    ['1442068686579', 1_442_068_686_579],
    [1_377_177_267, 1_377_177_267_000],
    [1_442_068_686_579, 1_442_068_686_579],
    ['2026-05-01 03:12:01', may],
    ['2026-05-01T03:12:01', may],
    ['2026-05-01T03:12:01.5', may + 500],
    ['2026-05-01T11:12:01+08:00', may],
    ['2026-05-01T11:12:01 08:00', may],
    [' 2026-05-01T03:12:01Z ', may],
  ])('%s', (value, at) => {
    expect(parseLooseInstant(value)).toBe(at)
  })

  test.each<[unknown]>([['2016-00-00 00:00:00'], ['-5'], [-5], ['soon'], [''], ['99999999999999999'], [null], [{}]])(
    'is not %s',
    (value) => {
      expect(parseLooseInstant(value)).toBeNaN()
    },
  )
})

const hhmm = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
