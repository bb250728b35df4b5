import { chromium, type Browser, type Page } from '@playwright/test'
import { chromiumArgs, findChromium } from '../../e2e/browser.ts'
import { goal, type Section } from '../report.ts'
import { serveBuilt } from './vite.ts'
import './pages/probe.ts'

const sizes = [10_000, 50_000, 100_000]
const restMs = 5_000
const runMs = 12_000
const shownTimes = 5
const viewport = { width: 1366, height: 768 }

/** Cost of one update of every animal, milliseconds above a page at rest. */
interface Cost {
  updates: number
  /** Main thread of the page. */
  mainMs: number
  /** The page's whole process: main thread, workers, compositor. */
  rendererMs: number
  /** Chromium's GPU process, which draws WebGL when there is no graphics card. */
  gpuMs: number
  /** Median time from the call until the GPU is done. */
  shownMs: number
}

/** CPU time used, seconds. */
interface Work {
  main: number
  renderer: number
  gpu: number
}

/** Compares the wall's map with MapLibre's GeoJSON `setData`, one after the other: every animal moves a metre once a second. */
export async function benchMap({ animals = sizes, ms = runMs }: { animals?: number[]; ms?: number } = {}): Promise<
  Section[]
> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('no Chromium on this machine')
  const server = await serveBuilt()
  const address = server.resolvedUrls?.local[0] ?? ''
  const rows: string[][] = []
  const figures: Record<string, number> = {}
  let renderer = ''
  try {
    for (const count of animals) {
      const ours = await inBrowser(executablePath, `${address}ours.html?animals=${count}`, 'no-preference', ms)
      const still = await inBrowser(executablePath, `${address}ours.html?animals=${count}`, 'reduce', ms)
      const peer = await inBrowser(executablePath, `${address}peer.html?animals=${count}`, 'no-preference', ms)
      renderer = ours.renderer
      const times = peer.cost.rendererMs / Math.max(0.1, ours.cost.rendererMs)
      rows.push(
        row(count, 'ours, gliding', ours.cost),
        row(count, 'ours, at once', still.cost),
        row(count, 'ours, repaint alone', still.repaint),
        row(count, 'MapLibre setData', peer.cost),
        row(count, 'its repaint alone', peer.repaint),
      )
      const aboveRepaint = still.cost.mainMs - still.repaint.mainMs
      for (const [name, cost] of Object.entries({
        ours: ours.cost,
        still: still.cost,
        repaint: still.repaint,
        setData: peer.cost,
      })) {
        for (const [what, value] of Object.entries(cost)) figures[`map.${count}.${name}.${what}`] = round(value)
      }
      figures[`map.${count}.mainMsAboveRepaint`] = round(aboveRepaint)
      figures[`map.${count}.rendererCpuTimesLess`] = round(times)
      if (count === 100_000) {
        rows.push(
          [
            `goal at ${count.toLocaleString('en-US')}`,
            'main thread above a repaint',
            '',
            `${aboveRepaint.toFixed(1)} ${goal(aboveRepaint, { atMost: 4 })}`,
            '',
            '',
            '',
          ],
          ['', 'times less renderer CPU', '', '', `${times.toFixed(0)} ${goal(times, { atLeast: 100 })}`, '', ''],
        )
      }
    }
  } finally {
    await server.close()
  }
  return [
    {
      title: 'All animals moving once a second: cost of one update, ms',
      head: ['animals', 'map', 'updates', 'main thread', 'renderer CPU', 'GPU process CPU', 'shown after'],
      rows,
      notes: [
        `CPU time above the same page at rest (ours sleeps: nothing runs while nothing moves). ${viewport.width} × ${viewport.height}, WebGL by ${renderer}: the GPU process does what a graphics card would do. "Repaint alone" draws the same picture once a second with nothing new.`,
      ],
      figures,
    },
  ]
}

