import { setTimeout as sleep } from 'node:timers/promises'
import { insertSource } from '../server/resources/sources.ts'
import { type Attack, attacks } from './attacks.ts'
import { inputAttacks } from './inputAttacks.ts'
import { seedHerd, signViewersIn } from './herd.ts'
import { startWorker } from './processes.ts'
import { newDataDir, removeDataDir, startProduct } from './product.ts'
import type { QuietAsk, QuietTimes } from './quietSource.ts'
import { count, goal, type Section } from './report.ts'

const limits = { megabytes: 100, acknowledgedMs: 1000, alertedMs: 2000, answeredMs: 500 }
/** A site that is not attacked, with the person who watches it and the one who uses its lists. */
const innocent = { name: 'innocent', secret: 'Innocent2026Innocent2026', farm: 0 }
const warmUpSeconds = 4

interface Measured {
  name: string
  outcome: string
  /** Additional memory of the server, MB: the maximum, and some seconds after the attack. */
  memoryMost: number
  memoryAfter: number
  acknowledgedP99: number
  alertedP99: number
  answeredP99: number
  lost: number
}

/** Measures the harm that unauthenticated clients and single accounts do to everyone else, each on a freshly started product. */
export async function benchAttack({ seconds }: { seconds: number }): Promise<Section> {
  const dataDir = newDataDir()
  const measured: Measured[] = []
  try {
    const empty = await startProduct(dataDir)
    const { farmIds } = await seedHerd(empty.sql)
    const farmId = farmIds[innocent.farm] ?? 0
    await insertSource(empty.sql, {
      name: innocent.name,
      secret: innocent.secret,
      adapters: ['json'],
      farmIds: [farmId],
      createdAt: Date.now(),
    })
    await empty.stop()
    for (const [name, attack] of Object.entries({ ...attacks, ...inputAttacks })) {
      console.log(`${name} …`)
      measured.push(await measure(name, attack, dataDir, farmIds, seconds))
    }
  } finally {
    removeDataDir(dataDir)
  }
  return sectionOf(measured, seconds)
}

const atShare = (all: readonly number[], share: number) =>
  all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * share))] ?? Number.NaN

async function measure(
  name: string,
  attack: Attack,
  dataDir: string,
  farmIds: number[],
  seconds: number,
): Promise<Measured> {
  const product = await startProduct(dataDir)
  const worker = startWorker<QuietAsk, QuietTimes>('./quietSource.ts')
  const { webPort, mqttPort } = product
  let sampler: NodeJS.Timeout | undefined
  try {
    const [token = '', attacker = ''] = await signViewersIn(product.sql, 2)
    await worker.ask({
      kind: 'open',
      webPort,
      mqttPort,
      token,
      source: innocent.name,
      secret: innocent.secret,
      farm: innocent.farm,
      farmId: farmIds[innocent.farm] ?? 0,
    })
    await worker.ask({ kind: 'run', seconds: warmUpSeconds })
    const before = product.memory().server
    let peakMegabytes = 0
    sampler = setInterval(() => {
      peakMegabytes = Math.max(peakMegabytes, product.memory().server)
    }, 250)
    const times = worker.ask({ kind: 'run', seconds: seconds + 1 })
    const [outcome, { acknowledged, alerted, answered, lost }] = await Promise.all([
      attack({ webPort, mqttPort, token: attacker, farmIds, seconds }),
      times,
    ])
    clearInterval(sampler)
    await sleep(3000)
    return {
      name,
      outcome,
      memoryMost: peakMegabytes - before,
      memoryAfter: product.memory().server - before,
      acknowledgedP99: atShare(acknowledged, 0.99),
      alertedP99: atShare(alerted, 0.99),
      answeredP99: atShare(answered, 0.99),
      lost,
    }
  } finally {
    clearInterval(sampler)
    worker.end()
    await product.stop()
  }
}

function sectionOf(measured: Measured[], seconds: number): Section {
  const cell = (value: number, atMost: number) => `${count(value)} ${goal(value, { atMost })}`
  return {
    title: `Attacks of ${seconds} s each, and those whom they are not aimed at`,
    head: [
      '',
      'memory more at most, MB',
      '3 s after',
      'PUBACK p99, ms',
      'alert p99, ms',
      'calls p99, ms',
      'lost',
      'what came of it',
    ],
    rows: measured.map((one) => [
      one.name,
      cell(one.memoryMost, limits.megabytes),
      count(one.memoryAfter),
      cell(one.acknowledgedP99, limits.acknowledgedMs),
      cell(one.alertedP99, limits.alertedMs),
      cell(one.answeredP99, limits.answeredMs),
      one.lost === 0 ? '✓ 0' : `✗ ${one.lost}`,
      one.outcome,
    ]),
    notes: [
      'The product as `npm start` starts it, 12 farms and 12,000 animals, started anew for each. Meanwhile one site of another source sends 10 messages a second and raises an alert each second, and somebody asks for lists ten times a second. The memory is that of the server and of the process that encodes its pictures; the control says what it gains without an attack. The attackers take their time of the same cores.',
    ],
    figures: Object.fromEntries(
      measured.flatMap(({ name, outcome: _outcome, ...figures }) =>
        Object.entries(figures).map(([what, value]) => [`attack.${name}.${what}`, value] as const),
      ),
    ),
  }
}
