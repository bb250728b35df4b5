import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readHerdRecords } from '../db/herdRecords.ts'
import { deviceId, openTestApp, place, testStart, type TestApp } from '../testing/testApp.ts'
import { slotFinder } from './slotFinder.ts'
import { emptyRegistry, buildRegistry, sparesFarmId } from './registry.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ animals: 2 })
}, 60_000)
afterAll(() => app.close())

async function addFarm(): Promise<{ farmId: number; animalId: number }> {
  const ring = [
    [0, 900],
    [100, 900],
    [100, 1000],
    [0, 1000],
    [0, 900],
  ].map(([x = 0, y = 0]) => Object.values(place(x, y)))
  const [farm] = await app.sql<{ id: number }[]>`
    insert into farms (name, time_zone, boundary, plan, window_minutes, created_at, updated_at)
    select 'South', time_zone, ${app.sql.json({ type: 'Polygon', coordinates: [ring] })}, plan, 60, ${testStart}, ${testStart}
    from farms where id = ${app.farmId} returning id`
  const farmId = farm?.id ?? 0
  const [animal] = await app.sql<{ id: number }[]>`
    insert into animals (visual_tag, farm_id, category_id, in_herd_from, created_at, updated_at)
    values ('S1', ${farmId}, (select id from lookups where kind = 'CATEGORY' and code = 'CATTLE'), ${testStart}, ${testStart}, ${testStart}) returning id`
  return { farmId, animalId: animal?.id ?? 0 }
}

test('rereads only the changed farms and reuses the others', async () => {
  const { farmId, animalId } = await addFarm()
  const before = buildRegistry(await readHerdRecords(app.sql, null), emptyRegistry())
  const south = before.farms.get(farmId)
  // The second neckband goes from the first farm to an animal of the new one.
  await app.sql`update pairings set to_at = ${testStart} where neckband_id = ${app.neckbandIds[1] ?? 0}`
  await app.sql`insert into pairings (neckband_id, animal_id, from_at) values (${app.neckbandIds[1] ?? 0}, ${animalId}, ${testStart})`

  const records = await readHerdRecords(app.sql, [farmId])
  expect(records.farms.map(({ id }) => id)).toEqual([farmId])
  const registry = buildRegistry(records, before, [farmId])
  expect(registry.farms.get(app.farmId)).toBe(before.farms.get(app.farmId))
  expect(registry.farms.get(farmId)).not.toBe(south)
  expect(registry.devices.get(deviceId(1))?.[0]?.herd.id).toBe(farmId)
  expect(registry.devices.get(deviceId(0))).toBe(before.devices.get(deviceId(0)))
  expect(registry.gateways.get(app.gatewayId)).toBe(before.gateways.get(app.gatewayId))
  expect([...registry.sources.values()].map(({ name }) => name)).toEqual(['demo'])
})

test('drops a deleted farm and makes its neckband a spare', async () => {
  const { farmId, animalId } = await addFarm()
  const [neckband] = await app.sql<{ id: number }[]>`
    insert into neckbands (device_id, created_at, updated_at) values ('AC233F2FFFFF', ${testStart}, ${testStart}) returning id`
  await app.sql`insert into pairings (neckband_id, animal_id, from_at) values (${neckband?.id ?? 0}, ${animalId}, ${testStart})`
  const before = buildRegistry(await readHerdRecords(app.sql, null), emptyRegistry())
  expect(before.devices.get('AC233F2FFFFF')?.[0]?.herd.id).toBe(farmId)
  await app.sql`delete from pairings where animal_id = ${animalId}`
  await app.sql`update animals set deleted_at = now(), in_herd_to = ${testStart} where id = ${animalId}`
  await app.sql`update farms set deleted_at = now() where id = ${farmId}`
  const registry = buildRegistry(await readHerdRecords(app.sql, [farmId]), before, [farmId])
  expect(registry.farms.has(farmId)).toBe(false)
  expect(registry.devices.get('AC233F2FFFFF')?.[0]?.herd.id).toBe(sparesFarmId)
})

test('finds the slots of any animals in any order', () => {
  const ids = fc
    .uniqueArray(fc.nat(60), { maxLength: 40 })
    .map((some) => Float64Array.from(some.toSorted((a, b) => a - b)))
  fc.assert(
    fc.property(ids, fc.array(fc.nat(60)), (animalIds, wantedIds) => {
      const find = slotFinder(animalIds)
      expect(wantedIds.map(find)).toEqual(wantedIds.map((id) => animalIds.indexOf(id)))
    }),
  )
})
