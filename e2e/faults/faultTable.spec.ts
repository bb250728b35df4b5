import { cp, rm } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { z } from 'zod'
import { endpoints } from '#contract/calls/endpoints.ts'
import { signIn } from '#mocks/calls.ts'
import { findMosquitto, startBroker } from './broker.ts'
import { change, expectRecovered, expectTrouble, makeYard, startGateways, type Stage } from './stage.ts'
import { openMonitor } from '../fixtures.ts'
import { openNetwork } from './network.ts'
import { familyOf, signalAll } from './processes.ts'
import { startProduct, type Product } from '../product.ts'

/** Maximum time until a fault is shown, and after its end until all is right again, ms. */
const soonMs = 5000

interface Fault {
  what: string
  /** Whether another fault of the quick tests is of the same kind. */
  isLong?: boolean
  /** Strikes. @returns a function that ends the fault */
  strike: (stage: Stage) => Promise<() => Promise<void>>
  /** Words on the wall. */
  says: RegExp
  /** Whether the wall still shows the present. */
  isPresent?: boolean
  /** Whether calls are answered during the fault, so that changes can be made that do not reach the wall. */
  isServing?: boolean
}

/**
 * Kills processes of the database again and again until the returned function is called. That waits for a database that was not
 * struck: the server may call itself ready for one second more because of one that was.
 */
function killing(product: Product, victims: (postmaster: number) => number[]): () => Promise<void> {
  const struck = new Set<number>()
  const strike = () => {
    try {
      const postmaster = product.postmaster()
      struck.add(postmaster)
      signalAll(victims(postmaster), 'SIGKILL')
    } catch {
      // It is being started.
    }
  }
  const isBack = () => {
    try {
      return !struck.has(product.postmaster()) && product.isPostmasterReady()
    } catch {
      return false
    }
  }
  strike()
  const timer = setInterval(strike, 100)
  return async () => {
    clearInterval(timer)
    await expect.poll(isBack, { timeout: 15_000, intervals: [50] }).toBe(true)
  }
}

function stopping(pids: number[]): () => Promise<void> {
  signalAll(pids, 'SIGSTOP')
  return async () => signalAll(pids, 'SIGCONT')
}

const silentServer = /断开|未收到/
const faults: Fault[] = [
  {
    what: 'the server is killed',
    async strike({ product, network }) {
      await product.kill()
      // Records change after the server's restart and before the browser reaches it.
      network.cut()
      return () => product.restart()
    },
    says: silentServer,
  },
  {
    what: 'the server is stopped',
    isLong: true,
    strike: async ({ product }) => stopping([product.pid()]),
    says: silentServer,
  },
  { what: 'the database is killed', strike: async ({ product }) => killing(product, familyOf), says: /数据库/ },
  {
    what: 'the database is stopped',
    isLong: true,
    strike: async ({ product }) => stopping(familyOf(product.postmaster())),
    says: /数据库/,
  },
  {
    what: 'the postmaster is killed',
    isLong: true,
    strike: async ({ product }) => killing(product, (postmaster) => [postmaster]),
    says: /数据库/,
  },
  // Connected sessions go on.
  {
    what: 'the postmaster is stopped',
    isLong: true,
    strike: async ({ product }) => stopping([product.postmaster()]),
    says: /不接受新连接/,
    isPresent: true,
    isServing: true,
  },
  {
    what: 'the broker is killed',
    async strike({ broker }) {
      broker?.signal('SIGKILL')
      return async () => broker?.start()
    },
    says: /消息服务/,
    isServing: true,
  },
  {
    what: 'the broker is stopped',
    isLong: true,
    async strike({ broker }) {
      broker?.signal('SIGSTOP')
      return async () => broker?.signal('SIGCONT')
    },
    says: /消息服务/,
    isServing: true,
  },
  {
    what: 'the network of the browser is cut',
    async strike({ network }) {
      network.cut()
      return async () => network.mend()
    },
    says: silentServer,
    isServing: true,
  },
  {
    what: 'the network of the browser is held',
    isLong: true,
    async strike({ network }) {
      network.hold()
      return async () => network.mend()
    },
    says: silentServer,
    isServing: true,
  },
]

