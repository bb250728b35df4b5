import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { deviceId, gatewayMac, message, openTestApp, place, testStart } from '../testing/testApp.ts'
import type { TestApp } from '../testing/testApp.ts'

const minuteMs = 60_000
let test: TestApp
let now = testStart
beforeAll(async () => {
  test = await openTestApp({ animals: 4 })
}, 60_000)
afterAll(() => test.close())

const alertSchema = z.object({
  kind: z.string(),
  subjectId: z.number(),
  clearedAt: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
})
const alerts = async (state: string) =>
  (
    await test.data(
      'POST',
      '/collateral/web/alert/list',
      { state, pageSize: 100 },
      z.object({ list: z.array(alertSchema) }),
    )
  ).list
const advance = (minutes: number) => test.clock.moveTo((now += minutes * minuteMs))
const put = (noun: string, body: object) =>
  test.data('PUT', `/collateral/web/${noun}/addOrEdit`, body, z.object({ id: z.number() }))
/** Why the alerts of a kind were cleared, by subject. */
async function whyCleared(kind: string): Promise<Record<number, unknown>> {
  await test.app.recordsChanged()
  await advance(1)
  const cleared = (await alerts('CLEARED')).filter((alert) => alert.kind === kind)
  return Object.fromEntries(cleared.map(({ subjectId, detail }) => [subjectId, detail['clearedBecause']]))
}

it('clears alerts with a reason when their subject leaves', async () => {
  await advance(1)
  // 0 to 2 leave their pen; 0, 2 and 3 have low batteries.
  const outside = { ...place(140, 50) }
  const say = () =>
    test.ingest(
      'json',
      message(now, [
        { index: 0, ...outside, battery: 9 },
        { index: 1, ...outside },
        { index: 2, ...outside, battery: 8 },
        { index: 3, battery: 7 },
      ]),
    )
  expect((await say()).status).toBe(200)
  await advance(2)
  const open = await alerts('ACTIVE')
  expect(open.filter(({ kind }) => kind === 'LEFT_PEN').length).toBe(3)
  expect(open.filter(({ kind }) => kind === 'LOW_BATTERY').length).toBe(3)
  const [sold = 0, penless = 0] = test.animalIds
  const [ofSold = 0, , , takenOff = 0] = test.neckbandIds

  await test.sql`update animals set status = 'SOLD', in_herd_to = ${now} where id = ${sold}`
  expect(await whyCleared('LEFT_PEN')).toEqual({ [sold]: 'ANIMAL_NOT_IN_HERD' })
  // The neckband is still there, on nobody of a herd.
  expect(await whyCleared('LOW_BATTERY')).toEqual({ [ofSold]: 'NECKBAND_NOT_WORN' })

  await put('animal', { id: penless, visualTag: '02', farmId: test.farmId, farmSlotId: null })
  expect(await whyCleared('LEFT_PEN')).toMatchObject({ [penless]: 'ANIMAL_WITHOUT_PEN' })

  await put('neckband', { id: takenOff, deviceId: deviceId(3), animalId: null })
  expect(await whyCleared('LOW_BATTERY')).toMatchObject({ [takenOff]: 'NECKBAND_NOT_WORN' })

  // The one that nobody touched goes on, and a reading ends it, without a word of why.
  const left = (await alerts('ACTIVE')).map(({ kind, subjectId }) => [kind, subjectId])
  expect(new Set(left.map(([kind]) => kind))).toEqual(new Set(['LEFT_PEN', 'LOW_BATTERY']))
  await test.ingest('json', message(now, [{ index: 2, ...place(50, 50), battery: 60 }]))
  await advance(3)
  expect(await alerts('ACTIVE')).toEqual([])
  expect((await whyCleared('LEFT_PEN'))[test.animalIds[2] ?? 0]).toBeUndefined()
})

it('clears the alert of a removed gateway', async () => {
  const { id } = await put('gateway', { mac: 'AC233F000002', farmId: test.farmId, ...place(60, 60) })
  await test.app.recordsChanged()
  await test.publish([
    {
      topic: 'ingest/minew/AC233F000002',
      body: JSON.stringify([{ timestamp: new Date(now).toISOString(), type: 'Gateway', mac: 'AC233F000002' }]),
    },
  ])
  for (let i = 0; i < 12; i++) {
    await advance(1)
    await test.ingest('json', message(now, [{ index: 2 }], gatewayMac))
  }
  expect(await alerts('ACTIVE')).toMatchObject([{ kind: 'GATEWAY_OFFLINE', subjectId: id }])
  expect((await test.call('DELETE', `/collateral/web/gateway/del/${id}`)).status).toBe(200)
  expect(await whyCleared('GATEWAY_OFFLINE')).toEqual({ [id]: 'GATEWAY_REMOVED' })
})

