import { createServer, request as requestOf } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { MqttClient } from 'mqtt'
import { endpoints } from '#contract/calls/endpoints.ts'
import { signIn, type Call } from '#mocks/calls.ts'
import { addAnimal, expect, expectLive, openGateway, openMonitor, report, test, type Stray } from './fixtures.ts'
import { findMosquitto, startBroker } from './faults/broker.ts'
import { backendsOf, familyOf, signalAll } from './faults/processes.ts'
import { freePort, startProduct, type Product } from './product.ts'

/** Sends readings of one animal without a pause, and notes the instants of those that were acknowledged. */
function burst(client: MqttClient, stray: Stray, firstAt: number) {
  const acknowledged: number[] = []
  let running = true
  let at = firstAt
  const sender = async () => {
    while (running) {
      const mine = at++
      await report(client, stray, stray.inside, mine).then(
        () => void acknowledged.push(mine),
        () => wait(20),
      )
    }
  }
  const senders = Array.from({ length: 20 }, sender)
  return {
    acknowledged,
    async stop() {
      running = false
      await Promise.allSettled(senders)
    },
  }
}

/** The instants (epoch ms) of all stored readings of an animal's neckband, in order. */
async function storedInstants(call: Call, stray: Stray, from: number): Promise<number[]> {
  const instants: number[] = []
  for (let current = 1; ; current++) {
    const { list, total } = await call(endpoints.neckbands.readings, { id: stray.neckbandId, from: from - 1, to: Date.now() + 600_000, current, pageSize: 1000 })
    instants.push(...list.map(({ at }) => Date.parse(at)))
    if (instants.length >= total || list.length === 0) return instants
  }
}

function expectOnce(stored: number[], acknowledged: number[]): void {
  expect(new Set(stored).size, 'stored twice').toBe(stored.length)
  const all = new Set(stored)
  expect(acknowledged.filter((at) => !all.has(at)), 'acknowledged and lost').toEqual([])
}

/** Has batteries run low and be charged again without a pause, so that alerts are being raised and cleared all the time. */
function alarms(client: MqttClient, strays: readonly Stray[]) {
  let running = true
  const send = (stray: Stray, battery: number) => report(client, stray, stray.inside, Date.now(), battery)
  const alternate = async (stray: Stray) => {
    for (let turn = 0; running; turn++) {
      await send(stray, turn % 2 === 0 ? 5 : 95).catch(() => wait(20))
      await wait(40)
    }
    // What it says last is that all is well.
    while (!(await send(stray, 95).then(() => true, () => false))) await wait(50)
  }
  const alternating = strays.map(alternate)
  return {
    async stop() {
      running = false
      await Promise.all(alternating)
    },
  }
}

/** What is killed in turn: the server, the postmaster, one backend (which takes all with it), every backend again and again. */
const kills: ((product: Product) => Promise<void>)[] = [
  async (product) => {
    await product.kill()
    await product.restart()
  },
  async (product) => signalAll([product.postmaster()], 'SIGKILL'),
  async (product) => signalAll(backendsOf(product.postmaster()).slice(0, 1), 'SIGKILL'),
  async (product) => {
    for (let i = 0; i < 5; i++) {
      signalAll(backendsOf(product.postmaster()), 'SIGTERM')
      await wait(100)
    }
  },
]
/** How often something is killed: each once and again, unless told. */
const times = Number(process.env['DROVER_KILLS'] ?? 2 * kills.length)

