import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { type CallPools, openCallPools } from '../../db/pools.ts'
import { machineNow } from '../../clock.ts'
import { openWorld, worldPassword, type World } from '../../testing/testWorld.ts'
import { createHttpServer } from '../server.ts'

const web = '/collateral/web'
const answerMs = 1500
let world: World
let pools: CallPools
let server: FastifyInstance
let [pm, bank] = ['', '']
beforeAll(async () => {
  world = await openWorld()
  const supervisor = await world.organisation('SUPERVISOR', '监管')
  pm = await world.user('pm', 'SUPERVISOR_PM', supervisor)
  bank = await world.user('bank', 'ADMIN_SUPERVISOR', supervisor)
})
afterAll(() => world.close())
beforeEach(async () => {
  const [place] = await world.sql<{ socketDir: string; user: string; database: string }[]>`
    select split_part(current_setting('unix_socket_directories'), ',', 1) as "socketDir", current_user::text as user, current_database()::text as database`
  if (!place) throw new Error('no database')
  pools = openCallPools(place, 60_000)
  const patience = { headersMs: 10_000, requestMs: 15_000, checkIntervalMs: 5_000, answerMs }
  server = await createHttpServer(
    { ...world.context, sql: pools.small },
    { distDir: '/nonexistent', costly: pools.costly, patience },
  )
})
afterEach(async () => {
  await server.close()
  await pools.close()
})

async function post(token: string, url: string, payload: object = {}) {
  const response = await server.inject({
    method: 'POST',
    url,
    headers: { 'x-auth-token': token, 'x-auth-timestamp': String(machineNow()) },
    payload,
  })
  return {
    status: response.statusCode,
    body: response.json() as { error?: { code: string; fields?: Record<string, string> } },
  }
}
const summary = (token: string) => post(token, `${web}/ingest/summary`)
const atWork = async () =>
  (
    await world.sql`select from pg_stat_activity where application_name in ('drover-calls', 'drover-reports') and state = 'active'`
  ).length

/** Lets no report come to an end while `work` runs. */
async function whileReportsStand(work: () => Promise<void>): Promise<void> {
  await world.sql.begin(async (holding) => {
    await holding`lock table ingest_counts in access exclusive mode`
    await work()
  })
}

test('delays no other account by twenty stalled reports of one', { tags: 'long' }, async () => {
  await whileReportsStand(async () => {
    const reports = Array.from({ length: 20 }, () => summary(pm))
    await expect.poll(atWork).toBe(3)
    const began = performance.now()
    const [list, signedIn] = await Promise.all([
      post(bank, `${web}/farm/list`),
      post('', '/collateral/common/auth/login/user', { type: 'account', userName: 'pm', password: worldPassword }),
    ])
    expect([list.status, signedIn.status]).toEqual([200, 200])
    expect(performance.now() - began).toBeLessThan(1000)
    expect(new Set((await Promise.all(reports)).map(({ status }) => status))).toEqual(new Set([503]))
    await expect.poll(atWork, { timeout: 5000 }).toBe(0)
  })
  expect((await summary(pm)).status).toBe(200)
})

test('ends the statements of an answer that took too long', async () => {
  await whileReportsStand(async () => {
    const pendingReport = summary(pm)
    await expect.poll(atWork).toBe(1)
    expect((await pendingReport).body.error?.code).toBe('UNAVAILABLE')
    await expect.poll(atWork, { timeout: 5000 }).toBe(0)
  })
})

test.each(['ingest/summary', 'headcount/history'])('limits the period of %s', async (report) => {
  const to = world.context.clock.now()
  const dayMs = 86_400_000
  expect((await post(pm, `${web}/${report}`, { from: to - 92 * dayMs, to })).status).toBe(200)
  for (const from of [0, to - 93 * dayMs]) {
    const { status, body } = await post(pm, `${web}/${report}`, { from, to })
    expect([status, body.error]).toMatchObject([400, { code: 'BAD_SHAPE', fields: { from: 'period_too_long' } }])
  }
  expect((await post(pm, `${web}/${report}`, { from: to, to: to - 1 })).body.error?.fields).toEqual({
    from: 'after_to',
  })
})
