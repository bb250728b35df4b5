import { loadavg } from 'node:os'
import { benchEngine } from './engine/engineCost.ts'
import { seedHerd, signViewersIn } from './herd.ts'
import { benchPeers } from './peerRun.ts'
import { startWorker } from './processes.ts'
import { newDataDir, removeDataDir, startProduct, type Product } from './product.ts'
import type { Published, PublisherAsk } from './publisher.ts'
import { count, goal, type Section } from './report.ts'
import type { Viewed, ViewersAsk } from './viewers.ts'

export interface PipeOptions {
  /** Seconds of full load. */
  seconds: number
  /** Seconds of half load. */
  halfSeconds: number
  batches: number[]
  peers: boolean
}

export const fullPipe: PipeOptions = { seconds: 60, halfSeconds: 60, batches: [100, 1], peers: true }

const goals = {
  readingsPerSecond: new Map([
    [100, 100_000],
    [1, 30_000],
  ]),
  p99Ms: 250,
}

interface PipeFigures {
  batch: number
  perSecond: number
  slowestPerSecond: number
  /** Rate with one viewer instead of fifty. */
  perSecondToOne: number
  acknowledged: number
  stored: number
  rowsPerViewer: number
  serverMicros: number
  databaseMicros: number
  loadCores: number
  serverMegabytes: number
  databaseMegabytes: number
  faults: number
  /** Animals that some viewer did not show at their last position, and the time until all were shown. */
  wrong: number
  settledMs: number
  half: { perSecond: number; samples: number; p50Ms: number; p99Ms: number; faults: number }
}

