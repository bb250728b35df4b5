import type { Page } from '@playwright/test'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Login } from '#contract/people/auth.ts'
import { openCalls } from '#mocks/calls.ts'
import { expect, listenForFaults } from '../fixtures.ts'
import { act, button, field } from '../journeys/forms.ts'
import { newcomer, signInDemo, test } from '../people.ts'
import { drawnWidth, dropPicture, paint } from '../pictures.ts'
import { allPlaces, sight, type Sighting } from './sightings.ts'

const alt = '转场的羊群'
/** Minimum time until the chosen minute, in which the article is saved, ms. */
const savingMs = 20_000
const nextMinute = () => Math.ceil((Date.now() + savingMs) / 60_000) * 60_000
/** Writes an instant as a user types it. */
const typed = (at: number) =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Asia/Shanghai' }).format(at)

/** Saves the article in the open form and waits for the server. */
async function save(page: Page): Promise<void> {
  const saved = page.waitForResponse((response) => response.url().endsWith('/article/addOrEdit'))
  await page.keyboard.press('Control+s')
  expect((await saved).status()).toBe(200)
}

/** Writes a text with a picture in the language of the open tab. */
async function write(page: Page, title: string, words: string): Promise<void> {
  await field(page, '标题').fill(title)
  const text = page.getByRole('textbox', { name: '正文' })
  await text.click()
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  await dropPicture(text, await paint(640, 400, '#7a5a2a'))
  await text.locator('figure img').click()
  await page.getByRole('textbox', { name: '图片描述' }).pressSequentially(alt)
}

/** Fills the four parts of an organisation's page as its administrator. */
async function publishOrganisation(page: Page, name: string): Promise<void> {
  await page.goto('/dashboard/org-admin/market-profile')
  const part = (title: string) => page.getByRole('region', { name: title })
  const drawer = page.getByRole('dialog')

  const banner = part('横幅图片')
  await button(banner, '编辑').click()
  await banner.getByLabel('横幅图片', { exact: true }).setInputFiles(await paint(1600, 500, '#3a5f45'))
  await expect(banner.getByRole('img', { name: '已上传的图片' })).toBeVisible()
  await button(banner, '保存').click()
  await expect(button(banner, '编辑')).toBeVisible()

  const introduction = part('机构介绍')
  await button(introduction, '编辑').click()
  await introduction.getByRole('textbox', { name: '机构介绍' }).click()
  await page.keyboard.type(`${name}：我们为牧区放款。`)
  await button(introduction, '保存').click()
  await expect(button(introduction, '编辑')).toBeVisible()

  await button(part('应用案例'), '新增案例').click()
  await field(drawer, '标题').fill(`${name} 一号牧场`)
  await field(drawer, '正文').fill('三年贷款，1,200 头牛。')
  await drawer.getByLabel('图片', { exact: true }).setInputFiles(await paint(900, 600, '#5f3a45'))
  await expect(drawer.getByRole('img', { name: '已上传的图片' })).toBeVisible()
  await button(drawer, '保存').click()
  await expect(button(page, `编辑 ${name} 一号牧场`)).toBeVisible()

  await button(part('相关链接'), '新增链接').click()
  await field(drawer, '名称').fill(`${name} 官网`)
  await field(drawer, '链接').fill('https://bank.example/herd')
  await button(drawer, '保存').click()
  await expect(button(page, `编辑 ${name} 官网`)).toBeVisible()
}

/** Reads the article in both languages and the organisation's page, without scripts. */
async function readWithoutScript(
  page: Page,
  { title, english, name, organisationId }: { title: string; english: string; name: string; organisationId: number },
): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: title }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByText('羊群今天上山。')).toBeVisible()
  const picture = page.getByRole('img', { name: alt })
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => drawnWidth(picture)).toBeGreaterThan(100)
  await page.getByRole('main').getByRole('link', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(english)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  await expect(page.getByText('The flock goes up today.')).toBeVisible()
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => drawnWidth(picture)).toBeGreaterThan(100)

  await page.goto(`/org/${organisationId}?lang=zh-CN`)
  await expect(page.getByText(`${name}：我们为牧区放款。`)).toBeVisible()
  await expect(page.getByRole('heading', { level: 3, name: `${name} 一号牧场` })).toBeVisible()
  await expect(page.getByRole('link', { name: `${name} 官网` })).toHaveAttribute('href', 'https://bank.example/herd')
  for (const shown of [
    page.locator('.org-banner img'),
    page.getByRole('article').filter({ hasText: name }).locator('img'),
  ]) {
    await shown.scrollIntoViewIfNeeded()
    await expect.poll(() => drawnWidth(shown)).toBeGreaterThan(100)
  }
}

