import { describe, expect, test } from 'vitest'
import { HerdColumns } from '../../herd/columns.ts'
import { flattenPolygon } from '#contract/values/flatPolygons.ts'
import type { Device } from '../../herd/registry.ts'
import { Jumps } from './jumps.ts'

const now = Date.UTC(2026, 4, 1)
const hour = 3_600_000
const origin: [number, number] = [117, 44]
const square = (size: number) =>
  [
    [-size, -size],
    [size, -size],
    [size, size],
    [-size, size],
    [-size, -size],
  ].map(([x = 0, y = 0]): [number, number] => [origin[0] + x, origin[1] + y])

function deviceAt(last: [longitude: number, latitude: number] | null): Device {
  const slot = { animalId: 1, visualTag: '1', neckbandId: 7, pairedAt: Number.NaN, penId: 0, pledgedTo: 0 }
  const columns = new HerdColumns([slot], origin)
  if (last) {
    columns.fixedAt[0] = now - hour
    ;[columns.longitude[0], columns.latitude[0]] = last
  }
  const boundary = flattenPolygon({ type: 'Polygon', coordinates: [square(0.01)] }, origin)
  const herd = {
    id: 1,
    name: '',
    supervisorOrgId: null,
    windowMinutes: 60,
    timeZone: 'UTC',
    projects: [],
    insured: [],
    boundary,
    pens: new Map(),
    zones: new Map(),
    columns,
    epoch: 0,
  }
  return { neckbandId: 7, herd, slot: 0 }
}
const isJump = (device: Device, longitude: number, latitude: number, isGuess = false) =>
  new Jumps().isJump(device, { at: now, longitude, latitude }, isGuess)

describe('a position', () => {
  test.each<[string, [number, number] | null, [number, number], boolean]>([
    ['on the farm is believed', [117, 44], [117.005, 44.005], false],
    ['30 km away is believed', [117, 44], [117.3, 44], false],
    ['on the farm is believed after a wrong one', [2, 48], [117.005, 44.005], false],
    ['100 km away after an hour is believed', [117, 44], [118.2, 44], false],
    ['1,000 km away after an hour is a jump', [117, 44], [117, 53], true],
    ['with a lost sign of the longitude is a jump', [117, 44], [-117.005, 44.005], true],
    ['with a lost sign of the latitude is a jump', [117, 44], [117.005, -44.005], true],
    ['with a lost sign is a jump without an earlier one', null, [-117.005, 44.005], true],
    ['with swapped coordinates is a jump without an earlier one', null, [44.005, 117.005], true],
    ['elsewhere is believed without an earlier one', null, [121.5, 31.2], false],
  ])('%s', (_, last, [longitude, latitude], expected) => {
    expect(isJump(deviceAt(last), longitude, latitude)).toBe(expected)
  })

  test('is not believed far from the farm for a guessed device', () => {
    expect(isJump(deviceAt(null), 121.5, 31.2, true)).toBe(true)
    expect(isJump(deviceAt(null), 117.1, 44.1, true)).toBe(false)
  })
})

test('believes the third position in a row in another region', () => {
  const jumps = new Jumps()
  const device = deviceAt([117, 44])
  const at = (place: number, longitude = 4 + place / 1000) =>
    jumps.isJump(device, { at: now + place * hour, longitude, latitude: 52 }, false)
  expect([at(0), at(1), at(2)]).toEqual([true, true, false])
})

test('never believes one position that is repeated to the digit', () => {
  const jumps = new Jumps()
  const device = deviceAt([117, 44])
  const results = [0, 1, 2, 3].map((place) =>
    jumps.isJump(device, { at: now + place * hour, longitude: 4, latitude: 52 }, false),
  )
  expect(results).toEqual([true, true, true, true])
})
