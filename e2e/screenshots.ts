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
 * `npm run screenshots [-- --data DIR]`: takes the README's pictures again, of the demo as it is then. In a
 * directory that is given, an animal and its alert stay behind, and an organisation that asks to be let in.
 */
const { values } = parseArgs({ options: { data: { type: 'string' } } })
const folder = fileURLToPath(new URL('../docs/screenshots', import.meta.url))
const limitKb = 200

const wall = { width: 1920, height: 1080 }
const desk = { width: 1366, height: 768 }
const faults: string[] = []
const tooLarge: string[] = []

async function open(browser: Browser, viewport: { width: number; height: number }, isPhone = false): Promise<Page> {
  const page = await browser.newPage({ viewport, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', hasTouch: isPhone, isMobile: isPhone })
  page.setDefaultTimeout(60_000)
  const mine = listenForFaults(page)
  page.on('close', () => faults.push(...mine))
  return page
}

async function shoot(page: Page, name: string): Promise<void> {
  // Few colours: a picture is loaded by everybody who opens the README.
  const { size } = await sharp(await page.screenshot({ timeout: 60_000 })).png({ palette: true, effort: 10 }).toFile(join(folder, `${name}.png`))
  const kilobytes = size / 1024
  if (kilobytes > limitKb) tooLarge.push(name)
  console.log(`${name}.png  ${kilobytes.toFixed(0)} kB`)
}

/** Until the fonts are there, nothing is loading, and what slid or faded in has done so. */
async function still(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .ant-skeleton') === null)
  await page.waitForFunction(() => document.getAnimations().every(({ effect }) => effect?.getComputedTiming().iterations === Infinity))
}

/** Until the map and the charts are drawn and the camera has come to rest; a wall in trouble is no picture. */
async function settle(page: Page): Promise<void> {
  await page.locator('.wall-chart :is(canvas, svg)').first().waitFor()
  await page.locator('.wall-map canvas').first().waitFor()
  // The line of the scale has another length at each step of the camera.
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
  await still(page)
  const troubles = await page.locator('.wall-troubles p').allTextContents()
  if (troubles.length > 0) throw new Error(`the wall is in trouble: ${troubles.join(' ')}`)
}

async function shootLogin(browser: Browser, product: Product): Promise<void> {
  const page = await open(browser, desk)
  await page.goto(`${product.url}/user/login`)
  await page.getByRole('button', { name: /登\s*录/ }).waitFor()
  await still(page)
  await shoot(page, 'login')
  await page.close()
}

/** An organisation asks to be let in; what the platform's administrator sees of it, and of the others. */
async function shootPlatform(browser: Browser, product: Product): Promise<void> {
  const name = '赤峰活畜监管公司'
  const call = await signIn(product.url, 'platform', 'Demo2026')
  const ticketOf = async () => (await call(endpoints.tickets.list, { text: name, state: ['PENDING'] })).list[0]
  if ((await ticketOf()) === undefined) {
    const person = { ...newcomer(), telephone: '13947612345', email: 'gaowa@example.com', userName: 'gaowa', creditCode: '91150400MA0GA0WA1R' }
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
  await still(page)
  await shoot(page, 'approvals')
  await page.goto(`${product.url}/dashboard/profiles/org?open=${bank?.id}`)
  await page.getByRole('complementary', { name: bank?.name ?? '' }).getByRole('button', { name: '编辑' }).waitFor()
  await still(page)
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

/** An animal of our own walks out of its pen while the wall looks on. */
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
    // A report a second.
    await takeover.waitFor({ timeout: 1000 }).catch(() => {})
  }
  await takeover.waitFor()
  await settle(page)
  await shoot(page, 'alert')
  await page.close()
  await gateway.endAsync()
}

async function run(): Promise<void> {
  const executablePath = provideBrowser()
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
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void clear().finally(() => process.exit(130)))
  try {
    product = await startProduct(dataDir, { DEMO: '1' })
    browser = await chromium.launch({ executablePath, args: chromiumArgs, handleSIGINT: false, handleSIGTERM: false })
    for (const shot of [shootLogin, shootPlatform, shootWall, shootPhone, shootAlert]) await shot(browser, product)
  } finally {
    await clear()
  }
}

await run()
for (const fault of new Set(faults)) console.error(`the page complained: ${fault}`)
if (tooLarge.length > 0) console.error(`over ${limitKb} kB: ${tooLarge.join(', ')}`)
// Sockets that are still open must not keep it here.
process.exit(faults.length + tooLarge.length > 0 ? 1 : 0)
