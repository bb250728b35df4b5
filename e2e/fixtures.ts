import { cp, rm } from 'node:fs/promises'
import { test as base, expect, type Page } from '@playwright/test'
import { connectAsync, type MqttClient } from 'mqtt'
import { z } from 'zod'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { LongitudeLatitude, Polygon } from '#contract/values/geo.ts'
import { decodeFrames, type Frame } from '#contract/live/frames.ts'
import { signIn, type Call } from '#mocks/calls.ts'
import { startProduct, type Product } from './product.ts'

const password = 'Demo2026'

/** Runs the demo on a copy of its data, once for all tests of a worker. A test file can add settings. */
export const test = base.extend<object, { environment: Record<string, string>; product: Product; pm: Call }>({
  // Cameras and webhook receivers of tests run on this machine.
  environment: [
    { CAMERA_NETWORKS: 'loopback', WEBHOOK_NETWORKS: 'loopback' },
    { scope: 'worker', option: true },
  ],
  product: [
    async ({ environment }, use, { workerIndex }) => {
      const seeded = z.string().parse(process.env['DROVER_E2E_DATA'])
      const dataDir = `${seeded} ${process.pid} ${workerIndex}`
      await cp(seeded, dataDir, { recursive: true })
      const product = await startProduct(dataDir, environment)
      await use(product)
      await product.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  pm: [async ({ product }, use) => use(await signIn(product.url, 'pm', password)), { scope: 'worker' }],
})

export { expect }

/** Collects all errors of a page; empty in a good run. */
export function listenForFaults(page: Page, expected: RegExp = /^$/): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text())) faults.push(message.text())
  })
  return faults
}

/** Collects the frames sent to a page. Must be called before the page opens the socket. */
export function listenForFrames(page: Page): Frame[] {
  const frames: Frame[] = []
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      if (typeof payload === 'string') return
      try {
        frames.push(...decodeFrames(new Uint8Array(payload)))
      } catch {
        // Not a frame of ours.
      }
    })
  })
  return frames
}

const monitorPath = '/dashboard/animal-monitor/monitor'

/** Signs in on the screen and waits for the wall. Pages left idle for long must stay signed in. */
export async function openMonitor(
  page: Page,
  product: Product,
  userName = 'pm',
  kind = 'live',
  isKept = false,
): Promise<void> {
  await page.goto(`${product.url}/user/login?redirect=${encodeURIComponent(monitorPath)}`)
  await page.getByLabel('用户名').fill(userName)
  await page.getByLabel('密码').fill(password)
  if (isKept) await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: /登\s*录/ }).click()
  await page.waitForURL(`**${monitorPath}`)
  await expect(connectionSign(page)).toHaveAttribute('data-kind', kind)
}

export const connectionSign = (page: Page) => page.locator('.wall-connection')

export async function expectLive(page: Page, timeout = 20_000): Promise<void> {
  await expect(connectionSign(page)).toHaveAttribute('data-kind', 'live', { timeout })
}

/** Waits until a page has drawn without interruption for some seconds. Without a graphics card, the first pictures of a map block it for seconds. */
export async function expectCalm(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const [longestHaltMs, calmMs] = [500, 3000]
    let calmSince = performance.now()
    for (let before = calmSince, now = before; now - calmSince < calmMs; before = now) {
      now = await new Promise(requestAnimationFrame)
      if (now - before > longestHaltMs) calmSince = now
    }
  })
}

export interface Stray {
  animalId: number
  neckbandId: number
  deviceId: string
  gateway: string
  farmId: number
  /** Degrees of the middle of its pen, and of a place well outside the pen. */
  inside: [longitude: number, latitude: number]
  outside: [longitude: number, latitude: number]
}

let strays = 0

/** Adds an animal to the first pen of the first farm. The demo's herd does not move it. */
export async function addAnimal(call: Call, visualTag: string): Promise<Stray> {
  const farm = (await call(endpoints.farms.list, { pageSize: 1 })).list[0]
  const pen = (await call(endpoints.pens.list, { farmId: farm?.id, pageSize: 1 })).list[0]
  const gateway = (await call(endpoints.gateways.list, { farmId: farm?.id, pageSize: 1 })).list[0]
  if (!farm || !pen || !gateway) throw new Error('the demo has no farm')
  strays += 1
  const deviceId = `E2E0${String(Date.now() % 1_000_000).padStart(6, '0')}${String(strays).padStart(2, '0')}`
  const animal = await call(endpoints.animals.addOrEdit, { visualTag, farmId: farm.id, farmSlotId: pen.id })
  const neckband = await call(endpoints.neckbands.addOrEdit, { deviceId, animalId: animal.id })
  return {
    animalId: animal.id,
    neckbandId: neckband.id,
    deviceId,
    gateway: gateway.mac,
    farmId: farm.id,
    ...placesOf(pen.polygon),
  }
}

/** Returns the middle of a pen, and a place well outside. */
export function placesOf(polygon: Polygon): Pick<Stray, 'inside' | 'outside'> {
  const [longitude, latitude] = middleOf(polygon)
  const west = Math.min(...(polygon.coordinates[0] ?? []).map((corner) => corner[0]))
  return { inside: [longitude, latitude], outside: [west - 0.0008, latitude] }
}

/** Returns the mean of a fence's corners. */
export function middleOf({ coordinates }: Polygon): LongitudeLatitude {
  const corners = (coordinates[0] ?? []).slice(0, -1)
  const mean = (axis: 0 | 1) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length
  return [mean(0), mean(1)]
}

/** Opens a gateway's connection to the broker. */
export async function openGateway(url: string): Promise<MqttClient> {
  const client = await connectAsync(url, { username: 'demo', password, reconnectPeriod: 300, connectTimeout: 2000 })
  client.on('error', () => {})
  return client
}

/** Sends one reading in our own JSON and waits for the acknowledgement. */
export async function report(
  client: MqttClient,
  stray: Pick<Stray, 'gateway' | 'deviceId'>,
  [longitude, latitude]: [number, number],
  at = Date.now(),
  battery = 90,
): Promise<void> {
  const body = {
    gateway: stray.gateway,
    sentAt: at,
    readings: [{ neckband: stray.deviceId, at, longitude, latitude, accuracyM: 3, rssi: -60, battery }],
  }
  await client.publishAsync(`ingest/json/${stray.gateway}`, JSON.stringify(body), { qos: 1 })
}