test(`server, postmaster and backends are killed ${times} times in the middle of a burst, with alerts being raised`, async ({ page, product, pm }) => {
  test.setTimeout(120_000 + times * 40_000)
  await openMonitor(page, product)
  await page.evaluate(() => Reflect.set(window, 'droverMark', 'kept'))
  const stray = await addAnimal(pm, `断电 ${Date.now() % 100_000}`)
  const low: Stray[] = []
  for (let i = 0; i < 12; i++) low.push(await addAnimal(pm, `低电 ${i} ${Date.now() % 100_000}`))
  const client = await openGateway(product.mqttUrl)
  const lowClient = await openGateway(product.mqttUrl)
  const first = Date.now() - Math.max(600_000, times * 30_000 + 60_000)
  const acknowledged: number[] = []
  const alternating = alarms(lowClient, low)
  for (let round = 0; round < times; round++) {
    const load = burst(client, stray, first + round * 30_000)
    await expect.poll(() => load.acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(100 + round * 7)
    await kills[round % kills.length]?.(product)
    await expect.poll(() => isReady(product), { timeout: 30_000, intervals: [100] }).toBe(true)
    await expectLive(page, 5000)
    // Nothing of the page was lost: it is the same one, not loaded again.
    expect(await page.evaluate(() => Reflect.get(window, 'droverMark'))).toBe('kept')
    await expect.poll(() => client.connected, { timeout: 10_000 }).toBe(true)
    const before = load.acknowledged.length
    await expect.poll(() => load.acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(before)
    await load.stop()
    acknowledged.push(...load.acknowledged)
  }
  await alternating.stop()
  expect(acknowledged.length).toBeGreaterThan(times * 100)
  expectOnce(await storedInstants(pm, stray, first), acknowledged)

  const own = new Set(low.map(({ neckbandId }) => neckbandId))
  const ofOwn = async (state: 'ACTIVE' | 'ALL') => {
    const { list } = await pm(endpoints.alerts.list, { kind: 'LOW_BATTERY', state, from: first, pageSize: 1000 })
    return list.filter(({ subjectId }) => own.has(subjectId)).map(({ id, clearedAt }) => ({ id, clearedAt }))
  }
  expect((await ofOwn('ALL')).length).toBeGreaterThan(times)
  await expect.poll(() => ofOwn('ACTIVE'), { timeout: 15_000 }).toEqual([])
  await client.endAsync(true)
  await lowClient.endAsync(true)
})

/** Tiles that look as if they were of now. */
const freshTiles = '.wall-tile:not([data-stale]), .wall-figures:not([data-stale]), .wall-map:not([data-frozen])'

async function isReady(product: Product): Promise<boolean> {
  const response = await fetch(`${product.url}/health/ready`).catch(() => null)
  return response?.status === 200
}

test('the database stands still for 30 s', async ({ page, product, pm }) => {
  await openMonitor(page, product)
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
    const held = load.acknowledged.length
    await staysSo(25_000, async () => {
      expect(await isReady(product)).toBe(false)
      await expect(page.getByText('数据库').first()).toBeVisible()
      expect(load.acknowledged.length, 'nothing is acknowledged that is not on disk').toBe(held)
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
})

/** Looks for so long, again and again, whether something still holds. */
async function staysSo(ms: number, look: () => Promise<void>): Promise<void> {
  for (const until = performance.now() + ms; performance.now() < until; await wait(500)) await look()
}

test('an outside broker is away for 30 s', async ({ page, product }) => {
  const mosquitto = findMosquitto()
  test.skip(mosquitto === null, 'mosquitto is not installed')
  const broker = await startBroker(mosquitto ?? '')
  await product.stop()
  const outside = await startProduct(product.dataDir, { MQTT_URL: `mqtt://demo@127.0.0.1:${broker.port}` })
  try {
    const call = await signIn(outside.url, 'pm', 'Demo2026')
    await openMonitor(page, outside)
    const stray = await addAnimal(call, `断网 ${Date.now() % 100_000}`)
    const client = await openGateway(`mqtt://127.0.0.1:${broker.port}`)
    const from = Date.now() - 300_000
    const load = burst(client, stray, from)
    await expect.poll(() => load.acknowledged.length).toBeGreaterThan(100)
    broker.signal('SIGTERM')
    await expect(page.getByText('消息').first()).toBeVisible({ timeout: 5000 })
    await expect(page.locator(freshTiles)).toHaveCount(0)
    await staysSo(30_000, async () => {
      await expect(page.getByText('消息').first()).toBeVisible()
      expect(await isReady(outside)).toBe(false)
    })
    await broker.start()
    await expect(page.getByText('消息')).toHaveCount(0, { timeout: 15_000 })
    const before = load.acknowledged.length
    await expect.poll(() => load.acknowledged.length).toBeGreaterThan(before + 100)
    await load.stop()
    await expect.poll(async () => (await storedInstants(call, stray, from)).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(load.acknowledged.length)
    expectOnce(await storedInstants(call, stray, from), load.acknowledged)
    await client.endAsync(true)
  } finally {
    await outside.stop()
    await broker.close()
    await product.restart()
  }
})

test('where sockets are blocked the same frames are polled', async ({ page, product }) => {
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

/** What stands between some offices and the world: it passes requests on and refuses to switch protocols. */
async function openProxy(product: Product): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const onward = requestOf(new URL(request.url ?? '/', product.url), { method: request.method, headers: request.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
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
