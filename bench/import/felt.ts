import { insertSource } from '../../server/resources/sources.ts'
import type { Sql } from '../../server/db/connect.ts'
import { seedHerd, signViewersIn } from '../herd.ts'
import { startWorker } from '../processes.ts'
import { newDataDir, removeDataDir, startProduct, type Product } from '../product.ts'
import type { QuietAsk, QuietTimes } from '../quietSource.ts'
import { count, goal } from '../report.ts'

/** Default limits for others during the measured work. */
const defaultLimits = { acknowledgedMs: 1000, answeredMs: 500, loopMs: 50 }
const quiet = { name: 'quiet', secret: 'Quiet2026Quiet2026', farm: 0 }
export const controlSeconds = 15

export interface Impact {
  acknowledgedP99: number
  alertedP99: number
  answeredP99: number
  lost: number
  loopP99Ms: number
  megabytes: number
}

export interface Site {
  product: Product
  farmIds: number[]
  /** Token of a supervisor. */
  token: string
  /** Makes the site send and a user read lists for a time. */
  runQuiet: (seconds: number) => Promise<QuietTimes>
}

/** Returns the farms of the herd, seeded if missing, with the quiet site's source. */
async function quietHerd(sql: Sql): Promise<number[]> {
  const laidOut = await sql<{ id: number }[]>`select id from farms where name like 'Bench %' order by id`
  const farmIds = laidOut.length > 0 ? laidOut.map(({ id }) => id) : (await seedHerd(sql)).farmIds
  const [existingSource] = await sql`select from sources where name = ${quiet.name}`
  if (!existingSource)
    await insertSource(sql, {
      name: quiet.name,
      secret: quiet.secret,
      adapters: ['json'],
      farmIds: [farmIds[quiet.farm] ?? 0],
      createdAt: Date.now(),
    })
  return farmIds
}

/**
 * Starts the product with the herd, a quiet site of another source, and a user who reads lists.
 * @param environment further settings of the product
 * @param reusedDir data directory to reuse and keep; when absent, a new one is created and removed
 */
export async function withQuietSite<T>(
  work: (site: Site) => Promise<T>,
  environment: Record<string, string> = {},
  reusedDir?: string,
): Promise<T> {
  const dataDir = reusedDir ?? newDataDir()
  try {
    const empty = await startProduct(dataDir)
    const farmIds = await quietHerd(empty.sql)
    const farmId = farmIds[quiet.farm] ?? 0
    await empty.stop()
    const product = await startProduct(dataDir, environment)
    const worker = startWorker<QuietAsk, QuietTimes>('./quietSource.ts')
    try {
      const { webPort, mqttPort } = product
      const [watching = '', token = ''] = await signViewersIn(product.sql, 2)
      await worker.ask({
        kind: 'open',
        webPort,
        mqttPort,
        token: watching,
        source: quiet.name,
        secret: quiet.secret,
        farm: quiet.farm,
        farmId,
      })
      const runQuiet = (seconds: number) => worker.ask({ kind: 'run', seconds })
      await runQuiet(5)
      return await work({ product, farmIds, token, runQuiet })
    } finally {
      worker.end()
      await product.stop()
    }
  } finally {
    if (reusedDir === undefined) removeDataDir(dataDir)
  }
}

/** Returns the value below which a share of the values lies. */
export const atShare = (all: readonly number[], share: number) =>
  all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * share))] ?? Number.NaN

/** Measures another source, calls, and the server's event loop while work runs. */
export async function measureImpact(product: Product, work: () => Promise<QuietTimes>): Promise<Impact> {
  let megabytes = 0
  const sampler = setInterval(() => {
    megabytes = Math.max(megabytes, product.memory().server)
  }, 250)
  try {
    // Each read starts a new measuring period.
    await loopP99Ms(product)
    const { acknowledged, alerted, answered, lost } = await work()
    return {
      acknowledgedP99: atShare(acknowledged, 0.99),
      alertedP99: atShare(alerted, 0.99),
      answeredP99: atShare(answered, 0.99),
      lost,
      loopP99Ms: await loopP99Ms(product),
      megabytes,
    }
  } finally {
    clearInterval(sampler)
  }
}

async function loopP99Ms({ webPort }: Product): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${webPort}/metrics`)).text()
  return 1000 * Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1] ?? Number.NaN)
}

/**
 * Table rows of the measured impact; null gives an empty column.
 * @param stricter limits that replace the default ones
 */
export function impactRows(
  columns: readonly (Impact | null)[],
  stricter: Partial<typeof defaultLimits> = {},
): string[][] {
  const limits = { ...defaultLimits, ...stricter }
  const line = (name: string, of: (one: Impact) => string) => [name, ...columns.map((one) => (one ? of(one) : ''))]
  return [
    line('another source: acknowledged p99, ms', ({ acknowledgedP99 }) => count(acknowledgedP99)),
    line('goal', ({ acknowledgedP99 }) => goal(acknowledgedP99, { atMost: limits.acknowledgedMs })),
    line('its alert at a viewer p99, ms', ({ alertedP99 }) => count(alertedP99)),
    line('calls p99, ms', ({ answeredP99 }) => count(answeredP99)),
    line('goal', ({ answeredP99 }) => goal(answeredP99, { atMost: limits.answeredMs })),
    line('event loop’s delay p99, ms', ({ loopP99Ms: ms }) => ms.toFixed(1)),
    line('goal', ({ loopP99Ms: ms }) => goal(ms, { atMost: limits.loopMs })),
    line('messages, alerts, calls lost', ({ lost }) => (lost === 0 ? '✓ 0' : `✗ ${lost}`)),
    line('memory at most, server and reader, MB', ({ megabytes }) => count(megabytes)),
  ]
}
