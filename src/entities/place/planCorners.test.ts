// @vitest-environment node
import { expect, test } from 'vitest'
import type { Polygon } from '#contract/values/geo.ts'
import { cornersIn, readPlanCorners, writePlanCorners } from './planCorners.ts'

const boundary: Polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [116, 0],
      [116.02, 0],
      [116.02, 0.01],
      [116, 0.01],
      [116, 0],
    ],
  ],
}

test.each([
  [
    'a wide one',
    4,
    [
      [116, 0.0075],
      [116.02, 0.0075],
      [116.02, 0.0025],
      [116, 0.0025],
    ],
  ],
  [
    'a tall one',
    0.5,
    [
      [116.0075, 0.01],
      [116.0125, 0.01],
      [116.0125, 0],
      [116.0075, 0],
    ],
  ],
])('places a picture inside the boundary in its proportions: %s', (_name, aspect, corners) => {
  expect(cornersIn(boundary, aspect).map((corner) => corner.map((degrees) => Number(degrees.toFixed(4))))).toEqual(
    corners,
  )
})

test('reads exactly four corners as written', () => {
  const corners = cornersIn(boundary, 2)
  expect(readPlanCorners(writePlanCorners(corners))).toEqual(corners)
  expect(readPlanCorners('116, 44\n116.1, 44\n116.1, 43.9')).toBeNull()
  expect(readPlanCorners('')).toBeNull()
})
