import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { demoPassword, demoSource } from '../demo/demoAccounts.ts'
import { gatewayMac, message, openTestApp, type TestApp } from '../testing/testApp.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
}, 60_000)
afterAll(() => test.close())

const connect = (clientId: string) =>
  connectAsync(test.app.mqttUrl, { username: demoSource, password: demoPassword, reconnectPeriod: 0, clientId })

async function say(client: MqttClient): Promise<void> {
  await test.clock.moveTo(test.clock.now() + 1000)
  await client.publishAsync(`ingest/json/${gatewayMac}`, message(test.clock.now(), [{ index: 0 }]), { qos: 1 })
}

async function state(): Promise<string | undefined> {
  const { list } = await test.data(
    'POST',
    '/collateral/web/gateway/list',
    {},
    z.object({ list: z.array(z.object({ state: z.string() })) }),
  )
  return list[0]?.state
}

let client: MqttClient
beforeEach(async () => {
  client = await connect('yard')
  await say(client)
})

it('turns offline when its connection breaks, and online when heard again', async () => {
  expect(await state()).toBe('ONLINE')
  const from = performance.now()
  await client.endAsync(true)
  await expect.poll(state, { interval: 20 }).toBe('OFFLINE')
  expect(performance.now() - from).toBeLessThan(2000)
  // Its rule has its own time: no alert yet.
  const alerts = await test.data(
    'POST',
    '/collateral/web/alert/list',
    { kind: 'GATEWAY_OFFLINE' },
    z.object({ total: z.number() }),
  )
  expect(alerts.total).toBe(0)
  const next = await connect('yard')
  expect(await state()).toBe('OFFLINE')
  await say(next)
  expect(await state()).toBe('ONLINE')
  await next.endAsync()
})

it('stays online after a clean disconnect', async () => {
  await client.endAsync()
  await say((client = await connect('other')))
  await client.endAsync()
  expect(await state()).toBe('ONLINE')
})

it('stays online when an old or replaced connection breaks', async () => {
  const other = await connect('other')
  await say(other)
  await client.endAsync(true)
  const again = await connect('other')
  await expect.poll(() => other.connected).toBe(false)
  expect(await state()).toBe('ONLINE')
  await again.endAsync()
})
