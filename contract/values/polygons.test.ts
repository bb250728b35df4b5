// @vitest-environment node
import { expect, test } from 'vitest'
import type { LongitudeLatitude } from './geo.ts'
import { polygonInputSchema, squareMetresOf } from './polygons.ts'

type Ring = LongitudeLatitude[]
const ring = (...corners: Ring): Ring => [...corners, corners[0] ?? [0, 0]]
const box = (west: number, south: number, east: number, north: number): Ring =>
  ring([west, south], [east, south], [east, north], [west, north])
const polygon = (...coordinates: Ring[]) => ({ type: 'Polygon' as const, coordinates })
const field = box(116, 44, 116.01, 44.01)
const circle = (corners: number): Ring =>
  ring(
    ...Array.from({ length: corners }, (_, place): LongitudeLatitude => [
      116 + Math.cos((place / corners) * 2 * Math.PI) / 100,
      44 + Math.sin((place / corners) * 2 * Math.PI) / 100,
    ]),
  )

test.each([
  ['a field', polygon(field), {}],
  [
    'a field with two holes',
    polygon(field, box(116.001, 44.001, 116.002, 44.002), box(116.003, 44.001, 116.004, 44.002)),
    {},
  ],
  ['a corner given twice', polygon(ring([116, 44], [116.01, 44], [116.01, 44], [116.01, 44.01])), {}],
  ['a hole that touches the outline', polygon(field, ring([116, 44.005], [116.002, 44.004], [116.002, 44.006])), {}],
  ['as many corners as there may be', polygon(circle(1999)), {}],
  [
    'one corner too many',
    polygon(circle(1900), box(116, 44, 116.001, 44.001).concat(circle(100))),
    { coordinates: 'too_many_corners' },
  ],
  [
    'two corners',
    polygon([
      [116, 44],
      [116.01, 44],
      [116, 44],
    ]),
    { 'coordinates.0': 'too_few_corners' },
  ],
  ['an open ring', polygon(field.slice(0, -1)), { 'coordinates.0': 'not_closed' }],
  [
    'a bow tie',
    polygon(ring([116, 44], [116.01, 44.01], [116.01, 44], [116, 44.01])),
    { 'coordinates.0.0': 'crosses_itself' },
  ],
  [
    'a ring that touches itself',
    polygon(ring([116, 44], [116.01, 44], [116.01, 44.01], [116.005, 44], [116, 44.01])),
    { 'coordinates.0.0': 'crosses_itself' },
  ],
  [
    'a spike',
    polygon(ring([116, 44], [116.02, 44], [116.01, 44], [116.01, 44.01])),
    { 'coordinates.0.0': 'crosses_itself' },
  ],
  ['a line there and back', polygon(ring([116, 44], [116.01, 44], [116.005, 44])), { 'coordinates.0': 'no_area' }],
  [
    'a hole that crosses the outline',
    polygon(field, box(116.005, 44.005, 116.02, 44.006)),
    { 'coordinates.1.0': 'crosses_itself' },
  ],
  ['a hole outside', polygon(field, box(116.02, 44, 116.03, 44.01)), { 'coordinates.1': 'hole_outside' }],
  [
    'a hole in a hole',
    polygon(field, box(116.002, 44.002, 116.008, 44.008), box(116.004, 44.004, 116.006, 44.006)),
    { 'coordinates.2': 'hole_outside' },
  ],
  ['a longitude off the earth', polygon(ring([116, 44], [216, 44], [116, 45])), { 'coordinates.0.1.0': 'too_big' }],
  ['latitude before longitude', polygon(ring([44, 116], [44, 117], [45, 117])), { 'coordinates.0.0.1': 'too_big' }],
  ['no number', polygon(ring([116, 44], [Number.NaN, Number.NaN], [116, 45])), { 'coordinates.0.1.0': 'invalid_type' }],
])('%s', (_name, drawn, faults) => {
  const issues = polygonInputSchema.safeParse(drawn).error?.issues ?? []
  const found = Object.fromEntries(
    issues.toReversed().map(({ path, code, message }) => [path.join('.'), code === 'custom' ? message : code]),
  )
  expect(found).toMatchObject(faults)
  expect(issues.length > 0).toBe(Object.keys(faults).length > 0)
})

test('validates a polygon of 1,992 corners within two seconds', () => {
  const teeth = Array.from({ length: 1990 }, (_, place): LongitudeLatitude => [
    116 + place / 100_000,
    place % 2 === 0 ? 44 : 44.5,
  ])
  const comb = polygon(ring(...teeth, [116.5, 44.6], [115.5, 44.6]))
  expect(polygonInputSchema.safeParse(comb).success).toBe(true)
}, 2000)

test.each([
  ['a square degree at the equator', polygon(box(0, -0.5, 1, 0.5)), 12_308_778_361, 0.002],
  ['0.01° at 44° north', polygon(field), 803.4 * 1111.1, 0.005],
  ['the same less a quarter', polygon(field, box(116, 44, 116.005, 44.005)), 803.4 * 1111.1 * 0.75, 0.005],
])('measures the area of %s', (_name, drawn, squareMetres, share) => {
  expect(Math.abs(squareMetresOf(drawn) / squareMetres - 1)).toBeLessThan(share)
})
