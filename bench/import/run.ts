import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileNameHeader } from '#contract/calls/documents.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { importPath, type Import } from '#contract/calls/imports.ts'
import type { Cell } from '../../server/exports/cells.ts'
import { xlsxWriter } from '../../server/exports/xlsx.ts'
import { insertSource } from '../../server/resources/sources.ts'
import { layOutHerd, signViewersIn } from '../herd.ts'
import { startWorker } from '../processes.ts'
import { newDataDir, removeDataDir, startProduct, type Product } from '../product.ts'
import type { QuietAsk, QuietTimes } from '../quietSource.ts'
import { count, goal, type Section } from '../report.ts'

const limits = { seconds: 30, acknowledgedMs: 1000, answeredMs: 500, loopMs: 50 }
const quiet = { name: 'quiet', secret: 'Quiet2026Quiet2026', farm: 0 }
/** One row in so many has a fault. */
const faultyEvery = 100
const controlSeconds = 15

interface Imported {
  checkSeconds: number
  writeSeconds: number
  faulty: number
  written: number
}
interface Felt {
  acknowledgedP99: number
  alertedP99: number
  answeredP99: number
  lost: number
  loopP99Ms: number
  megabytes: number
}

const atShare = (all: readonly number[], share: number) => all.toSorted((a, b) => a - b)[Math.min(all.length - 1, Math.floor(all.length * share))] ?? Number.NaN

/** Animals from a sheet, some rows faulty: how long it takes, and what readings, alerts and calls feel of it. */
export async function benchImport({ rows = 20_000 } = {}): Promise<Section> {
  const dataDir = newDataDir()
  try {
    const empty = await startProduct(dataDir)
    const { farmIds } = await layOutHerd(empty.sql)
    const farmId = farmIds[quiet.farm] ?? 0
    await insertSource(empty.sql, { name: quiet.name, secret: quiet.secret, adapters: ['json'], farmIds: [farmId], createdAt: Date.now() })
    await empty.stop()
    const product = await startProduct(dataDir)
    const worker = startWorker<QuietAsk, QuietTimes>('./quietSource.ts')
    try {
      const { webPort, mqttPort } = product
      const [token = '', importing = ''] = await signViewersIn(product.sql, 2)
      await worker.ask({ kind: 'open', webPort, mqttPort, token, source: quiet.name, secret: quiet.secret, farm: quiet.farm, farmId })
      await worker.ask({ kind: 'run', seconds: 5 })
      console.log('nothing …')
      const control = await feel(product, () => worker.ask({ kind: 'run', seconds: controlSeconds }))
      console.log('an import alone …')
      const alone = await importSheet(product, importing, await sheetOf('A', rows))
      console.log('an import beside readings …')
      const second = await sheetOf('B', rows)
      // Beside others it takes longer, and what comes after it is felt, too.
      const seconds = Math.ceil(2 * (alone.checkSeconds + alone.writeSeconds))
      let beside = alone
      const felt = await feel(product, async () => {
        const times = worker.ask({ kind: 'run', seconds })
        beside = await importSheet(product, importing, second)
        return times
      })
      return sectionOf(rows, { control, alone, beside, felt })
    } finally {
      worker.end()
      await product.stop()
    }
  } finally {
    removeDataDir(dataDir)
  }
}

/** A sheet of animals, spread over the farms. */
async function sheetOf(mark: string, rows: number): Promise<Buffer> {
  const titles = ['visualTag', 'electronicTag.scheme', 'electronicTag', 'farmId', 'categoryId', 'breed', 'sex', 'birthDate']
  const writer = xlsxWriter({ titles, total: rows, timeZone: 'UTC', signal: new AbortController().signal })
  const whole = buffer(writer.stream)
  const text = (value: string): Cell => ({ kind: 'text', text: value })
  const digit = mark === 'A' ? '1' : '2'
  for (let n = 0; n < rows; n++) {
    const isFaulty = n % faultyEvery === faultyEvery - 1
    const tag = `2152502${digit}${String(n).padStart(7, '0')}`
    await writer.write([
      [
        text(`${mark}${n}`), text('CN'), text(tag), text(isFaulty ? 'nowhere' : `Bench ${1 + (n % 12)}`), text('CATTLE'), text('Simmental'),
        text(n % 2 === 0 ? 'FEMALE' : 'MALE'), { kind: 'date', day: `2024-0${1 + (n % 9)}-15` },
      ],
    ])
  }
  writer.end()
  return whole
}

