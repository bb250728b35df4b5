import { createServer, request as requestOf } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { signIn } from '#mocks/calls.ts'
import { addAnimal, expect, expectCalm, openGateway, openMonitor, test } from '../fixtures.ts'
import { freePort, startProduct, type Product } from '../product.ts'
import { findMosquitto, startBroker } from './broker.ts'
import { burst, expectOnce, isReady, storedInstants } from './burst.ts'
import { familyOf, signalAll } from './processes.ts'

// Each waits most of its time.
test.describe.configure({ mode: 'parallel' })

/** Tiles that look current. */
const freshTiles = '.wall-tile:not([data-stale]), .wall-figures:not([data-stale]), .wall-map:not([data-frozen])'

test(
  'stores each acknowledged reading once while the database stops',
  { tag: '@long' },
  async ({ page, product, pm }) => {
    await openMonitor(page, product)
    await expectCalm(page)
    const stray = await addAnimal(pm, `停库 ${Date.now() % 100_000}`)
    const client = await openGateway(product.mqttUrl)
    const from = Date.now() - 300_000
    const load = burst(client, stray, from)
    await expect.poll(() => load.acknowledged.length).toBeGreaterThan(100)
    const pids = familyOf(product.postmaster())
    signalAll(pids, 'SIGSTOP')
    try {
      await expect(page.getByText('数据库').first()).toBeVisible({ timeout: 5000 })
      await expect(page.locator(freshTiles)).toHaveCount(0)
      const countBefore = load.acknowledged.length
      await holdsFor(25_000, async () => {
        expect(await isReady(product)).toBe(false)
        await expect(page.getByText('数据库').first()).toBeVisible()
        expect(load.acknowledged.length, 'nothing is acknowledged that is not on disk').toBe(countBefore)
      })
    } finally {
      signalAll(pids, 'SIGCONT')
    }
    await expect(page.getByText('数据库')).toHaveCount(0, { timeout: 15_000 })
    await expect(page.locator('.wall-tile[data-stale]')).toHaveCount(0, { timeout: 5000 })
    const before = load.acknowledged.length
    await expect.poll(() => load.acknowledged.length).toBeGreaterThan(before + 100)
    await load.stop()
    expectOnce(await storedInstants(pm, stray, from), load.acknowledged)
    await client.endAsync(true)
  },
)

/** Checks again and again for `ms` that something still holds. */
async function holdsFor(ms: number, look: () => Promise<void>): Promise<void> {
  for (const until = performance.now() + ms; performance.now() < until; await wait(500)) await look()
}

test('stores each acknowledged reading once while a broker is away', { tag: '@long' }, async ({ page, product }) => {
  const mosquitto = findMosquitto()
  test.skip(mosquitto === null, 'mosquitto is not installed')
  const broker = await startBroker(mosquitto ?? '')
  await product.stop()
  const outside = await startProduct(product.dataDir, { MQTT_URL: `mqtt://demo@127.0.0.1:${broker.port}` })
  try {
    const call = await signIn(outside.url, 'pm', 'Demo2026')
    await openMonitor(page, outside)
    await expectCalm(page)
    const stray = await addAnimal(call, `断网 ${Date.now() % 100_000}`)
    const client = await openGateway(`mqtt://127.0.0.1:${broker.port}`)
    const from = Date.now() - 300_000
    const load = burst(client, stray, from)
    await expect.poll(() => load.acknowledged.length).toBeGreaterThan(100)
    broker.signal('SIGTERM')
    await expect(page.getByText('消息').first()).toBeVisible({ timeout: 5000 })
    await expect(page.locator(freshTiles)).toHaveCount(0)
    await holdsFor(30_000, async () => {
      await expect(page.getByText('消息').first()).toBeVisible()
      expect(await isReady(outside)).toBe(false)
    })
    await broker.start()
    await expect(page.getByText('消息')).toHaveCount(0, { timeout: 15_000 })
    const before = load.acknowledged.length
    await expect.poll(() => load.acknowledged.length).toBeGreaterThan(before + 100)
    await load.stop()
    await expect
      .poll(async () => (await storedInstants(call, stray, from)).length, { timeout: 20_000 })
      .toBeGreaterThanOrEqual(load.acknowledged.length)
    expectOnce(await storedInstants(call, stray, from), load.acknowledged)
    await client.endAsync(true)
  } finally {
    await outside.stop()
    await broker.close()
    await product.restart()
  }
})

test('polls frames where sockets are blocked', async ({ page, product }) => {
  const proxy = await openProxy(product)
  try {
    await openMonitor(page, { ...product, url: proxy.url }, 'bank', 'polling')
    await expect(page.getByText('1,240')).toBeVisible()
    const before = await page.locator('.wall-connection').textContent()
    await expect(page.locator('.wall-connection')).not.toHaveText(before ?? '')
  } finally {
    proxy.close()
  }
})

/** Opens a proxy that refuses to switch protocols, like those of some offices. */
async function openProxy(product: Product): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const onward = requestOf(
      new URL(request.url ?? '/', product.url),
      { method: request.method, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'))
  const port = await freePort()
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