test(
  'publishes an article at its minute, corrects and withdraws it',
  { tag: '@long' },
  async ({ openAs, product, browser }) => {
    const { digits } = newcomer()
    const [title, english, corrected, name] = [
      `转场 ${digits}`,
      `Spring drive ${digits}`,
      `转场改期 ${digits}`,
      `畜牧 ${digits}`,
    ]
    const [platform, bank] = (await Promise.all(
      ['platform', 'bank'].map((userName) => signInDemo(product, userName)),
    )) as [Login, Login]
    const call = openCalls(product.url, platform.token)
    const page = await openAs(platform)
    const office = await openAs(bank)
    const faults = [listenForFaults(page), listenForFaults(office)]
    const row = page.getByRole('row', { name: new RegExp(digits) })
    const listPath = `/dashboard/homepage/article?title=${digits}`
    let [id, path, picture, minute] = [0, '', '', 0]
    const look = () => sight(product.url, path, picture)

    await test.step('schedules an article in two languages', async () => {
      await page.goto('/dashboard/homepage/article/form')
      await write(page, title, '羊群今天上山。')
      await button(page, '添加英语').click()
      await write(page, english, 'The flock goes up today.')
      await page.getByLabel('封面图片', { exact: true }).setInputFiles(await paint(1200, 630, '#5a6f8a'))
      await expect(page.getByRole('img', { name: '已上传的图片' })).toBeVisible()
      minute = nextMinute()
      await field(page, '发布时间').fill(typed(minute))
      await save(page)
      await page.waitForURL(/form\/\d+$/)
      id = Number(/\d+$/.exec(page.url())?.[0])
      path = `/newsDetail/NEWS/${id}`
      const saved = await call(endpoints.articles.detail, { id })
      expect([saved.state, Date.parse(saved.publishAt ?? ''), saved.languages]).toEqual([
        'SCHEDULED',
        minute,
        ['zh-CN', 'en-US'],
      ])
      for (const text of Object.values(saved.texts))
        expect(text.body).toMatch(new RegExp(`<img src="/media/[\\da-f-]{36}" alt="${alt}"`))
      picture = /\/media\/[\da-f-]{36}/.exec(saved.texts['en-US']?.body ?? '')?.[0] ?? ''
      expect(Date.now(), 'the article was saved before its minute').toBeLessThan(minute)
      await page.goto(listPath)
      await expect(row).toContainText('定时发布')
    })

    await test.step('appears at its minute, not before', async () => {
      const seen: Sighting[] = []
      const appearing = expect
        .poll(
          async () => {
            seen.push(await look())
            return seen.at(-1)?.askedAt
          },
          { intervals: [200], timeout: minute - Date.now() + 30_000 },
        )
        .toBeGreaterThan(minute)
      await Promise.all([appearing, publishOrganisation(office, name)])
      const before = seen.filter(({ cameAt }) => cameAt < minute)
      expect(before.length).toBeGreaterThan(0)
      expect(before.filter(({ status, places }) => status !== 404 || places.length > 0)).toEqual([])
      expect(
        seen.filter(({ askedAt }) => askedAt >= minute).filter(({ places }) => places.length < allPlaces.length),
      ).toEqual([])
      // The list in the console learns of it by itself.
      await expect(row).toContainText('已发布', { timeout: 30_000 })
    })

    const context = await browser.newContext({
      javaScriptEnabled: false,
      baseURL: product.url,
      viewport: { width: 1366, height: 900 },
    })
    const reader = await context.newPage()
    await test.step('reads article and organisation without scripts', async () => {
      const address = await office.getByRole('link', { name: '查看公开页面' }).getAttribute('href')
      expect(address).toBe(`/org/${bank.userOrgId}`)
      await readWithoutScript(reader, { title, english, name, organisationId: bank.userOrgId ?? 0 })
    })

    await test.step('corrects the article at once', async () => {
      await reader.goto(`${path}?lang=zh-CN`)
      await row.click()
      await page.getByRole('complementary').getByRole('button', { name: '编辑', exact: true }).click()
      await expect(field(page, '标题')).toHaveValue(title)
      await field(page, '标题').fill(corrected)
      await save(page)
      // Each is asked for once: what was saved is what they say.
      await reader.reload()
      expect(await reader.getByRole('heading', { level: 1 }).innerText()).toBe(corrected)
      await reader.goto('/newsTopMenu/NEWS')
      expect(await reader.getByRole('link', { name: corrected }).count()).toBe(1)
      expect(await reader.getByRole('link', { name: title, exact: true }).count()).toBe(0)
      expect((await look()).places).toEqual(allPlaces)
    })

    await test.step('withdraws the article from its address and all lists', async () => {
      await page.goto(listPath)
      const dialog = await act(page, corrected, '撤下')
      await button(dialog, '撤下').click()
      await expect(row).toContainText('已撤下')
      const { status, places } = await look()
      expect([status, places]).toEqual([410, []])
      await reader.goto(path)
      await expect(reader.getByRole('heading', { level: 1, name: '文章已撤回' })).toBeVisible()
      await reader.getByRole('main').getByRole('link', { name: '全部平台动态' }).click()
      await expect(reader.getByRole('heading', { level: 1, name: '平台动态' })).toBeVisible()
      await expect(reader.getByRole('link', { name: corrected })).toHaveCount(0)
    })
    await context.close()
    expect(faults).toEqual([[], []])
  },
)

