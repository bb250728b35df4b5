import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileNameHeader } from '#contract/calls/documents.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { importPath, type Import } from '#contract/calls/imports.ts'
import type { Cell } from '../../server/exports/cells.ts'
import { xlsxWriter } from '../../server/exports/xlsx.ts'
import { withQuietSite, controlSeconds, measureImpact, type Impact, impactRows } from './felt.ts'
import type { Product } from '../product.ts'
import { count, goal, type Section } from '../report.ts'

const maxSeconds = 30
/** One row in this many has a fault. */
const faultyEvery = 100

interface Imported {
  checkSeconds: number
  writeSeconds: number
  faulty: number
  written: number
}

/** Imports animals from a sheet with some faulty rows, and measures its duration and its effect on readings, alerts and calls. */
export function benchImport({ rows = 20_000 } = {}): Promise<Section> {
  return withQuietSite(async ({ product, token, runQuiet }) => {
    console.log('nothing …')
    const control = await measureImpact(product, () => runQuiet(controlSeconds))
    console.log('an import alone …')
    const alone = await importSheet(product, token, await sheetOf('A', rows))
    console.log('an import beside readings …')
    const second = await sheetOf('B', rows)
    // With other load it takes longer, and its after-effects are measured too.
    const seconds = Math.ceil(2 * (alone.checkSeconds + alone.writeSeconds))
    let underLoad = alone
    const impact = await measureImpact(product, async () => {
      const times = runQuiet(seconds)
      underLoad = await importSheet(product, token, second)
      return times
    })
    return sectionOf(rows, { control, alone, beside: underLoad, felt: impact })
  })
}

/** Creates a sheet of animals, spread over the farms. */
async function sheetOf(mark: string, rows: number): Promise<Buffer> {
  const titles = [
    'visualTag',
    'electronicTag.scheme',
    'electronicTag',
    'farmId',
    'categoryId',
    'breed',
    'sex',
    'birthDate',
  ]
  const writer = xlsxWriter({ titles, total: rows, timeZone: 'UTC', signal: new AbortController().signal })
  const whole = buffer(writer.stream)
  const text = (value: string): Cell => ({ kind: 'text', text: value })
  const digit = mark === 'A' ? '1' : '2'
  for (let n = 0; n < rows; n++) {
    const isFaulty = n % faultyEvery === faultyEvery - 1
    const tag = `2152502${digit}${String(n).padStart(7, '0')}`
    await writer.write([
      [
        text(`${mark}${n}`),
        text('CN'),
        text(tag),
        text(isFaulty ? 'nowhere' : `Bench ${1 + (n % 12)}`),
        text('CATTLE'),
        text('Simmental'),
        text(n % 2 === 0 ? 'FEMALE' : 'MALE'),
        { kind: 'date', day: `2024-0${1 + (n % 9)}-15` },
      ],
    ])
  }
  writer.end()
  return whole
}

async function importSheet({ webPort }: Product, token: string, sheet: Buffer): Promise<Imported> {
  const ask = async (method: string, path: string, body?: string | Buffer, type = 'application/json') => {
    const headers = {
      'content-type': type,
      'x-auth-token': token,
      'x-auth-timestamp': String(Date.now()),
      [fileNameHeader]: 'bench.xlsx',
    }
    const response = await fetch(`http://127.0.0.1:${webPort}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    })
    const answer = (await response.json()) as { success: boolean; data: Import }
    if (!answer.success) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer.data
  }
  const until = async (wanted: Import['state']) => {
    for (;;) {
      const now = await ask('GET', endpoints.imports.current.path)
      if (now.state === wanted) return now
      if (now.state === 'FAILED' || now.state === 'CANCELLED')
        throw new Error(`the import has ${now.state}: ${now.failure}`)
      await sleep(100)
    }
  }
  const from = performance.now()
  await ask('POST', importPath(endpoints.animals.addOrEdit), sheet, 'application/octet-stream')
  const { id, faulty } = await until('CHECKED')
  const checked = performance.now()
  await ask('PUT', endpoints.imports.commit.path, JSON.stringify({ id, leavesOutFaulty: true }))
  const { done } = await until('DONE')
  return {
    checkSeconds: (checked - from) / 1000,
    writeSeconds: (performance.now() - checked) / 1000,
    faulty,
    written: done,
  }
}

function sectionOf(
  rows: number,
  { control, alone, beside, felt }: { control: Impact; alone: Imported; beside: Imported; felt: Impact },
): Section {
  const total = ({ checkSeconds, writeSeconds }: Imported) => checkSeconds + writeSeconds
  const expected = Math.floor(rows / faultyEvery)
  const isWhole = ({ faulty, written }: Imported) => faulty === expected && written === rows - expected
  const timed = (name: string, of: (one: Imported) => string) => [name, '', of(alone), of(beside)]
  return {
    title: `${count(rows)} animals from a sheet, ${count(expected)} rows faulty`,
    head: ['', 'nothing (control)', 'alone', 'beside readings'],
    rows: [
      timed('read and checked, s', ({ checkSeconds }) => checkSeconds.toFixed(1)),
      timed('written, s', ({ writeSeconds }) => writeSeconds.toFixed(1)),
      timed('goal, both', (one) => goal(total(one), { atMost: maxSeconds })),
      timed(
        'faults found, others written',
        (one) => `${isWhole(one) ? '✓' : '✗'} ${count(one.faulty)}, ${count(one.written)}`,
      ),
      ...impactRows([control, null, felt]),
    ],
    notes: [
      'The product as `npm start` starts it, 12 farms and 12,000 animals. The sheet is XLSX with 8 columns, uploaded, checked, and written without its faulty rows. Meanwhile one site of another source sends 10 messages a second and raises an alert each second, and somebody asks for lists ten times a second, for twice as long as the import alone took.',
    ],
    figures: {
      'import.alone.seconds': total(alone),
      'import.beside.seconds': total(beside),
      'import.control.acknowledgedP99': control.acknowledgedP99,
      'import.beside.acknowledgedP99': felt.acknowledgedP99,
      'import.beside.answeredP99': felt.answeredP99,
      'import.beside.loopP99Ms': felt.loopP99Ms,
    },
  }
}
