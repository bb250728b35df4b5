import type { Page } from '@playwright/test'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openCalls } from '#mocks/calls.ts'
import { addAnimal, expect, listenForFaults, openGateway, openMonitor, report } from '../fixtures.ts'
import { invite, licencePicture, newcomer, type Newcomer, sessionOf, signInDemo, test as base, tokenIn } from '../people.ts'
import type { Product } from '../product.ts'
import { expectDraft, expectPack, pledge } from './evidencePack.ts'
import { openReceivers, type Receivers } from './receivers.ts'

const alerts = '/dashboard/animal-monitor/alert'

/** A product that sends its mails and SMS for real, and who receives them. */
const test = base.extend<object, { receivers: Receivers }>({
  receivers: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the first parameter
    async ({}, use) => {
      const receivers = await openReceivers()
      await use(receivers)
      await receivers.close()
    },
    { scope: 'worker' },
  ],
  environment: [async ({ receivers }, use) => use({ ...receivers.environment, CAMERA_NETWORKS: 'loopback' }), { scope: 'worker' }],
})

/**
 * Somebody new is on shift, and the project manager is told where they don't answer for a minute: set up as an administrator does.
 * They read English, and want an SMS besides.
 */
async function setUpDuty(product: Product, { received }: Receivers, person: Newcomer, second: { name: string; token: string }): Promise<void> {
  const admin = openCalls(product.url, (await signInDemo(product, 'supervisor')).token)
  const mailed = async (address: string) => {
    await expect.poll(() => received.some(({ to }) => to === address), { message: 'the invitation' }).toBe(true)
    return tokenIn(received.findLast(({ to }) => to === address)?.text ?? '')
  }
  const { user, login } = await invite(product, admin, person, { role: 'SUPERVISOR_PM' }, mailed)
  const settings = { timeZone: 'Asia/Shanghai', quietHours: null, quietSeverities: [] }
  const critical = (...channels: ('MAIL' | 'SMS')[]) => ({ CRITICAL: channels, MAJOR: [], MINOR: [], INFO: [] })
  await openCalls(product.url, login.token)(endpoints.notificationSettings.edit, { ...settings, language: 'en-US', channels: critical('MAIL', 'SMS') })
  await openCalls(product.url, second.token)(endpoints.notificationSettings.edit, { ...settings, language: 'zh-CN', channels: critical('MAIL') })
  const secondId = (await admin(endpoints.rosters.list, {})).people.find(({ name }) => name === second.name)?.id ?? 0
  const everyDay = { days: [1, 2, 3, 4, 5, 6, 7], from: 0, to: 0 }
  await admin(endpoints.rosters.addOrEdit, {
    name: '昼夜值班',
    timeZone: 'Asia/Shanghai',
    watchedFarmIds: [],
    shifts: [{ layer: 1, personId: user.id, ...everyDay }, { layer: 2, personId: secondId, ...everyDay }],
  })
  await admin(endpoints.alertPolicies.edit, { escalateMinutes: { CRITICAL: 1, MAJOR: null, MINOR: null, INFO: null }, remindMinutes: null })
}

/** When a page is first told of something over its live wire, ms: how long it then takes to draw is a matter of the machine. */
function toldOf(page: Page): (pattern: RegExp) => number | null {
  const frames: { at: number; text: string }[] = []
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => typeof payload === 'string' && frames.push({ at: performance.now(), text: payload })))
  return (pattern) => frames.find(({ text }) => pattern.test(text))?.at ?? null
}

