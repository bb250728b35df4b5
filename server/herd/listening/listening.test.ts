import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Fragment } from '../../db/connect.ts'
import { demoSource } from '../../demo/demoAccounts.ts'
import { deviceId, message, openTestApp, place, testStart } from '../../testing/testApp.ts'
import type { TestApp } from '../../testing/testApp.ts'
import { openTestBroker } from '../../testing/testBroker.ts'

const minuteMs = 60_000
let test: TestApp
let now: number
const open = async (options: Parameters<typeof openTestApp>[0] = {}) => {
  test = await openTestApp({ animals: 8, ...options })
  now = testStart
}
afterEach(() => test.close())

const advance = (minutes: number) => test.clock.moveTo((now += minutes * minuteMs))
const herd = (heads: number) =>
  message(
    now,
    Array.from({ length: heads }, (_, index) => ({ index, ...place(20 + index * 5, 50) })),
  )
async function live(minutes: number, heads = 8): Promise<void> {
  for (let i = 0; i < minutes; i++) {
    await advance(1)
    expect((await test.ingest('json', herd(heads))).status).toBe(200)
  }
}
const alerts = async () => {
  await test.app.alertsSettled()
  return (await test.sql<{ kind: string }[]>`select kind from alerts order by kind`).map(({ kind }) => kind)
}
const breaks = () =>
  test.sql<
    { fromAt: number; toAt: number }[]
  >`select from_at as "fromAt", to_at as "toAt" from listening_breaks order by from_at`
const headcount = (at?: number) =>
  test.data(
    'POST',
    '/collateral/web/headcount',
    { farmId: test.farmId, ...(at !== undefined && { at }) },
    z.object({ heard: z.number(), unverified: z.number(), unaccounted: z.number() }),
  )
const missing = async () =>
  z
    .object({ missing: z.array(z.string()).default([]) })
    .parse(await (await fetch(new URL('/health/ready', test.app.url))).json()).missing

it('counts no silence while the database refuses writes', async () => {
  await open()
  await live(20)
  const database = test.sql(test.database.target.database)
  // A connection keeps the setting of its opening: the writer's are opened again, and finally all opened since.
  const end = (which: Fragment) =>
    test.sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and ${which}`
  const [begun] = await test.sql<{ at: number }[]>`select now() as at`
  await test.sql`alter database ${database} set default_transaction_read_only = on`
  await end(test.sql`application_name = 'drover-writer'`)
  await advance(1)
  const fromAt = now
  const waiting = test.ingest('json', herd(8)).catch(() => null)
  await expect.poll(missing).toEqual(['database'])
  await advance(90)
  expect(await headcount()).toEqual({ heard: 0, unverified: 8, unaccounted: 0 })
  await test.sql`alter database ${database} set default_transaction_read_only = off`
  await end(test.sql`backend_start > ${begun!.at}`)
  await waiting
  await expect.poll(missing).toEqual([])
  await advance(5)
  expect(await alerts()).toEqual([])
  await expect.poll(breaks, { timeout: 10_000 }).toEqual([{ fromAt, toAt: fromAt + 90 * minuteMs }])
  expect(await headcount()).toEqual({ heard: 0, unverified: 8, unaccounted: 0 })
  // From then on silence is silence.
  await advance(15)
  expect(await alerts()).toEqual(['GATEWAY_OFFLINE', 'SITE_OUTAGE'])
}, 60_000)

async function openBroker() {
  const broker = await openTestBroker()
  return {
    address: broker.address,
    async end() {
      await broker.close()
      const reason = async () =>
        z
          .object({ broker: z.string().optional() })
          .parse(await (await fetch(new URL('/health/ready', test.app.url))).json()).broker
      await expect.poll(reason).toBe('UNREACHABLE')
    },
  }
}

it(
  'counts no silence while an outside broker is away, even after a kill',
  { tags: 'long', timeout: 60_000 },
  async () => {
    const broker = await openBroker()
    await open({ environment: { MQTT_URL: `mqtt://${demoSource}@${broker.address}` } })
    await expect.poll(missing).toEqual([])
    await live(20)
    const fromAt = now
    await broker.end()
    await advance(90)
    await expect.poll(breaks, { timeout: 10_000 }).toEqual([{ fromAt, toAt: now }])
    await test.crash()
    await advance(5)
    expect((await test.sql`select from alerts where cleared_at is null`).length).toBe(0)
    // Two breaks count as one; otherwise the heads would have been silent for long before the second.
    await advance(75)
    const unverified = { heard: 0, unverified: 8, unaccounted: 0 }
    expect(await headcount()).toEqual(unverified)
    // A longer stop of the server changes nothing.
    await test.restart(70 * minuteMs)
    now += 70 * minuteMs
    await advance(5)
    expect(await headcount()).toEqual(unverified)
    await expect.poll(async () => (await breaks()).at(-1)?.toAt, { timeout: 10_000 }).toBe(now)
    expect(await headcount(now)).toMatchObject(unverified)
  },
)