let stage: Stage
let close: () => Promise<void>

test.describe.configure({ mode: 'default' })
test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000)
  const seeded = z.string().parse(process.env['DROVER_E2E_DATA'])
  const dataDir = `${seeded} ${process.pid} faults`
  await cp(seeded, dataDir, { recursive: true })
  const mosquitto = findMosquitto()
  const broker = mosquitto === null ? null : await startBroker(mosquitto)
  const product = await startProduct(dataDir, broker ? { MQTT_URL: `mqtt://demo@127.0.0.1:${broker.port}` } : {})
  const network = await openNetwork(Number(new URL(product.url).port))
  const page = await browser.newPage()
  close = async () => {
    await page.close()
    network.close()
    await product.stop()
    await broker?.close()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  }
  const call = await signIn(product.url, 'pm', 'Demo2026')
  const viewer = await signIn(product.url, 'borrower', 'Demo2026')
  stage = { page, product, network, broker, call, yard: await makeYard(call, viewer) }
  await openMonitor(page, { ...product, url: network.url }, 'borrower')
  await page.evaluate(() => Reflect.set(window, 'droverMark', 'kept'))
})
test.afterEach(() => stage.network.mend())
test.afterAll(() => close())

async function whenServing({ product }: Stage): Promise<void> {
  const isReady = () =>
    fetch(`${product.url}/health/ready`).then(
      ({ status }) => status === 200,
      () => false,
    )
  await expect.poll(isReady, { timeout: 15_000, intervals: [50] }).toBe(true)
}

for (const { what, isLong = false, strike, says, isPresent = false, isServing = false } of faults) {
  test(`shows within ${soonMs / 1000} s that ${what}, and recovers`, { tag: isLong ? ['@long'] : [] }, async () => {
    test.skip(what.includes('broker') && stage.broker === null, 'mosquitto is not installed')
    const { page, network } = stage
    await expectRecovered(page, 20_000)
    const mend = await strike(stage)
    let seen: ((ms: number) => Promise<void>) | undefined
    try {
      await expectTrouble(page, says, !isPresent, soonMs)
      if (isServing) seen = await change(stage)
      if (isPresent) await seen?.(soonMs)
    } finally {
      await mend()
    }
    await whenServing(stage)
    seen ??= await change(stage)
    network.mend()
    await Promise.all([expectRecovered(page, soonMs), seen(soonMs)])
    // The page was not loaded again.
    expect(await page.evaluate(() => Reflect.get(window, 'droverMark'))).toBe('kept')
  })
}

test('shows a disconnected and a hanging gateway within 5 s', { tag: '@long' }, async () => {
  const { page, call, yard } = stage
  await expectRecovered(page, 20_000)
  const offlineMs = 6000
  const gateways = await startGateways(stage)
  const alerts = page.locator('.wall-alerts-tile')
  const trouble = page.locator('.wall-devices > div').first()
  try {
    await call(endpoints.alertRules.addOrEdit, {
      kind: 'GATEWAY_OFFLINE',
      farmId: yard.farmId,
      severity: 'CRITICAL',
      parameters: { offlineMinutes: offlineMs / 60_000 },
    })
    // Critical alerts of one pen share a line, so the names come by call.
    const offline = async () => {
      const { list } = await call(endpoints.alerts.list, { kinds: ['GATEWAY_OFFLINE'], state: 'ACTIVE', pageSize: 100 })
      return gateways.names.filter((name) => list.some(({ subjectName }) => subjectName === name))
    }
    expect(await offline()).toEqual([])
    gateways.silence()
    await expect(alerts).toContainText('网关离线', { timeout: offlineMs + soonMs })
    await expect.poll(offline, { timeout: soonMs }).toEqual(gateways.names)
    await expect(trouble).toHaveAttribute('data-trouble', /.*/, { timeout: 1000 })
    await gateways.mend()
    await expect.poll(offline, { timeout: soonMs }).toEqual([])
  } finally {
    await gateways.close()
  }
})
