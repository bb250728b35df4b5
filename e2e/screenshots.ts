import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type Page } from '@playwright/test'
import sharp from 'sharp'
import { endpoints } from '#contract/calls/endpoints.ts'
import { signIn } from '#mocks/calls.ts'
import { chromiumArgs } from './browser.ts'
import { addAnimal, listenForFaults, openGateway, openMonitor, report } from './fixtures.ts'
import { newcomer, register } from './people.ts'
import { startProduct, type Product } from './product.ts'
import { provideBrowser } from './runner/setUp.ts'

/**
 * `npm run screenshots [-- --data DIR] [--only NAME]` takes the README's pictures again, from the demo's current state.
 * A given data directory keeps what the script adds: an animal with its alert, a registering organisation, and the content of the home page.
 */
const { values } = parseArgs({ options: { data: { type: 'string' }, only: { type: 'string' } } })
const folder = fileURLToPath(new URL('../docs/screenshots', import.meta.url))
const limitKb = 200

const wall = { width: 1920, height: 1080 }
const desk = { width: 1366, height: 768 }
/** The part of the public site down to its news. */
const site = { width: 1440, height: 1780 }
const faults: string[] = []
const tooLarge: string[] = []

async function open(browser: Browser, viewport: { width: number; height: number }, isPhone = false): Promise<Page> {
  const page = await browser.newPage({
    viewport,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    hasTouch: isPhone,
    isMobile: isPhone,
  })
  page.setDefaultTimeout(60_000)
  const mine = listenForFaults(page)
  page.on('close', () => faults.push(...mine))
  return page
}

async function shoot(page: Page, name: string): Promise<void> {
  // Few colours, since everyone who opens the README loads the pictures.
  const { size } = await sharp(await page.screenshot({ timeout: 60_000 }))
    .png({ palette: true, effort: 10 })
    .toFile(join(folder, `${name}.png`))
  const kilobytes = size / 1024
  if (kilobytes > limitKb) tooLarge.push(name)
  console.log(`${name}.png  ${kilobytes.toFixed(0)} kB`)
}

/** Waits until fonts are loaded, nothing is loading, and transitions have ended. */
async function waitUntilStill(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .ant-skeleton') === null)
  // Scroll-driven animations never end.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ effect, timeline }) => timeline !== document.timeline || effect?.getComputedTiming().iterations === Infinity,
      ),
  )
}

/**
 * Waits until the map and charts are drawn and the camera rests.
 * @throws when the wall reports troubles
 */
async function settle(page: Page): Promise<void> {
  await page.locator(':is(.wall-chart, .wall-days-tile) :is(canvas, svg)').first().waitFor()
  await page.locator('.wall-map canvas').first().waitFor()
  // The scale's line changes its length with each step of the camera.
  await page.waitForFunction(
    async () => {
      const line = () => document.querySelector('.farm-map-scale')?.outerHTML
      const before = line()
      for (let frame = 0; frame < 60; frame++) await new Promise(requestAnimationFrame)
      return before !== undefined && before === line()
    },
    undefined,
    { polling: 200 },
  )
  await waitUntilStill(page)
  const troubles = await page.locator('.wall-troubles p').allTextContents()
  if (troubles.length > 0) throw new Error(`the wall is in trouble: ${troubles.join(' ')}`)
}

/** Publishes typical content for the home page. */
async function publish(product: Product): Promise<void> {
  const call = await signIn(product.url, 'platform', 'Demo2026')
  const news = [
    '锡林浩特首批 1,200 头活牛质押贷款落地',
    '头数怎么才算数：时间窗口的说明',
    '站点中断时，平台如何避免误报',
    '一次真实的越栏：从告警到找回 19 分钟',
    '耳标与芯片：两种 15 位编码的区别',
    '秋季盘点开始，人工盘点与上报如何核对',
  ]
  const policies = [
    '三部门：稳妥推广活体畜禽质押贷款',
    '动产融资统一登记的办理办法',
    '动物检疫证明电子化在全区推行',
    '养殖保险与质押贷款联动的试点',
  ]
  const guides = [
    '项圈怎么佩戴才不丢失',
    '网关装在圈舍的哪一角',
    '覆盖率低于预警线时怎么办',
    '移动许可：申请、批准与核对',
  ]
  if ((await call(endpoints.articles.list, { title: news[0] ?? '' })).total === 0) {
    const all = [
      ...news.map((title) => ['NEWS', title] as const),
      ...policies.map((title) => ['POLICY', title] as const),
      ...guides.map((title) => ['GUIDE', title] as const),
    ]
    for (const [place, [type, title]] of all.entries()) {
      const text = {
        title,
        summary: place === 0 ? '银行、监管机构与养殖户看同一张图：项圈上报、网关在线、头数与覆盖率实时可见。' : '',
        body: `<p>${title}。</p>`,
      }
      await call(endpoints.articles.addOrEdit, {
        type,
        texts: { 'zh-CN': text },
        publishAt: new Date(Date.now() - (1 + place * 5) * 86_400_000).toISOString(),
      })
    }
    for (const name of ['草原银行', '锡盟活畜监管', '敖包合作社', '中牧保险'])
      await call(endpoints.partnerships.addOrEdit, { name, link: 'https://example.com/' })
  }
  await call(endpoints.auth.logout, {})
}

async function shootHome(browser: Browser, product: Product): Promise<void> {
  await publish(product)
  const page = await open(browser, site)
  await page.goto(product.url)
  // The herd is animated; it pauses for the picture.
  await page.getByRole('button', { name: '暂停', exact: true }).click()
  await waitUntilStill(page)
  await shoot(page, 'home')
  await page.close()
}