async function importSheet({ webPort }: Product, token: string, sheet: Buffer): Promise<Imported> {
  const ask = async (method: string, path: string, body?: string | Buffer, type = 'application/json') => {
    const headers = { 'content-type': type, 'x-auth-token': token, 'x-auth-timestamp': String(Date.now()), [fileNameHeader]: 'bench.xlsx' }
    const response = await fetch(`http://127.0.0.1:${webPort}${path}`, { method, headers, ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }) })
    const answer = (await response.json()) as { success: boolean; data: Import }
    if (!answer.success) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer.data
  }
  const until = async (wanted: Import['state']) => {
    for (;;) {
      const now = await ask('GET', endpoints.imports.current.path)
      if (now.state === wanted) return now
      if (now.state === 'FAILED' || now.state === 'CANCELLED') throw new Error(`the import has ${now.state}: ${now.failure}`)
      await sleep(100)
    }
  }
  const from = performance.now()
  await ask('POST', importPath(endpoints.animals.addOrEdit), sheet, 'application/octet-stream')
  const { id, faulty } = await until('CHECKED')
  const checked = performance.now()
  await ask('PUT', endpoints.imports.commit.path, JSON.stringify({ id, leavesOutFaulty: true }))
  const { done } = await until('DONE')
  return { checkSeconds: (checked - from) / 1000, writeSeconds: (performance.now() - checked) / 1000, faulty, written: done }
}

/** What the other source, and whoever calls, feel of some work; and the server's event loop. */
async function feel(product: Product, work: () => Promise<QuietTimes>): Promise<Felt> {
  let megabytes = 0
  const sampler = setInterval(() => {
    megabytes = Math.max(megabytes, product.memory().server)
  }, 250)
  try {
    // Asking begins the next span.
    await loopP99Ms(product)
    const { acknowledged, alerted, answered, lost } = await work()
    return {
      acknowledgedP99: atShare(acknowledged, 0.99), alertedP99: atShare(alerted, 0.99), answeredP99: atShare(answered, 0.99), lost,
      loopP99Ms: await loopP99Ms(product), megabytes,
    }
  } finally {
    clearInterval(sampler)
  }
}

async function loopP99Ms({ webPort }: Product): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${webPort}/metrics`)).text()
  return 1000 * Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1] ?? Number.NaN)
}

function sectionOf(rows: number, { control, alone, beside, felt }: { control: Felt; alone: Imported; beside: Imported; felt: Felt }): Section {
  const total = ({ checkSeconds, writeSeconds }: Imported) => checkSeconds + writeSeconds
  const expected = Math.floor(rows / faultyEvery)
  const isWhole = ({ faulty, written }: Imported) => faulty === expected && written === rows - expected
  const line = (name: string, of: (one: Felt) => string) => [name, of(control), '', of(felt)]
  const timed = (name: string, of: (one: Imported) => string) => [name, '', of(alone), of(beside)]
  return {
    title: `${count(rows)} animals from a sheet, ${count(expected)} rows faulty`,
    head: ['', 'nothing (control)', 'alone', 'beside readings'],
    rows: [
      timed('read and checked, s', ({ checkSeconds }) => checkSeconds.toFixed(1)),
      timed('written, s', ({ writeSeconds }) => writeSeconds.toFixed(1)),
      timed('goal, both', (one) => goal(total(one), { atMost: limits.seconds })),
      timed('faults found, others written', (one) => `${isWhole(one) ? '✓' : '✗'} ${count(one.faulty)}, ${count(one.written)}`),
      line('another source: acknowledged p99, ms', ({ acknowledgedP99 }) => count(acknowledgedP99)),
      line('goal', ({ acknowledgedP99 }) => goal(acknowledgedP99, { atMost: limits.acknowledgedMs })),
      line('its alert at a viewer p99, ms', ({ alertedP99 }) => count(alertedP99)),
      line('calls p99, ms', ({ answeredP99 }) => count(answeredP99)),
      line('goal', ({ answeredP99 }) => goal(answeredP99, { atMost: limits.answeredMs })),
      line('event loop’s delay p99, ms', ({ loopP99Ms: ms }) => ms.toFixed(1)),
      line('goal', ({ loopP99Ms: ms }) => goal(ms, { atMost: limits.loopMs })),
      line('messages, alerts, calls lost', ({ lost }) => (lost === 0 ? '✓ 0' : `✗ ${lost}`)),
      line('memory at most, server and reader, MB', ({ megabytes }) => count(megabytes)),
    ],
    notes: [
      'The product as `npm start` starts it, 12 farms and 12,000 animals. The sheet is XLSX with 8 columns, uploaded, checked, and written without its faulty rows. Meanwhile one site of another source sends 10 messages a second and raises an alert each second, and somebody asks for lists ten times a second, for twice as long as the import alone took.',
    ],
    figures: {
      'import.alone.seconds': total(alone), 'import.beside.seconds': total(beside), 'import.control.acknowledgedP99': control.acknowledgedP99,
      'import.beside.acknowledgedP99': felt.acknowledgedP99, 'import.beside.answeredP99': felt.answeredP99, 'import.beside.loopP99Ms': felt.loopP99Ms,
    },
  }
}
