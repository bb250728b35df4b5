import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isImpossiblePosition, checkTime } from './plausibility.ts'

const now = Date.UTC(2026, 4, 1)
const dayMs = 86_400_000

describe('a time', () => {
  test.each<[string, number, ReturnType<typeof checkTime>]>([
    ['now', now, null],
    ['five minutes ahead', now + 300_000, null],
    ['further ahead', now + 300_001, 'FUTURE_TIME'],
    ['as old as it may be', now - 90 * dayMs, null],
    ['older', now - 90 * dayMs - 1, 'TOO_OLD'],
    ['the epoch', 0, 'TOO_OLD'],
    ['none', Number.NaN, 'BAD_TIME'],
    ['endless', Number.POSITIVE_INFINITY, 'BAD_TIME'],
  ])('%s', (_, at, verdict) => {
    expect(checkTime(at, now, 90 * dayMs)).toBe(verdict)
  })
})

describe('a position', () => {
  test.each<[longitude: number, latitude: number]>([
    [0, 0],
    [0.0005, -0.0009],
    [0, 1.003_906_31],
    [1.003_906_31, 0],
    [0.0001, 1],
    [0, -1],
    [-1, -1],
    [1, 1],
    [-1, 1],
    [1.0001, -1],
    [-4, 40],
    [40, -4],
    [0, 36.988_296_33],
    [116.08, 0],
    [43.94, 116.08],
    [116, 90.001],
    [116, -91],
    [181, 43],
    [-180.5, 43],
    [Number.NaN, 43],
    [116, Number.NaN],
    [Number.POSITIVE_INFINITY, 43],
    [116, Number.NEGATIVE_INFINITY],
  ])('%d, %d is impossible', (longitude, latitude) => {
    expect(isImpossiblePosition(longitude, latitude)).toBe(true)
  })

  test.each<[longitude: number, latitude: number]>([
    [116.08, 43.94],
    [-3.0736, 37.0634],
    [-4.0002, 40.0002],
    [0.0002, 51.477],
    [-78.5, 0.01],
    [180, 43],
    [Number.NaN, Number.NaN],
  ])('%d, %d is possible', (longitude, latitude) => {
    expect(isImpossiblePosition(longitude, latitude)).toBe(false)
  })

  test('is impossible near (0, 0) or (1, 0) and beyond a pole', () => {
    const degrees = fc.double({ noNaN: true })
    const around = (centre: number) => fc.double({ min: centre - 0.0009, max: centre + 0.0009, noNaN: true })
    const bad = fc.oneof(
      fc.tuple(around(0), around(0)),
      fc.tuple(around(1), around(0)),
      fc
        .tuple(
          degrees,
          degrees.filter((value) => Math.abs(value) > 90),
        )
        .filter(([x, y]) => Math.abs(x) > 90 || Math.abs(y) > 90),
    )
    fc.assert(
      fc.property(bad, ([longitude, latitude]) => {
        expect(isImpossiblePosition(longitude, latitude)).toBe(true)
      }),
    )
  })
})

const recording = new URL('../../../../shared/data/andalusia-collars/all_gps_2022_02.csv', import.meta.url)

test.skipIf(!existsSync(recording))('refuses only wrong fixes of real collars (skipped without ../shared/data)', () => {
  const [header = '', ...lines] = readFileSync(recording, 'utf8').trimEnd().split('\n')
  const columns = header.split(',')
  const accepted: [longitude: number, latitude: number][] = []
  const refused: [longitude: number, latitude: number][] = []
  for (const line of lines) {
    const cells = line.split(',')
    const longitude = Number(cells[columns.indexOf('lng')])
    const latitude = Number(cells[columns.indexOf('lat')])
    ;(isImpossiblePosition(longitude, latitude) ? refused : accepted).push([longitude, latitude])
  }
  expect(lines.length).toBe(25_522)
  expect(refused.filter(([, latitude]) => latitude === 1.003_906_31)).toHaveLength(1031)
  // Half a fix, in all its forms.
  expect(refused.filter(([longitude, latitude]) => longitude === 0 && latitude !== 1.003_906_31)).toHaveLength(19)
  expect(refused).toHaveLength(1031 + 19)
  // Two wrong ones are left that a single position can't show: 0.00014 degrees west of Greenwich, and off Gabon.
  expect(accepted.filter(([longitude, latitude]) => !(longitude < -2 && latitude > 36))).toHaveLength(2)
})
