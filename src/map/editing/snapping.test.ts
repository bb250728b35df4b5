// @vitest-environment node
import { expect, test } from 'vitest'
import type { LongitudeLatitude } from '#contract/values/geo.ts'
import { snapTo } from './snapping.ts'

const line: LongitudeLatitude[] = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 0],
]
const other: LongitudeLatitude[] = [
  [10, 1],
  [20, 1],
]
/** Ten pixels a degree, north up. */
const project = (longitude: number, latitude: number) => ({ x: longitude * 10, y: -latitude * 10 })

test.each([
  ['nothing is near', { x: 50, y: 40 }, undefined],
  ['a corner is near', { x: 97, y: 4 }, [10, 0]],
  ['a corner is near, and an edge nearer', { x: 92, y: 0.5 }, [10, 0]],
  ['an edge is near', { x: 50, y: 5 }, [5, 0]],
  ['an edge is near that slopes', { x: 50, y: -54 }, [5.2, 5.2]],
  ['corners of two lines are near', { x: 101, y: -9 }, [10, 1]],
])('%s', (_name, at, snapped) => {
  const found = snapTo(at, [line, other], project, 12)
  expect(found?.map((degrees) => Number(degrees.toFixed(6)))).toEqual(snapped)
})
