import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { IngestSummary } from '#contract/herd/ingest.ts'
import { saveRejected, type RejectedNote } from '../../db/readings/rejectedReadings.ts'
import { openWorld, square, type World } from '../../testing/testWorld.ts'
import { insertSource } from '../sources.ts'

let world: World
const tokens: Record<string, string> = {}
const farms: Record<string, number> = {}
const sources: Record<string, number> = {}

const list = async (who: string, noun: 'unknownDevices' | 'rejectedReadings') => {
  const { data } = await world.call<{ list: { id: number; deviceId: string }[] }>(
    tokens[who] ?? '',
    'POST',
    endpoints[noun].list.path,
    { pageSize: 100 },
  )
  return data.list.map(({ deviceId }) => deviceId).toSorted()
}
const idOf = async (device: string) =>
  (await world.sql<{ id: number }[]>`select id from rejected_readings where device_id = ${device}`)[0]?.id ?? 0
const note = (source: string, farm: string | null, deviceId: string, reason = 'UNKNOWN_DEVICE'): RejectedNote => ({
  sourceId: sources[source] ?? 0,
  farmId: farm === null ? 0 : (farms[farm] ?? 0),
  reason,
  field: 'neckband',
  deviceId,
  gateway: null,
  count: 1,
  firstAt: world.context.clock.now(),
  lastAt: world.context.clock.now(),
  sample: '{}',
})

beforeAll(async () => {
  world = await openWorld()
  for (const name of ['north', 'south']) {
    const organisation = await world.organisation('SUPERVISOR', name)
    tokens[name] = await world.user(name, 'SUPERVISOR_PM', organisation)
    const { data } = await world.call<{ id: number }>(tokens[name], 'PUT', '/collateral/web/farm/addOrEdit', {
      name,
      boundary: square(116, 44),
    })
    farms[name] = data.id
  }
  tokens['platform'] = await world.user('platform', 'ADMIN_PLATFORM', await world.organisation('PLATFORM', 'Drover'))
  const of = { north: [farms['north'] ?? 0], both: [farms['north'] ?? 0, farms['south'] ?? 0], all: null }
  for (const [name, farmIds] of Object.entries(of)) {
    sources[name] = await insertSource(world.sql, {
      name,
      secret: `${name} secret`,
      adapters: ['json'],
      farmIds,
      createdAt: world.context.clock.now(),
    })
  }
  await saveRejected(world.sql, [
    note('north', null, 'OF-NORTH', 'UNKNOWN_GATEWAY'),
    note('both', null, 'OF-EITHER', 'UNKNOWN_GATEWAY'),
    note('all', null, 'OF-ANYBODY', 'UNKNOWN_GATEWAY'),
    note('all', 'south', 'BY-SOUTH'),
    note('all', 'north', 'BY-NORTH'),
    note('both', 'north', 'LATE', 'TOO_OLD'),
    note('gone', null, 'OF-NOBODY'),
  ])
})
afterAll(() => world.close())