async function inBrowser(executablePath: string, url: string, reducedMotion: 'reduce' | 'no-preference', ms: number) {
  console.log(
    `${new URL(url).pathname.slice(1)} ${new URL(url).search.slice(1)} ${reducedMotion === 'reduce' ? '(no gliding)' : ''}`,
  )
  // Each page gets a new browser, so that leftovers of one do not count for the next.
  const browser = await chromium.launch({ executablePath, args: chromiumArgs })
  try {
    const page = await browser.newPage({ viewport, reducedMotion })
    page.on('pageerror', (error) => console.error(error))
    await page.goto(url)
    await page.waitForFunction(() => window.probe?.ready, null, { timeout: 120_000 })
    const work = await meter(browser, page)
    await untilAtRest(page, work)
    const restWork = await spent(page, work, restMs)
    const run = async (what: 'start' | 'repaint'): Promise<Cost> => {
      await page.evaluate((name) => window.probe[name](), what)
      await page.waitForTimeout(3000)
      const before = await page.evaluate(() => window.probe.updates)
      const used = await spent(page, work, ms)
      const updates = (await page.evaluate(() => window.probe.updates)) - before
      await page.evaluate(() => window.probe.stop())
      await page.waitForTimeout(2500)
      const each = (part: keyof Work) => ((used[part] - (restWork[part] * ms) / restMs) * 1000) / Math.max(1, updates)
      return { updates, mainMs: each('main'), rendererMs: each('renderer'), gpuMs: each('gpu'), shownMs: Number.NaN }
    }
    const repaint = await run('repaint')
    const cost = await run('start')
    const shown: number[] = []
    for (let i = 0; i < shownTimes; i++) {
      shown.push(await page.evaluate(() => window.probe.shown()))
      await page.waitForTimeout(1000)
    }
    const renderer = await page.evaluate(() => {
      const gl = document.createElement('canvas').getContext('webgl2')
      const names = gl?.getExtension('WEBGL_debug_renderer_info')
      return names ? String(gl?.getParameter(names.UNMASKED_RENDERER_WEBGL)) : ''
    })
    return {
      renderer,
      repaint,
      cost: { ...cost, shownMs: shown.toSorted((a, b) => a - b)[Math.floor(shownTimes / 2)] ?? Number.NaN },
    }
  } finally {
    await browser.close()
  }
}

/** Reads the browser's own count of main thread tasks, and the CPU time of its processes. */
async function meter(browser: Browser, page: Page): Promise<() => Promise<Work>> {
  const whole = await browser.newBrowserCDPSession()
  const one = await page.context().newCDPSession(page)
  // CPU time, not elapsed time, so that a busy machine does not count.
  await one.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const [{ metrics }, { processInfo }] = await Promise.all([
      one.send('Performance.getMetrics'),
      whole.send('SystemInfo.getProcessInfo'),
    ])
    const cpu = (type: string) =>
      processInfo.filter((process) => process.type === type).reduce((sum, process) => sum + process.cpuTime, 0)
    return {
      main: metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? 0,
      renderer: cpu('renderer'),
      gpu: cpu('GPU'),
    }
  }
}

/** Waits until shaders are compiled and the first picture is drawn, so that only the page's idle work remains. */
async function untilAtRest(page: Page, work: () => Promise<Work>): Promise<void> {
  for (let i = 0; i < 10; i++) {
    const { main, gpu } = await spent(page, work, 2000)
    if (main < 0.1 && gpu < 0.1) return
  }
}

async function spent(page: Page, work: () => Promise<Work>, ms: number): Promise<Work> {
  const from = await work()
  await page.waitForTimeout(ms)
  const to = await work()
  return { main: to.main - from.main, renderer: to.renderer - from.renderer, gpu: to.gpu - from.gpu }
}

function row(animals: number, name: string, cost: Cost): string[] {
  const ms = (value: number) => (Number.isNaN(value) ? '' : value.toFixed(value < 20 ? 1 : 0))
  return [
    animals.toLocaleString('en-US'),
    name,
    String(cost.updates),
    ms(cost.mainMs),
    ms(cost.rendererMs),
    ms(cost.gpuMs),
    ms(cost.shownMs),
  ]
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