it('moves alerts of a gateway or neckband to its new farm', async () => {
  const square = {
    type: 'Polygon',
    coordinates: [
      [
        [117, 44],
        [117.01, 44],
        [117.01, 44.01],
        [117, 44.01],
        [117, 44],
      ],
    ],
  }
  const { id: otherFarm } = await put('farm', { name: 'Other', boundary: square })
  const { id: gateway } = await put('gateway', { mac: 'AC233F000003', farmId: test.farmId, ...place(60, 60) })
  await test.app.recordsChanged()
  await test.publish([
    {
      topic: 'ingest/minew/AC233F000003',
      body: JSON.stringify([{ timestamp: new Date(now).toISOString(), type: 'Gateway', mac: 'AC233F000003' }]),
    },
  ])
  for (let i = 0; i < 12; i++) {
    await advance(1)
    await test.ingest('json', message(now, [{ index: 2, battery: 9 }], gatewayMac))
  }
  const farmsOf = async (kind: string) =>
    (
      await test.sql<{ farmId: number; isOpen: boolean; because: string | null }[]>`
      select farm_id as "farmId", cleared_at is null as "isOpen", detail->>'clearedBecause' as because from alerts
      where kind = ${kind} and subject_id = ${kind === 'GATEWAY_OFFLINE' ? gateway : (test.neckbandIds[2] ?? 0)} order by id desc limit 2`
    ).map(({ farmId, isOpen, because }) => [farmId, isOpen, because])
  expect([(await farmsOf('GATEWAY_OFFLINE'))[0], (await farmsOf('LOW_BATTERY'))[0]]).toEqual([
    [test.farmId, true, null],
    [test.farmId, true, null],
  ])

  await put('gateway', { id: gateway, mac: 'AC233F000003', farmId: otherFarm, longitude: 117.005, latitude: 44.005 })
  const { id: elsewhere } = await put('animal', { visualTag: '99', farmId: otherFarm })
  await put('neckband', { id: test.neckbandIds[2], deviceId: deviceId(2), animalId: elsewhere })
  await test.app.recordsChanged()
  await advance(1)
  expect(await farmsOf('GATEWAY_OFFLINE')).toEqual([
    [otherFarm, true, null],
    [test.farmId, false, 'GATEWAY_MOVED'],
  ])
  expect(await farmsOf('LOW_BATTERY')).toEqual([
    [otherFarm, true, null],
    [test.farmId, false, 'NECKBAND_MOVED'],
  ])
})

it('raises a neckband’s alert again for another animal, across a restart', async () => {
  const [, before = 0] = test.animalIds
  const [, neckband = 0] = test.neckbandIds
  const raised = () => test.sql<{ animalId: number; because: string | null }[]>`
    select animal_id as "animalId", detail->>'clearedBecause' as because from alerts where kind = 'LOW_BATTERY' and subject_id = ${neckband} order by id`
  await test.ingest('json', message(now, [{ index: 1, battery: 9 }]))
  await advance(1)
  expect(await raised()).toEqual([{ animalId: before, because: null }])

  await test.restart()
  const { id: after } = await put('animal', { visualTag: '98', farmId: test.farmId })
  await put('neckband', { id: neckband, deviceId: deviceId(1), animalId: after })
  await test.app.recordsChanged()
  await advance(1)
  expect(await raised()).toEqual([
    { animalId: before, because: 'NECKBAND_MOVED' },
    { animalId: after, because: null },
  ])
  await advance(1)
  expect((await raised()).length).toBe(2)
})

it('does not reopen a cleared alert for the neckband’s new animal', async () => {
  const [, neckband = 0] = test.neckbandIds
  const putOn = async (visualTag: string) => {
    const { id } = await put('animal', { visualTag, farmId: test.farmId })
    await put('neckband', { id: neckband, deviceId: deviceId(1), animalId: id })
    await test.app.recordsChanged()
    return id
  }
  const before = await putOn('96')
  const sendBattery = async (battery: number) => {
    await test.ingest('json', message(now, [{ index: 1, battery }]))
    await advance(1)
    const raised = await test.sql<{ animalId: number; isOpen: boolean; flaps: number }[]>`
      select animal_id as "animalId", cleared_at is null as "isOpen", flaps from alerts where kind = 'LOW_BATTERY' and subject_id = ${neckband} and animal_id >= ${before} order by id`
    return raised.map(({ animalId, isOpen, flaps }) => [animalId, isOpen, flaps])
  }
  expect([await sendBattery(9), await sendBattery(90), await sendBattery(9), await sendBattery(90)]).toEqual([
    [[before, true, 0]],
    [[before, false, 0]],
    [[before, true, 1]],
    [[before, false, 1]],
  ])
  const after = await putOn('97')
  expect(await sendBattery(9)).toEqual([
    [before, false, 1],
    [after, true, 0],
  ])
})
