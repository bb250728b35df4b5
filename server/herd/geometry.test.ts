import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flatten, flattenPolygon, metresOutside } from '#contract/values/flatPolygons.ts'
import { centreOf, exitOf } from './geometry.ts'

const origin: [number, number] = [116.08, 43.94]
const degrees = (x: number, y: number): [number, number] => [
  origin[0] + x / (111_320 * Math.cos((origin[1] * Math.PI) / 180)),
  origin[1] + y / 111_320,
]
const square = (from: number, to: number) => [
  degrees(from, from),
  degrees(to, from),
  degrees(to, to),
  degrees(from, to),
  degrees(from, from),
]
const pen = flattenPolygon({ type: 'Polygon', coordinates: [square(0, 100)] }, origin)
const ring = flattenPolygon({ type: 'Polygon', coordinates: [square(0, 100), square(40, 60)] }, origin)

it.each([
  ['in the middle', 50, 50, -50],
  ['near a fence', 50, 2, -2],
  ['beside it', 50, -3, 3],
  ['off a corner', -3, -4, 5],
  ['far away', 400, 50, 300],
])('measures the metres outside: %s', (_name, x, y, metres) => {
  expect(metresOutside(pen, x, y)).toBeCloseTo(metres, 6)
})

it('counts a hole as outside', () => {
  expect(metresOutside(ring, 50, 50)).toBeCloseTo(10, 6)
  expect(metresOutside(ring, 35, 50)).toBeCloseTo(-5, 6)
})

it('converts degrees to metres and finds the centre', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -5000, max: 5000, noNaN: true }),
      fc.double({ min: -5000, max: 5000, noNaN: true }),
      (x, y) => {
        const [east, north] = flatten(degrees(x, y), origin)
        expect(east).toBeCloseTo(x, 4)
        expect(north).toBeCloseTo(y, 4)
      },
    ),
  )
  const [longitude, latitude] = centreOf({ type: 'Polygon', coordinates: [square(0, 100)] })
  expect(flatten([longitude, latitude], origin)[0]).toBeCloseTo(50, 4)
})

describe('exitOf', () => {
  // A bent pen: two arms of 100 m around a yard of 60 m.
  const bent = {
    rings: [Float64Array.from([0, 0, 100, 0, 100, 100, 80, 100, 80, 20, 20, 20, 20, 100, 0, 100, 0, 0])],
    minX: 0,
    minY: 0,
    maxX: 100,
    maxY: 100,
  }
  it.each([
    ['straight out', [50, 10], [150, 10], 0.5],
    ['out over the yard between its arms', [10, 50], [130, 50], 0.75],
    ['out over the yard, into it', [10, 50], [50, 50], 0.25],
    ['nowhere', [10, 10], [20, 10], 1],
  ] as const)('%s', (_name, from, to, share) => {
    expect(exitOf(bent, from, to)).toBeCloseTo(share)
  })
})
