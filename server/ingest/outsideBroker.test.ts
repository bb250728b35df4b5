import { connectAsync } from 'mqtt'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { insertSource } from '../resources/sources.ts'
import { deviceId, gatewayMac, openTestApp, testStart } from '../testing/testApp.ts'
import type { TestApp } from '../testing/testApp.ts'
import { openTestBroker, type TestBroker } from '../testing/testBroker.ts'

let broker: TestBroker
let test: TestApp
let gateway: MqttClient

beforeAll(async () => {
  broker = await openTestBroker({ refuses: true })
  test = await openTestApp({ environment: { MQTT_URL: `mqtt://site@${broker.address}` } })
  gateway = await connectAsync(`mqtt://${broker.address}`, { reconnectPeriod: 0 })
}, 60_000)
afterAll(async () => {
  await gateway.endAsync(true)
  await test.close()
  await broker.close()
})

const ready = async () => {
  const response = await fetch(new URL('/health/ready', test.app.url))
  return [response.status, await response.json()]
}

it('is reported as missing with the reason while it refuses the subscription', async () => {
  await expect.poll(ready).toEqual([503, { status: 'not ready', missing: ['broker'], broker: 'SUBSCRIPTION_REFUSED' }])
  broker.refuses = false
  // It is there, and everything from it is refused.
  await expect
    .poll(ready, { timeout: 5000 })
    .toEqual([503, { status: 'not ready', missing: ['broker'], broker: 'NO_SOURCE' }])
})

const body = (at: number) => JSON.stringify({ gateway: gatewayMac, readings: [{ neckband: deviceId(0), at }] })
const summary = z.object({
  counts: z.array(
    z.object({ source: z.string(), gateway: z.string().nullable(), result: z.string(), count: z.number() }),
  ),
})
const counts = async () =>
  (await test.data('POST', '/collateral/web/ingest/summary', { from: testStart, to: testStart + 60_000 }, summary))
    .counts
const quarantine = () => test.sql<{ topic: string; reason: string; field: string; bytes: number }[]>`
  select topic, reason, field, length(body)::int as bytes from quarantine order by id`
const send = (topic: string, payload: string) => gateway.publishAsync(topic, payload, { qos: 1 })

it('quarantines and counts messages while no source represents the broker', async () => {
  await send(`ingest/json/${gatewayMac}`, body(testStart))
  await expect.poll(counts).toEqual([{ source: '', gateway: gatewayMac, result: 'NOT_ALLOWED', count: 1 }])
  expect(await quarantine()).toEqual([
    { topic: `ingest/json/${gatewayMac}`, reason: 'NOT_ALLOWED', field: 'source', bytes: body(testStart).length },
  ])
})

it('stores allowed messages and quarantines others once the source is registered', async () => {
  await insertSource(test.sql, {
    name: 'site',
    secret: 'Secret2026',
    adapters: ['json'],
    farmIds: null,
    createdAt: testStart,
  })
  await test.app.recordsChanged()
  await expect.poll(ready, { timeout: 5000 }).toEqual([200, { status: 'ready', missing: [] }])
  await send(`ingest/minew/${gatewayMac}`, '[]')
  await send('ingest/json', '{}')
  await send(`ingest/json/${gatewayMac}`, `{"note":"${'x'.repeat(1_000_001)}"}`)
  await send(`ingest/json/${gatewayMac}`, 'no json')
  await send(`ingest/json/${gatewayMac}`, body(testStart + 1))
  await expect.poll(async () => (await counts()).filter(({ source }) => source === 'site').length).toBe(5)
  expect((await counts()).filter(({ source }) => source === 'site')).toEqual([
    { source: 'site', gateway: null, result: 'NOT_ALLOWED', count: 1 },
    { source: 'site', gateway: gatewayMac, result: 'BAD_JSON', count: 1 },
    { source: 'site', gateway: gatewayMac, result: 'BAD_SHAPE', count: 1 },
    { source: 'site', gateway: gatewayMac, result: 'NOT_ALLOWED', count: 1 },
    { source: 'site', gateway: gatewayMac, result: 'stored', count: 1 },
  ])
  const quarantined = (await quarantine()).slice(1).map(({ reason, field, bytes }) => ({ reason, field, bytes }))
  expect(quarantined).toEqual([
    { reason: 'NOT_ALLOWED', field: 'topic', bytes: 2 },
    { reason: 'NOT_ALLOWED', field: 'topic', bytes: 2 },
    { reason: 'BAD_SHAPE', field: 'size', bytes: 16_384 },
    { reason: 'BAD_JSON', field: 'body', bytes: 7 },
  ])
  const list = z.object({ list: z.array(z.object({ mac: z.string(), rejected: z.record(z.string(), z.number()) })) })
  const { list: gateways } = await test.data('POST', '/collateral/web/gateway/list', {}, list)
  expect(gateways).toMatchObject([{ mac: gatewayMac, rejected: { NOT_ALLOWED: 2, BAD_SHAPE: 1, BAD_JSON: 1 } }])
})
