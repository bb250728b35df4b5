import { setTimeout as wait } from 'node:timers/promises'
import type { MqttClient } from 'mqtt'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openCalls } from '#mocks/calls.ts'
import { addAnimal, expect, expectLive, openGateway, openMonitor, report, test, type Stray } from '../fixtures.ts'
import type { Product } from '../product.ts'
import { signInDemo } from '../people.ts'
import { burst, expectOnce, isReady, storedInstants } from './burst.ts'
import { openHooks } from './hooks.ts'
import { backendsOf, signalAll } from './processes.ts'

/** Has batteries run low and be charged again without a pause, so that alerts are being raised and cleared all the time. */
function alarms(client: MqttClient, strays: readonly Stray[]) {
  let running = true
  const send = (stray: Stray, battery: number) => report(client, stray, stray.inside, Date.now(), battery)
  const alternate = async (stray: Stray) => {
    for (let turn = 0; running; turn++) {
      await send(stray, turn % 2 === 0 ? 5 : 95).catch(() => wait(20))
      await wait(40)
    }
    // Its last reading reports a normal state.
    while (
      !(await send(stray, 95).then(
        () => true,
        () => false,
      ))
    )
      await wait(50)
  }
  const alternating = strays.map(alternate)
  return {
    async stop() {
      running = false
      await Promise.all(alternating)
    },
  }
}

/** The parts that are killed in turn: the server, the postmaster, one backend (which takes all with it), every backend again and again. */
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
/** Neckbands whose batteries run low in each round, for good: an alert each. */
const weakEach = 6

/** Says of some animals that their batteries are low, until that is acknowledged. */
async function weaken(client: MqttClient, strays: readonly Stray[]): Promise<void> {
  const say = async (stray: Stray) => {
    while (
      !(await report(client, stray, stray.inside, Date.now(), 5).then(
        () => true,
        () => false,
      ))
    )
      await wait(20)
  }
  await Promise.all(strays.map(say))
}

/** Number of kills; by default each kind twice. */
const times = Number(process.env['DROVER_KILLS'] ?? 2 * kills.length)

test(
  `loses no reading or alert while processes are killed ${times} times`,
  { tag: '@long' },
  async ({ page, product, pm }) => {
    test.setTimeout(120_000 + times * 40_000)
    await openMonitor(page, product)
    await page.evaluate(() => Reflect.set(window, 'droverMark', 'kept'))
    const stray = await addAnimal(pm, `断电 ${Date.now() % 100_000}`)
    const low: Stray[] = []
    for (let i = 0; i < 12; i++) low.push(await addAnimal(pm, `低电 ${i} ${Date.now() % 100_000}`))
    // CRITICAL low batteries are sent one by one, never as a flood, through the organisation’s channel.
    const admin = openCalls(product.url, (await signInDemo(product, 'supervisor')).token)
    const hooks = await openHooks()
    await admin(endpoints.alertRules.addOrEdit, {
      kind: 'LOW_BATTERY',
      scope: 'FARM',
      farmId: stray.farmId,
      severity: 'CRITICAL',
    })
    await admin(endpoints.alertChannels.addOrEdit, {
      kind: 'WEBHOOK',
      name: '调度',
      address: hooks.url,
      secret: 'of the control room',
      severities: ['CRITICAL'],
      language: 'zh-CN',
      isEnabled: true,
    })
    const weak: Stray[] = []
    for (let i = 0; i < times * weakEach; i++) weak.push(await addAnimal(pm, `耗尽 ${i} ${Date.now() % 100_000}`))
    const client = await openGateway(product.mqttUrl)
    const lowClient = await openGateway(product.mqttUrl)
    const first = Date.now() - Math.max(600_000, times * 30_000 + 60_000)
    const acknowledged: number[] = []
    const alternating = alarms(lowClient, low)
    for (let round = 0; round < times; round++) {
      const load = burst(client, stray, first + round * 30_000)
      await expect.poll(() => load.acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(100 + round * 7)
      const weakened = weaken(lowClient, weak.slice(round * weakEach, (round + 1) * weakEach))
      // At another moment of their being written, planned and sent each time.
      await wait(round * 150)
      await kills[round % kills.length]?.(product)
      await expect.poll(() => isReady(product), { timeout: 30_000, intervals: [100] }).toBe(true)
      await expectLive(page, 5000)
      // Nothing of the page was lost: it is the same one, not loaded again.
      expect(await page.evaluate(() => Reflect.get(window, 'droverMark'))).toBe('kept')
      await expect.poll(() => client.connected, { timeout: 10_000 }).toBe(true)
      const before = load.acknowledged.length
      await expect.poll(() => load.acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(before)
      await weakened
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

    // No alert is lost or raised twice, and each has exactly one delivery. A message in flight when the server was killed
    // may arrive twice, with the same id.
    const ids = new Set(weak.map(({ neckbandId }) => neckbandId))
    const { list } = await pm(endpoints.alerts.list, { kind: 'LOW_BATTERY', state: 'ALL', from: first, pageSize: 1000 })
    const raised = list.filter(({ subjectId }) => ids.has(subjectId))
    expect(raised.map(({ subjectId }) => subjectId).toSorted((a, b) => a - b)).toEqual(
      [...ids].toSorted((a, b) => a - b),
    )
    const deliveryCounts = () => raised.map(({ id }) => hooks.deliveriesByAlert().get(id)?.size ?? 0)
    await expect.poll(deliveryCounts, { timeout: 60_000 }).toEqual(raised.map(() => 1))
    // Alerts that share a message have the same delivery.
    const tries = new Map(raised.flatMap(({ id }) => [...(hooks.deliveriesByAlert().get(id) ?? [])]))
    expect([...tries.values()].filter((count) => count > 1).length, 'came again').toBeLessThanOrEqual(times)
    hooks.close()
    await client.endAsync(true)
    await lowClient.endAsync(true)
  },
)
