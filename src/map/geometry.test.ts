// @vitest-environment node
import { expect, test } from 'vitest'
import type { LongitudeLatitude } from '#contract/values/geo.ts'
import { boundsOf, centreOf, hatchLines, metresPerPixel, roundMetres, topOf } from './geometry.ts'

const square: LongitudeLatitude[] = [
  [116, 44],
  [116.01, 44],
  [116.01, 44.01],
  [116, 44.01],
  [116, 44],
]

test('finds centre, top and bounds of a square', () => {
  expect(centreOf(square)[0]).toBeCloseTo(116.005, 9)
  expect(centreOf(square)[1]).toBeCloseTo(44.005, 9)
  expect(topOf(square)).toEqual([116.005, 44.01])
  expect(boundsOf(square)).toEqual([116, 44, 116.01, 44.01])
})

test('keeps hatching within its ring', () => {
  const lines = hatchLines(square, 50)
  expect(lines.length).toBeGreaterThan(20)
  for (const [longitude, latitude] of lines.flat()) {
    expect(longitude).toBeGreaterThanOrEqual(116 - 1e-9)
    expect(longitude).toBeLessThanOrEqual(116.01 + 1e-9)
    expect(latitude).toBeGreaterThanOrEqual(44 - 1e-9)
    expect(latitude).toBeLessThanOrEqual(44.01 + 1e-9)
  }
})

test.each([
  [199, 100],
  [200, 200],
  [4999, 2000],
  [0.7, 0.5],
])('rounds %d metres down to %d', (metres, round) => {
  expect(roundMetres(metres)).toBeCloseTo(round)
})

test('halves the size of a pixel with each zoom level', () => {
  expect(metresPerPixel(0, 0)).toBeCloseTo(78_271.5, 0)
  expect(metresPerPixel(60, 10)).toBeCloseTo(78_271.5 / 2 / 1024, 3)
})
