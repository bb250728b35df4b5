import type { Page } from '@playwright/test'
import { expect, listenForFaults } from '../fixtures.ts'
import { test } from '../people.ts'
import { drawnWidth } from '../pictures.ts'
import { addressesOf, publishAll, type SiteContent } from './siteContent.ts'

test.describe.configure({ mode: 'serial' })

let content: SiteContent = { articleId: 0, organisationId: 0 }
const paths = () => addressesOf(content)

/** Returns the layout shifts of the page's loading: how much, and which parts moved where. */
const shiftsOf = (page: Page) =>
  page.evaluate(async () => {
    type Shift = PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
    }
    const shifts: string[] = []
    const placeOf = ({ x, y, width, height }: DOMRect) => [x, y, width, height].join(' ')
    const note = (entries: PerformanceEntryList) => {
      for (const { value, hadRecentInput, sources } of entries as Shift[]) {
        const parts = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.nodeName} "${node?.textContent?.trim().slice(0, 30)}" ${placeOf(previousRect)} -> ${placeOf(currentRect)}`,
        )
        if (!hadRecentInput) shifts.push(`${value}: ${parts.join('; ')}`)
      }
    }
    const observer = new PerformanceObserver((list) => note(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    await document.fonts.ready
    // A shift is reported after its frame: the second frame begins when the first is drawn.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    note(observer.takeRecords())
    return shifts
  })

test.beforeAll(async ({ product }) => {
  content = await publishAll(product)
})

test('shows texts, pictures and links without scripts', async ({ browser, product }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto(`${product.url}/`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/每一头质押的牲畜/)
  await expect(page.getByRole('img', { name: /模拟畜群/ })).toBeVisible()
  await page.locator('.phone-menu > summary').click()
  await page.getByRole('navigation', { name: '菜单', exact: true }).getByRole('link', { name: '平台动态' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '平台动态' })).toBeVisible()
  await page.getByRole('link', { name: '锡林浩特首批活牛质押贷款落地' }).click()
  await expect(page).toHaveTitle('锡林浩特首批活牛质押贷款落地 · Drover')
  await expect(page.getByText('正文有重点与来源。')).toBeVisible()
  const picture = page.getByRole('img', { name: '牧场' })
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => drawnWidth(picture)).toBeGreaterThan(100)
  await context.close()
})

test('loads small pages without console files or layout shifts', { tag: '@long' }, async ({ browser, product }) => {
  for (const path of paths().slice(0, 5)) {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
    const faults = listenForFaults(page)
    const files: { path: string; size: Promise<number> }[] = []
    page.on('requestfinished', (request) => {
      const { pathname } = new URL(request.url())
      if (!pathname.startsWith('/media/'))
        files.push({ path: pathname, size: request.sizes().then(({ responseBodySize }) => responseBodySize) })
    })
    await page.goto(product.url + path)
    await page.waitForLoadState('networkidle')
    const kilobytes = (await Promise.all(files.map(({ size }) => size))).reduce((sum, size) => sum + size, 0) / 1000
    expect.soft(kilobytes, `${path}, kB`).toBeLessThanOrEqual(150)
    expect
      .soft(
        files.map((file) => file.path).filter((file) => file.endsWith('.js')),
        path,
      )
      .toEqual([expect.stringMatching(/^\/assets\/site-/)])
    const preloaded = await page
      .locator('link[rel="preload"][as="font"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect.soft(preloaded, path).toHaveLength(1)
    expect
      .soft(
        files.map((file) => file.path).filter((file) => file.endsWith('.woff2')),
        `${path}, fonts`,
      )
      .toEqual(preloaded)
    expect.soft(await shiftsOf(page), `${path}, layout shift`).toEqual([])
    expect.soft(faults, path).toEqual([])
    await page.close()
  }
})

test('shows titles that look like HTML as text', async ({ browser, product }) => {
  const page = await browser.newPage()
  for (const path of ['/', '/newsTopMenu/POLICY', ...paths()]) {
    await page.goto(product.url + path)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => 'hurt' in window), path).toBe(false)
  }
  await page.goto(`${product.url}/newsTopMenu/POLICY`)
  await expect(page.getByText('<script>window.hurt=2</script>').first()).toBeVisible()
  await page.close()
})

test('keeps the chosen language from the site to the console', async ({ browser, product }) => {
  const page = await browser.newPage({ viewport: { width: 1366, height: 900 } })
  await page.goto(`${product.url}/`)
  await page.locator('.languages > summary').click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'English' })).toBeHidden()
  await page.locator('.languages > summary').press('Enter')
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/every pledged animal/)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByLabel('User name')).toBeVisible()
  await page.getByLabel('User name').fill('platform')
  await page.getByLabel('Password', { exact: true }).fill('Demo2026')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/dashboard\/approvals/)
  await page.goto(`${product.url}/newsTopMenu/NEWS`)
  await page.getByRole('link', { name: 'Open the console' }).first().click()
  await expect(page).toHaveURL(/\/dashboard\/approvals/)
  await page.close()
})
