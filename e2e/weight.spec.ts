import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { signInDemo, test } from './people.ts'

/** Returns a function that sums the transferred size of a page's files, kB, without calls and frames. Call before opening the page. */
function weigh(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url())
    const isFile = request.resourceType() === 'document' || /\.(?:js|css|woff2|svg|json)$/.test(pathname)
    if (isFile) sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  return async () => {
    await page.waitForLoadState('networkidle')
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000
  }
}

test('keeps the first load of login, list and wall small', { tag: '@long' }, async ({ browser, openAs, product }) => {
  const context = await browser.newContext()
  const login = await context.newPage()
  const loginKilobytes = weigh(login)
  await login.goto(`${product.url}/user/login`)
  await expect(login.getByLabel('用户名')).toBeVisible()
  expect.soft(await loginKilobytes(), 'login, kB').toBeLessThanOrEqual(300)
  await context.close()

  const list = await openAs(await signInDemo(product, 'platform'))
  const listKilobytes = weigh(list)
  await list.goto('/dashboard/profiles/org')
  await expect(list.getByRole('row').nth(1)).toBeVisible()
  expect.soft(await listKilobytes(), 'list, kB').toBeLessThanOrEqual(520)

  const wall = await openAs(await signInDemo(product, 'pm'))
  const wallKilobytes = weigh(wall)
  await wall.goto('/dashboard/animal-monitor/monitor')
  await expect(wall.locator('.wall-connection')).toHaveAttribute('data-kind', 'live')
  expect.soft(await wallKilobytes(), 'monitor, kB').toBeLessThanOrEqual(1250)
})
