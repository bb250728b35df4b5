import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openCalls } from '#mocks/calls.ts'
import { openReceivers, type Receivers } from '../../e2e/alerts/receivers.ts'
import { openHooks } from '../../e2e/faults/hooks.ts'
import { signalAll } from '../../e2e/faults/processes.ts'
import { startProduct as startKillable } from '../../e2e/product.ts'
import { animalsPerFarm, farms, seedHerd, signViewersIn } from '../herd.ts'
import { newDataDir, removeDataDir, startProduct } from '../product.ts'
import { count, type Section } from '../report.ts'
import { runLow } from './low.ts'
import { type Channels, putOnShift } from './onShift.ts'

const maxWaitMs = 300_000
/** MAJOR alerts of one farm: a flood, reported by one notice. */
const floodAlerts = 200
const floodFarm = farms - 1
const people = {
  critical: { name: 'critical', email: 'critical@example.com', telephone: '+8613800000001' },
  flood: { name: 'flood', email: 'flood@example.com' },
} as const
const silent: Channels = { CRITICAL: [], MAJOR: [], MINOR: [], INFO: [] }
/** Pause between two kills, ms. */
const pauseMs = 700

interface Killed {
  kills: number
  raised: number
  /** Subjects with more than one alert. */
  doubled: number
  /** Alerts sent to the channel. */
  delivered: number
  /** Alerts sent by more than one delivery. */
  deliveredTwice: number
  /** Deliveries repeated under the same id, because they were in progress at a kill. */
  cameAgain: number
  /** Alerts of the first farm, each sent to a person on shift by mail and SMS. */
  personal: number
  mails: Sent
  sms: Sent
  /** Mails to another person on shift: notices of a flood of MAJOR alerts, and any others. */
  flood: Sent
  /** Time from the first reading until all were sent, s. */
  seconds: number
}

/** Messages by their receiver's key (`Message-ID` or `Idempotency-Key`), and those repeated under the same key. */
interface Sent {
  keys: number
  cameAgain: number
}

function sentOf({ received }: Receivers, channel: 'MAIL' | 'SMS', to: string): Sent {
  const keys = received.filter((message) => message.channel === channel && message.to === to).map(({ key }) => key)
  const distinct = new Set(keys).size
  return { keys: distinct, cameAgain: keys.length - distinct }
}

/** Kills server and database alternately, while one tick raises critical alerts that are sent to a channel one by one. */
async function killWhileRaising(alerts: number, kills = 10): Promise<Killed> {
  const dataDir = newDataDir()
  const [hooks, receivers] = await Promise.all([openHooks(), openReceivers()])
  const personal = Math.min(alerts, animalsPerFarm)
  try {
    const empty = await startProduct(dataDir)
    const { farmIds } = await seedHerd(empty.sql)
    await empty.sql`update alert_rules set severity = 'CRITICAL' where kind = 'LOW_BATTERY'`
    await putOnShift(empty.sql, {
      ...people.critical,
      channels: { ...silent, CRITICAL: ['MAIL', 'SMS'] },
      farmIds: farmIds.slice(1, 2),
    })
    await putOnShift(empty.sql, {
      ...people.flood,
      channels: { ...silent, MAJOR: ['MAIL'] },
      farmIds: farmIds.slice(floodFarm),
    })
    const [token = ''] = await signViewersIn(empty.sql, 1)
    await empty.stop()
    const product = await startKillable(dataDir, {
      ...receivers.environment,
      DEMO: '0',
      WEBHOOK_NETWORKS: 'loopback',
      NODE_ENV: 'production',
    })
    try {
      const call = openCalls(product.url, token)
      await call(endpoints.alertChannels.addOrEdit, {
        kind: 'WEBHOOK',
        name: 'Control room',
        address: hooks.url,
        secret: 'of the control room',
        severities: ['CRITICAL'],
        language: 'en-US',
        isEnabled: true,
      })
      await call(endpoints.alertRules.addOrEdit, {
        kind: 'LOW_BATTERY',
        scope: 'FARM',
        farmId: farmIds[floodFarm] ?? 0,
        severity: 'MAJOR',
      })
      await call(endpoints.alertPolicies.edit, {
        escalateMinutes: { CRITICAL: null, MAJOR: null, MINOR: null, INFO: null },
        remindMinutes: null,
      })
      const from = performance.now()
      const sent = Promise.all([runLow(product.mqttPort, alerts), runLow(product.mqttPort, floodAlerts, floodFarm)])
      for (let kill = 0; kill < kills; kill++) {
        await sleep(pauseMs)
        if (kill % 3 === 2) signalAll([product.postmaster()], 'SIGKILL')
        else {
          await product.kill()
          await product.restart()
        }
      }
      await sent
      const mails = () => sentOf(receivers, 'MAIL', people.critical.email)
      const sms = () => sentOf(receivers, 'SMS', people.critical.telephone)
      const flood = () => sentOf(receivers, 'MAIL', people.flood.email)
      const areAllDelivered = () =>
        hooks.deliveriesByAlert().size >= alerts &&
        mails().keys >= personal &&
        sms().keys >= personal &&
        flood().keys >= 1
      while (!areAllDelivered() && performance.now() - from < maxWaitMs) await sleep(200)
      const seconds = (performance.now() - from) / 1000
      // Waits for messages that would be sent twice.
      await sleep(5000)
      const subjects = new Map<number, number>()
      let raised = 0
      for (const farmId of farmIds.slice(0, floodFarm)) {
        const { list } = await call(endpoints.alerts.list, {
          kind: 'LOW_BATTERY',
          state: 'ALL',
          farmId,
          pageSize: 1000,
        })
        raised += list.length
        for (const { subjectId } of list) subjects.set(subjectId, (subjects.get(subjectId) ?? 0) + 1)
      }
      const deliveries = [...hooks.deliveriesByAlert().values()]
      return {
        kills,
        raised,
        doubled: [...subjects.values()].filter((count) => count > 1).length,
        delivered: deliveries.length,
        deliveredTwice: deliveries.filter(({ size }) => size > 1).length,
        cameAgain: deliveries.flatMap((one) => [...one.values()]).filter((count) => count > 1).length,
        personal,
        mails: mails(),
        sms: sms(),
        flood: flood(),
        seconds,
      }
    } finally {
      await product.stop()
    }
  } finally {
    hooks.close()
    await receivers.close()
    removeDataDir(dataDir)
  }
}

