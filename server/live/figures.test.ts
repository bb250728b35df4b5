import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { decodeFrames } from '#contract/live/frames.ts'
import { type ClientEvents, type LiveRate, livePath, type Roster, type ServerEvents } from '#contract/live/live.ts'
import { insertSource } from '../resources/sources.ts'
import { message, openTestApp, testStart, type TestApp } from '../testing/testApp.ts'

let test: TestApp
let viewer: Socket<ServerEvents, ClientEvents>
let rate: LiveRate | undefined
let roster: Roster | undefined
let placedIn: number[] = []

beforeAll(async () => {
  test = await openTestApp()
  // Another farm of the same owner: a source of other owners would not learn that the neckband exists.
  const [other] = await test.sql<{ id: number }[]>`
    insert into farms overriding system value
    select (jsonb_populate_record(f, jsonb_build_object('id', f.id + 1000, 'name', 'Elsewhere'))).* from farms f where f.id = ${test.farmId}
    returning id`
  await insertSource(test.sql, {
    name: 'elsewhere',
    secret: 'Secret2026',
    adapters: ['json'],
    farmIds: [other?.id ?? 0],
    createdAt: testStart,
  })
  await test.app.recordsChanged()
  viewer = io(test.app.url, {
    path: livePath,
    transports: ['websocket'],
    auth: { token: test.token },
    reconnection: false,
  })
  viewer.on('rates', (rates) => {
    rate = rates.find(({ farmId }) => farmId === test.farmId)
  })
  viewer.on('snapshot', (whole, bytes) => {
    roster = whole
    placedIn = [...(decodeFrames(new Uint8Array(bytes))[0]?.marks.penIds ?? [])]
  })
  await viewer.emitWithAck('watch', { farms: [{ farmId: test.farmId }] })
}, 60_000)
afterAll(async () => {
  viewer.disconnect()
  await test.close()
})

it('places an animal that was never heard in its pen', async () => {
  await expect.poll(() => roster?.penIds).toEqual([test.penIds[0], test.penIds[0], test.penIds[0]])
  expect(placedIn).toEqual([0, 0, 0])
})

it('shows a refused source and its reason until a reading is stored', { tags: 'long' }, async () => {
  const sent = message(testStart, [{ index: 0 }])
  expect((await test.ingest('json', sent, 'Secret2026')).status).toBe(422)
  await expect.poll(() => rate?.refused, { timeout: 6000 }).toEqual({ reason: 'NOT_ALLOWED', source: 'elsewhere' })
  expect(rate?.storedPerSecond).toBe(0)
  expect((await test.ingest('json', sent)).status).toBe(200)
  await expect.poll(() => rate?.refused, { timeout: 6000 }).toBeNull()
  expect(rate?.storedPerSecond).toBeGreaterThan(0)
})
