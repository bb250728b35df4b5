import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, request as requestOf } from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { MqttClient } from 'mqtt'
import { endpoints } from '#contract/calls/endpoints.ts'
import { signIn, type Call } from '#mocks/calls.ts'
import { addAnimal, expect, expectLive, openGateway, openMonitor, report, test, type Stray } from './fixtures.ts'
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

/** Kills something in the middle of a burst, again and again, before the eyes of an open wall. */
async function killAgainAndAgain(product: Product, pm: Call, page: Parameters<typeof expectLive>[0], times: number, kill: () => Promise<void>) {
  const stray = await addAnimal(pm, `断电 ${Date.now() % 100_000}`)
  const client = await openGateway(product.mqttUrl)
  const first = Date.now() - 600_000
  const acknowledged: number[] = []
  for (let round = 0; round < times; round++) {
    const from = first + round * 30_000
    const load = burst(client, stray, from)
    await expect.poll(() => load.acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(100 + round * 7)
    await kill()
    await expectLive(page, 5000)
    // Nothing of the page was lost: it is the same one, not loaded anew.
    expect(await page.evaluate(() => Reflect.get(window, 'droverMark'))).toBe('kept')
    await expect.poll(() => client.connected, { timeout: 10_000 }).toBe(true)
    const before = load.acknowledged.length
    await expect.poll(() => load.acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(before)
    await load.stop()
    acknowledged.push(...load.acknowledged)
  }
  expect(acknowledged.length).toBeGreaterThan(times * 100)
  expectOnce(await storedInstants(pm, stray, first), acknowledged)
  await client.endAsync(true)
}

test('the server is killed ten times in the middle of a burst', async ({ page, product, pm }) => {
  test.setTimeout(400_000)
  await openMonitor(page, product)
  await page.evaluate(() => Reflect.set(window, 'droverMark', 'kept'))
  await killAgainAndAgain(product, pm, page, 10, async () => {
    await product.kill()
    await product.restart()
  })
})

test('the database is killed ten times in the middle of a burst', async ({ page, product, pm }) => {
  test.setTimeout(400_000)
  await openMonitor(page, product)
  await page.evaluate(() => Reflect.set(window, 'droverMark', 'kept'))
  await killAgainAndAgain(product, pm, page, 10, async () => {
    const pid = product.postmaster()
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => isReady(product), { timeout: 30_000, intervals: [100] }).toBe(true)
  })
})

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
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  try {
    await expect(page.getByText('数据库').first()).toBeVisible({ timeout: 5000 })
    const held = load.acknowledged.length
    await staysSo(25_000, async () => {
      expect(await isReady(product)).toBe(false)
      await expect(page.getByText('数据库').first()).toBeVisible()
      expect(load.acknowledged.length, 'nothing is acknowledged that is not on disk').toBe(held)
    })
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
  await expect(page.getByText('数据库')).toHaveCount(0, { timeout: 15_000 })
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

/** A process and its children. */
function familyOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ')[1] === String(pid)
      } catch {
        return false
      }
    })
  return [pid, ...children.map(Number)]
}

test('an outside broker is away for 30 s', async ({ page, product }) => {
  const found = spawnSync('sh', ['-c', 'PATH="$PATH:/usr/sbin" command -v mosquitto'], { encoding: 'utf8' }).stdout.trim()
  test.skip(found === '', 'mosquitto is not installed')
  const folder = await mkdtemp(join(tmpdir(), 'drover-broker-'))
  const port = await freePort()
  await writeFile(
    join(folder, 'mosquitto.conf'),
    `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence true\npersistence_location ${folder}/\nmax_queued_messages 0\nautosave_on_changes true\nautosave_interval 1\nuser root\n`,
  )
  const startBroker = async (): Promise<ChildProcess> => {
    const child = spawn(found, ['-c', join(folder, 'mosquitto.conf')], { stdio: 'ignore' })
    await expect.poll(() => isListening(port)).toBe(true)
    return child
  }
  let broker = await startBroker()
  await product.stop()
  const outside = await startProduct(product.dataDir, { MQTT_URL: `mqtt://demo@127.0.0.1:${port}` })
  try {
    const call = await signIn(outside.url, 'pm', 'Demo2026')
    await openMonitor(page, outside)
    const stray = await addAnimal(call, `断网 ${Date.now() % 100_000}`)
    const client = await openGateway(`mqtt://127.0.0.1:${port}`)
    const from = Date.now() - 300_000
    const load = burst(client, stray, from)
    await expect.poll(() => load.acknowledged.length).toBeGreaterThan(100)
    broker.kill('SIGTERM')
    await expect(page.getByText('消息').first()).toBeVisible({ timeout: 5000 })
    await staysSo(30_000, async () => {
      await expect(page.getByText('消息').first()).toBeVisible()
      expect(await isReady(outside)).toBe(false)
    })
    broker = await startBroker()
    await expect(page.getByText('消息')).toHaveCount(0, { timeout: 15_000 })
    const before = load.acknowledged.length
    await expect.poll(() => load.acknowledged.length).toBeGreaterThan(before + 100)
    await load.stop()
    await expect.poll(async () => (await storedInstants(call, stray, from)).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(load.acknowledged.length)
    expectOnce(await storedInstants(call, stray, from), load.acknowledged)
    await client.endAsync(true)
  } finally {
    broker.kill('SIGTERM')
    await outside.stop()
    await product.restart()
    await rm(folder, { recursive: true, force: true })
  }
})

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const found = await once(socket, 'connect').then(() => true, () => false)
  socket.destroy()
  return found
}

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