test('pages through the news on a phone to its end', { tag: '@long' }, async ({ browser, product }) => {
  const { digits } = newcomer()
  const call = openCalls(product.url, (await signInDemo(product, 'platform')).token)
  await call(endpoints.partnerships.addOrEdit, { name: `合作社 ${digits}` })
  // Older than all other articles, the newest first as the site lists them.
  const titles = Array.from({ length: 30 }, (_, index) => `第 ${index + 1} 则 ${digits}`)
  for (const [index, title] of titles.entries()) {
    const publishAt = new Date(Date.UTC(2021, 0, 31 - index)).toISOString()
    await call(endpoints.articles.addOrEdit, {
      type: 'NEWS',
      texts: { 'zh-CN': { title, summary: '', body: '<p>正文。</p>' } },
      publishAt,
    })
  }
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    baseURL: product.url,
  })
  const page = await context.newPage()
  const faults = listenForFaults(page)
  await page.goto('/newsTopMenu/NEWS')
  const paging = page.getByRole('navigation', { name: '分页' })
  const next = paging.getByRole('link', { name: '下一页' })
  const titlesSeen: string[] = []
  const addresses: (string | null)[] = []
  for (let current = 1; ; current++) {
    await expect(paging.locator('[aria-current="page"]')).toHaveText(String(current))
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      `page ${current}`,
    ).toBe(0)
    titlesSeen.push(...(await page.locator('.card-title').allInnerTexts()))
    addresses.push(
      ...(await page.locator('.card a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))),
    )
    if ((await next.count()) === 0) break
    await next.tap()
    await page.waitForURL(`**/newsTopMenu/NEWS/${current + 1}`)
  }
  expect(titlesSeen.filter((title) => title.endsWith(digits))).toEqual(titles)
  expect(new Set(addresses).size).toBe(addresses.length)

  const menu = page.getByRole('navigation', { name: '菜单', exact: true })
  await expect(menu).toBeHidden()
  await page.locator('.phone-menu > summary').tap()
  await expect(menu.getByRole('link')).toHaveText(['平台动态', '行业政策', '监管知识', '合作机构', '注册机构', '登录'])
  const heights = await menu
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  // A touch outside closes the menu.
  await page.touchscreen.tap(8, 836)
  await expect(menu).toBeHidden()
  await page.locator('.phone-menu > summary').tap()
  await menu.getByRole('link', { name: '监管知识' }).tap()
  await expect(page.getByRole('heading', { level: 1, name: '监管知识' })).toBeVisible()
  expect(faults).toEqual([])
  await context.close()
})
