import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnimalCard } from '#contract/herd/animals.ts'
import type { Farm } from '#contract/herd/farms.ts'
import type { Gateway } from '#contract/herd/gateways.ts'
import type { Headcount } from '#contract/herd/headcounts.ts'
import type { IngestSummary } from '#contract/herd/ingest.ts'
import type { Neckband } from '#contract/herd/neckbands.ts'
import type { StoredReading } from '#contract/herd/readings.ts'
import { openWorld, square, type World } from '../../testing/testWorld.ts'
import { clearAlerts, raiseAlerts } from '../../db/alerts.ts'
import { writeHeadcountSamples } from './headcountHistory.ts'
import { countHeads } from './headcounts.ts'
import { insertSource } from '../sources.ts'

const minute = 60_000
const start = Date.UTC(2026, 4, 1, 12)
const web = '/collateral/web'

describe('sorting heads', () => {
  const at = 1_000 * minute
  const site = (sinceMinutes: number) =>
    ({ kind: 'SITE_OUTAGE', subjectType: 'FARM', subjectId: 1, sinceAt: sinceMinutes * minute }) as const
  const gateway = (id: number, sinceMinutes: number) =>
    ({ kind: 'GATEWAY_OFFLINE', subjectType: 'GATEWAY', subjectId: id, sinceAt: sinceMinutes * minute }) as const
  const head = (minutes: number | null, gatewayId: number | null = 7) => ({
    animalId: 1,
    at: minutes === null ? null : minutes * minute,
    gatewayId,
  })

  const stop = (fromMinutes: number, toMinutes: number) => ({ fromAt: fromMinutes * minute, toAt: toMinutes * minute })

  test.each([
    ['within the window', head(941), [], 'heard'],
    ['just outside the window', head(940), [], 'unaccounted'],
    ['never heard', head(null), [site(900)], 'unaccounted'],
    ['silent since the outage', head(900), [site(905)], 'unverified'],
    ['silent 10 minutes before the outage', head(895), [site(905)], 'unverified'],
    ['silent well before the outage', head(894), [site(905)], 'unaccounted'],
    ['its own gateway is offline', head(900), [gateway(7, 901)], 'unverified'],
    ['another gateway is offline', head(900), [gateway(8, 901)], 'unaccounted'],
    ['heard in spite of the outage', head(990), [site(905)], 'heard'],
  ] as const)('counts a head: %s', (_name, lastHeard, outages, expected) => {
    const { ledger, heard, unverified, unaccounted } = countHeads([lastHeard], outages, [], at, 60)
    expect({ ledger, heard, unverified, unaccounted }).toEqual({
      ledger: 1,
      heard: 0,
      unverified: 0,
      unaccounted: 0,
      [expected]: 1,
    })
  })

  test.each([
    ['heard before a stop, after which it had no time to be heard', head(900), 'unverified', [stop(920, 950)]],
    ['heard last in the window before the stop', head(861), 'unverified', [stop(920, 950)]],
    ['unaccounted when the stop came', head(860), 'unaccounted', [stop(920, 950)]],
    ['not heard in a whole window since', head(900), 'unaccounted', [stop(905, 940)]],
    ['never heard, despite a stop', head(null), 'unaccounted', [stop(920, 950)]],
    ['silent while nobody listens', head(930), 'unverified', [stop(935, 1100)]],
    ['not heard through two stops with little between', head(890), 'unverified', [stop(900, 950), stop(960, 962)]],
  ] as const)('counts a head: %s', (_name, lastHeard, expected, breaks) => {
    expect(countHeads([lastHeard], [], breaks, at, 60)).toMatchObject({
      heard: 0,
      unverified: 0,
      unaccounted: 0,
      [expected]: 1,
    })
  })
})

