import { expect, test } from 'vitest'
import type { LongitudeLatitude, Polygon } from './geo.ts'
import { coordinateFault, swapAxes } from './polygonPlaces.ts'
import { drawnPolygonSchema, polygonInputSchema } from './polygons.ts'

const polygon = (...ring: LongitudeLatitude[]): Polygon => ({ type: 'Polygon', coordinates: [[...ring, ring[0]!]] })
const box = (west: number, south: number, east: number, north: number) =>
  polygon([west, south], [east, south], [east, north], [west, north])
const farm = box(116, 43.8, 116.2, 44)

test.each<[what: string, fence: Polygon, code: string]>([
  [
    'the 180th meridian',
    polygon([179.99, -17], [-179.99, -17], [-179.99, -17.02], [179.99, -17.02]),
    'crosses_antimeridian',
  ],
  ['half the world', box(-170, -60, 170, 60), 'too_large_area'],
  ['a country', box(100, 30, 110, 40), 'too_large_area'],
])('refuses a fence over %s', (_what, fence, code) => {
  expect(polygonInputSchema.safeParse(fence).error?.issues).toMatchObject([{ path: ['coordinates'], message: code }])
  expect(drawnPolygonSchema.safeParse(fence).success).toBe(true)
})

test('accepts a fence next to the 180th meridian', () => {
  expect(polygonInputSchema.safeParse(box(179.9, -17, 180, -16.9)).success).toBe(true)
})

test.each<[what: string, fence: Polygon, known: Polygon[], fault: string | null]>([
  ['degrees', box(116.08, 43.9, 116.09, 43.91), [], null],
  ['latitude first', box(43.9, 116.08, 43.91, 116.09), [], 'swapped'],
  ['latitude first where both are possible', swapAxes(box(44, 20, 44.1, 20.1)), [box(44, 20, 44.1, 20.1)], 'swapped'],
  ['a place far from what is known', box(44, 20, 44.1, 20.1), [farm], null],
  ['metres', box(12_921_966, 5_451_000, 12_923_079, 5_452_500), [], 'metres'],
  ['places off the earth', box(200, 43, 201, 44), [], 'offEarth'],
])('finds in a file of %s', (_what, fence, known, fault) => expect(coordinateFault(fence, known)).toBe(fault))
