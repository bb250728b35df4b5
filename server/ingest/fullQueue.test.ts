import { request } from 'node:http'
import { connectAsync } from 'mqtt'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoPassword, demoSource } from '../demo/demoAccounts.ts'
import { maxArrivingBytes } from './listeners/arrivals.ts'
import { gatewayMac, message, openTestApp, testStart } from '../testing/testApp.ts'
import type { TestApp } from '../testing/testApp.ts'

let test: TestApp
let gateway: MqttClient
beforeAll(async () => {
  test = await openTestApp({ queue: { readings: 10, bytes: 1_000_000 } })
  gateway = await connectAsync(test.app.mqttUrl, { username: demoSource, password: demoPassword, reconnectPeriod: 0 })
}, 60_000)
afterAll(async () => {
  await gateway.endAsync(true)
  await test.close()
})

let next = testStart
/** Returns a message with `count` readings that nobody has sent before. */
const fresh = (count: number) =>
  message(
    (next += 1000),
    Array.from({ length: count }, (_, i) => ({ index: 0, at: next - i })),
  )
const ageOf = async (at: number) => test.clock.moveTo(at)

/** Lets nothing be stored while `work` runs, as a database that is too slow. */
async function whileNothingIsStored(work: () => Promise<void>): Promise<void> {
  await test.sql.begin(async (holding) => {
    await holding`lock table ingest_counts in access exclusive mode`
    await work()
  })
}
const waiting = async () => {
  const text = await (await fetch(new URL('/metrics', test.app.url))).text()
  return Number(/^drover_ingest_queue_readings (\d+)/m.exec(text)?.[1])
}
/** Waits until the broker has what the gateway has published: all of it is on its way, and a connection made after it was served. */
async function allSent() {
  await expect.poll(() => gateway.stream.writableLength).toBe(0)
  const other = await connectAsync(test.app.mqttUrl, {
    username: demoSource,
    password: demoPassword,
    reconnectPeriod: 0,
  })
  await other.endAsync()
}
const storedInstants = async () =>
  (await test.sql<{ at: number }[]>`select at from readings order by at`).map(({ at }) => at)

it('answers 503 over HTTP, delays MQTT, stores acknowledged messages once', async () => {
  await ageOf(testStart + 3_600_000)
  const http = Array.from({ length: 2 }, () => fresh(5))
  const mqttBodies = Array.from({ length: 40 }, () => fresh(5))
  const refused = fresh(3)
  let acknowledged = 0
  let answered = 0
  const under: Promise<unknown>[] = []
  await whileNothingIsStored(async () => {
    under.push(
      ...http.map((body) =>
        test
          .ingest('json', body)
          .then(({ status }) => expect(status).toBe(200))
          .then(() => answered++),
      ),
    )
    await expect.poll(waiting).toBe(10)
    under.push(
      ...mqttBodies.map((body) =>
        gateway.publishAsync(`ingest/json/${gatewayMac}`, body, { qos: 1 }).then(() => acknowledged++),
      ),
    )
    const response = await fetch(new URL('/ingest/json', test.app.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${demoPassword}` },
      body: refused,
    })
    expect(response.status).toBe(503)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await response.json()).toMatchObject({ success: false, error: { code: 'BUSY' } })
    // They wait outside of the queue, and nothing was acknowledged.
    await allSent()
    expect(await waiting()).toBe(10)
    expect([acknowledged, answered]).toEqual([0, 0])
  })
  await Promise.all(under)
  expect([acknowledged, answered]).toEqual([40, 2])
  const sent = [...http, ...mqttBodies].flatMap((body) => JSON.parse(body).readings.map(({ at }: { at: number }) => at))
  expect(await storedInstants()).toEqual(sent.toSorted((a, b) => a - b))
  expect(await waiting()).toBe(0)

  // There is room again, and what was refused comes in at its second try.
  expect((await test.ingest('json', refused)).status).toBe(200)
  expect((await storedInstants()).length).toBe(sent.length + 3)
})

it('counts bytes towards the queue limit', async () => {
  const large = JSON.stringify({ gateway: gatewayMac, readings: [], note: 'x'.repeat(600_000) })
  const under: Promise<unknown>[] = []
  await whileNothingIsStored(async () => {
    // Nothing of it is stored as readings: it is counted as unreadable, and quarantined.
    for (let i = 0; i < 2; i++) under.push(test.ingest('json', large))
    await expect.poll(waiting).toBe(2)
    expect((await test.ingest('json', fresh(1))).status).toBe(503)
  })
  await Promise.all(under)
  expect((await test.ingest('json', fresh(1))).status).toBe(200)
})

it('counts bodies still arriving towards the limit', async () => {
  const room = Math.floor(maxArrivingBytes / 1_000_000)
  const refused: (number | undefined)[] = []
  const uploads = Array.from({ length: room + 3 }, () => {
    const upload = request(new URL('/ingest/json', test.app.url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${demoPassword}`,
        'content-length': 1_000_000,
      },
    })
    upload.on('error', () => {})
    upload.on('response', ({ statusCode }) => refused.push(statusCode))
    upload.write('{')
    return upload
  })
  await expect.poll(() => refused).toEqual([503, 503, 503])
  for (const upload of uploads) upload.destroy()
  await expect.poll(async () => (await test.ingest('json', fresh(1))).status).toBe(200)
})

it('stops without acknowledging messages that wait for room', async () => {
  const before = (await storedInstants()).length
  let acknowledged = 0
  const waited: Promise<unknown>[] = []
  let stopped: Promise<unknown> = Promise.resolve()
  await whileNothingIsStored(async () => {
    waited.push(test.ingest('json', fresh(10)).catch(() => {}))
    await expect.poll(waiting).toBe(10)
    for (let i = 0; i < 5; i++)
      waited.push(
        gateway.publishAsync(`ingest/json/${gatewayMac}`, fresh(1), { qos: 1 }).then(
          () => acknowledged++,
          () => {},
        ),
      )
    await allSent()
    stopped = test.restart()
    await expect.poll(() => gateway.connected).toBe(false)
  })
  await stopped
  await gateway.endAsync(true)
  const [row] = await test.sql<{ count: number }[]>`select count(*) as count from readings`
  expect(row?.count).toBe(before + 10 + acknowledged)
})
