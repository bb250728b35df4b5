// @vitest-environment node
import { expect, test } from 'vitest'
import { calloutOf, placeBeside } from './overlays/callout.ts'
import { positionOf } from './camera/focus.ts'
import type { MapState } from './mapState.ts'
import { nearestAnimal } from './pick.ts'
import { testAlert, testHerd, testState } from './testState.ts'

test('picks the nearest animal within reach', () => {
  const herds = [testHerd()]
  expect(nearestAnimal(herds, [116.00201, 44.002], 20, 10)).toBe(102)
  expect(nearestAnimal(herds, [116.0026, 44.0026], 200, 10)).toBe(103)
  expect(nearestAnimal(herds, [116.05, 44.05], 200, 10)).toBeNull()
})

test('finds an animal by id in any herd', () => {
  const position = positionOf(new Map([[1, testHerd()]]), 104)
  expect(position?.[0]).toBeCloseTo(115.998, 5)
  expect(positionOf(new Map(), 104)).toBeNull()
})

test('describes the animal of the newest critical alert in view', () => {
  const older = testAlert({ id: 2, animalId: 101, raisedAt: '2026-04-30T00:00:00.000Z' })
  expect(calloutOf(testState({ alerts: [older, testAlert()] }))).toEqual({
    animalId: 104,
    visualTag: '0104',
    farmId: 1,
    severity: 'CRITICAL',
    // By the newest position, which is farther from the pen than the one at raising.
    metres: 561,
    metresAtRaising: 180,
    penName: '2 号圈',
    batteryPercent: 81,
    heardAt: testState().herdAt - 1000,
    fixedAt: testState().herdAt - 1000,
  })
  expect(calloutOf(testState({ alerts: [testAlert()], nearFarmIds: new Set() }))).toBeNull()
  expect(calloutOf(testState({ alerts: [testAlert({ severity: 'MAJOR' })] }))).toBeNull()
})

test('describes only the selected animal, or that of the shown alert', () => {
  const other = testAlert({ id: 2, animalId: 101, kind: 'LOW_BATTERY', severity: 'MINOR' })
  const alerts = [testAlert(), other]
  const about = (part: Partial<MapState>) => calloutOf(testState({ alerts, ...part }))
  expect(about({ selectedAnimalId: 101 })).toMatchObject({ animalId: 101, severity: 'MINOR', metres: null })
  expect(about({ shownAlertId: 2 })).toMatchObject({ animalId: 101 })
  expect(about({ selectedAnimalId: 104, shownAlertId: 2 })).toMatchObject({ animalId: 104 })
  // Nothing of another animal stands next to an animal without an alert.
  expect(about({ selectedAnimalId: 102 })).toBeNull()
  expect(about({ shownAlertId: 9 })).toBeNull()
})

test('places a callout without covering pen names', () => {
  const room = { width: 800, height: 600 }
  const size = { width: 200, height: 84 }
  const below = placeBeside([400, 300], size, room, [])
  expect(below).toEqual({ left: 300, top: 340 })
  const name = { left: 380, top: 350, right: 480, bottom: 370 }
  expect(placeBeside([400, 300], size, room, [name])).toEqual({ left: 300, top: 176 })
  const above = { left: 380, top: 200, right: 480, bottom: 220 }
  expect(placeBeside([400, 300], size, room, [name, above])).toEqual({ left: 440, top: 258 })
  // At the lower edge there is no room below.
  expect(placeBeside([400, 580], size, room, []).top).toBeLessThan(580)
})

test('stays on a small map without covering the animal', () => {
  const size = { width: 200, height: 84 }
  for (const room of [
    { width: 339, height: 240 },
    { width: 300, height: 200 },
    { width: 339, height: 580 },
  ]) {
    for (let x = 0; x <= room.width; x += 13) {
      for (let y = 0; y <= room.height; y += 13) {
        const names = [{ left: x - 100, right: x + 100, top: y + 45, bottom: y + 65 }]
        const { left, top } = placeBeside([x, y], size, room, names)
        const isOver = x > left && x < left + size.width && y > top && y < top + size.height
        const isIn = left >= 0 && top >= 0 && left + size.width <= room.width && top + size.height <= room.height
        expect([room, x, y, isOver, isIn]).toEqual([room, x, y, false, true])
      }
    }
  }
})
