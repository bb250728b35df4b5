import type { Browser, Page } from '@playwright/test'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openCalls } from '#mocks/calls.ts'
import { addAxe, findViolations } from '../axe.ts'
import { isBroad } from '../breadth.ts'
import { expect, listenForFaults } from '../fixtures.ts'
import { sessionOf, signInDemo, test } from '../people.ts'
import { addressesOf, publishAll } from './siteContent.ts'

test.describe.configure({ mode: 'serial' })
// Its own settings give this file its own product, with an empty site.
test.use({ environment: { CAMERA_NETWORKS: 'loopback', WEBHOOK_NETWORKS: 'loopback', LOG_LEVEL: 'error' } })

const widths = isBroad ? [390, 768, 1366, 1920] : [390]
/** The languages of the site, and one that is read from the right. */
const languages = isBroad ? ['zh-CN', 'zh-TW', 'en-US', 'pt-BR', 'ar'] : ['zh-CN']
/** All rules once; in other languages those that words can break. */
const lookingIn = (language: string) => (language === 'zh-CN' ? 'light' : 'words')

/** Checks the open page at each width. The site has one look, which the system's does not change. */
async function lookAt(page: Page, name: string, looking: 'light' | 'words', found: string[]): Promise<void> {
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'))
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    if (beyond > 0) found.push(`${name} ${width}: wider than the screen by ${beyond}`)
    found.push(...(await findViolations(page, `${name} ${width}`, looking)))
  }
}

/** Returns the faults at addresses of the site, at each width in each language. */
async function lookEverywhere(browser: Browser, url: string, paths: readonly string[]): Promise<string[]> {
  const page = await browser.newPage({ reducedMotion: 'reduce' })
  await addAxe(page)
  const faults = listenForFaults(page, /the server responded with a status of 404/)
  const found: string[] = []
  for (const path of paths) {
    for (const language of languages) {
      await page.goto(`${url}${path}?lang=${language}`)
      await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
      await lookAt(page, `${path} ${language}`, lookingIn(language), found)
    }
  }
  await page.close()
  return [...new Set(found), ...faults]
}

test('finds no accessibility fault: site without content', async ({ browser, product }) => {
  const { token } = await signInDemo(product, 'platform')
  const call = openCalls(product.url, token)
  const totals = await Promise.all([
    call(endpoints.articles.list, {}),
    call(endpoints.webBanners.list, {}),
    call(endpoints.partnerships.list, {}),
  ])
  expect(totals.map(({ total }) => total)).toEqual([0, 0, 0])
  const page = await browser.newPage()
  await page.goto(`${product.url}/`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const part of [
    '.news-lead, .news-part, .card, .lines',
    '[data-carousel]',
    '.partners',
    '.reach',
    'a[href$="#partners"]',
  ])
    await expect(page.locator(part)).toHaveCount(0)
  await page.goto(`${product.url}/newsTopMenu/NEWS`)
  await expect(page.getByText('暂无文章')).toBeVisible()
  await page.close()
  expect(await lookEverywhere(browser, product.url, ['/', '/newsTopMenu/NEWS', '/newsDetail/NEWS/1'])).toEqual([])
})

test('finds no accessibility fault: site with one of each', async ({ browser, product }) => {
  const content = await publishAll(product)
  expect(await lookEverywhere(browser, product.url, addressesOf(content))).toEqual([])
})

test(
  'finds no accessibility fault: site and console with 2,000 articles',
  { tag: '@long' },
  async ({ browser, product }) => {
    const login = await signInDemo(product, 'platform')
    const call = openCalls(product.url, login.token)
    const hour = (place: number) => new Date(Date.now() - place * 3_600_000).toISOString()
    const titleOf = (place: number) => `第 ${place} 号文件：活体畜禽质押贷款的监管办法`
    const add = (place: number) =>
      call(endpoints.articles.addOrEdit, {
        type: 'POLICY',
        texts: { 'zh-CN': { title: titleOf(place), summary: '', body: '<p>正文。</p>' } },
        publishAt: hour(place),
      })
    const { total: before } = await call(endpoints.articles.list, {})
    for (let place = before; place < 2000; place += 20)
      await Promise.all(Array.from({ length: Math.min(20, 2000 - place) }, (_, index) => add(place + index)))
    const { total, list } = await call(endpoints.articles.list, {
      type: ['POLICY'],
      sort: { field: 'id', order: 'desc' },
    })
    expect(total).toBeGreaterThan(1900)
    const last = Math.ceil(total / 12)
    const address = (page: number) => `/newsTopMenu/POLICY${page === 1 ? '' : `/${page}`}`
    expect(
      await lookEverywhere(browser, product.url, [
        '/',
        ...[1, Math.round(last / 2), last].map(address),
        `/newsDetail/POLICY/${list[0]?.id}`,
      ]),
    ).toEqual([])

    const reader = await browser.newPage()
    await reader.goto(`${product.url}${address(last)}?lang=zh-CN`)
    // The last page ends with the oldest article; a next page does not exist.
    await expect(reader.locator('.card-title').last()).toHaveText(titleOf(1999))
    expect((await reader.goto(`${product.url}${address(last + 1)}`))?.status()).toBe(404)
    await reader.close()

    const found: string[] = []
    for (const locale of languages) {
      const localStorage = Object.entries({ ...sessionOf(login), locale }).map(([name, value]) => ({ name, value }))
      const context = await browser.newContext({
        storageState: { cookies: [], origins: [{ origin: product.url, localStorage }] },
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      await addAxe(page)
      await page.goto(`${product.url}/dashboard/homepage/article`)
      await expect(page.getByRole('row').nth(5)).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('dir', locale === 'ar' ? 'rtl' : 'ltr')
      await lookAt(page, `articles ${locale}`, lookingIn(locale), found)
      await context.close()
    }
    expect([...new Set(found)]).toEqual([])
  },
)
