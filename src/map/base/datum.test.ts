// @vitest-environment node
import { expect, test } from 'vitest'
import type { LongitudeLatitude } from '#contract/values/geo.ts'
import { conversionOf, convertPolygon } from './datum.ts'

const metresApart = ([a, b]: LongitudeLatitude, [c, d]: LongitudeLatitude) =>
  Math.hypot((a - c) * 111_320 * Math.cos((b * Math.PI) / 180), (b - d) * 111_320)

/** Published pairs of the same place. */
const knownPlaces: [name: string, ground: LongitudeLatitude, drawn: LongitudeLatitude][] = [
  ['Shanghai, the tests of eviltransform', [121.5272106, 31.1774276], [121.531541859215, 31.17530398364597]],
  ['Shanghai, as read off both maps', [121.42958967, 31.16014354], [121.4342191628, 31.158266019]],
  ['the tests of gcoord', [123, 45], [123.00607541, 45.00197815]],
  ['Beijing', [116.39089, 39.90734], [116.397131, 39.908746]],
]

test.each(knownPlaces)('draws %s at its shifted place and stores its true place', (_name, ground, drawn) => {
  const { toMap, toGround } = conversionOf('GCJ-02')
  expect(metresApart(toMap(ground), drawn)).toBeLessThan(1.5)
  expect(metresApart(ground, drawn)).toBeGreaterThan(300)
  expect(metresApart(conversionOf('GCJ-02').toGround(drawn), ground)).toBeLessThan(1.5)
  expect(toGround(toMap(ground))).toEqual(ground)
})

test('moves nothing outside China or over unshifted maps', () => {
  const place: LongitudeLatitude = [-46.6333, -23.5505]
  expect(conversionOf('GCJ-02').toMap(place)).toEqual(place)
  const home: LongitudeLatitude = [116.08, 43.94]
  expect(conversionOf('WGS-84').toMap(home)).toBe(home)
})

test('keeps the other corners exactly when one is moved', () => {
  const { toMap, toGround } = conversionOf('GCJ-02')
  const corners: LongitudeLatitude[] = [
    [116.123456789, 43.9],
    [116.13, 43.900000001],
    [116.13, 43.91],
    [116.123456789, 43.9],
  ]
  const drawn = convertPolygon({ type: 'Polygon', coordinates: [corners] }, toMap)
  // The drawing keeps seven places, and somebody moves the third corner.
  const edited = (drawn.coordinates[0] ?? []).map((corner, place): LongitudeLatitude =>
    place === 2 ? [corner[0] + 0.001, corner[1]] : [Number(corner[0].toFixed(7)), Number(corner[1].toFixed(7))],
  )
  const ring = convertPolygon({ type: 'Polygon', coordinates: [edited] }, toGround).coordinates[0] ?? []
  expect(ring.toSpliced(2, 1)).toEqual(corners.toSpliced(2, 1))
  expect(metresApart(ring[2] ?? [0, 0], [116.131, 43.91])).toBeLessThan(1.5)
})
