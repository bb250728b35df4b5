import type { Page } from '@playwright/test'
import { endpoints } from '#contract/calls/endpoints.ts'
import { addAxe, findViolations } from '../axe.ts'
import { isBroad } from '../breadth.ts'
import { expect, listenForFaults } from '../fixtures.ts'
import { licencePicture, signInDemo, test } from '../people.ts'

const path = '/dashboard/project/log'
const phone = { width: 390, height: 844 }
/** Console lines of a browser without a network. */
const offline = /ERR_INTERNET_DISCONNECTED|Failed to load resource|WebSocket|net::|service worker/

/** Reads the texts of the logs stored in this browser. */
const storedTexts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('drover')
        opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')))
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('logs').objectStore('logs').getAll()
          reading.addEventListener('success', () => {
            opening.result.close()
            resolve(reading.result.map(({ text }: { text: string }) => text))
          })
        })
      }),
  )

test(
  'keeps a log written offline through reloads and sends it once',
  { tag: '@long' },
  async ({ openAs, product, pm }) => {
    const [project] = (await pm(endpoints.dailyLogs.projects, {})).list
    const id = project?.id ?? 0
    const written = async (text: string) =>
      (await pm(endpoints.dailyLogs.list, { id, pageSize: 1000 })).list.filter((log) => log.text === text)
    const text = `断网时写的 ${Date.now()}`

    const page = await openAs(await signInDemo(product, 'pm'))
    await page.setViewportSize(phone)
    await page.context().grantPermissions(['geolocation'])
    await page.context().setGeolocation({ longitude: 116.0812, latitude: 43.9433, accuracy: 7 })
    const faults = listenForFaults(page, offline)
    await page.goto(`${product.url}${path}/${id}`)
    await expect(page.getByText('支持离线使用')).toBeVisible({ timeout: 60_000 })

    await page.context().setOffline(true)
    // Without a network the page, its scripts and the day's data come from the phone.
    await page.reload()
    await expect(page.getByRole('region', { name: '人工点数' })).toBeVisible()
    await expect(page.getByText(/截至.*的本机数据/)).toBeVisible()
    const pens = page.locator('.log-pen input')
    await expect(pens.first()).toBeVisible()
    for (const control of [pens.first(), page.locator('.log-status').first(), page.locator('.log-submit')])
      expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    for (const pen of await pens.all()) await pen.fill('7')
    await page.locator('.log-photo-add input').setInputFiles(await licencePicture())
    await expect(page.getByText(/已定位/)).toBeVisible()
    await page.getByLabel('现场情况说明').fill(text)
    await expect.poll(() => storedTexts(page)).toContain(text)

    // Reloads without a warning, like a battery that dies.
    await page.reload()
    await expect(page.getByLabel('现场情况说明')).toHaveValue(text)
    await expect(pens.first()).toHaveValue('7')
    await expect(page.getByText(/已定位/)).toBeVisible()
    const submit = page.getByRole('button', { name: '提交（联网后自动发送）' })
    await submit.click()
    await expect(page.getByText('等待发送')).toBeVisible()
    await page.reload()
    await expect(page.getByText('等待发送')).toBeVisible()
    expect(await written(text)).toEqual([])

    await page.context().setOffline(false)
    await expect(page.getByText('等待发送')).toBeHidden({ timeout: 60_000 })
    await expect.poll(() => storedTexts(page)).toEqual([])
    const sent = await written(text)
    expect(sent).toMatchObject([{ monitorStatus: 'NORMAL', photoCount: 1 }])
    const [log] = sent
    expect(Date.parse(log?.receivedAt ?? '')).toBeGreaterThan(Date.parse(log?.writtenAt ?? ''))
    const details = await pm(endpoints.dailyLogs.details, { id, logId: log?.id ?? 0 })
    expect(details.photos).toMatchObject([{ longitude: 116.0812, latitude: 43.9433, accuracyM: 7 }])
    expect(details.counts.map(({ heads }) => heads)).toEqual(details.counts.map(() => 7))
    // A reload with a network sends nothing again.
    await page.reload()
    await expect(page.getByRole('region', { name: '人工点数' })).toBeVisible()
    expect(await written(text)).toHaveLength(1)
    expect(faults).toEqual([])
  },
)

test('stores one log when the first answer is lost', async ({ openAs, product, pm }) => {
  const [project] = (await pm(endpoints.dailyLogs.projects, {})).list
  const id = project?.id ?? 0
  const text = `答复丢失 ${Date.now()}`
  const page = await openAs(await signInDemo(product, 'pm'))
  await page.setViewportSize(phone)
  let lost = 0
  await page.route('**/dailylog/new', async (route) => {
    const answer = await route.fetch()
    if (lost++ > 0) return route.fulfill({ response: answer })
    await route.abort()
  })
  await page.goto(`${product.url}${path}/${id}`)
  await page.getByLabel('现场情况说明').fill(text)
  await page.getByRole('button', { name: '提交' }).click()
  await page.getByRole('button', { name: '立即发送' }).click()
  await expect(page.getByText('等待发送')).toBeHidden()
  expect(lost).toBe(2)
  expect(
    (await pm(endpoints.dailyLogs.list, { id, pageSize: 1000 })).list.filter((log) => log.text === text),
  ).toHaveLength(1)
})

test('warns of unsent logs at sign-out and deletes them', { tag: '@long' }, async ({ openAs, product, pm }) => {
  const [project] = (await pm(endpoints.dailyLogs.projects, {})).list
  const page = await openAs(await signInDemo(product, 'pm'))
  await page.goto(`${product.url}${path}/${project?.id}`)
  await page.getByLabel('现场情况说明').fill('没写完')
  await expect.poll(() => storedTexts(page)).toEqual(['没写完'])
  await page.locator('.avatar').click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/退出登录将删除本机上的 1 篇监管日志/)).toBeVisible()
  await dialog.getByRole('button', { name: '退出并删除' }).click()
  await page.waitForURL('**/user/login**')
  expect(await storedTexts(page)).toEqual([])
})

test('finds no accessibility fault: daily log on a phone', async ({ openAs, product, pm }) => {
  const [project] = (await pm(endpoints.dailyLogs.projects, {})).list
  const found: string[] = []
  for (const locale of isBroad ? ['zh-CN', 'pt-BR', 'ar'] : ['zh-CN']) {
    const page = await openAs(await signInDemo(product, 'pm'), {
      locale,
      appearance: JSON.stringify({ mode: 'system' }),
    })
    await page.setViewportSize(phone)
    await addAxe(page)
    await page.goto(`${product.url}${path}/${project?.id}`)
    await expect(page.locator('.log-pen').first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
    if (isBroad && locale === 'zh-CN') found.push(...(await findViolations(page, locale, 'dark')))
    found.push(...(await findViolations(page, locale, 'light')))
  }
  expect(found).toEqual([])
})
