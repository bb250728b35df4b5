// @vitest-environment node
import { expect, test } from 'vitest'
import { controlsPadding, isBetweenControls, roomForNames } from './focus.ts'

const map = { clientWidth: 1000, clientHeight: 600 }
const flight = { scale: 1, isAnimated: true, hasCard: false }

test('leaves room for the controls on their side of the map', () => {
  const ltr = controlsPadding(map, false, flight)
  expect(ltr.right).toBeGreaterThan(200)
  expect(controlsPadding(map, true, flight)).toEqual({ ...ltr, left: ltr.right, right: ltr.left })
})

test('leaves room for names on both sides of all farms', () => {
  const size = { clientWidth: 672, clientHeight: 580 }
  const furniture = controlsPadding(size, false, flight)
  const room = roomForNames(furniture, size, 1)
  expect(room.left).toBeGreaterThan(70)
  expect(room).toMatchObject({ top: furniture.top, right: furniture.right })
  expect(room.bottom).toBeGreaterThan(furniture.bottom)
})

test('keeps an animal out from below its open card', () => {
  expect(controlsPadding(map, false, { ...flight, hasCard: true }).left).toBeGreaterThan(330)
  expect(controlsPadding(map, true, { ...flight, hasCard: true }).right).toBeGreaterThan(330)
  // On a telephone it lies below.
  const phone = controlsPadding({ clientWidth: 370, clientHeight: 500 }, false, { ...flight, hasCard: true })
  expect([phone.left < 40, phone.bottom > 250]).toEqual([true, true])
})

test('knows whether a followed animal is still clear of the controls', () => {
  const padding = controlsPadding(map, false, flight)
  expect(isBetweenControls([500, 300], map, padding)).toBe(true)
  for (const place of [
    [padding.left - 1, 300],
    [map.clientWidth - padding.right + 1, 300],
    [500, padding.top - 1],
    [500, map.clientHeight - padding.bottom + 1],
    [-50, 900],
  ] as const)
    expect(isBetweenControls(place, map, padding)).toBe(false)
})
