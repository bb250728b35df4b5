import type { Page } from '@playwright/test'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openCalls } from '#mocks/calls.ts'
import { addAxe, findViolations } from '../axe.ts'
import { expect, listenForFaults } from '../fixtures.ts'
import { signInDemo, test } from '../people.ts'
import { paint, uploadPicture } from '../pictures.ts'
import { publishContent } from '../site/siteContent.ts'
import { button, rows, speak } from '../visits/visit.ts'

/** Width at which rows are cards with colours of their own, so that all rules run. */
const phone = 390
const widths = [phone, 768, 1366, 1920]
const languages = ['zh-CN', 'zh-TW', 'en-US', 'pt-BR']
const height = 900

/** Returns a fault when the page stays wider than its window. */
async function findWide(page: Page, name: string): Promise<string[]> {
  const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth
  const isWide = await page.waitForFunction(fits, undefined, { timeout: 3000 }).then(
    () => false,
    () => true,
  )
  return isWide
    ? [
        `${name}: wider than the page by ${await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)}`,
      ]
    : []
}

/** Height of the menu's highest line, px. Names without room must not break letter by letter. */
const highestLine = (page: Page) =>
  page
    .locator('.shell-side a')
    .evaluateAll((links) => Math.max(...links.map((link) => link.getBoundingClientRect().height)))

const written = (count: number) => async (page: Page) => {
  await expect(page.getByRole('toolbar', { name: '文字格式' })).toHaveCount(count)
}
const edited = (count: number) => async (page: Page) => {
  await button(page, '编辑').click()
  await written(count)(page)
}

test(
  'finds no accessibility fault: screens of content at every width',
  { tag: '@long' },
  async ({ openAs, product }) => {
    const [platform, supervisor] = await Promise.all([
      signInDemo(product, 'platform'),
      signInDemo(product, 'supervisor'),
    ])
    const call = openCalls(product.url, platform.token)
    const { articleId } = await publishContent(
      product,
      { call, token: platform.token },
      {
        call: openCalls(product.url, supervisor.token),
        token: supervisor.token,
        organisationId: supervisor.userOrgId ?? 0,
      },
    )
    const imgId = await uploadPicture(product.url, await paint(1200, 600, '#3a5f45'), platform.token)
    await call(endpoints.appBanners.addOrEdit, {
      title: '手机上的新功能',
      imgId,
      shownFrom: '2020-01-01',
      shownUntil: '2040-12-31',
    })
    await openCalls(product.url)(endpoints.feedback.send, {
      text: '地图在弱网下加载得慢，希望可以先看列表。',
      contact: 'gaowa@example.com',
      appVersion: '3.2.0',
    })

    const screens: [path: string, until: (page: Page) => Promise<void>][] = [
      ['/dashboard/homepage/article', rows],
      [`/dashboard/homepage/article/form/${articleId}`, written(1)],
      ['/dashboard/homepage/web', rows],
      ['/dashboard/homepage/web?tab=partnerships', rows],
      ['/dashboard/homepage/web?tab=webHome', edited(0)],
      ['/dashboard/app-support/homepage', rows],
      ['/dashboard/app-support/about', edited(4)],
      ['/dashboard/app-support/feedback', rows],
      [
        '/dashboard/org-admin/market-profile',
        (page) => expect(page.getByRole('region', { name: '应用案例' }).getByRole('listitem').first()).toBeVisible(),
      ],
    ]
    const found: string[] = []
    for (const [place, [path, until]] of screens.entries()) {
      const page = await openAs(path.includes('org-admin') ? supervisor : platform, {
        locale: 'zh-CN',
        appearance: JSON.stringify({ mode: 'system' }),
      })
      const faults = listenForFaults(page)
      await addAxe(page)
      await page.setViewportSize({ width: 1366, height })
      await page.goto(path)
      await until(page)
      const look = async (width: number, language: string) => {
        await page.setViewportSize({ width, height })
        await speak(page, language)
        const name = `${path} ${width} ${language}`
        found.push(
          ...(await findWide(page, name)),
          ...(await findViolations(page, name, width === phone ? 'light' : 'markup')),
        )
        if ((await highestLine(page)) > 64) found.push(`${name}: a name of the menu is broken`)
      }
      for (const [index, width] of widths.entries())
        await look(width, languages[(place + index) % languages.length] ?? '')
      await look(widths[place % widths.length] ?? 0, 'ar')
      found.push(...faults)
      await page.context().close()
    }
    expect([...new Set(found)]).toEqual([])
  },
)