describe('a headcount from stored readings', () => {
  let world: World
  let pm: string
  let farm: Farm
  let gateways: Gateway[]
  const neckbands: Neckband[] = []
  const animals: number[] = []

  const headcount = async (body: object) =>
    (await world.call<Headcount>(pm, 'POST', `${web}/headcount`, { farmId: farm.id, ...body })).data
  const hear = async (neckband: number, minutes: number, gateway = 0, moving: boolean | null = null) => {
    const at = start + minutes * minute
    await world.sql`
      insert into readings (at, received_at, neckband_id, gateway_id, source_id, discriminator, longitude, latitude, moving)
      values (${at}, ${at + 500}, ${neckbands[neckband]?.id ?? 0}, ${gateways[gateway]?.id ?? 0}, 1, 0, 116, 44, ${moving})`
  }

  beforeAll(async () => {
    world = await openWorld()
    for (const day of ['2026-05-01', '2026-05-02']) {
      const next = `${day.slice(0, -1)}${Number(day.slice(-1)) + 1}`
      await world.sql.unsafe(
        `create table readings_${day.replaceAll('-', '')} partition of readings for values from ('${day}Z') to ('${next}Z')`,
      )
    }
    pm = await world.user('pm', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'A'))
    await insertSource(world.sql, {
      name: 'yard',
      secret: 'Secret2026',
      adapters: ['json'],
      farmIds: null,
      createdAt: start,
    })
    farm = (await world.call<Farm>(pm, 'PUT', `${web}/farm/addOrEdit`, { name: 'North', boundary: square(116, 44) }))
      .data
    gateways = []
    for (const mac of ['AC233F000001', 'AC233F000002']) {
      const body = { mac, farmId: farm.id, longitude: 116, latitude: 44 }
      gateways.push((await world.call<Gateway>(pm, 'PUT', `${web}/gateway/addOrEdit`, body)).data)
    }
    for (let i = 0; i < 5; i++) {
      const animal = await world.call<{ id: number }>(pm, 'PUT', `${web}/animal/addOrEdit`, {
        visualTag: `N-${i}`,
        farmId: farm.id,
      })
      animals.push(animal.data.id)
      // The last animal wears no neckband.
      if (i === 4) continue
      const body = { deviceId: `AC233F0000A${i}`, animalId: animal.data.id }
      neckbands.push((await world.call<Neckband>(pm, 'PUT', `${web}/neckband/addOrEdit`, body)).data)
    }
    // At +120 with a window of 60: 0 is heard, 1 fell silent at +30 by gateway 0, 2 at +40 by gateway 1, 3 never was.
    for (const minutes of [10, 50, 100, 119, 130]) await hear(0, minutes, 0, minutes === 100)
    await hear(1, 30, 0)
    await hear(2, 40, 1)
    await world.context.clock.moveTo(start + 24 * 60 * minute)
  })
  afterAll(() => world.close())

  test('counts the ledger and the heads heard in the window', async () => {
    expect(await headcount({ at: start + 120 * minute })).toEqual({
      ledger: 5,
      heard: 1,
      unverified: 0,
      unaccounted: 4,
      windowMinutes: 60,
      at: '2026-05-01T14:00:00.000Z',
    })
    expect(await headcount({ at: start + 120 * minute, windowMinutes: 90 })).toMatchObject({ heard: 2 })
    expect(await headcount({ at: start + 120 * minute, windowMinutes: 91 })).toMatchObject({ heard: 3 })
    expect(await headcount({ at: start + 45 * minute, windowMinutes: 60 })).toMatchObject({ heard: 3, unaccounted: 2 })
  })

  test('counts no heads before the animals arrived', async () => {
    expect(await headcount({ at: start - 1 })).toMatchObject({ ledger: 0, heard: 0, unaccounted: 0 })
  })

  test('rejects a future instant', async () => {
    const { status, error } = await world.call(pm, 'POST', `${web}/headcount`, {
      farmId: farm.id,
      at: start + 25 * 60 * minute,
    })
    expect([status, error.fields]).toEqual([400, { at: 'future' }])
  })

  test('counts the present without an instant', async () => {
    expect(await headcount({})).toMatchObject({ ledger: 5, heard: 0, unaccounted: 5, at: '2026-05-02T12:00:00.000Z' })
  })

  test('explains silence that began with an open outage', async () => {
    const alert = (kind: 'SITE_OUTAGE' | 'GATEWAY_OFFLINE', subjectId: number, since: number, raised: number) =>
      raiseAlerts(world.sql, [
        {
          kind,
          severity: 'MAJOR',
          subjectType: kind === 'SITE_OUTAGE' ? 'FARM' : 'GATEWAY',
          subjectId,
          subjectName: 'x',
          farmId: farm.id,
          penId: null,
          animalId: null,
          raisedAt: start + raised * minute,
          sinceAt: start + since * minute,
          detail: {},
        },
      ])
    const [offline] = await alert('GATEWAY_OFFLINE', gateways[1]?.id ?? 0, 41, 51)
    expect(await headcount({ at: start + 120 * minute })).toMatchObject({ heard: 1, unverified: 1, unaccounted: 3 })
    expect(await headcount({ at: start + 50 * minute, windowMinutes: 5 })).toMatchObject({ unverified: 0 })
    const [outage] = await alert('SITE_OUTAGE', farm.id, 35, 52)
    expect(await headcount({ at: start + 120 * minute })).toMatchObject({ heard: 1, unverified: 2, unaccounted: 2 })
    await clearAlerts(
      world.sql,
      [outage, offline].map((alert) => ({ id: alert?.id ?? 0, at: start + 125 * minute, because: null })),
    )
    expect(await headcount({ at: start + 120 * minute })).toMatchObject({ unverified: 2 })
    expect(await headcount({ at: start + 126 * minute })).toMatchObject({ unverified: 0, unaccounted: 4 })
  })

  test('counts a neckband for the animal wearing it at that time', async () => {
    const body = { id: neckbands[0]?.id, deviceId: neckbands[0]?.deviceId, animalId: animals[4] }
    expect((await world.call(pm, 'PUT', `${web}/neckband/addOrEdit`, body)).status).toBe(200)
    expect(await headcount({ at: start + 120 * minute })).toMatchObject({ ledger: 5, heard: 1 })
    const { data } = await world.call<AnimalCard>(pm, 'GET', `${web}/animal/card/${animals[0] ?? 0}`)
    // The clock stands at noon of the next day: noon of the day before lies in the quarter before the strip's first.
    expect(data.strip.slice(0, 8)).toEqual(['none', 'none', 'heard', 'none', 'none', 'moved', 'heard', 'heard'])
    const worn = await world.call<AnimalCard>(pm, 'GET', `${web}/animal/card/${animals[4] ?? 0}`)
    expect(new Set(worn.data.strip)).toEqual(new Set(['none']))
  })

  test('lists readings oldest first with source and gateway', async () => {
    const address = `${web}/neckband/${neckbands[0]?.id ?? 0}/readings`
    const { data } = await world.call<{ list: StoredReading[]; total: number }>(pm, 'POST', address, {
      from: start,
      to: start + 119 * minute,
      pageSize: 2,
      current: 2,
    })
    expect(data).toMatchObject({ total: 4, current: 2 })
    expect(data.list[0]).toEqual({
      at: '2026-05-01T13:40:00.000Z',
      receivedAt: '2026-05-01T13:40:00.500Z',
      gatewayAt: null,
      source: 'yard',
      gateway: 'AC233F000001',
      longitude: 116,
      latitude: 44,
      accuracyM: null,
      rssi: null,
      battery: null,
      temperatureC: null,
      activity: null,
      moving: true,
      tamper: null,
    })
    expect((await world.call(pm, 'DELETE', `${web}/neckband/del/${neckbands[0]?.id ?? 0}`)).error.code).toBe('IN_USE')
  })

  test('returns a history with samples, gaps and outages', async () => {
    const sample = (minutes: number, heard: number) => ({
      farmId: farm.id,
      at: start + minutes * minute,
      windowMinutes: 60,
      ledger: 5,
      heard,
      unverified: 0,
    })
    await writeHeadcountSamples(world.sql, [sample(0, 1), sample(10, 2), sample(30, 3)])
    await writeHeadcountSamples(world.sql, [sample(30, 4)])
    const { data } = await world.call<{
      farms: object[]
      outages: object[]
      stepMinutes: number
      windowMinutes: number
    }>(pm, 'POST', `${web}/headcount/history`, {})
    expect(data.farms).toEqual([
      {
        farmId: farm.id,
        at: [0, 10, 30].map((minutes) => start + minutes * minute),
        ledger: [5, 5, 5],
        heard: [1, 2, 3],
        unverified: [0, 0, 0],
      },
    ])
    expect(data).toMatchObject({ windowMinutes: 60, stepMinutes: 10 })
    expect(data.outages).toEqual([{ farmId: farm.id, from: start + 35 * minute, to: start + 125 * minute }])
    const month = await world.call<{ farms: { heard: number[] }[]; stepMinutes: number }>(
      pm,
      'POST',
      `${web}/headcount/history`,
      { from: start - 30 * 86_400_000 },
    )
    expect(month.data).toMatchObject({ stepMinutes: 60, farms: [{ heard: [1] }] })
    const none = await world.call<{ farms: object[] }>(pm, 'POST', `${web}/headcount/history`, { farmIds: [999_999] })
    expect(none.data.farms).toEqual([])
  })

  test('counts rejected readings by source, gateway and reason', async () => {
    const count = (gateway: string, result: string, n: number) => world.sql`
      insert into ingest_counts (minute_at, source_id, gateway, result, count)
      values (${start + 20 * 60 * minute}, 1, ${gateway}, ${result}, ${n})`
    await count('AC233F000001', 'stored', 90)
    await count('AC233F000001', 'BAD_POSITION', 3)
    await count('AC233F0000FF', 'UNKNOWN_GATEWAY', 7)
    await count('', 'BAD_JSON', 1)
    const { data } = await world.call<IngestSummary>(pm, 'POST', `${web}/ingest/summary`, {})
    expect(data.totals).toEqual({ stored: 90, BAD_POSITION: 3, UNKNOWN_GATEWAY: 7, BAD_JSON: 1 })
    expect(data.counts).toContainEqual({
      source: 'yard',
      gateway: 'AC233F0000FF',
      gatewayId: null,
      result: 'UNKNOWN_GATEWAY',
      count: 7,
    })
    expect(data.counts).toContainEqual({ source: 'yard', gateway: null, gatewayId: null, result: 'BAD_JSON', count: 1 })
    const gateway = await world.call<Gateway>(pm, 'GET', `${web}/gateway/detail/${gateways[0]?.id ?? 0}`)
    expect(gateway.data.rejected).toEqual({ BAD_POSITION: 3 })
    const stranger = await world.user('stranger', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'B'))
    expect((await world.call<IngestSummary>(stranger, 'POST', `${web}/ingest/summary`, {})).data.counts).toEqual([])
  })
})
