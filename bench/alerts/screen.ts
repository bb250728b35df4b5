import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { chromiumArgs, findChromium } from '../../e2e/browser.ts'
import { sessionOf } from '../../e2e/people.ts'
import { layOutHerd, signViewersIn } from '../herd.ts'
import { newDataDir, removeDataDir, startProduct } from '../product.ts'
import { count, goal, type Section } from '../report.ts'
import { runLow } from './low.ts'

const restMs = 10_000
const mostTaskMs = 100
const mostMs = 60_000
const viewport = { width: 1920, height: 1080 }
const path = '/dashboard/animal-monitor/alert'

/** The tasks of a page that kept it from answering: those of 50 ms and more. */
interface Tasks {
  count: number
  longestMs: number
}

interface ScreenFelt {
  /** Of the page at rest, when its only alert is opened for the first time, and once more. */
  rest: Tasks
  first: Tasks
  again: Tasks
  /** While the others arrive, while they stand there, while they are scrolled, and when two of them are opened. */
  arriving: Tasks
  standing: Tasks
  scrolled: Tasks
  opened: Tasks
  /** From the first reading until the screen counts all of them, s. */
  shownSeconds: number
}

/** Notes the long tasks of a page from its beginning. */
function watchTasks(): void {
  const durations: number[] = []
  Reflect.set(window, 'droverTasks', durations)
  new PerformanceObserver((list) => durations.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask', buffered: true })
}

/** The long tasks since it was asked last. */
async function tasksOf(page: Page): Promise<Tasks> {
  const durations = await page.evaluate(() => (Reflect.get(window, 'droverTasks') as number[]).splice(0))
  return { count: durations.length, longestMs: Math.max(0, ...durations) }
}

async function during(page: Page, work: () => Promise<unknown>): Promise<Tasks> {
  await tasksOf(page)
  await work()
  return tasksOf(page)
}

/** The alert screen in a browser while so many alerts are raised in one tick, and after. */
async function feelScreen(alerts: number): Promise<ScreenFelt> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('no Chromium on this machine')
  const dataDir = newDataDir()
  try {
    const empty = await startProduct(dataDir)
    await layOutHerd(empty.sql)
    await empty.stop()
    const product = await startProduct(dataDir)
    const browser = await chromium.launch({ executablePath, args: chromiumArgs })
    try {
      const [token = ''] = await signViewersIn(product.sql, 1)
      const origin = `http://127.0.0.1:${product.webPort}`
      const session = sessionOf({ token, role: 'ADMIN_SUPERVISOR', userOrgId: null, organizationRole: 'SUPERVISOR', organizationName: 'Bench' })
      const localStorage = Object.entries(session).map(([name, value]) => ({ name, value }))
      const page = await browser.newPage({ viewport, locale: 'en-US', storageState: { cookies: [], origins: [{ origin, localStorage }] } })
      await page.addInitScript(watchTasks)
      await page.goto(origin + path)
      await page.locator('.alert-map').waitFor()
      await page.locator('.alert-map canvas').first().waitFor()
      await sleep(restMs)
      const rest = await during(page, () => sleep(restMs))
      const grid = page.getByRole('grid')
      const lines = grid.getByRole('row', { name: /电量低/ })
      const open = async (line: number) => {
        await lines.nth(line).click()
        await page.getByRole('complementary', { name: /电量低/ }).waitFor()
        await sleep(2000)
      }
      const close = async () => {
        await page.keyboard.press('Escape')
        await sleep(2000)
      }
      await runLow(product.mqttPort, 1)
      await lines.first().waitFor()
      const first = await during(page, () => open(0))
      await close()
      const again = await during(page, () => open(0))
      await close()
      const from = performance.now()
      let shownSeconds = 0
      const arriving = await during(page, async () => {
        await runLow(product.mqttPort, alerts)
        const counted = new RegExp(alerts.toLocaleString('en-US'))
        await page.getByRole('tab').filter({ hasText: counted }).waitFor({ timeout: mostMs })
        shownSeconds = (performance.now() - from) / 1000
        await sleep(3000)
      })
      const standing = await during(page, () => sleep(restMs))
      const scrolled = await during(page, async () => {
        await grid.hover()
        for (let i = 0; i < 20; i++) await page.mouse.wheel(0, 600)
        await sleep(1000)
      })
      const opened = await during(page, async () => {
        await open(2)
        await open(3)
      })
      return { rest, first, again, arriving, standing, scrolled, opened, shownSeconds }
    } finally {
      await browser.close()
      await product.stop()
    }
  } finally {
    removeDataDir(dataDir)
  }
}

/** How a page stays usable while thousands of alerts come, and stand there. */
export async function benchScreen({ alerts = 5000 } = {}): Promise<Section> {
  console.log('screen …')
  const felt = await feelScreen(alerts)
  return screenSection(alerts, felt, loadavg()[0] ?? Number.NaN)
}

function screenSection(alerts: number, { rest, first, again, arriving, standing, scrolled, opened, shownSeconds }: ScreenFelt, load: number): Section {
  const [few, many] = [[rest, first, again], [arriving, standing, scrolled]]
  return {
    title: `The alert screen with ${count(alerts)} open alerts`,
    head: ['', 'none, at rest', 'one, opened first', 'one, opened again', 'while they arrive', 'while they stand', 'scrolled', 'two opened'],
    rows: [
      ['longest task, ms', ...[...few, ...many, opened].map(({ longestMs }) => count(longestMs))],
      ['goal', '', '', '', ...many.map(({ longestMs }) => goal(longestMs, { atMost: mostTaskMs })), ''],
      ['tasks of 50 ms and more', ...[...few, ...many, opened].map((tasks) => count(tasks.count))],
      ['all of them counted on the screen after, s', '', '', '', shownSeconds.toFixed(1), '', '', ''],
    ],
    notes: [
      `Chromium without a graphics card on the same cores as the product, 1920 × 1080, list and map. Ten seconds at rest and standing; 20 turns of the wheel; a click on each of two lines. What opening an alert costs does not come of how many are open, so it stands beside opening the only one: the details take their place from the map, and a map that is drawn without a graphics card waits for its new canvas; the first one also brings the programs that draw a farm from near. The machine’s load at the end: ${load.toFixed(1)}.`,
    ],
    figures: {
      'alerts.screen.firstMs': first.longestMs,
      'alerts.screen.againMs': again.longestMs,
      'alerts.screen.arrivingMs': arriving.longestMs,
      'alerts.screen.standingMs': standing.longestMs,
      'alerts.screen.scrolledMs': scrolled.longestMs,
      'alerts.screen.openedMs': opened.longestMs,
      'alerts.screen.shownSeconds': shownSeconds,
    },
  }
}