function quantile(sorted: Float32Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

async function measure(product: Product, farmIds: number[], batch: number, options: PipeOptions): Promise<PipeFigures> {
  const publisher = startWorker<PublisherAsk, Published>('./publisher.ts')
  const watchers = [1, 49, 150].map((number) => ({ number, worker: startWorker<ViewersAsk, Viewed>('./viewers.ts') }))
  const openViewers = async (index: number) => {
    const { number, worker } = watchers[index]!
    await worker.ask({ kind: 'open', port: product.webPort, tokens: await signViewersIn(product.sql, number), farmIds })
  }
  const look = async (upTo: number) =>
    Promise.all(watchers.slice(0, upTo).map(({ worker }) => worker.ask({ kind: 'look' })))
  const faultsOf = (views: Viewed[]) => views.reduce((sum, { behind, gaps, lost }) => sum + behind + gaps + lost, 0)
  const readingsInFlight = batch === 1 ? 8_000 : 40_000
  const run = (seconds: number, readingsPerSecond: number | null) =>
    publisher.ask({ kind: 'run', seconds, readingsPerSecond, readingsInFlight })
  try {
    const before = await storedReadings(product)
    await publisher.ask({ kind: 'open', mqttPort: product.mqttPort, connections: 8, share: 0, shares: 1, batch })
    await openViewers(0)
    await run(5, null)
    const toOne = await run(15, null)
    await openViewers(1)
    await run(3, null)
    await look(2)

    const [cpuFrom, from] = [product.cpu(), performance.now()]
    let [serverMegabytes, databaseMegabytes] = [0, 0]
    const sampler = setInterval(() => {
      const memory = product.memory()
      serverMegabytes = Math.max(serverMegabytes, memory.server)
      databaseMegabytes = Math.max(databaseMegabytes, memory.database)
    }, 2000)
    const loadFrom = await loadCpu(
      publisher,
      watchers.map(({ worker }) => worker),
    )
    const full = await run(options.seconds, null)
    clearInterval(sampler)
    const seconds = (performance.now() - from) / 1000
    const cpuTo = product.cpu()
    const loadTo = await loadCpu(
      publisher,
      watchers.map(({ worker }) => worker),
    )
    const views = await look(2)
    const readings = full.perSecond * options.seconds

    const { wrong, settledMs } = await finish(
      publisher,
      watchers.slice(0, 2).map(({ worker }) => worker),
    )
    await openViewers(2)
    const halfRate = full.perSecond / 2
    await run(3, halfRate)
    await look(3)
    const half = await run(options.halfSeconds, halfRate)
    const halfViews = await look(3)
    const latencies = Float32Array.from(halfViews.flatMap((view) => [...view.latenciesMs])).toSorted()
    const last = await publisher.ask({ kind: 'finish' })
    return {
      batch,
      perSecond: full.perSecond,
      slowestPerSecond: full.slowestPerSecond,
      perSecondToOne: toOne.perSecond,
      acknowledged: last.acknowledged,
      stored: (await storedReadings(product)) - before,
      rowsPerViewer: Math.min(...views.map(({ rows }) => rows)) / seconds,
      serverMicros: ((cpuTo.server - cpuFrom.server) / readings) * 1e6,
      databaseMicros: ((cpuTo.database - cpuFrom.database) / readings) * 1e6,
      loadCores: (loadTo - loadFrom) / seconds,
      serverMegabytes,
      databaseMegabytes,
      faults: faultsOf(views),
      wrong,
      settledMs,
      half: {
        perSecond: half.perSecond,
        samples: latencies.length,
        p50Ms: quantile(latencies, 0.5),
        p99Ms: quantile(latencies, 0.99),
        faults: faultsOf(halfViews),
      },
    }
  } finally {
    for (const { worker } of watchers) worker.end()
    publisher.end()
  }
}

async function storedReadings({ sql }: Product): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*) as count from readings`
  return row?.count ?? 0
}

type Publisher = ReturnType<typeof startWorker<PublisherAsk, Published>>
type Viewers = ReturnType<typeof startWorker<ViewersAsk, Viewed>>

/** CPU seconds of the load generators, which on a small machine compete with the product. */
async function loadCpu(publisher: Publisher, viewers: Viewers[]): Promise<number> {
  const published = await publisher.ask({ kind: 'figures' })
  const viewed = await Promise.all(viewers.map((worker) => worker.ask({ kind: 'figures' })))
  return viewed.reduce((sum, view) => sum + view.cpuSeconds, published.cpuSeconds)
}

/** Sends every animal's last position and waits until every viewer has it. */
async function finish(publisher: Publisher, viewers: Viewers[]): Promise<{ wrong: number; settledMs: number }> {
  await publisher.ask({ kind: 'finish' })
  const from = performance.now()
  for (;;) {
    const views = await Promise.all(viewers.map((worker) => worker.ask({ kind: 'picture' })))
    const wrong = views.reduce((sum, view) => sum + view.wrong, 0)
    const settledMs = performance.now() - from
    if (wrong === 0 || settledMs > 5000) return { wrong, settledMs }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Measures the pipeline of a reading under load, compared with alternatives. */
export async function benchPipe(options: PipeOptions = fullPipe): Promise<Section[]> {
  const dataDir = newDataDir()
  const measured: PipeFigures[] = []
  try {
    const empty = await startProduct(dataDir)
    const { farmIds } = await seedHerd(empty.sql)
    await empty.stop()
    for (const batch of options.batches) {
      const product = await startProduct(dataDir)
      try {
        console.log(`${batch} readings a message …`)
        measured.push(await measure(product, farmIds, batch, options))
      } finally {
        await product.stop()
      }
    }
  } finally {
    removeDataDir(dataDir)
  }
  const own = [pipeSection(measured, options), await benchEngine()]
  if (!options.peers) return own
  return [...own, peerSection(measured, await benchPeers())]
}

function pipeSection(measured: PipeFigures[], options: PipeOptions): Section {
  const row = (name: string, cell: (figures: PipeFigures) => string) => [name, ...measured.map(cell)]
  const ok = (faults: number) => (faults === 0 ? '✓ 0' : `✗ ${count(faults)}`)
  return {
    title: `The whole pipe: broker → database and 50 viewers, ${options.seconds} s of full load`,
    head: ['', ...measured.map(({ batch }) => `${batch} a message`)],
    rows: [
      row('readings/s acknowledged, all stored', ({ perSecond }) => count(perSecond)),
      row('goal', ({ batch, perSecond }) => goal(perSecond, { atLeast: goals.readingsPerSecond.get(batch) ?? 0 })),
      row('… in the slowest 10 s', ({ slowestPerSecond }) => count(slowestPerSecond)),
      row('… with 1 viewer', ({ perSecondToOne }) => count(perSecondToOne)),
      row('readings acknowledged, in all', ({ acknowledged }) => count(acknowledged)),
      row(
        'rows in the database',
        ({ acknowledged, stored }) => `${stored === acknowledged ? '✓' : '✗'} ${count(stored)}`,
      ),
      row('newest positions/s to each viewer', ({ rowsPerViewer }) => count(rowsPerViewer)),
      row('viewers behind, gaps, connections lost', ({ faults }) => ok(faults)),
      row('animals not at their last place at the end', ({ wrong }) => ok(wrong)),
      row('CPU a reading, server, µs', ({ serverMicros }) => serverMicros.toFixed(1)),
      row('CPU a reading, PostgreSQL, µs', ({ databaseMicros }) => databaseMicros.toFixed(1)),
      row('cores taken by the load itself', ({ loadCores }) => loadCores.toFixed(2)),
      row('memory at most, server, MB', ({ serverMegabytes }) => count(serverMegabytes)),
      row('memory at most, PostgreSQL, MB', ({ databaseMegabytes }) => count(databaseMegabytes)),
      row('half load, 200 viewers: readings/s', ({ half }) => count(half.perSecond)),
      row('publish to frame p50, ms', ({ half }) => count(half.p50Ms)),
      row('publish to frame p99, ms', ({ half }) => count(half.p99Ms)),
      row('goal', ({ half }) => goal(half.p99Ms, { atMost: goals.p99Ms })),
      row('viewers behind, gaps, connections lost', ({ half }) => ok(half.faults)),
    ],
    notes: [
      `12 farms, 12,000 animals; MQTT QoS 1 over 8 connections, as fast as it is acknowledged. Every viewer is signed in, ` +
        `watches every farm and puts each frame on its columns. An animal that reports oftener than once a tick is sent ` +
        `with its newest position. Publish to frame: ${measured.map(({ half }) => count(half.samples)).join(' and ')} samples of ` +
        `60 probes that report less often than that, from just before the write to the broker until on the viewer's columns.`,
      `All kinds of alert rules are in force. Load of the machine at the end: ${loadavg()
        .map((one) => one.toFixed(1))
        .join(', ')} (1, 5, 15 minutes), most of it the bench itself.`,
    ],
    figures: Object.fromEntries(
      measured.flatMap(({ batch, half, ...figures }) => [
        ...Object.entries(figures).map(([name, value]) => [`pipe.${batch}.${name}`, value] as const),
        ...Object.entries(half).map(([name, value]) => [`pipe.${batch}.half.${name}`, value] as const),
      ]),
    ),
  }
}

