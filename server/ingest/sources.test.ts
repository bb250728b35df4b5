import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { machineNow } from '../clock.ts'
import { insertSource, revokeSource } from '../resources/sources.ts'
import { message, openTestApp, type TestApp, testStart } from '../testing/testApp.ts'

let test: TestApp
beforeAll(async () => {
  test = await openTestApp()
}, 60_000)
afterAll(() => test.close())

const add = (name: string, secret: string, options: { farmIds?: number[] | null; takesQueryToken?: boolean } = {}) =>
  insertSource(test.sql, {
    name,
    secret,
    adapters: ['json', 'osmand'],
    farmIds: [test.farmId],
    createdAt: testStart,
    ...options,
  })
const connect = (username: string, password: string) =>
  connectAsync(test.app.mqttUrl, { username, password, reconnectPeriod: 0 })
const send = async (secret: string) => (await test.ingest('json', message(testStart, [{ index: 0 }]), secret)).status

it('accepts a new source and disconnects a revoked one within a second', async () => {
  await add('yard', 'Yard-secret-1')
  await add('mill', 'Mill-secret-1')
  await expect.poll(() => send('Yard-secret-1')).toBe(200)
  const [yard, mill] = [await connect('yard', 'Yard-secret-1'), await connect('mill', 'Mill-secret-1')]
  const closed = new Promise<void>((resolve) => void yard.once('close', () => resolve()))
  const from = performance.now()
  expect(await revokeSource(test.sql, 'yard', machineNow())).toBe(true)
  await closed
  expect(performance.now() - from).toBeLessThan(1000)
  expect(await send('Yard-secret-1')).toBe(401)
  await expect(connect('yard', 'Yard-secret-1')).rejects.toThrow(/authorized/i)
  await mill.publishAsync('ingest/json/AC233F000001', message(testStart + 1, [{ index: 0 }]), { qos: 1 })
  await mill.endAsync()
  expect(await revokeSource(test.sql, 'yard', machineNow())).toBe(false)
})

it('frees a revoked source’s name but not its secret', async () => {
  await add('yard', 'Yard-secret-2')
  await expect.poll(() => send('Yard-secret-2')).toBe(200)
  expect(await send('Yard-secret-1')).toBe(401)
})

it('accepts a secret in the address only for sources that allow it', async () => {
  await add('collar', 'Collar-secret-1', { takesQueryToken: true })
  const ask = async (token: string) => {
    const query = new URLSearchParams({
      token,
      id: 'AC233F100000',
      lat: '43.94',
      lon: '116.08',
      timestamp: String(testStart / 1000),
    })
    return (await fetch(`${test.app.url}/ingest/osmand?${query.toString()}`)).status
  }
  await expect.poll(() => ask('Collar-secret-1')).toBe(200)
  expect(await ask('Yard-secret-2')).toBe(401)
  expect(await send('Yard-secret-2')).toBe(200)
})

it('receives changes again after losing its database connection', async () => {
  await test.sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'drover-listener' and datname = current_database()`
  await add('late', 'Late-secret-1')
  await expect.poll(() => send('Late-secret-1'), { timeout: 5000 }).toBe(200)
})
