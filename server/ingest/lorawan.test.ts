import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { insertSource } from '../resources/sources.ts'
import { openTestApp, place, type TestApp, testStart } from '../testing/testApp.ts'

let test: TestApp
const eui = '24e124ff00000001'
const secret = 'Network-secret-1'
const otherSecret = 'Other-secret-1'
let neckbandId: number

beforeAll(async () => {
  test = await openTestApp()
  const made = await test.call('PUT', '/collateral/web/animal/addOrEdit', {
    visualTag: '99',
    farmId: test.farmId,
    farmSlotId: test.penIds[0],
  })
  const animal = z.object({ data: z.object({ id: z.number() }) }).parse(made.body).data.id
  neckbandId = (
    await test.data(
      'PUT',
      '/collateral/web/neckband/addOrEdit',
      { deviceId: eui, animalId: animal },
      z.object({ id: z.number() }),
    )
  ).id
  await test.data(
    'PUT',
    '/collateral/web/gateway/addOrEdit',
    { mac: '0016C001F153A14D', farmId: test.farmId, ...place(0, 0) },
    z.object({ id: z.number() }),
  )
  const source = { farmIds: [test.farmId], createdAt: testStart }
  await insertSource(test.sql, { name: 'network', secret, adapters: ['chirpstack', 'ttn'], ...source })
  await insertSource(test.sql, { name: 'yard', secret: otherSecret, adapters: ['json'], ...source })
  await test.app.recordsChanged()
}, 60_000)
afterAll(() => test.close())

const degrees = (metres: [number, number]) => place(...metres)
const int32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(Math.round(value * 1e6))
  return bytes
}
/** An AT101's payload: battery, tamper, where it is, and one stored point. */
function payload(
  battery: number,
  isOff: boolean,
  metres: [number, number],
  stored: { at: number; metres: [number, number] },
): string {
  const [now, then] = [degrees(metres), degrees(stored.metres)]
  const time = Buffer.alloc(4)
  time.writeUInt32LE(stored.at / 1000)
  return Buffer.concat([
    Buffer.from([0x01, 0x75, battery, 0x07, 0x00, isOff ? 1 : 0, 0x04, 0x88]),
    int32(now.latitude),
    int32(now.longitude),
    Buffer.from([0x22, 0x20, 0xce]),
    time,
    int32(then.longitude),
    int32(then.latitude),
    Buffer.alloc(6),
  ]).toString('base64')
}
const neckband = () =>
  test.data(
    'GET',
    `/collateral/web/neckband/detail/${neckbandId}`,
    undefined,
    z.object({
      battery: z.number().nullable(),
      longitude: z.number().nullable(),
      farmSlotId: z.number().nullable(),
      lastSeenAt: z.string().nullable(),
    }),
  )
