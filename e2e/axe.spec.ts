import type { Page } from '@playwright/test'
import type { Login } from '#contract/people/auth.ts'
import zhCN from '#locales/zh-CN.json' with { type: 'json' }
import { openCalls } from '#mocks/calls.ts'
import { addAxe, findViolations } from './axe.ts'
import { isBroad } from './breadth.ts'
import { expect } from './fixtures.ts'
import { invite, newcomer, signInDemo, test as base } from './people.ts'
import { alertVisits } from './visits/alertVisits.ts'
import { ruleVisits } from './visits/ruleVisits.ts'
import { content, marketing } from './visits/contentVisits.ts'
import { bin, freshHerd, herd } from './visits/herdVisits.ts'
import { lending, loan, makeLoanHosts } from './visits/loanVisits.ts'
import { heights, speak, turns, type Visit } from './visits/visit.ts'
import {
  fresh,
  type Hosts,
  makeHosts,
  nobody,
  platform,
  secondFactor,
  secondStep,
  supervisor,
} from './visits/visits.ts'

const test = base.extend<object, { hosts: Hosts }>({
  hosts: [async ({ product }, use) => use(await makeHosts(product)), { scope: 'worker' }],
})

test.describe.configure({ mode: 'parallel' })

/** Goes to another screen as a link does, without loading the page again. */
async function go(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** Shows a screen again by way of an unknown address, so that nothing is left of the screen before. */
async function show(page: Page, path: string): Promise<void> {
  const nowhere = path.startsWith('/dashboard') ? '/dashboard/nowhere' : '/404'
  const notFound = page.getByText(zhCN['result.notFound'])
  await go(page, nowhere)
  await notFound.waitFor()
  await go(page, path)
  if (!['/404', '/dashboard/nothing'].includes(path)) await notFound.waitFor({ state: 'hidden' })
}

/** Goes to one of the visited places from the one before. */
async function come(page: Page, visits: readonly Visit[], place: number): Promise<void> {
  const { path = '', until, continuesPrevious: goesOn } = visits[place] ?? {}
  const before = visits[place - 1]
  if (goesOn) return until?.(page, zhCN)
  if (before === undefined || before.staysOpen) await page.goto(path)
  else await show(page, path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await until?.(page, zhCN)
}

type Look = (
  hosts: Hosts,
  newcomer: { login: Login; userName: string },
) => readonly (readonly [Login | null, readonly Visit[]])[]

/** Settings of a browser that follows the system's look. */
const inChinese = { locale: 'zh-CN', appearance: JSON.stringify({ mode: 'system' }) }

/** Visitors and their screens. The newcomer sets up a second factor and signs in with it. */
const looks: Record<string, Look> = {
  signIn: (hosts, { login, userName }) => [
    [login, secondFactor],
    [null, [secondStep(userName), ...nobody(hosts.userId)]],
  ],
  platform: (hosts) => [[hosts.platform, platform(hosts)]],
  content: (hosts) => [
    [hosts.platform, content],
    [hosts.supervisor, marketing],
  ],
  herd: (hosts) => [[hosts.supervisor, herd(hosts.herd)]],
  organisation: (hosts) => [
    [hosts.supervisor, supervisor(hosts)],
    [hosts.pm, bin],
    [hosts.fresh, [...fresh, ...freshHerd]],
  ],
}

const deskAndPhone: NonNullable<Visit['widths']> = [1366, 390]
/** A desk's width in each language. */
const deskInAll: typeof deskAndPhone = [1366, ...turns.map(() => 1366 as const)]

/** Returns by how many pixels the page is wider than the window, if it is. */
async function findOverflow(page: Page, name: string): Promise<string[]> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  return overflow > 0 ? [`${name}: wider than the window by ${overflow} pixels`] : []
}

/** Returns the visits of a run. A quick run makes the first of each screen: an address with its tab, part and open details. */
function pickVisits(visits: readonly Visit[]): readonly Visit[] {
  const seen = new Set<string>()
  return visits.filter(({ path, continuesPrevious: goesOn, isRequired }) => {
    const { pathname, searchParams, hash } = new URL(path, 'http://127.0.0.1')
    const named = ['tab', 'part'].map((name) => searchParams.get(name))
    const screen = [pathname, ...named, searchParams.has('open'), hash !== ''].join(' ')
    const isPicked = isBroad || isRequired === true || (goesOn !== true && !seen.has(screen))
    if (isPicked) seen.add(screen)
    return isPicked
  })
}

/**
 * Visits each place in both looks, then in its other widths, each in another language. A quick run visits some of them, each in its
 * first width and the light look, and checks colours once per address.
 */
async function lookAround(page: Page, allVisits: readonly Visit[], defaultWidths = deskAndPhone): Promise<string[]> {
  const visits = pickVisits(allVisits)
  const found: string[] = []
  const seen = new Set<string>()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await addAxe(page)
  for (const [
    place,
    { path, widths: [first, ...others] = defaultWidths, secondLanguage: begins },
  ] of visits.entries()) {
    await page.setViewportSize({ width: first, height: heights[first] })
    await come(page, visits, place)
    const name = `${place} ${path} ${first}`
    if (isBroad) found.push(...(await findViolations(page, name, 'dark')))
    const [screen = ''] = path.split('?')
    found.push(
      ...(await findViolations(page, name, isBroad || !seen.has(screen) ? 'light' : 'markup')),
      ...(await findOverflow(page, name)),
    )
    seen.add(screen)
    if (!isBroad) continue
    for (const [turn, width] of others.entries()) {
      // Each place begins with another language.
      const language = turns[((begins === undefined ? place : turns.indexOf(begins)) + turn) % turns.length] ?? ''
      await page.setViewportSize({ width, height: heights[width] })
      await speak(page, language)
      const name = `${place} ${path} ${width} ${language}`
      // Lists are cards on a phone; when only the language differs, only words can be wrong.
      const look = width === first ? 'words' : width === 390 && others.length > 1 ? 'light' : 'markup'
      found.push(...(await findViolations(page, name, look)), ...(await findOverflow(page, name)))
    }
    await speak(page, 'zh-CN')
  }
  return [...new Set(found)]
}

for (const [name, look] of Object.entries(looks)) {
  test(`finds no accessibility fault: ${name}`, async ({ openAs, hosts, product }) => {
    const found: string[] = []
    const person = newcomer()
    const access = { role: 'ADMIN_PLATFORM', organisationId: hosts.platform.userOrgId } as const
    const { login } = await invite(product, openCalls(product.url, hosts.platform.token), person, access)
    for (const [viewer, visits] of look(hosts, { login, userName: person.userName })) {
      const page = await openAs(viewer, inChinese)
      await page.addInitScript(() => sessionStorage.setItem('registration', '{"email":"e2e@example.com"}'))
      found.push(...(await lookAround(page, visits, deskInAll)))
      await page.close()
    }
    expect(found).toEqual([])
  })
}

for (const [userName, visitsOf] of [
  ['bank', loan],
  ['pm', lending],
] as const) {
  test(`finds no accessibility fault: loan of ${userName}`, async ({ openAs, product, pm }) => {
    const page = await openAs(await signInDemo(product, userName), inChinese)
    expect(await lookAround(page, visitsOf(await makeLoanHosts(pm)))).toEqual([])
  })
}

test('finds no accessibility fault: alert rules, duty and load', async ({ openAs, product }) => {
  const supervisor = await signInDemo(product, 'supervisor')
  const page = await openAs(supervisor, inChinese)
  expect(await lookAround(page, await ruleVisits(openCalls(product.url, supervisor.token)))).toEqual([])
})

test('finds no accessibility fault: alerts and their dialogs', async ({ openAs, product }) => {
  const supervisor = await signInDemo(product, 'supervisor')
  const page = await openAs(supervisor, inChinese)
  expect(await lookAround(page, await alertVisits(product, openCalls(product.url, supervisor.token)))).toEqual([])
})

test(
  'finds no accessibility fault: walls of a bank at extreme widths',
  { tag: '@long' },
  async ({ openAs, product, pm }) => {
    const { projectId } = await makeLoanHosts(pm)
    const found: string[] = []
    const wall = '/dashboard/animal-monitor/project'
    for (const [path, locale, width, height] of [
      [wall, 'pt-BR', 3840, 2160],
      [wall, 'ar', 1920, 1080],
      [wall, 'zh-CN', 390, 844],
      [`/dashboard/project/info/${projectId}?tab=overview`, 'ar', 3840, 2160],
    ] as const) {
      const page = await openAs(await signInDemo(product, 'bank'), {
        locale,
        appearance: JSON.stringify({ mode: 'system' }),
      })
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height })
      await addAxe(page)
      await page.goto(path)
      await expect(page.locator(path === wall ? '.wall-happenings li' : '#trend').first()).toBeVisible()
      found.push(...(await findViolations(page, `${path} ${locale} ${width}`, 'light')))
      found.push(...(await findOverflow(page, `${path} ${locale} ${width}`)))
      await page.close()
    }
    expect(found).toEqual([])
  },
)