async function shootLogin(browser: Browser, product: Product): Promise<void> {
  const page = await open(browser, desk)
  await page.goto(`${product.url}/user/login`)
  await page.getByRole('button', { name: /登\s*录/ }).waitFor()
  await waitUntilStill(page)
  await shoot(page, 'login')
  await page.close()
}

/** Registers an organisation and takes pictures of the platform administrator's view of it and of others. */
async function shootPlatform(browser: Browser, product: Product): Promise<void> {
  const name = '赤峰活畜监管公司'
  const call = await signIn(product.url, 'platform', 'Demo2026')
  const ticketOf = async () => (await call(endpoints.tickets.list, { text: name, state: ['PENDING'] })).list[0]
  if ((await ticketOf()) === undefined) {
    const person = {
      ...newcomer(),
      telephone: '13947612345',
      email: 'gaowa@example.com',
      userName: 'gaowa',
      creditCode: '91150400MA0GA0WA1R',
    }
    await register(product, person, name)
  }
  const [bank] = (await call(endpoints.organisations.list, { role: ['BANK'] })).list
  await call(endpoints.auth.logout, {})

  const page = await open(browser, desk)
  await page.goto(`${product.url}/user/login`)
  await page.getByLabel('用户名').fill('platform')
  await page.getByLabel('密码').fill('Demo2026')
  await page.getByRole('button', { name: '登录' }).click()
  await page.getByRole('row', { name }).click()
  await page.getByRole('button', { name: '通过' }).waitFor()
  await page.getByRole('img', { name: '已上传的图片' }).waitFor()
  await waitUntilStill(page)
  await shoot(page, 'approvals')
  await page.goto(`${product.url}/dashboard/profiles/org?open=${bank?.id}`)
  await page
    .getByRole('complementary', { name: bank?.name ?? '' })
    .getByRole('button', { name: '编辑' })
    .waitFor()
  await waitUntilStill(page)
  await shoot(page, 'organisations')
  await page.close()
}

async function shootWall(browser: Browser, product: Product): Promise<void> {
  const page = await open(browser, wall)
  await openMonitor(page, product)
  await settle(page)
  await shoot(page, 'wall')
  await page.close()
}

async function shootPhone(browser: Browser, product: Product): Promise<void> {
  const page = await open(browser, { width: 390, height: 844 }, true)
  await openMonitor(page, product, 'supervisor')
  await settle(page)
  await shoot(page, 'phone')
  await page.close()
}

/** Moves an animal of our own out of its pen while the wall is open. */
async function shootAlert(browser: Browser, product: Product): Promise<void> {
  const stray = await addAnimal(await signIn(product.url, 'pm', 'Demo2026'), '10236')
  const gateway = await openGateway(product.mqttUrl)
  const page = await open(browser, wall)
  await openMonitor(page, product)
  const takeover = page.locator('.wall-takeover')
  const steps = 12
  const isShown = async () => (await takeover.count()) > 0
  for (let step = 0; step < 90 && !(await isShown()); step++) {
    const share = Math.min(1, step / steps)
    const place = (axis: 0 | 1) => stray.inside[axis] + (stray.outside[axis] - stray.inside[axis]) * share
    await report(gateway, stray, [place(0), place(1)])
    // One report a second.
    await takeover.waitFor({ timeout: 1000 }).catch(() => {})
  }
  await takeover.waitFor()
  await settle(page)
  await shoot(page, 'alert')
  await page.close()
  await gateway.endAsync()
}

/** Takes pictures of loans as their bank sees them: all on the wall, and one in detail. */
async function shootLoans(browser: Browser, product: Product): Promise<void> {
  const page = await open(browser, wall)
  const path = '/dashboard/animal-monitor/project'
  await page.goto(`${product.url}/user/login?redirect=${encodeURIComponent(path)}`)
  await page.getByLabel('用户名').fill('bank')
  await page.getByLabel('密码').fill('Demo2026')
  await page.getByRole('button', { name: /登\s*录/ }).click()
  await page.locator('.wall-happenings li').first().waitFor()
  await settle(page)
  await shoot(page, 'projects')
  await page.setViewportSize({ width: 1366, height: 1024 })
  await page.locator('.wall-risk a').first().click()
  await page.locator('#trend').waitFor()
  await waitUntilStill(page)
  await shoot(page, 'project')
  await page.close()
}

async function run(): Promise<void> {
  const executablePath = await provideBrowser()
  if (executablePath === undefined) throw new Error('No Chromium: set CHROMIUM_PATH.')
  await mkdir(folder, { recursive: true })
  const dataDir = values.data ?? (await mkdtemp(join(tmpdir(), 'drover-screenshots-')))
  if (values.data === undefined) console.log('Seeding the demo …')
  let product: Product | null = null
  let browser: Browser | null = null
  const clear = async () => {
    await browser?.close()
    await product?.stop()
    if (values.data === undefined) await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void clear().finally(() => process.exit(130)))
  try {
    product = await startProduct(dataDir, { DEMO: '1' })
    browser = await chromium.launch({ executablePath, args: chromiumArgs, handleSIGINT: false, handleSIGTERM: false })
    const shots = {
      home: shootHome,
      login: shootLogin,
      platform: shootPlatform,
      wall: shootWall,
      phone: shootPhone,
      loans: shootLoans,
      alert: shootAlert,
    }
    for (const [name, shot] of Object.entries(shots))
      if (values.only === undefined || values.only === name) await shot(browser, product)
  } finally {
    await clear()
  }
}

await run()
for (const fault of new Set(faults)) console.error(`the page complained: ${fault}`)
if (tooLarge.length > 0) console.error(`over ${limitKb} kB: ${tooLarge.join(', ')}`)
// Open sockets must not keep the process alive.
process.exit(faults.length + tooLarge.length > 0 ? 1 : 0)
