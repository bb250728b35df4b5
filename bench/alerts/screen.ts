import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumArgs, findChromium } from '../../e2e/browser.ts'
import { sessionOf } from '../../e2e/people.ts'
import { seedHerd, signViewersIn } from '../herd.ts'
import { newDataDir, type Product, removeDataDir, startProduct } from '../product.ts'
import { count, goal, type Section } from '../report.ts'
import { measureBareMap } from './bareMap.ts'
import { during, type Tasks, watchTasks } from './longTasks.ts'
import { runLow } from './low.ts'

const restMs = 10_000
const maxTaskMs = 100
const maxWaitMs = 60_000
const viewport = { width: 1920, height: 1080 }
const paths = { screen: '/dashboard/animal-monitor/alert', wall: '/dashboard/animal-monitor/monitor' }

/** MINOR rows of one kind in one pen are collapsed into one. CRITICAL rows are not, since each animal needs a person at once. */
type Severity = 'MINOR' | 'CRITICAL'

interface ScreenImpact {
  /** With the page at rest, when its only alert is opened for the first time, and again. */
  atRest: Tasks
  first: Tasks
  again: Tasks
  /** While the others arrive, while the page shows them, while it is scrolled, and when two of them are opened. */
  arriving: Tasks
  standing: Tasks
  scrolled: Tasks
  opened: Tasks
  /** A map alone that flies as when an alert is opened. */
  bare: Tasks
  /** Time from the first reading until the screen counts all of them, s. */
  shownSeconds: number
}

interface WallImpact extends Pick<ScreenImpact, 'atRest' | 'arriving' | 'standing' | 'shownSeconds'> {
  /** While two alerts of the list are selected. */
  shown: Tasks
}

/** Opens a page of the product in a browser, before any alert. */
async function withPage<Result>(
  severity: Severity,
  path: string,
  work: (page: Page, product: Product, browser: Browser) => Promise<Result>,
): Promise<Result> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error('no Chromium on this machine')
  const dataDir = newDataDir()
  try {
    const empty = await startProduct(dataDir)
    await seedHerd(empty.sql)
    await empty.sql`update alert_rules set severity = ${severity} where kind = 'LOW_BATTERY'`
    await empty.stop()
    const product = await startProduct(dataDir)
    const browser = await chromium.launch({ executablePath, args: chromiumArgs })
    try {
      const [token = ''] = await signViewersIn(product.sql, 1)
      const origin = `http://127.0.0.1:${product.webPort}`
      const session = sessionOf({
        token,
        role: 'ADMIN_SUPERVISOR',
        userOrgId: null,
        organizationRole: 'SUPERVISOR',
        organizationName: 'Bench',
      })
      const localStorage = Object.entries(session).map(([name, value]) => ({ name, value }))
      const page = await browser.newPage({
        viewport,
        locale: 'en-US',
        storageState: { cookies: [], origins: [{ origin, localStorage }] },
      })
      await page.addInitScript(watchTasks)
      await page.goto(origin + path)
      return await work(page, product, browser)
    } finally {
      await browser.close()
      await product.stop()
    }
  } finally {
    removeDataDir(dataDir)
  }
}

/**
 * Raises many alerts in one tick.
 * @returns the long tasks of the page in that time, and seconds until the page counted all alerts
 */
async function raise(
  page: Page,
  product: Product,
  alerts: number,
  counted: () => Promise<void>,
): Promise<{ arriving: Tasks; shownSeconds: number }> {
  const from = performance.now()
  let shownSeconds = 0
  const arriving = await during(page, async () => {
    await runLow(product.mqttPort, alerts)
    await counted()
    shownSeconds = (performance.now() - from) / 1000
    await sleep(3000)
  })
  return { arriving, shownSeconds }
}

/** Measures the alert screen while and after many alerts are raised in one tick. */
const measureScreen = (alerts: number, severity: Severity): Promise<ScreenImpact> =>
  withPage(severity, paths.screen, async (page, product, browser) => {
    await page.locator('.alert-map canvas').first().waitFor()
    await sleep(restMs)
    const atRest = await during(page, () => sleep(restMs))
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
    const size = (await page.locator('.alert-map').boundingBox()) ?? viewport
    const tab = page.getByRole('tab').filter({ hasText: new RegExp(count(alerts)) })
    const { arriving, shownSeconds } = await raise(page, product, alerts, () => tab.waitFor({ timeout: maxWaitMs }))
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
    const bare = await measureBareMap(browser, size)
    return { atRest, first, again, arriving, standing, scrolled, opened, bare, shownSeconds }
  })

/** Measures the wall while and after many critical alerts are raised in one tick, the first of which takes it over. */
const measureWall = (alerts: number): Promise<WallImpact> =>
  withPage('CRITICAL', paths.wall, async (page, product) => {
    await page.locator('.wall-map canvas').first().waitFor()
    await sleep(2 * restMs)
    const atRest = await during(page, () => sleep(restMs))
    const counted = page
      .locator('.wall-severities [data-severity="CRITICAL"] strong')
      .filter({ hasText: count(alerts) })
    const { arriving, shownSeconds } = await raise(page, product, alerts, async () => {
      await counted.waitFor({ timeout: maxWaitMs })
      await page.locator('.wall-takeover').waitFor({ timeout: maxWaitMs })
    })
    const standing = await during(page, () => sleep(restMs))
    const lines = page.locator('.wall-alerts .wall-alert-show')
    const shown = await during(page, async () => {
      for (const line of [1, 2]) {
        await lines.nth(line).click()
        await sleep(3000)
      }
    })
    return { atRest, arriving, standing, shown, shownSeconds }
  })

