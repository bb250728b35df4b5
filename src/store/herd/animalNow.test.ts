// @vitest-environment node
import { expect, test } from 'vitest'
import { testAlert, testHerd, testState } from '../../map/testState.ts'
import { laterOf, metresOutsideFence, readAnimalNow, type AnimalNow } from './animalNow.ts'

const { scene, herdAt } = testState()

test('reads an animal’s newest position and instants, once per frame', () => {
  const herds = new Map([[1, testHerd()]])
  const now = readAnimalNow(herds, 104)
  expect(now).toMatchObject({ visualTag: '0104', ownPenId: 12, heardAt: herdAt - 1000, batteryPercent: 81 })
  expect(now?.position?.[0]).toBeCloseTo(115.998, 5)
  expect(readAnimalNow(herds, 104)).toBe(now)
  expect(readAnimalNow(herds, 999)).toBeNull()
})

test('measures the distance from the fence of the alert at the newest position', () => {
  const at = (longitude: number, latitude: number, fields: Partial<AnimalNow> = {}): AnimalNow => ({
    farmId: 1,
    visualTag: '0104',
    position: [longitude, latitude],
    penId: 0,
    ownPenId: 12,
    heardAt: null,
    fixedAt: null,
    batteryPercent: null,
    ...fields,
  })
  const metres = (now: AnimalNow, fields = {}, pens = scene.pens) => {
    const found = metresOutsideFence({ ...scene, pens }, testAlert(fields), now)
    return found === null ? null : Math.round(found)
  }
  // Pen 12 reaches from 116.005 to 116.008; a thousandth of a degree of longitude is 80 m here.
  expect(metres(at(116.009, 44.002))).toBe(80)
  expect(metres(at(116.007, 44.002))).toBeLessThan(0)
  const zoned = scene.pens.map((pen) => ({ ...pen, zone: 'A' }))
  expect(metres(at(116.0045, 44.002))).toBe(40)
  expect(metres(at(116.0035, 44.002), {}, zoned)).toBeLessThan(0)
  expect(metres(at(116.011, 44.005), { kind: 'LEFT_FARM' })).toBe(80)
  expect(metres(at(116.011, 44.005, { penId: 12 }), { kind: 'LEFT_FARM' })).toBe(0)
  expect(metres(at(116.009, 44.002), { kind: 'LOW_BATTERY' })).toBeNull()
  expect(metres({ ...at(0, 0), position: null })).toBeNull()
})

test('takes the later of a live and a loaded instant', () => {
  const loaded = new Date(herdAt).toISOString()
  expect([laterOf(herdAt + 5, loaded), laterOf(herdAt - 5, loaded), laterOf(null, loaded), laterOf(7, null)]).toEqual([
    herdAt + 5,
    herdAt,
    herdAt,
    7,
  ])
  expect(laterOf(undefined, null)).toBeNull()
})
