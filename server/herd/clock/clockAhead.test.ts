import { io, type Socket } from 'socket.io-client'
import { afterEach, beforeEach, expect, test as it, vi } from 'vitest'
import { z } from 'zod'
import { type ClientEvents, livePath, type ServerEvents, type Status } from '#contract/live/live.ts'
import { message, openTestApp, place, testStart } from '../../testing/testApp.ts'
import type { TestApp } from '../../testing/testApp.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs
const dayMs = 24 * 60 * minuteMs
const all = [0, 1, 2, 3, 4, 5]
let test: TestApp
let now: number
beforeEach(async () => {
  test = await openTestApp({ animals: all.length })
  now = testStart
}, 60_000)
afterEach(async () => {
  vi.restoreAllMocks()
  await test.close()
})

/** Plays `ms` in which all animals report each 15 s, `east` metres from the origin. */
async function live(ms: number, east = 20): Promise<void> {
  for (const end = now + ms; now < end;) {
    await test.clock.moveTo((now += 15 * secondMs))
    expect(
      (
        await test.ingest(
          'json',
          message(
            now,
            all.map((index) => ({ index, ...place(east, 50) })),
          ),
        )
      ).status,
    ).toBe(200)
  }
}
/** Sets the clock, forward or back. */
const setClock = (at: number) => test.clock.hold((now = at))

const neckbandSchema = z.object({ lastSeenAt: z.string().nullable(), longitude: z.number().nullable() })
const neckbands = async () =>
  (await test.data('POST', '/collateral/web/neckband/list', {}, z.object({ list: z.array(neckbandSchema) }))).list
const alertSchema = z.object({ kind: z.string(), subjectId: z.number() })
const openAlerts = async () => {
  await test.app.alertsSettled()
  return (
    await test.data(
      'POST',
      '/collateral/web/alert/list',
      { state: 'ACTIVE', pageSize: 100 },
      z.object({ list: z.array(alertSchema) }),
    )
  ).list.map(({ kind }) => kind)
}
const headcount = () =>
  test.data(
    'POST',
    '/collateral/web/headcount',
    { farmId: test.farmId },
    z.object({ heard: z.number(), unverified: z.number(), unaccounted: z.number() }),
  )

/** Plays 45 s under a clock one day ahead. @returns what is known two minutes after, and the alerts of a later silence */
async function recover(afterwards: () => Promise<void>) {
  await live(2 * minuteMs)
  const trueAt = now
  setClock(now + dayMs)
  await live(45 * secondMs)
  setClock(trueAt + 45 * secondMs)
  await afterwards()
  await live(2 * minuteMs, 60)
  const seen = (await neckbands()).map(({ lastSeenAt, longitude }) => [Date.parse(lastSeenAt ?? '') - now, longitude])
  const counted = await headcount()
  await test.clock.moveTo((now += 12 * minuteMs))
  const soon = await openAlerts()
  await test.clock.moveTo((now += 20 * minuteMs))
  return { seen, counted, soon, later: await openAlerts() }
}
const recovered = {
  seen: all.map(() => [0, expect.closeTo(place(60, 50).longitude, 6)]),
  counted: { heard: all.length, unverified: 0, unaccounted: 0 },
  soon: expect.arrayContaining(['GATEWAY_OFFLINE']),
  later: expect.arrayContaining(['SITE_OUTAGE']),
}
it('takes true readings after 45 s under a clock one day ahead', async () => {
  expect(await recover(async () => {})).toEqual(recovered)
})
it.each<[string, () => Promise<void>]>([
  ['restart', () => test.restart()],
  ['kill', () => test.crash()],
])('takes true readings after a %s under a clock one day ahead', { tags: 'long' }, async (_name, afterwards) => {
  expect(await recover(afterwards)).toEqual(recovered)
})

it('excuses no later silence after a start under a fast clock', { tags: 'long' }, async () => {
  await live(2 * minuteMs)
  const trueAt = now
  await test.restart(dayMs)
  now = test.clock.now()
  await live(30 * secondMs)
  setClock(trueAt + minuteMs)
  await live(75 * minuteMs)
  // One of them is gone from here on.
  for (const end = now + 70 * minuteMs; now < end;) {
    await test.clock.moveTo((now += 5 * minuteMs))
    await test.ingest(
      'json',
      message(
        now,
        all.slice(1).map((index) => ({ index, ...place(20, 50) })),
      ),
    )
  }
  expect(await headcount()).toEqual({ heard: all.length - 1, unverified: 0, unaccounted: 1 })
  expect(await openAlerts()).toContain('NECKBAND_SILENT')
})

it('reports a clock jump to walls while herd time goes on', { tags: 'long' }, async () => {
  test.clock.release()
  const socket: Socket<ServerEvents, ClientEvents> = io(test.app.url, {
    path: livePath,
    transports: ['websocket'],
    auth: { token: test.token },
  })
  let last: Status | undefined
  socket.on('status', (status) => (last = status))
  try {
    await expect.poll(() => last).toBeDefined()
    expect(last?.clock).toBeUndefined()
    const real = Date.now
    const before = { herdAt: test.clock.now(), spanMs: performance.now() }
    vi.spyOn(Date, 'now').mockImplementation(() => real() + dayMs)
    await expect.poll(() => last?.clock?.aheadMs, { timeout: 5000 }).toBeGreaterThan(dayMs - 5 * secondMs)
    expect(test.clock.now() - before.herdAt).toBeLessThan(performance.now() - before.spanMs + secondMs)
    // Devices may use either time.
    for (const at of [test.clock.now(), test.clock.now() + dayMs])
      expect((await test.ingest('json', message(at, [{ index: 0, at }]))).status).toBe(200)
    // It ends no session.
    expect((await test.call('POST', '/collateral/web/farm/list', {})).status).toBe(200)
    vi.restoreAllMocks()
    await expect.poll(() => last?.clock, { timeout: 5000 }).toBeUndefined()
  } finally {
    socket.close()
  }
})
