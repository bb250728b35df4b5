import { endpoints } from '#contract/calls/endpoints.ts'
import { type Call, openCalls } from '#mocks/calls.ts'
import { expectWithin } from '../expectWithin.ts'
import { addAnimal, expect, expectLive, listenForFaults, openGateway, report } from '../fixtures.ts'
import {
  beWall,
  invite,
  licencePicture,
  newcomer,
  type Newcomer,
  sessionOf,
  signInDemo,
  test as base,
  tokenIn,
} from '../people.ts'
import type { Product } from '../product.ts'
import { openSnapshotCamera } from '../projects/testCameras.ts'
import { expectDraft, expectPack, pledge } from './evidencePack.ts'
import { openReceivers, type Receivers } from './receivers.ts'

const alerts = '/dashboard/animal-monitor/alert'

/** A product that really sends mails and SMS, with their receivers. */
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
  environment: [
    async ({ receivers }, use) => use({ ...receivers.environment, CAMERA_NETWORKS: 'loopback' }),
    { scope: 'worker' },
  ],
})

/** Puts a new user on shift, who reads English and wants mail and SMS. The project manager is notified one minute later. */
async function setUpDuty(
  product: Product,
  { received }: Receivers,
  person: Newcomer,
  second: { name: string; token: string },
): Promise<void> {
  const admin = openCalls(product.url, (await signInDemo(product, 'supervisor')).token)
  const mailed = async (address: string) => {
    await expect.poll(() => received.some(({ to }) => to === address), { message: 'the invitation' }).toBe(true)
    return tokenIn(received.findLast(({ to }) => to === address)?.text ?? '')
  }
  const { user, login } = await invite(product, admin, person, { role: 'SUPERVISOR_PM' }, mailed)
  const settings = { timeZone: 'Asia/Shanghai', quietHours: null, quietSeverities: [] }
  const critical = (...channels: ('MAIL' | 'SMS')[]) => ({ CRITICAL: channels, MAJOR: [], MINOR: [], INFO: [] })
  await openCalls(product.url, login.token)(endpoints.notificationSettings.edit, {
    ...settings,
    language: 'en-US',
    channels: critical('MAIL', 'SMS'),
  })
  await openCalls(product.url, second.token)(endpoints.notificationSettings.edit, {
    ...settings,
    language: 'zh-CN',
    channels: critical('MAIL'),
  })
  const secondId = (await admin(endpoints.rosters.list, {})).people.find(({ name }) => name === second.name)?.id ?? 0
  const everyDay = { days: [1, 2, 3, 4, 5, 6, 7], from: 0, to: 0 }
  await admin(endpoints.rosters.addOrEdit, {
    name: '昼夜值班',
    timeZone: 'Asia/Shanghai',
    watchedFarmIds: [],
    shifts: [
      { layer: 1, personId: user.id, ...everyDay },
      { layer: 2, personId: secondId, ...everyDay },
    ],
  })
  await admin(endpoints.alertPolicies.edit, {
    escalateMinutes: { CRITICAL: 1, MAJOR: null, MINOR: null, INFO: null },
    remindMinutes: null,
  })
}

/** Counts the tones of a page, which this browser plays without a user's gesture. */
function countTones(): void {
  Reflect.set(window, 'tonesSounded', 0)
  const start = Reflect.get(OscillatorNode.prototype, 'start') as (...when: unknown[]) => unknown
  Reflect.set(OscillatorNode.prototype, 'start', function (this: OscillatorNode, ...when: unknown[]) {
    Reflect.set(window, 'tonesSounded', (Reflect.get(window, 'tonesSounded') as number) + 1)
    return Reflect.apply(start, this, when)
  })
}

/** Acknowledges all other alerts of the demo that would take over a wall. */
async function acknowledgeOthers(pm: Call, animalId: number): Promise<void> {
  const { list } = await pm(endpoints.alerts.list, { state: 'ACTIVE', severities: ['CRITICAL'], pageSize: 1000 })
  const ids = list.filter((alert) => alert.acknowledgedAt === null && alert.animalId !== animalId).map(({ id }) => id)
  if (ids.length > 0) await pm(endpoints.alerts.act, { ids, act: { kind: 'ACKNOWLEDGE', comment: '已安排' } })
}

