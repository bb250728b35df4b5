import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openCalls } from '#mocks/calls.ts'
import { openHooks } from '../../e2e/faults/hooks.ts'
import { signalAll } from '../../e2e/faults/processes.ts'
import { startProduct as startKillable } from '../../e2e/product.ts'
import { layOutHerd, signViewersIn } from '../herd.ts'
import { newDataDir, removeDataDir, startProduct } from '../product.ts'
import { count, type Section } from '../report.ts'
import { runLow } from './low.ts'

const mostMs = 180_000
/** From one kill to the next, ms. */
const pauseMs = 700

interface Killed {
  kills: number
  raised: number
  /** Subjects with more than one alert. */
  doubled: number
  /** Alerts that the channel was told of. */
  told: number
  /** Alerts that were told by more than one delivery. */
  toldTwice: number
  /** Deliveries that came again under the same id: on their way when the server was killed. */
  cameAgain: number
  /** From the first reading until all were told, s. */
  seconds: number
}

/** The product is killed again and again, server and database in turn, while critical alerts are raised in one tick and told to a channel one by one. */
async function killWhileRaising(alerts: number, kills = 10): Promise<Killed> {
  const dataDir = newDataDir()
  const hooks = await openHooks()
  try {
    const empty = await startProduct(dataDir)
    const { farmIds } = await layOutHerd(empty.sql)
    await empty.sql`update alert_rules set severity = 'CRITICAL' where kind = 'LOW_BATTERY'`
    const [token = ''] = await signViewersIn(empty.sql, 1)
    await empty.stop()
    const product = await startKillable(dataDir, { DEMO: '0', WEBHOOK_NETWORKS: 'loopback', NODE_ENV: 'production' })
    try {
      const call = openCalls(product.url, token)
      await call(endpoints.alertChannels.addOrEdit, { kind: 'WEBHOOK', name: 'Control room', address: hooks.url, secret: 'of the control room', severities: ['CRITICAL'], language: 'en-US', isEnabled: true })
      const from = performance.now()
      const sent = runLow(product.mqttPort, alerts)
      for (let kill = 0; kill < kills; kill++) {
        await sleep(pauseMs)
        if (kill % 3 === 2) signalAll([product.postmaster()], 'SIGKILL')
        else {
          await product.kill()
          await product.restart()
        }
      }
      await sent
      while (hooks.told().size < alerts && performance.now() - from < mostMs) await sleep(200)
      const seconds = (performance.now() - from) / 1000
      // What would come twice comes in this time.
      await sleep(5000)
      const subjects = new Map<number, number>()
      let raised = 0
      for (const farmId of farmIds) {
        const { list } = await call(endpoints.alerts.list, { kind: 'LOW_BATTERY', state: 'ALL', farmId, pageSize: 1000 })
        raised += list.length
        for (const { subjectId } of list) subjects.set(subjectId, (subjects.get(subjectId) ?? 0) + 1)
      }
      const deliveries = [...hooks.told().values()]
      return {
        kills, raised, doubled: [...subjects.values()].filter((count) => count > 1).length, told: deliveries.length,
        toldTwice: deliveries.filter(({ size }) => size > 1).length, cameAgain: deliveries.flatMap((one) => [...one.values()]).filter((count) => count > 1).length, seconds,
      }
    } finally {
      await product.stop()
    }
  } finally {
    hooks.close()
    removeDataDir(dataDir)
  }
}

/** What is lost, doubled or told twice of alerts while the product is killed ten times. */
export async function benchKills({ alerts = 5000 } = {}): Promise<Section> {
  console.log('kills …')
  const killed = await killWhileRaising(alerts)
  return killsSection(alerts, killed, loadavg()[0] ?? Number.NaN)
}

function killsSection(alerts: number, { kills, raised, doubled, told, toldTwice, cameAgain, seconds }: Killed, load: number): Section {
  const none = (found: number) => (found === 0 ? '✓ 0' : `✗ ${count(found)}`)
  return {
    title: `${count(alerts)} critical alerts in one tick, server or database killed ${kills} times meanwhile`,
    head: ['', 'alerts'],
    rows: [
      ['raised and acknowledged, in the database', raised === alerts ? `✓ ${count(raised)}` : `✗ ${count(raised)}`],
      ['there twice', none(doubled)],
      ['told to the organisation’s channel', told === alerts ? `✓ ${count(told)}` : `✗ ${count(told)}`],
      ['told by two deliveries', none(toldTwice)],
      ['came again under the same id', count(cameAgain)],
      ['all told after, s', seconds.toFixed(0)],
    ],
    notes: [
      `By SIGKILL, each third time the postmaster in the server’s place, each 0.7 s after the one before or after the server was ready again; the gateways send again what was not acknowledged. Every alert is CRITICAL, so that none is folded. A delivery whose answer the server did not live to note comes again under the same id, by which its receiver leaves it out. The machine’s load at the end: ${load.toFixed(1)}.`,
    ],
    figures: { 'alerts.kills.lost': alerts - told, 'alerts.kills.doubled': doubled, 'alerts.kills.toldTwice': toldTwice, 'alerts.kills.cameAgain': cameAgain, 'alerts.kills.seconds': seconds },
  }
}