test('an animal leaves its pen: a wall, a phone and a desk until it is closed as theft', async ({ openAs, browser, page: wall, product, receivers }) => {
  const pm = await signInDemo(product, 'pm')
  const call = openCalls(product.url, pm.token)
  const onShift = newcomer()
  await setUpDuty(product, receivers, onShift, { name: '苏日娜', token: pm.token })
  const faults = listenForFaults(wall)

  const desk = await openAs(await signInDemo(product, 'supervisor'))
  const phoneContext = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
    baseURL: product.url,
    storageState: { cookies: [], origins: [{ origin: product.url, localStorage: Object.entries(sessionOf(pm)).map(([name, value]) => ({ name, value })) }] },
  })
  const phone = await phoneContext.newPage()
  const [wallIsTold, deskIsTold] = [toldOf(wall), toldOf(desk)]
  const tag = `夜走 ${Date.now() % 100_000} 号`
  const line = new RegExp(`离开圈舍.*${tag}`)
  const stray = await addAnimal(call, tag)
  const gateway = await openGateway(product.mqttUrl)
  await Promise.all([openMonitor(wall, product, 'bank'), desk.goto(alerts), phone.goto(alerts)])
  await expect(desk.getByRole('grid')).toBeVisible()

  await test.step('the wall takes over within two seconds of the alert, and desk and phone list it', async () => {
    await report(gateway, stray, stray.inside)
    const find = async () => (await call(endpoints.alerts.list, { subjectId: stray.animalId, kind: 'LEFT_PEN', state: 'ACTIVE' })).list[0]
    await expect(async () => {
      await report(gateway, stray, stray.outside)
      expect(await find()).toBeTruthy()
    }).toPass({ timeout: 60_000, intervals: [500] })
    const raised = performance.now()
    await expect.poll(() => wallIsTold(new RegExp(tag)), { timeout: 2000 }).toBeLessThan(raised + 2000)
    await expect(wall.locator('.wall-takeover').filter({ hasText: tag })).toBeVisible()
    await expect(desk.getByRole('row', { name: line })).toBeVisible()
    await expect(phone.getByRole('row', { name: line })).toBeVisible()
  })

  const messages = () => receivers.received.filter(({ subject, text }) => `${subject} ${text}`.includes(tag))
  const told = () => messages().map(({ channel, to }) => `${channel} ${to}`)
  const [mail, sms, next] = [`MAIL ${onShift.email}`, `SMS +86${onShift.telephone}`, 'MAIL pm@example.com']
  await test.step('whoever is on shift gets a mail and an SMS in their language; nobody answers, and the next is told', async () => {
    await expect.poll(told).toEqual(expect.arrayContaining([mail, sms]))
    const [first, short] = [messages().find(({ channel }) => channel === 'MAIL'), messages().find(({ channel }) => channel === 'SMS')]
    expect(first?.subject).toContain(`[Critical] Left its pen: ${tag}`)
    expect(first?.text).toContain('There is a new alert.')
    expect(short?.text).toMatch(new RegExp(`Critical alert: ${tag} Left its pen`))
    // Whoever comes next has a minute to look at the map.
    await phone.getByRole('row', { name: line }).getByRole('button', { name: '看地图' }).click()
    await expect(phone.getByRole('heading', { level: 1 })).toContainText('离开圈舍')
    await expect.poll(told, { timeout: 90_000 }).toContain(next)
    const second = messages().find(({ to }) => to === 'pm@example.com')
    expect(second?.subject).toContain(`离开圈舍：${tag}`)
    expect(second?.text).toContain('此前通知的人没有确认，现在通知您。')
    // The link in it leads to this alert.
    expect(second?.text).toMatch(new RegExp(`^${product.url}${alerts}\\?open=\\d+$`, 'm'))
  })

  await test.step('the phone acknowledges it, with the word that a critical one needs; the desk sees it within a second', async () => {
    const acknowledge = phone.getByRole('button', { name: /^确\s*认$/ })
    await acknowledge.click()
    await expect(phone.getByText('请写明正在如何处理')).toBeVisible()
    await phone.getByPlaceholder(/^处理说明/).fill('我在西侧围栏')
    const held = desk.getByRole('row', { name: line }).getByText('苏日娜 处理中')
    const answered = phone.waitForResponse((response) => response.url().endsWith(endpoints.alerts.act.path))
    await acknowledge.click()
    await answered
    const taken = performance.now()
    await expect.poll(() => deskIsTold(new RegExp(`${tag}.*我在西侧围栏`)), { timeout: 1000 }).toBeLessThan(taken + 1000)
    await expect(held).toBeVisible()
    await expect(wall.getByText('苏日娜 处理中').first()).toBeVisible()
    expect(faults).toEqual([])
    // Three maps at once are too many for a machine without a graphics card.
    await wall.close()
  })

  await test.step('the phone gives it to the desk, with one hand', async () => {
    await phone.getByRole('button', { name: /^指\s*派$/ }).click()
    const dialog = phone.getByRole('dialog')
    await dialog.getByText('监管负责人').click()
    await dialog.getByRole('button', { name: /指\s*派/ }).click()
    await expect(phone.getByText('指派给 监管负责人')).toBeVisible()
    await desk.getByRole('tab', { name: /^我的/ }).click()
    await expect(desk.getByRole('row', { name: line })).toBeVisible()
  })

  await test.step('the desk closes it as theft with a photo, and the phone is told what became of it', async () => {
    await pledge(product, stray)
    await desk.getByRole('row', { name: line }).click()
    const details = desk.getByRole('complementary', { name: /^离开圈舍/ })
    await details.getByRole('button', { name: '被盗' }).click()
    const dialog = desk.getByRole('dialog')
    await dialog.getByRole('textbox').fill('围栏被剪开，有车辙')
    await dialog.locator('input[type=file]').setInputFiles(await licencePicture())
    await expect(dialog.getByRole('img', { name: '照片 1' })).toBeVisible()
    await dialog.getByRole('button', { name: /关\s*闭/ }).last().click()
    await expect(details.getByText('监管负责人 已关闭：被盗')).toBeVisible()
    await expect(phone.getByText('监管负责人 已关闭：被盗')).toBeVisible()
    const course = details.getByRole('region', { name: '经过' })
    for (const words of ['告警触发', '已确认', '已指派', '已关闭']) await expect(course.getByText(words).first()).toBeVisible()
    await expect(course.getByRole('list', { name: '现场照片' }).getByRole('img')).toBeVisible()
  })

  await test.step('nobody was told twice by one way, and the alert says who was told', async () => {
    expect(told().toSorted()).toEqual([...new Set(told())].toSorted())
    expect(new Set(messages().map(({ key }) => key)).size).toBe(messages().length)
    const alert = (await call(endpoints.alerts.list, { subjectId: stray.animalId, kind: 'LEFT_PEN', state: 'ALL' })).list[0]
    const { list } = await call(endpoints.alertDeliveries.ofAlert, { toldAlertId: alert?.id ?? 0 })
    expect(list.slice(0, 3).map(({ channel, state, reason }) => [channel, state, reason])).toEqual([['MAIL', 'SENT', 'RAISED'], ['SMS', 'SENT', 'RAISED'], ['MAIL', 'SENT', 'ESCALATED']])
  })

  await test.step('the draft of a ledger entry waits, and the evidence opens and verifies', async () => {
    await expectDraft(product, stray)
    await expectPack(desk, desk.getByRole('complementary', { name: /^离开圈舍/ }), product)
  })

  await gateway.endAsync()
  await phoneContext.close()
})
