import { expect, test } from 'vitest'
import type { LongitudeLatitude, Polygon } from '#contract/values/geo.ts'
import { metresPerDegree } from '#contract/values/geo.ts'
import { flattenPolygon } from '#contract/values/flatPolygons.ts'
import { metresBeyond, overlapMetres } from './polygonOverlap.ts'

/** Metres from the origin, which lies on the equator, as degrees. */
const at = (x: number, y: number): LongitudeLatitude => [x / metresPerDegree, y / metresPerDegree]
const ring = (...corners: [number, number][]) => [...corners, corners[0]!].map(([x, y]) => at(x, y))
const box = (west: number, south: number, east: number, north: number) =>
  ring([west, south], [east, south], [east, north], [west, north])
const flat = (...coordinates: Polygon['coordinates']) => flattenPolygon({ type: 'Polygon', coordinates }, [0, 0])
const pen = flat(box(0, 0, 100, 100))

test.each([
  ['far away', flat(box(500, 0, 600, 100)), 0],
  ['beside it, sharing a side', flat(box(100, 0, 200, 100)), 0],
  ['touching at a corner', flat(box(100, 100, 200, 200)), 0],
  ['in its hole', null, 0],
  ['10 m over its side', flat(box(90, 0, 190, 100)), 10],
  ['inside of it', flat(box(40, 40, 60, 60)), 40],
  ['around it', flat(box(-50, -50, 150, 150)), 50],
  ['itself', pen, 49.7],
  ['a cross over it, no corner of either in the other', flat(box(-50, 40, 150, 60)), 40],
])('a pen and another %s', (_name, other, metres) => {
  const one = other === null ? flat(box(0, 0, 100, 100), box(20, 20, 80, 80)) : pen
  const two = other ?? flat(box(20, 20, 80, 80))
  expect(overlapMetres(one, two)).toBeCloseTo(metres, 0)
  expect(overlapMetres(two, one)).toBeCloseTo(metres, 0)
})

const farm = flat(box(0, 0, 1000, 1000), box(400, 400, 600, 600))
const bay = flat(ring([0, 0], [1000, 0], [1000, 1000], [500, 200], [0, 1000]))

test.each([
  ['inside', farm, flat(box(10, 10, 100, 100)), 0],
  ['along the boundary', farm, flat(box(0, 0, 100, 100)), 0],
  ['30 m out of it', farm, flat(box(900, 100, 1030, 200)), 30],
  ['over a hole of it', farm, flat(box(350, 450, 450, 550)), 50],
  ['around a hole of it', farm, flat(box(300, 300, 700, 700)), 100],
  ['across a bay of it, with its corners inside', bay, flat(box(200, 300, 800, 400)), 106],
])('a pen %s', (_name, fence, drawn, metres) => {
  expect(metresBeyond(drawn, fence)).toBeCloseTo(metres, 0)
})