describe('quarantine access', () => {
  test('lists devices of own farms and own sources, all for the platform', async () => {
    expect(await list('north', 'unknownDevices')).toEqual(['BY-NORTH', 'OF-NORTH'])
    expect(await list('south', 'unknownDevices')).toEqual(['BY-SOUTH'])
    expect(await list('platform', 'unknownDevices')).toEqual([
      'BY-NORTH',
      'BY-SOUTH',
      'OF-ANYBODY',
      'OF-EITHER',
      'OF-NOBODY',
      'OF-NORTH',
    ])
    expect(await list('north', 'rejectedReadings')).toEqual(['BY-NORTH', 'LATE', 'OF-NORTH'])
    expect(await list('south', 'rejectedReadings')).toEqual(['BY-SOUTH'])
  })

  test('applies to unknown gateways in the ingest summary', async () => {
    const count = (source: string, gateway: string) => world.sql`
      insert into ingest_counts (minute_at, source_id, gateway, result, count) values (${world.context.clock.now()}, ${sources[source] ?? 0}, ${gateway}, 'UNKNOWN_GATEWAY', 1)`
    for (const [source, gateway] of [
      ['north', 'OF-NORTH'],
      ['both', 'OF-EITHER'],
      ['all', 'OF-ANYBODY'],
      ['gone', 'OF-NOBODY'],
    ] as const)
      await count(source, gateway)
    const summaryOf = async (who: string) => {
      const { data } = await world.call<IngestSummary>(tokens[who] ?? '', 'POST', endpoints.ingest.summary.path, {})
      return {
        gateways: data.counts.map(({ gateway }) => gateway ?? '').toSorted(),
        total: data.totals['UNKNOWN_GATEWAY'] ?? 0,
      }
    }
    expect(await summaryOf('north')).toEqual({ gateways: ['OF-NORTH'], total: 1 })
    expect(await summaryOf('south')).toEqual({ gateways: [], total: 0 })
    expect((await summaryOf('platform')).gateways).toEqual(['OF-ANYBODY', 'OF-EITHER', 'OF-NOBODY', 'OF-NORTH'])
  })

  test('rejects adopting devices of others or of the wrong kind', async () => {
    const adopt = (who: string, id: number) =>
      world.call(tokens[who] ?? '', 'PUT', endpoints.unknownDevices.adoptNeckband.path, {
        unknownNeckbandId: id,
        reason: 'ours',
      })
    expect((await adopt('south', await idOf('BY-NORTH'))).status).toBe(404)
    expect((await adopt('platform', await idOf('BY-NORTH'))).status).toBe(403)
    expect((await adopt('north', await idOf('OF-NORTH'))).error.fields).toEqual({ unknownNeckbandId: 'unknown' })
  })
})

test('places an adopted gateway in its farm’s centre and lists its reason', async () => {
  const input = { unknownGatewayId: await idOf('OF-NORTH'), farmId: farms['north'], reason: 'put up at the east gate' }
  const { status, data } = await world.call<{ id: number }>(
    tokens['north'] ?? '',
    'PUT',
    endpoints.unknownDevices.adoptGateway.path,
    input,
  )
  expect(status).toBe(200)
  const found = await world.call(tokens['north'] ?? '', 'GET', `/collateral/web/gateway/detail/${data.id}`)
  expect(found.data).toMatchObject({
    mac: 'OF-NORTH',
    farmId: farms['north'],
    longitude: 116,
    latitude: 44,
    state: 'NEVER_SEEN',
  })
  const history = await world.call<{ list: object[] }>(
    tokens['north'] ?? '',
    'POST',
    `/collateral/web/gateway/${data.id}/history`,
    {},
  )
  expect(history.data.list).toMatchObject([{ action: 'ADD', by: 'north', reason: 'put up at the east gate' }])
  expect(await list('north', 'unknownDevices')).toEqual(['BY-NORTH'])
  const elsewhere = await world.call(tokens['north'] ?? '', 'PUT', endpoints.unknownDevices.adoptGateway.path, {
    ...input,
    farmId: farms['south'],
  })
  expect(elsewhere.status).toBe(404)
})

test('keeps the newest thousand per source without displacing other sources’', async () => {
  const at = world.context.clock.now()
  const many = Array.from({ length: 1200 }, (_, place) => ({
    ...note('both', null, `FLOOD-${place}`),
    lastAt: at + place,
  }))
  await saveRejected(world.sql, many)
  const rows = await world.sql<{ name: string; count: number; oldest: string }[]>`
    select s.name, count(*)::int as count, min(r.last_at)::text as oldest from rejected_readings r join sources s on s.id = r.source_id group by s.name order by s.name`
  expect(rows.map(({ name, count }) => [name, count])).toEqual([
    ['all', 3],
    ['both', 1000],
    ['north', 1],
  ])
})