/** Measures how usable pages stay while thousands of alerts arrive and remain open. */
export async function benchScreen({ alerts = 5000 } = {}): Promise<Section[]> {
  const sections: Section[] = []
  for (const severity of ['MINOR', 'CRITICAL'] as const) {
    console.log(`screen, ${severity} …`)
    sections.push(screenSection(alerts, severity, await measureScreen(alerts, severity)))
  }
  console.log('wall …')
  sections.push(wallSection(alerts, await measureWall(alerts)))
  return sections
}

const machine = () =>
  `Chromium without a graphics card on the same cores as the product, 1920 × 1080. The machine’s load at the end: ${(loadavg()[0] ?? Number.NaN).toFixed(1)}.`
const drawnNote =
  'The row without drawing leaves out the time in which a task stands in calls of WebGL: without a graphics card what they draw is waited for there, and the programs that draw a farm from near are made with the first alert that is opened.'

/**
 * Rows about long tasks.
 * @param held whether the goal applies to the whole task, or to its part without drawing when the map is redrawn
 */
function taskRows(columns: readonly { tasks: Tasks; held: 'whole' | 'own' | null }[]): string[][] {
  const limit = { atMost: maxTaskMs }
  return [
    ['longest task, ms', ...columns.map(({ tasks }) => count(tasks.longestMs))],
    ['goal', ...columns.map(({ tasks, held }) => (held === 'whole' ? goal(tasks.longestMs, limit) : ''))],
    ['… without drawing, ms', ...columns.map(({ tasks }) => count(tasks.longestOwnMs))],
    ['goal', ...columns.map(({ tasks, held }) => (held === null ? '' : goal(tasks.longestOwnMs, limit)))],
    ['tasks of 50 ms and more', ...columns.map(({ tasks }) => count(tasks.count))],
  ]
}

function screenSection(alerts: number, severity: Severity, impact: ScreenImpact): Section {
  const { atRest: rest, first, again, arriving, standing, scrolled, opened, bare, shownSeconds } = impact
  const [name, rows] = severity === 'CRITICAL' ? ['critical', 'none of which are folded'] : ['screen', 'folded by pen']
  const own = (tasks: Tasks) => ({ tasks, held: 'own' as const })
  const whole = (tasks: Tasks) => ({ tasks, held: 'whole' as const })
  return {
    title: `The alert screen with ${count(alerts)} open alerts, ${rows}`,
    head: [
      '',
      'none, at rest',
      'one, opened first',
      'one, opened again',
      'while they arrive',
      'while they stand',
      'scrolled',
      'two opened',
      'a map alone flies (control)',
    ],
    rows: [
      ...taskRows([
        { tasks: rest, held: null },
        own(first),
        own(again),
        whole(arriving),
        whole(standing),
        whole(scrolled),
        own(opened),
        { tasks: bare, held: null },
      ]),
      ['all of them counted on the screen after, s', '', '', '', shownSeconds.toFixed(1), '', '', '', ''],
    ],
    notes: [
      `Ten seconds at rest and standing; 20 turns of the wheel; a click on each of two lines, each of which is a flight of the map beside them. The control: MapLibre alone with one fence flies as far, in a map of the same size. ${drawnNote} ${machine()}`,
    ],
    figures: Object.fromEntries([
      ...Object.entries({ first, again, arriving, standing, scrolled, opened, bare }).flatMap(([what, tasks]) => [
        [`alerts.${name}.${what}Ms`, tasks.longestMs],
        [`alerts.${name}.${what}OwnMs`, tasks.longestOwnMs],
      ]),
      [`alerts.${name}.shownSeconds`, shownSeconds],
    ]) as Record<string, number>,
  }
}

function wallSection(alerts: number, { atRest: rest, arriving, standing, shown, shownSeconds }: WallImpact): Section {
  return {
    title: `The wall with ${count(alerts)} open critical alerts`,
    head: ['', 'none, at rest', 'while they arrive', 'while they stand', 'two looked at'],
    rows: [
      ...taskRows([
        { tasks: rest, held: null },
        { tasks: arriving, held: 'own' },
        { tasks: standing, held: 'own' },
        { tasks: shown, held: 'own' },
      ]),
      ['counted, and the map taken over, after, s', '', shownSeconds.toFixed(1), '', ''],
    ],
    notes: [
      `The first alert takes the map over, which flies to its pen. Ten seconds at rest and standing; a click on each of two lines. ${drawnNote} ${machine()}`,
    ],
    figures: Object.fromEntries([
      ...Object.entries({ arriving, standing, shown }).flatMap(([what, tasks]) => [
        [`alerts.wall.${what}Ms`, tasks.longestMs],
        [`alerts.wall.${what}OwnMs`, tasks.longestOwnMs],
      ]),
      ['alerts.wall.shownSeconds', shownSeconds],
    ]) as Record<string, number>,
  }
}
