import { expect } from '@playwright/test'
import type { MqttClient } from 'mqtt'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { LongitudeLatitude, Polygon } from '#contract/values/geo.ts'
import { type Call, inParallel } from '#mocks/calls.ts'
import { newcomer } from '../../people.ts'

/** Concurrent calls. */
const concurrency = 4
const middle: LongitudeLatitude = [118.2, 44.6]
/** Degrees from the middle to the fences of the farm and of its pen, and to a place outside the pen. */
const [farmReach, penReach, outside] = [0.02, 0.005, 0.008]

/** A farm without a borrower, with one pen, one gateway and a herd of one category. */
export interface Pasture {
  digits: string
  farmId: number
  farmName: string
  gateway: string
  category: string
  /** Ear tags: `12345678-001` and so on. */
  tags: readonly string[]
  /** Returns the neckband that an animal wears. */
  neckbandOf: (tag: string) => string
}

const square = (reach: number): Polygon => {
  const [x, y] = middle
  return {
    type: 'Polygon',
    coordinates: [
      [
        [x - reach, y - reach],
        [x + reach, y - reach],
        [x + reach, y + reach],
        [x - reach, y + reach],
        [x - reach, y - reach],
      ],
    ],
  }
}

/** Creates a pasture whose animals all wear a neckband, except the last. Leaving the pen raises an alert at once. */
export async function makePasture(pm: Call, heads: number): Promise<Pasture> {
  const { digits } = newcomer()
  const farm = await pm(endpoints.farms.addOrEdit, { name: `春季牧场 ${digits}`, boundary: square(farmReach) })
  const pen = await pm(endpoints.pens.addOrEdit, {
    farmId: farm.id,
    name: '北圈',
    polygon: square(penReach),
    capacity: heads,
  })
  const gateway = `AC24${digits}`
  const [longitude, latitude] = middle
  await pm(endpoints.gateways.addOrEdit, { mac: gateway, farmId: farm.id, farmSlotId: pen.id, longitude, latitude })
  await pm(endpoints.alertRules.addOrEdit, { kind: 'LEFT_PEN', farmId: farm.id, parameters: { raiseDelayMinutes: 0 } })
  const {
    list: [category],
  } = await pm(endpoints.lookups.list, { kind: 'CATEGORY', pageSize: 1 })
  const tags = Array.from({ length: heads }, (_, index) => `${digits}-${String(index + 1).padStart(3, '0')}`)
  const neckbandOf = (tag: string) => `B1${tag.replace('-', '0')}`
  await inParallel(tags, concurrency, async (visualTag) => {
    const animal = await pm(endpoints.animals.addOrEdit, {
      visualTag,
      farmId: farm.id,
      farmSlotId: pen.id,
      categoryId: category?.id ?? 0,
    })
    if (visualTag !== tags.at(-1))
      await pm(endpoints.neckbands.addOrEdit, { deviceId: neckbandOf(visualTag), animalId: animal.id })
  })
  return {
    digits,
    farmId: farm.id,
    farmName: farm.name,
    gateway,
    category: category?.names['zh-CN'] ?? '',
    tags,
    neckbandOf,
  }
}

/** Publishes readings with positions for some animals; resolves when they are stored. */
export async function publishReadings(
  broker: MqttClient,
  { gateway, neckbandOf }: Pasture,
  tags: readonly string[],
  where: 'inside' | 'outside',
): Promise<void> {
  const at = Date.now()
  const [longitude, latitude] = [middle[0] + (where === 'inside' ? 0 : outside), middle[1]]
  const readings = tags.map((tag) => ({
    neckband: neckbandOf(tag),
    at,
    longitude,
    latitude,
    accuracyM: 3,
    rssi: -60,
    battery: 90,
  }))
  await broker.publishAsync(`ingest/json/${gateway}`, JSON.stringify({ gateway, sentAt: at, readings }), { qos: 1 })
}

/** Publishes readings inside the pen until all animals with neckbands count as heard. */
export async function publishWholeHerd(pm: Call, broker: MqttClient, pasture: Pasture): Promise<void> {
  const bearers = pasture.tags.slice(0, -1)
  await expect(async () => {
    await publishReadings(broker, pasture, bearers, 'inside')
    expect((await pm(endpoints.farms.detail, { id: pasture.farmId })).headcount.heard).toBe(bearers.length)
  }).toPass({ timeout: 30_000 })
}