it('counts silence of a farm heard by HTTP while the broker is away', { tags: 'long', timeout: 60_000 }, async () => {
  const broker = await openBroker()
  await open({ environment: { MQTT_URL: `mqtt://${broker.address}` } })
  await expect.poll(missing).toEqual(['broker'])
  await live(20)
  // No source is registered for the broker, but readings come in by HTTP.
  await advance(40)
  expect(await alerts()).toEqual(['GATEWAY_OFFLINE', 'SITE_OUTAGE'])
  await live(10)
  const active = async () =>
    (await test.app.alertsSettled(),
    await test.sql<{ kind: string }[]>`select kind from alerts where cleared_at is null order by kind`).map(
      ({ kind }) => kind,
    )
  expect(await active()).toEqual([])
  // The last animal is silent before the broker ends; that time still counts.
  await live(30, 7)
  await broker.end()
  await live(29, 7)
  expect(await active()).toEqual([])
  await live(2, 7)
  expect(await active()).toEqual(['NECKBAND_SILENT'])
  const missed = { heard: 7, unverified: 0, unaccounted: 1 }
  expect(await headcount()).toEqual(missed)
  await expect.poll(breaks, { timeout: 10_000 }).toHaveLength(1)
  await test.crash()
  await live(5, 7)
  expect(await headcount()).toEqual(missed)
  expect(await headcount(now)).toMatchObject(missed)
  await advance(30)
  expect(await active()).toEqual(['GATEWAY_OFFLINE', 'NECKBAND_SILENT', 'SITE_OUTAGE'])
})

it('raises one site outage for a site that died during a stop', { tags: 'long', timeout: 30_000 }, async () => {
  await open()
  await live(20)
  // The last readings name no gateway whose silence would explain theirs.
  await advance(1)
  for (let index = 0; index < 8; index++) {
    const { longitude, latitude } = place(20 + index * 5, 50)
    expect((await test.ingest('osmand', `id=${deviceId(index)}&lat=${latitude}&lon=${longitude}`)).status).toBe(200)
  }
  const silent = async () => (await alerts()).filter((kind) => kind !== 'GATEWAY_OFFLINE')
  await test.restart(50 * 60 * minuteMs)
  now += 50 * 60 * minuteMs
  await advance(9)
  expect(await silent()).toEqual([])
  for (let minute = 0; minute < 120; minute += 5) await advance(5)
  expect(await silent()).toEqual(['SITE_OUTAGE'])
})

it('counts no silence over a jump of the clock', { tags: 'long' }, async () => {
  await open()
  vi.spyOn(test.clock, 'isReal').mockReturnValue(true)
  await live(20)
  await advance(0.5)
  const fromAt = now
  test.clock.hold((now += 90 * minuteMs))
  await advance(5)
  expect(await alerts()).toEqual([])
  await expect.poll(breaks, { timeout: 10_000 }).toHaveLength(1)
  const [found] = await breaks()
  expect(found?.fromAt).toBeGreaterThan(fromAt - 5_000)
  expect(found?.toAt).toBeLessThanOrEqual(fromAt + 90 * minuteMs + 5_000)
  expect(await headcount()).toEqual({ heard: 0, unverified: 8, unaccounted: 0 })
  await advance(15)
  expect(await alerts()).toEqual(['GATEWAY_OFFLINE', 'SITE_OUTAGE'])
})
