import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test'
import { decodeFrames } from '#contract/live/frames.ts'
import { chromiumArgs } from './browser.ts'
import { connectionSign, listenForFaults, openMonitor } from './fixtures.ts'
import { startProduct, type Product } from './product.ts'
import { provideBrowser } from './runner/setUp.ts'

/**
 * `npm run soak [-- --minutes N] [--data DIR] [--json FILE]` leaves the wall open with the demo's herd moving.
 * Every minute it checks for memory growth, missing frames or movement, lost connections and errors. The exit code is the verdict.
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, data: { type: 'string' }, json: { type: 'string' } },
})
const minutes = Number(values.minutes)
if (!Number.isInteger(minutes) || minutes < 2) {
  console.error('--minutes: a whole number from 2 on')
  process.exit(2)
}

const growthLimit = 1.2
/** Minute by which a page has finished loading and drawing; short runs use an earlier one. */
const settledMinute = minutes < 10 ? Math.min(2, minutes - 1) : 5

interface Row {
  minute: number
  heapMb: number
  nodes: number
  listeners: number
  /** Resident memory; NaN when the machine does not report it. */
  rendererMb: number
  gpuMb: number
  serverMb: number
  frames: number
  /** Rows of animals in those frames. */
  moves: number
  connection: string
}

interface Received {
  frames: number
  moves: number
}

/** Counts frames sent to the page without keeping them. */
function countFrames(page: Page): Received {
  const received = { frames: 0, moves: 0 }
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      if (typeof payload === 'string') return
      for (const { moves } of decodeFrames(new Uint8Array(payload))) {
        received.frames++
        received.moves += moves.slots.length
      }
    })
  })
  return received
}