function peerSection(measured: PipeFigures[], peers: Awaited<ReturnType<typeof benchPeers>>): Section {
  const names = [...new Set(peers.map(({ name, batch }) => `${name}, ${batch} a message`))]
  const of = (key: string, subscribers: number) =>
    peers.find(({ name, batch, subscribers: to }) => `${name}, ${batch} a message` === key && to === subscribers)
  return {
    title: 'State updates a second kept up with, beside what a user would pick instead',
    head: ['', 'stored', 'to 1 subscriber', 'to 50 subscribers'],
    rows: [
      ...measured.map(({ batch, perSecond, perSecondToOne }) => [
        `Drover, ${batch} a message`,
        'yes',
        count(perSecondToOne),
        count(perSecond),
      ]),
      ...names.map((key) => [key, 'no', count(of(key, 1)?.perSecond ?? 0), count(of(key, 50)?.perSecond ?? 0)]),
    ],
    notes: [
      'The peers get the same 12,000 animals, at the rate at which their slowest subscriber receives, and send every ' +
        'position on as a message of its own. Drover stores every reading and sends each viewer the newest position of ' +
        'every animal that moved, ten times a second: in that sense all readings reach all viewers. ' +
        `Counted as rows on the wire it is ${measured.map(({ rowsPerViewer, batch }) => `${count(rowsPerViewer)} a second to each of 50 at ${batch} a message`).join(', ')}.`,
    ],
    figures: Object.fromEntries(
      peers.map(({ name, batch, subscribers, perSecond }) => [`peer.${name}.${batch}.to${subscribers}`, perSecond]),
    ),
  }
}
