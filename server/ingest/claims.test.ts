import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toInstant } from '../clock.ts'
import { insertSource } from '../resources/sources.ts'
import { deviceId, gatewayMac, message, openTestApp, type TestApp, testStart } from '../testing/testApp.ts'

/** Devices that two supervisors registered: ours by calls of the test's own farm, theirs by rows of another farm. */
let app: TestApp
let theirs: { farmId: number; gatewayId: number; neckbandId: number }
const theirMac = 'AC233F0000B1'

async function insertTheirs(): Promise<typeof theirs> {
  const { sql } = app
  const one = async (rows: Promise<{ id: number }[]>) => (await rows)[0]?.id ?? 0
  const organisation = await one(sql`
    insert into organisations (kind, name, registered_at, updated_at) values ('SUPERVISOR', 'Others', ${testStart}, ${testStart}) returning id`)
  const farmId = await one(sql`
    insert into farms (name, supervisor_org_id, time_zone, boundary, plan, created_at, updated_at)
    select 'Theirs', ${organisation}, time_zone, boundary, plan, ${testStart}, ${testStart} from farms where id = ${app.farmId} returning id`)
  const gatewayId = await one(sql`
    insert into gateways (mac, farm_id, longitude, latitude, created_at, updated_at)
    values (${theirMac}, ${farmId}, 116, 44, ${testStart}, ${testStart}) returning id`)
  const animalId = await one(sql`
    insert into animals (visual_tag, farm_id, category_id, in_herd_from, created_at, updated_at)
    values ('T1', ${farmId}, (select id from lookups where kind = 'CATEGORY' and code = 'CATTLE'), ${testStart}, ${testStart}, ${testStart}) returning id`)
  const neckbandId = await one(sql`
    insert into neckbands (device_id, owner_org_id, created_at, updated_at)
    values (${deviceId(0)}, ${organisation}, ${testStart}, ${testStart}) returning id`)
  await sql`insert into pairings (neckband_id, animal_id, from_at) values (${neckbandId}, ${animalId}, ${testStart})`
  return { farmId, gatewayId, neckbandId }
}

beforeAll(async () => {
  app = await openTestApp({ animals: 2 })
  theirs = await insertTheirs()
  for (const [name, farmIds] of [
    ['ours', [app.farmId]],
    ['theirs', [theirs.farmId]],
    ['everybody', null],
  ] as const)
    await insertSource(app.sql, {
      name,
      secret: `${name} secret`,
      adapters: ['json', 'osmand'],
      farmIds: farmIds === null ? null : [...farmIds],
      createdAt: testStart,
    })
  await app.app.recordsChanged()
}, 60_000)
afterAll(() => app.close())

let sent = 0
/** Sends a reading, without a gateway as a phone would. @returns whose neckband stored it, or the reason */
async function send(source: string, gateway: string | null, neckband = deviceId(0)): Promise<string> {
  const at = testStart + ++sent * 1000
  const secret = `${source} secret`
  await expect.poll(async () => (await app.ingest('json', '{"readings":[]}', secret)).status).not.toBe(401)
  const body =
    gateway === null
      ? await sendPosition(secret, neckband, at)
      : (await app.ingest('json', JSON.stringify({ gateway, readings: [{ neckband, at: toInstant(at) }] }), secret))
          .body
  const [row] = await app.sql<{ id: number }[]>`select neckband_id as id from readings where at = ${at}`
  if (row) return row.id === theirs.neckbandId ? 'theirs' : 'ours'
  return /"reason":"(\w+)"/.exec(JSON.stringify(body))?.[1] ?? JSON.stringify(body)
}

async function sendPosition(secret: string, id: string, at: number): Promise<unknown> {
  const query = new URLSearchParams({ id, lat: '43.94', lon: '116.08', timestamp: String(at / 1000) })
  const headers = { authorization: `Bearer ${secret}` }
  return (await fetch(`${app.app.url}/ingest/osmand?${query.toString()}`, { headers })).json()
}

describe('a neckband of two owners', () => {
  test('is heard by the owner whose source sends it', async () => {
    expect([await send('ours', gatewayMac), await send('theirs', theirMac)]).toEqual(['ours', 'theirs'])
    expect([await send('ours', null), await send('theirs', null)]).toEqual(['ours', 'theirs'])
  })

  test('is heard by the owner of the gateway when a source serves both', async () => {
    expect([await send('everybody', gatewayMac), await send('everybody', theirMac)]).toEqual(['ours', 'theirs'])
  })

  test('is put in quarantine when nothing shows whose it is', async () => {
    expect(await send('everybody', null)).toBe('SEVERAL_OWNERS')
    await expect
      .poll(
        () =>
          app.sql`select device_id as device, farm_id as farm from rejected_readings where reason = 'SEVERAL_OWNERS'`,
      )
      .toEqual([{ device: deviceId(0), farm: 0 }])
    expect(await app.sql`select from ingest_counts where result = 'SEVERAL_OWNERS'`).toHaveLength(0)
  })
})

test('answers a source of one owner about others’ devices as about unknown ones', async () => {
  const unknown = [await send('theirs', theirMac, 'AC233FFFFFFF'), await send('theirs', 'AC233FFFFFFE')]
  expect(unknown).toEqual(['UNKNOWN_DEVICE', 'UNKNOWN_GATEWAY'])
  expect([await send('theirs', theirMac, deviceId(1)), await send('theirs', gatewayMac)]).toEqual(unknown)
})

test('keeps a heard device with its owner when another owner registers it later', async () => {
  await app.ingest('json', message(testStart + 100_000, [{ index: 1 }]))
  await app.sql`
    insert into neckband_states (neckband_id, saved_at, heard_at) values (${app.neckbandIds[1] ?? 0}, ${testStart}, ${testStart})
    on conflict (neckband_id) do update set heard_at = excluded.heard_at`
  await app.sql`
    insert into neckbands (device_id, owner_org_id, created_at, updated_at)
    select ${deviceId(1)}, owner_org_id, ${testStart}, ${testStart} from neckbands where id = ${theirs.neckbandId}`
  await app.app.recordsChanged()
  expect(await send('everybody', null, deviceId(1))).toBe('ours')
})
