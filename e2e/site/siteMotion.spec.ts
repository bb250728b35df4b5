import type { Browser, Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { test } from '../people.ts'
import type { Product } from '../product.ts'
import { publishAll } from './siteContent.ts'

test.beforeAll(async ({ product }) => void (await publishAll(product)))

/** Opens the home page with a clock that the test drives. */
async function openHome(
  browser: Browser,
  product: Product,
  { motion = 'no-preference', language = 'zh-CN' }: { motion?: 'reduce' | 'no-preference'; language?: string } = {},
): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1366, height: 900 }, reducedMotion: motion })
  await page.clock.install()
  await page.goto(`${product.url}/?lang=${language}`)
  return page
}

/** Returns the place of the shown banner, from 0. */
const current = (page: Page) =>
  page.locator('.dots i').evaluateAll((dots) => dots.findIndex((dot) => dot.classList.contains('is-current')))
const slides = (page: Page) => page.locator('.slides')

test.describe('banners', () => {
  test('advance by themselves until they are paused', async ({ browser, product }) => {
    const page = await openHome(browser, product)
    await page.getByRole('region', { name: '最新活动' }).scrollIntoViewIfNeeded()
    await page.mouse.move(5, 5)
    expect(await current(page)).toBe(0)
    await page.clock.fastForward(7000)
    await expect.poll(() => current(page)).toBe(1)
    await page.getByRole('button', { name: '暂停轮播' }).click()
    await page.mouse.move(5, 5)
    await page.clock.fastForward(30_000)
    expect(await current(page)).toBe(1)
    await page.getByRole('button', { name: '上一张' }).click()
    await expect.poll(() => current(page)).toBe(0)
    await page.close()
  })

  test('wait under the pointer and with the focus', { tag: '@long' }, async ({ browser, product }) => {
    const page = await openHome(browser, product)
    await slides(page).scrollIntoViewIfNeeded()
    await slides(page).hover()
    await page.clock.fastForward(30_000)
    expect(await current(page)).toBe(0)
    await slides(page).focus()
    // The pointer leaves, the focus stays.
    await page.mouse.move(5, 5)
    await page.clock.fastForward(30_000)
    expect(await current(page)).toBe(0)
    await slides(page).blur()
    await page.clock.fastForward(7000)
    await expect.poll(() => current(page)).toBe(1)
    await page.close()
  })

  for (const [language, next, before] of [
    ['zh-CN', 'ArrowRight', 'ArrowLeft'],
    ['ar', 'ArrowLeft', 'ArrowRight'],
  ] as const) {
    test(
      `follow the arrow keys in the reading direction of ${language}`,
      { tag: '@long' },
      async ({ browser, product }) => {
        const page = await openHome(browser, product, { motion: 'reduce', language })
        // Other tests may have published more.
        const last = (await page.locator('.slide').count()) - 1
        expect(last).toBeGreaterThan(1)
        await slides(page).focus()
        for (const [key, place] of [
          [next, 1],
          [next, 2],
          [before, 1],
          [before, 0],
          [before, last],
          [before, last - 1],
          [next, last],
          [next, 0],
        ] as const) {
          await page.keyboard.press(key)
          await expect.poll(() => current(page), key).toBe(place)
          // Only that banner is in view.
          const shown = await page.locator('.slide').evaluateAll((all) => {
            const { left = 0 } = all[0]?.parentElement?.getBoundingClientRect() ?? {}
            return all.findIndex((slide) => Math.abs(slide.getBoundingClientRect().left - left) < 2)
          })
          expect(shown).toBe(place)
        }
        await page.locator('[data-step="1"]').click()
        await expect.poll(() => current(page)).toBe(1)
        await page.close()
      },
    )
  }

  test('stand still with reduced motion until they are started', async ({ browser, product }) => {
    const page = await openHome(browser, product, { motion: 'reduce' })
    await slides(page).scrollIntoViewIfNeeded()
    await page.clock.fastForward(30_000)
    expect(await current(page)).toBe(0)
    await page.getByRole('button', { name: '播放轮播' }).click()
    await page.getByRole('button', { name: '暂停轮播' }).blur()
    await page.mouse.move(5, 5)
    await page.clock.fastForward(7000)
    await expect.poll(() => current(page)).toBe(1)
    await page.close()
  })
})

test.describe('miniature herd', () => {
  const herd = (page: Page) => page.locator('[data-miniature]')
  const placesOf = (page: Page, which: string) =>
    herd(page)
      .locator(`circle${which}`)
      .evaluateAll((circles) =>
        circles.map((circle) => `${circle.getAttribute('cx')} ${circle.getAttribute('cy')}`).join(),
      )
  /** Lets time pass until some animals have moved. */
  const expectMotion = async (page: Page) => {
    const before = await placesOf(page, '')
    await expect
      .poll(async () => {
        await page.clock.runFor(500)
        return placesOf(page, '')
      })
      .not.toBe(before)
  }
  const expectRest = async (page: Page) => {
    const before = await placesOf(page, '')
    await page.clock.runFor(15_000)
    expect(await placesOf(page, '')).toBe(before)
  }

  test('moves all heard animals until it is paused', async ({ browser, product }) => {
    const page = await openHome(browser, product)
    const quiet = await placesOf(page, '.quiet')
    await expectMotion(page)
    await page.getByRole('button', { name: '暂停', exact: true }).click()
    await expectRest(page)
    await page.getByRole('button', { name: '播放', exact: true }).click()
    await expectMotion(page)
    expect(await placesOf(page, '.quiet')).toBe(quiet)
    await page.close()
  })

  test('names an animal that left its pen until its return', { tag: '@long' }, async ({ browser, product }) => {
    const page = await openHome(browser, product)
    const said = page.getByText('4 号圈有 1 头离开')
    await expect(said).toHaveCount(0)
    await expect
      .poll(async () => {
        await page.clock.runFor(2000)
        return said.count()
      })
      .toBe(1)
    await expect(herd(page).locator('.is-left')).toHaveCount(1)
    await expect
      .poll(async () => {
        await page.clock.runFor(2000)
        return said.count()
      })
      .toBe(0)
    await expect(herd(page).locator('.is-left')).toHaveCount(0)
    await page.close()
  })

  test('stands still with reduced motion until it is started', { tag: '@long' }, async ({ browser, product }) => {
    const page = await openHome(browser, product, { motion: 'reduce' })
    await expect(page.getByRole('button', { name: '播放', exact: true })).toBeVisible()
    await expectRest(page)
    await page.getByRole('button', { name: '播放', exact: true }).click()
    await expectMotion(page)
    // A page receives a preference when it is drawn: two changes before that would cancel out.
    const isReceived = page.evaluate(
      () =>
        new Promise((resolve) =>
          window
            .matchMedia('(prefers-reduced-motion: reduce)')
            .addEventListener('change', () => resolve(null), { once: true }),
        ),
    )
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await isReceived
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect(page.getByRole('button', { name: '播放', exact: true })).toBeVisible()
    await expectRest(page)
    await page.close()
  })
})