/** Returns the MB of the largest process of a kind, since the browser keeps spare ones. */
async function residentMb(session: CDPSession, kind: string): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const sizes = processInfo
    .filter(({ type }) => type === kind)
    .map(({ id }) => {
      try {
        return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/status`, 'latin1'))?.[1]) / 1024
      } catch {
        return Number.NaN
      }
    })
  return sizes.length === 0 ? Number.NaN : Math.max(...sizes)
}

async function serverMb(product: Product): Promise<number> {
  const text = await (await fetch(`${product.url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 1024 ** 2
}

interface Watched {
  product: Product
  page: Page
  ofPage: CDPSession
  ofBrowser: CDPSession
  received: Received
}

async function look({ product, page, ofPage, ofBrowser, received }: Watched, minute: number): Promise<Row> {
  const { frames, moves } = received
  Object.assign(received, { frames: 0, moves: 0 })
  await ofPage.send('HeapProfiler.collectGarbage')
  const { metrics } = await ofPage.send('Performance.getMetrics')
  const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN
  return {
    minute,
    heapMb: metric('JSHeapUsedSize') / 1024 ** 2,
    nodes: metric('Nodes'),
    listeners: metric('JSEventListeners'),
    rendererMb: await residentMb(ofBrowser, 'renderer'),
    gpuMb: await residentMb(ofBrowser, 'GPU'),
    serverMb: await serverMb(product),
    frames,
    moves,
    connection: (await connectionSign(page).getAttribute('data-kind')) ?? 'none',
  }
}

const columns = [
  'min',
  'heap MB',
  'nodes',
  'listeners',
  'renderer MB',
  'GPU MB',
  'server MB',
  'frames',
  'moves',
  'connection',
]
const whole = (value: number) => (Number.isFinite(value) ? value.toFixed(0) : '–')

function line({
  minute,
  heapMb,
  nodes,
  listeners,
  rendererMb,
  gpuMb,
  serverMb,
  frames,
  moves,
  connection,
}: Row): string {
  const cells = [
    minute,
    heapMb.toFixed(1),
    nodes,
    listeners,
    whole(rendererMb),
    whole(gpuMb),
    whole(serverMb),
    frames,
    moves,
    connection,
  ]
  return cells.map((cell, i) => String(cell).padStart(columns[i]?.length ?? 0)).join('  ')
}

/** Faults of the run; empty in a good one. */
function faultsOf(rows: Row[], complaints: string[]): string[] {
  const faults = [...new Set(complaints)].map((text) => `the page complained: ${text}`)
  for (const { minute, frames, moves, connection } of rows) {
    // Frames alone are no proof of life: they continue when readings cannot be stored, but no animal moves.
    if (frames === 0) faults.push(`no frame in minute ${minute}`)
    else if (moves === 0) faults.push(`no animal moved in minute ${minute}`)
    if (connection !== 'live' && connection !== 'polling') faults.push(`${connection} at minute ${minute}`)
  }
  if (rows.length < minutes) faults.push(`stopped after ${rows.length} of ${minutes} minutes`)
  else if (!(growth(rows) < growthLimit))
    faults.push(`the heap grew to ${growth(rows).toFixed(2)} times what it was at minute ${settledMinute}`)
  return faults
}

const growth = (rows: Row[]) => (rows.at(-1)?.heapMb ?? Number.NaN) / (rows[settledMinute - 1]?.heapMb ?? Number.NaN)

const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())

/** Waits until a time; resolves at once when interrupted. */
function until(at: number): Promise<void> {
  return new Promise((resolve) => {
    if (interrupted.signal.aborted) resolve()
    const timer = setTimeout(resolve, at - Date.now())
    interrupted.signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

async function soak(product: Product, browser: Browser): Promise<{ rows: Row[]; complaints: string[] }> {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 720 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
  page.setDefaultTimeout(60_000)
  const complaints = listenForFaults(page)
  const received = countFrames(page)
  await openMonitor(page, product, 'pm', 'live', true)
  const ofPage = await page.context().newCDPSession(page)
  await ofPage.send('Performance.enable')
  const watched = { product, page, ofPage, ofBrowser: await browser.newBrowserCDPSession(), received }
  const rows: Row[] = []
  const from = Date.now()
  console.log(`\n${columns.join('  ')}`)
  for (let minute = 1; minute <= minutes; minute++) {
    await until(from + minute * 60_000)
    if (interrupted.signal.aborted) break
    const row = await look(watched, minute)
    rows.push(row)
    console.log(line(row))
  }
  return { rows, complaints }
}

async function run(): Promise<boolean> {
  const executablePath = await provideBrowser()
  if (executablePath === undefined) throw new Error('No Chromium: set CHROMIUM_PATH.')
  const dataDir = values.data ?? (await mkdtemp(join(tmpdir(), 'drover-soak-')))
  console.log(values.data === undefined ? 'Seeding the demo …' : `The demo in ${dataDir} …`)
  let product: Product | null = null
  let browser: Browser | null = null
  try {
    product = await startProduct(dataDir, { DEMO: '1', DEMO_KIND: 'herd' })
    browser = await chromium.launch({ executablePath, args: chromiumArgs, handleSIGINT: false, handleSIGTERM: false })
    const { rows, complaints } = await soak(product, browser)
    const faults = faultsOf(rows, complaints)
    if (values.json)
      writeFileSync(
        values.json,
        `${JSON.stringify({ minutes, settledMinute, growth: growth(rows), faults, rows }, null, 2)}\n`,
      )
    const compared = `heap × ${growth(rows).toFixed(2)} since minute ${settledMinute}${minutes < 10 ? ' (a short run: compared with so early a minute)' : ''}`
    const verdict =
      faults.length === 0 ? `PASSED: ${minutes} minutes, ${compared}, no complaint` : `FAILED: ${faults.join('; ')}`
    console.log(`\n${verdict}`)
    return faults.length === 0
  } finally {
    await browser?.close()
    await product?.stop()
    if (values.data === undefined) await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  }
}

// Open sockets must not keep the process alive.
process.exit((await run()) ? 0 : 1)
