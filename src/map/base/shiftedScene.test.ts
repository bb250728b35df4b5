// @vitest-environment node
import { expect, test } from 'vitest'
import { drawnOffset } from '../../store/herd/herdColumns.ts'
import { outerRing } from '../geometry.ts'
import { testHerd, testState } from '../testState.ts'
import { conversionOf } from './datum.ts'
import { shiftHerds, shiftScene, shiftsOf, shiftTrack } from './shiftedScene.ts'

const { scene: given } = testState()
const scene = {
  ...given,
  farms: given.farms.map((farm) => ({
    ...farm,
    planImage: {
      imageId: 'x',
      opacity: 1,
      corners: [
        [116, 44.01],
        [116.01, 44.01],
        [116.01, 44],
        [116, 44],
      ] as const,
    },
  })),
} as typeof given
const herd = testHerd()
const track = {
  farmId: 1,
  pieces: [
    [
      [116, 44],
      [116.01, 44],
    ] as [number, number][],
  ],
  place: [116, 44] as [number, number],
}
const source = { read: () => new Map([[1, herd]]), listen: () => () => {} }

test('returns the same objects over an unshifted map', () => {
  const shifts = shiftsOf(scene, 'WGS-84')
  expect(shiftScene(scene, shifts)).toBe(scene)
  expect(shiftHerds(source, shifts)).toBe(source)
  expect(shiftTrack(track, shifts)).toBe(track)
})

test('shifts boundaries, plans, pens, gateways and animals by one offset', () => {
  const shifts = shiftsOf(scene, 'GCJ-02')
  const shown = shiftScene(scene, shifts)
  const middle = conversionOf('GCJ-02').toMap([116.005, 44.005])
  const [east, north] = [middle[0] - 116.005, middle[1] - 44.005]
  expect(Math.hypot(east * 80_000, north * 111_000)).toBeGreaterThan(300)
  const offsets = [
    [outerRing(shown.farms[0]!.boundary)[2]!, [116.01, 44.01]],
    [outerRing(shown.pens[0]!.polygon)[0]!, [116.001, 44.001]],
    [
      [shown.gateways[0]!.longitude, shown.gateways[0]!.latitude],
      [116.001, 44.001],
    ],
    [shown.farms[0]!.planImage!.corners[3], [116, 44]],
    [shiftTrack(track, shifts).pieces[0]![1]!, [116.01, 44]],
    [shiftTrack(track, shifts).place!, [116, 44]],
    [(shown.farms[0]!.plan[0]!.geometry.coordinates as number[][])[0]!, [116, 44]],
  ].map(([drawn, ground]) => [drawn![0]! - ground![0]!, drawn![1]! - ground![1]!])
  for (const offset of offsets) expect(offset).toEqual([expect.closeTo(east, 9), expect.closeTo(north, 9)])

  const herds = shiftHerds(source, shifts)
  const shifted = herds.read().get(1)!
  expect([shifted.originLongitude, shifted.originLatitude]).toEqual([116 + east, 44 + north])
  expect(drawnOffset(shifted, 0, 10)).toEqual(drawnOffset(herd, 0, 10))
  // A herd that has not changed is the same to the map, and its columns are not copied.
  expect(herds.read().get(1)).toBe(shifted)
  expect(shifted.longitudeOffsets).toBe(herd.longitudeOffsets)
})