test(
  'shows an animal’s exit on wall, phone and desk until its closing',
  { tag: '@long' },
  async ({ openAs, browser, page: wall, product, receivers }) => {
    const pm = await signInDemo(product, 'pm')
    const call = openCalls(product.url, pm.token)
    const onShift = newcomer()
    await setUpDuty(product, receivers, onShift, { name: '苏日娜', token: pm.token })
    const faults = listenForFaults(wall)
    await wall.addInitScript(countTones)

    const supervisor = await signInDemo(product, 'supervisor')
    const desk = await openAs(supervisor)
    await desk.setViewportSize({ width: 1366, height: 768 })
    const phoneContext = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
      baseURL: product.url,
      storageState: {
        cookies: [],
        origins: [
          {
            origin: product.url,
            localStorage: Object.entries(sessionOf(pm)).map(([name, value]) => ({ name, value })),
          },
        ],
      },
    })
    const phone = await phoneContext.newPage()
    const tag = `夜走 ${Date.now() % 100_000} 号`
    const line = new RegExp(`离开圈舍.*${tag}`)
    const stray = await addAnimal(call, tag)
    const gateway = await openGateway(product.mqttUrl)
    const camera = await openSnapshotCamera()
    const [pen] = (await call(endpoints.pens.list, { farmId: stray.farmId, pageSize: 1 })).list
    const platform = openCalls(product.url, (await signInDemo(product, 'platform')).token)
    await platform(endpoints.cameras.addOrEdit, {
      name: '西门',
      farmId: stray.farmId,
      farmSlotId: pen?.id ?? null,
      snapshotAddress: camera.snapshot,
    })
    await acknowledgeOthers(call, stray.animalId)
    await Promise.all([
      beWall(wall, product, openCalls(product.url, supervisor.token), '值班室'),
      desk.goto(alerts),
      phone.goto(alerts),
    ])
    await expectLive(wall)
    await expect(desk.getByRole('grid')).toBeVisible()
    const takeover = wall.locator('.wall-takeover').filter({ hasText: tag })

    await test.step('shows the alert on wall, desk and phone', async () => {
      await report(gateway, stray, stray.inside)
      const find = async () =>
        (await call(endpoints.alerts.list, { subjectId: stray.animalId, kind: 'LEFT_PEN', state: 'ACTIVE' })).list[0]
      await expect(async () => {
        await report(gateway, stray, stray.outside)
        expect(await find()).toBeTruthy()
      }).toPass({ timeout: 60_000, intervals: [500] })
      await expectWithin(wall, 2000, (limit) => expect(takeover).toBeVisible(limit))
      await expect(takeover).toContainText('离开圈舍')
      await expect(takeover).toContainText('无人处理')
      await expect
        .poll(() => wall.evaluate(() => Reflect.get(window, 'tonesSounded') as number), { message: 'the wall sounds' })
        .toBeGreaterThanOrEqual(5)
      const picture = wall
        .getByRole('complementary', { name: '最近的摄像头' })
        .getByRole('img', { name: '西门 的画面' })
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
      await expect(desk.getByRole('row', { name: line })).toBeVisible()
      await expect(phone.getByRole('row', { name: line })).toBeVisible()
    })

    const messages = () => receivers.received.filter(({ subject, text }) => `${subject} ${text}`.includes(tag))
    const recipients = () => messages().map(({ channel, to }) => `${channel} ${to}`)
    const [mail, sms, next] = [`MAIL ${onShift.email}`, `SMS +86${onShift.telephone}`, 'MAIL pm@example.com']
    await test.step('notifies the user on shift, then the next one', async () => {
      await expect.poll(recipients).toEqual(expect.arrayContaining([mail, sms]))
      const [first, short] = [
        messages().find(({ channel }) => channel === 'MAIL'),
        messages().find(({ channel }) => channel === 'SMS'),
      ]
      expect(first?.subject).toContain(`[Critical] Left pen: ${tag}`)
      expect(first?.text).toContain('New alert.')
      expect(short?.text).toMatch(new RegExp(`Critical alert: ${tag} Left pen`))
      // The next person has a minute to look at the map.
      await phone.getByRole('row', { name: line }).getByRole('button', { name: '在地图上查看' }).click()
      await expect(phone.getByRole('heading', { level: 1 })).toContainText('离开圈舍')
      await expect.poll(recipients, { timeout: 90_000 }).toContain(next)
      const second = messages().find(({ to }) => to === 'pm@example.com')
      expect(second?.subject).toContain(`离开圈舍：${tag}`)
      expect(second?.text).toContain('前一级未确认，现升级通知您。')
      // The link in it leads to this alert.
      expect(second?.text).toMatch(new RegExp(`^${product.url}${alerts}\\?open=\\d+$`, 'm'))
    })

    await test.step('acknowledges with a comment on the phone', async () => {
      const acknowledge = phone.getByRole('button', { name: /^确\s*认$/ })
      await acknowledge.click()
      await expect(phone.getByText('请填写处理说明')).toBeVisible()
      await phone.getByPlaceholder(/^处理说明/).fill('我在西侧围栏')
      const acknowledgedRow = desk.getByRole('row', { name: line }).getByText('苏日娜 处理中')
      const answered = phone.waitForResponse((response) => response.url().endsWith(endpoints.alerts.act.path))
      // Waits until the wall has shown the other new alerts of the demo.
      await expect(async () => {
        await acknowledgeOthers(call, stray.animalId)
        await expect(takeover).toBeVisible({ timeout: 1000 })
      }).toPass()
      await acknowledge.click()
      await answered
      await expectWithin(desk, 1000, (limit) => expect(acknowledgedRow).toBeVisible(limit))
      await expect(takeover).toContainText('苏日娜 处理中')
      await expect(takeover).not.toContainText('无人处理')
    })

    await test.step('returns the wall to its tour', async () => {
      await acknowledgeOthers(call, stray.animalId)
      await expect(wall.locator('.wall-map-title')).toBeVisible({ timeout: 60_000 })
      await expect(takeover).toHaveCount(0)
      expect(faults).toEqual([])
      // Three maps at once are too many for a machine without a graphics card.
      await wall.close()
    })

    await test.step('assigns the alert from phone to desk', async () => {
      await phone.getByRole('button', { name: /^指\s*派$/ }).click()
      const dialog = phone.getByRole('dialog')
      await dialog.getByText('监管负责人').click()
      await dialog.getByRole('button', { name: /指\s*派/ }).click()
      await expect(phone.getByText('指派给 监管负责人')).toBeVisible()
      await desk.getByRole('tab', { name: /^我的/ }).click()
      await expect(desk.getByRole('row', { name: line })).toBeVisible()
    })

    await test.step('closes it as theft with a photo', async () => {
      await pledge(product, stray)
      // An opened alert lies over the end of the map, whose canvas stays as it is: a new one halts the page. A camera takes of its height.
      const canvasWidth = () =>
        desk
          .locator('.alert-map canvas')
          .first()
          .evaluate(({ width }: HTMLCanvasElement) => width)
      const before = await canvasWidth()
      await desk.getByRole('row', { name: line }).click()
      const details = desk.getByRole('complementary', { name: /^离开圈舍/ })
      await expect(details).toBeVisible()
      expect(await canvasWidth()).toBe(before)
      await details.getByRole('button', { name: '被盗' }).click()
      const dialog = desk.getByRole('dialog')
      await dialog.getByRole('textbox').fill('围栏被剪开，有车辙')
      await dialog.locator('input[type=file]').setInputFiles(await licencePicture())
      await expect(dialog.getByRole('img', { name: '照片 1' })).toBeVisible()
      await dialog
        .getByRole('button', { name: /关\s*闭/ })
        .last()
        .click()
      await expect(details.getByText('监管负责人 已关闭（被盗）')).toBeVisible()
      await expect(phone.getByText('监管负责人 已关闭（被盗）')).toBeVisible()
      const course = details.getByRole('region', { name: '处理记录' })
      for (const words of ['告警触发', '已确认', '已指派', '已关闭'])
        await expect(course.getByText(words).first()).toBeVisible()
      await expect(course.getByRole('list', { name: '现场照片' }).getByRole('img')).toBeVisible()
    })

    await test.step('lists each delivery once', async () => {
      expect(recipients().toSorted()).toEqual([...new Set(recipients())].toSorted())
      expect(new Set(messages().map(({ key }) => key)).size).toBe(messages().length)
      const alert = (await call(endpoints.alerts.list, { subjectId: stray.animalId, kind: 'LEFT_PEN', state: 'ALL' }))
        .list[0]
      const { list } = await call(endpoints.alertDeliveries.ofAlert, { toldAlertId: alert?.id ?? 0 })
      const sent = list.filter(({ channel }) => channel === 'MAIL' || channel === 'SMS')
      expect(sent.slice(0, 3).map(({ channel, state, reason }) => [channel, state, reason])).toEqual([
        ['MAIL', 'SENT', 'RAISED'],
        ['SMS', 'SENT', 'RAISED'],
        ['MAIL', 'SENT', 'ESCALATED'],
      ])
      // The desk reported its sound; its browser was never asked for notifications.
      const ofDesk = list.filter(
        ({ recipient, channel }) => recipient === '监管负责人' && (channel === 'SOUND' || channel === 'DESKTOP'),
      )
      expect(ofDesk).toHaveLength(2)
      expect(Object.fromEntries(ofDesk.map(({ channel, state, fault }) => [channel, { state, fault }]))).toEqual({
        DESKTOP: { state: 'FAILED', fault: 'BLOCKED' },
        SOUND: { state: 'SENT', fault: null },
      })
    })

    await test.step('drafts the ledger entry and verifies the evidence', async () => {
      await expectDraft(product, stray)
      await expectPack(desk, desk.getByRole('complementary', { name: /^离开圈舍/ }), product)
    })

    await gateway.endAsync()
    camera.close()
    await phoneContext.close()
  },
)