/** Counts alerts that are lost, doubled or sent twice while the product is killed ten times. */
export async function benchKills({ alerts = 5000 } = {}): Promise<Section> {
  console.log('kills …')
  const killed = await killWhileRaising(alerts)
  return killsSection(alerts, killed, loadavg()[0] ?? Number.NaN)
}

function killsSection(
  alerts: number,
  {
    kills,
    raised,
    doubled,
    delivered: told,
    deliveredTwice: toldTwice,
    cameAgain,
    personal,
    mails,
    sms,
    flood,
    seconds,
  }: Killed,
  load: number,
): Section {
  const just = (found: number, wanted: number) => `${found === wanted ? '✓' : '✗'} ${count(found)}`
  const none = (found: number) => (found === 0 ? '✓ 0' : `✗ ${count(found)}`)
  return {
    title: `${count(alerts)} critical alerts in one tick, server or database killed ${kills} times meanwhile`,
    head: ['', 'alerts'],
    rows: [
      ['raised and acknowledged, in the database', just(raised, alerts)],
      ['there twice', none(doubled)],
      ['told to the organisation’s channel', just(told, alerts)],
      ['told by two deliveries', none(toldTwice)],
      ['came again under the same id', count(cameAgain)],
      [`mails of the ${count(personal)} of one farm to whoever is on shift, by Message-ID`, just(mails.keys, personal)],
      ['came again under the same Message-ID', count(mails.cameAgain)],
      ['SMS of the same, by Idempotency-Key', just(sms.keys, personal)],
      ['came again under the same Idempotency-Key', count(sms.cameAgain)],
      [
        `mails to somebody else of ${count(floodAlerts)} MAJOR ones: the notice of a flood, by Message-ID`,
        just(flood.keys, 1),
      ],
      ['all told after, s', seconds.toFixed(0)],
    ],
    notes: [
      `By SIGKILL, each third time the postmaster in the server’s place, each 0.7 s after the one before or after the server was ready again; the gateways send again what was not acknowledged. All but those of one farm are CRITICAL, of which none is folded. A delivery whose answer the server did not live to note comes again under the same id, by which its receiver leaves it out. The machine’s load at the end: ${load.toFixed(1)}.`,
    ],
    figures: {
      'alerts.kills.lost': alerts - told,
      'alerts.kills.doubled': doubled,
      'alerts.kills.toldTwice': toldTwice,
      'alerts.kills.cameAgain': cameAgain,
      'alerts.kills.mailsLost': personal - mails.keys,
      'alerts.kills.smsLost': personal - sms.keys,
      'alerts.kills.floodNotices': flood.keys,
      'alerts.kills.seconds': seconds,
    },
  }
}