const post = async (path: string, body: object, bearer: string) => {
  const response = await fetch(new URL(path, test.app.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}
const rows = () => test.sql<
  {
    at: number
    longitude: number | null
    battery: number | null
    tamper: boolean | null
    gateway: string | null
    source: string
  }[]
>`
  select (extract(epoch from r.at) * 1000)::float8 as at, r.longitude, r.battery, r.tamper, g.mac as gateway, s.name as source from readings r
  join sources s on s.id = r.source_id left join gateways g on g.id = r.gateway_id where r.neckband_id = ${neckbandId} order by r.at`

const event = (at: number) => ({
  deduplicationId: `id-${at}`,
  time: new Date(at).toISOString(),
  deviceInfo: { devEui: eui, deviceProfileName: 'Milesight AT101' },
  fPort: 85,
  rxInfo: [
    { gatewayId: '0016c001f153a14d', rssi: -80 },
    { gatewayId: 'ffffffffffffffff', rssi: -120 },
  ],
})

it('stores a ChirpStack webhook’s readings once and places the animal', async () => {
  const at = testStart
  const body = { ...event(at), data: payload(77, true, [50, 50], { at: at - 600_000, metres: [160, 50] }) }
  expect(await post('/ingest/chirpstack?event=up', body, secret)).toMatchObject({
    status: 200,
    body: { data: { stored: 2, duplicate: 0, rejected: [] } },
  })
  expect(await rows()).toEqual([
    {
      at: at - 600_000,
      longitude: expect.closeTo(place(160, 50).longitude, 5),
      battery: null,
      tamper: null,
      gateway: null,
      source: 'network',
    },
    {
      at,
      longitude: expect.closeTo(place(50, 50).longitude, 5),
      battery: 77,
      tamper: true,
      gateway: '0016C001F153A14D',
      source: 'network',
    },
  ])
  // The stored point lies in the other pen, and before: it moves nothing.
  expect(await neckband()).toMatchObject({
    battery: 77,
    farmSlotId: test.penIds[0],
    lastSeenAt: new Date(at).toISOString(),
  })
  expect(await post('/ingest/chirpstack?event=up', body, secret)).toMatchObject({
    body: { data: { stored: 0, duplicate: 2 } },
  })
})

it('saves newly reported firmware and hardware versions as a change without user', async () => {
  const versions = z.object({ version: z.number(), firmware: z.string().nullable(), hardware: z.string().nullable() })
  const read = () => test.data('GET', `/collateral/web/neckband/detail/${neckbandId}`, undefined, versions)
  const say = (at: number, hex: string) =>
    post(
      '/ingest/chirpstack?event=up',
      { ...event(at), deduplicationId: `versions-${at}`, data: Buffer.from(hex, 'hex').toString('base64') },
      secret,
    )
  const { version } = await read()
  const at = testStart + 10_000
  await say(at, 'ff090310ff0a0102')
  await vi.waitFor(
    async () => expect(await read()).toEqual({ version: version + 1, firmware: 'v1.2', hardware: 'v3.1' }),
    { timeout: 10_000 },
  )
  await say(at + 1, 'ff0a0102')
  await say(at - 1, 'ff0a0909')
  await say(at + 2, 'ff0a0103')
  await vi.waitFor(
    async () => expect(await read()).toEqual({ version: version + 2, firmware: 'v1.3', hardware: 'v3.1' }),
    { timeout: 10_000 },
  )
  const noted =
    await test.sql`select user_id as who, after ->> 'firmware' as firmware from audit_entries where noun = 'neckband' and noun_id = ${neckbandId} and action = 'EDIT' order by id`
  expect(noted).toEqual([
    { who: null, firmware: 'v1.2' },
    { who: null, firmware: 'v1.3' },
  ])
})

it('moves the animal with a The Things Stack uplink over MQTT', async () => {
  const at = testStart + 60_000
  await test.clock.moveTo(at)
  const uplink = {
    session_key_id: 's',
    f_cnt: 1,
    f_port: 85,
    frm_payload: payload(76, false, [160, 50], { at: at - 30_000, metres: [100, 50] }),
    rx_metadata: [{ gateway_ids: { eui: 'FFFFFFFFFFFFFFFE' }, rssi: -110 }],
  }
  const body = JSON.stringify({
    end_device_ids: { device_id: 'at101-1', dev_eui: eui.toUpperCase() },
    received_at: new Date(at).toISOString(),
    uplink_message: uplink,
  })
  await test.publish([{ topic: 'v3/herd@tenant/devices/at101-1/up', body }])
  expect((await rows()).slice(-2)).toMatchObject([
    { at: at - 30_000 },
    { at, battery: 76, tamper: false, gateway: null, source: 'demo' },
  ])
  expect(await neckband()).toMatchObject({ battery: 76, farmSlotId: test.penIds[1] })
})

it('reads ChirpStack’s own topics and quarantines unreadable events with their reason', async () => {
  const at = testStart + 120_000
  await test.clock.moveTo(at)
  const status = JSON.stringify({ ...event(at), rxInfo: undefined, batteryLevel: 70.5 })
  await test.publish([
    { topic: `application/1/device/${eui}/event/status`, body: status },
    { topic: `application/1/device/${eui}/event/up`, body: '{"deviceInfo":{}}' },
  ])
  expect(await neckband()).toMatchObject({ battery: 70.5 })
  const [quarantined] = await test.sql<
    { reason: string; field: string; topic: string }[]
  >`select reason, field, topic from quarantine order by id desc limit 1`
  expect(quarantined).toEqual({ reason: 'BAD_SHAPE', field: 'devEui', topic: `application/1/device/${eui}/event/up` })
})

it('limits a source to the formats of its adapters and its farms', async () => {
  const body = { ...event(testStart + 180_000), data: 'AXVX' }
  expect(await post('/ingest/chirpstack', body, otherSecret)).toMatchObject({ status: 403 })
  expect(await post('/ingest/ttn', body, otherSecret)).toMatchObject({ status: 403 })
  const stranger = { ...body, deviceInfo: { devEui: '0000000000000001' } }
  expect(await post('/ingest/chirpstack', stranger, secret)).toMatchObject({
    status: 422,
    body: { data: { rejected: [{ index: 0, field: 'neckband', reason: 'UNKNOWN_DEVICE' }] } },
  })
})
