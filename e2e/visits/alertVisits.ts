import type { Page } from '@playwright/test'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { AlertAct } from '#contract/alerts/alertActs.ts'
import type { Neckband } from '#contract/herd/neckbands.ts'
import type { Call } from '#mocks/calls.ts'
import { expect, openGateway, placesOf, report, type Stray } from '../fixtures.ts'
import type { Product } from '../product.ts'
import { button, type Visit, type Words } from './visit.ts'

const alerts = '/dashboard/animal-monitor/alert'

/** Widths of a desktop and a phone, each used in Chinese and one other language. */
const desk = [1366, 1366] as const
const phone = [390, 390] as const

/**
 * Visits one alert in detail, two selected, the dialog of each act on desktop and phone, and the list's tabs. Few visits open a map, because it is
 * slow.
 */
export async function alertVisits(product: Product, call: Call): Promise<Visit[]> {
  const openId = await makeAlerts(product, call)
  const view = '紧急告警'
  const query = 'severities=CRITICAL'
  await call(endpoints.savedViews.addOrEdit, { list: 'alertScreen', name: view, query, columns: [] })
  const details = `${alerts}?open=${openId}`
  return [
    {
      path: details,
      async until(page, words) {
        const course = page.getByRole('region', { name: words['alertCourse.title'] })
        for (const kind of ['RAISED', 'ASSIGNED', 'COMMENTED'] as const)
          await expect(course.getByText(words[`alertEvent.${kind}`])).toBeVisible()
        await expect(page.locator('.alert-related li').first()).toBeVisible()
        await expect(page.locator('canvas.maplibregl-canvas')).toBeVisible()
        await expectActsInSight(page, words)
      },
      widths: [1366, 1920, 3840, 768, 390],
      secondLanguage: 'en-US',
    },
    ...(['ASSIGN', 'SHELVE', 'CLOSE'] as const).map((kind): Visit => ({
      path: details,
      until: ask(kind, 'main'),
      widths: phone,
      continuesPrevious: true,
    })),
    { path: alerts, until: selectTwo, widths: [768, 390, 1366, 1920, 3840], secondLanguage: 'ar' },
    ...(['ACKNOWLEDGE', 'ASSIGN', 'SHELVE', 'CLOSE'] as const).map((kind): Visit => ({
      path: alerts,
      until: ask(kind, '[role=toolbar]'),
      widths: desk,
      continuesPrevious: true,
    })),
    { path: `${alerts}?tab=shelved`, until: goTo('alertScreen.tab.shelved'), widths: desk, continuesPrevious: true },
    {
      path: `${alerts}?${query}`,
      async until(page) {
        await lines(page)
        // The current view's name is the button's label.
        await page.locator('.filters-tools button').click()
        await expect(button(page, view).last()).toBeVisible()
      },
      secondLanguage: 'ar',
    },
    {
      path: alerts,
      async until(page, words) {
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await ask('ACKNOWLEDGE', 'main')(page, words)
      },
      widths: phone,
      continuesPrevious: true,
    },
    { path: `${alerts}?tab=late`, until: goTo('alertScreen.tab.late'), widths: phone, continuesPrevious: true },
  ]
}

const list = (page: Page) => page.getByRole('grid')
const lines = (page: Page) => expect(list(page).getByRole('row').first()).toBeVisible()

async function selectTwo(page: Page): Promise<void> {
  for (const place of [0, 1]) await list(page).getByRole('checkbox').nth(place).check()
  await expect(page.getByRole('toolbar')).toBeVisible()
}

/** All acts on an open alert must be visible without scrolling. */
async function expectActsInSight(page: Page, words: Words): Promise<void> {
  const acts = page.getByRole('region', { name: words['alertAct.title'] })
  await expect(acts.getByRole('textbox')).toBeInViewport({ ratio: 1 })
  for (const name of [
    words['alerts.take'],
    words['alertAct.ASSIGN'],
    words['alertAct.SHELVE'],
    words['closeCode.OTHER'],
  ]) {
    await expect(acts.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
  }
}

async function closeDialog(page: Page, words: Words): Promise<void> {
  const dialog = page.getByRole('dialog')
  if ((await dialog.count()) === 0) return
  await dialog.getByRole('button', { name: words['action.cancel'], exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

const goTo = (tab: 'alertScreen.tab.shelved' | 'alertScreen.tab.late') => async (page: Page, words: Words) => {
  await closeDialog(page, words)
  await page.getByRole('tab', { name: words[tab] }).click()
  await lines(page)
}

/** Text ids of each act's error for incomplete input. */
const faults = {
  ACKNOWLEDGE: 'alerts.commentRequired',
  ASSIGN: 'alertAct.personMissing',
  SHELVE: 'list.reasonMissing',
  CLOSE: 'alertAct.wordsMissing',
} as const

/** Opens an act by its button in a part of the page, submits it incomplete, and expects the error. */
const ask = (kind: keyof typeof faults, part: string) => async (page: Page, words: Words) => {
  await closeDialog(page, words)
  const act = words[`alertAct.${kind}`]
  // The button of one alert determines its close code; for several alerts it is chosen in the dialog.
  const isOne = kind === 'CLOSE' && part === 'main'
  await page
    .locator(part)
    .getByRole('button', { name: isOne ? words['closeCode.THEFT'] : act, exact: true })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  if (kind === 'CLOSE' && !isOne) await dialog.getByText(words['closeCode.THEFT']).click()
  if (kind === 'ASSIGN') await expect(dialog.getByRole('radio').first()).toBeAttached()
  await dialog.getByRole('button', { name: act, exact: true }).last().click()
  await expect(dialog.getByText(words[faults[kind]])).toBeVisible()
}

const minuteMs = 60_000

/**
 * Reports three long-silent animals: one leaves its pen with a weak battery, one leaves late, and the weak battery alert of one is shelved.
 * @returns the id of the critical alert, which is assigned and commented on
 */
async function makeAlerts(product: Product, call: Call): Promise<number> {
  const now = Date.now()
  const { list: bands } = await call(endpoints.neckbands.list, {
    isWorn: true,
    state: ['SILENT'],
    sort: { field: 'lastSeenAt', order: 'asc' },
    pageSize: 3,
  })
  const [gone, late, weak] = await Promise.all(bands.map((band) => strayOf(call, band)))
  if (!gone || !late || !weak) throw new Error('no neckbands of the demo are silent')
  const gateway = await openGateway(product.mqttUrl)
  await report(gateway, gone, gone.inside, now - 8 * minuteMs)
  await report(gateway, gone, gone.outside, now, 5)
  await report(gateway, late, late.inside, now - 40 * minuteMs)
  await report(gateway, late, late.outside, now - 20 * minuteMs)
  await report(gateway, weak, weak.inside, now, 5)
  await gateway.endAsync()
  const find = async ({ animalId }: Stray, kind: 'LEFT_PEN' | 'LOW_BATTERY') => {
    const found = async () => (await call(endpoints.alerts.list, { animalId, kind, state: 'ACTIVE' })).list[0]?.id ?? 0
    await expect.poll(found, { message: kind }).toBeGreaterThan(0)
    return found()
  }
  const [id, shelved] = await Promise.all([
    find(gone, 'LEFT_PEN'),
    find(weak, 'LOW_BATTERY'),
    find(gone, 'LOW_BATTERY'),
    find(late, 'LEFT_PEN'),
  ])
  const {
    people: [person],
  } = await call(endpoints.alerts.assignees, { farmId: gone.farmId })
  const act = (alertId: number, done: AlertAct) => call(endpoints.alerts.act, { ids: [alertId], act: done })
  await act(id, { kind: 'ASSIGN', assigneeId: person?.id ?? null })
  await act(id, { kind: 'COMMENT', text: '已联系牧场，正在西侧围栏外寻找。' })
  await act(shelved, { kind: 'SHELVE', until: now + 60 * minuteMs, reason: '周末换电池' })
  return id
}

/** Returns an animal of the demo by its neckband, for reporting it at chosen places. */
async function strayOf(call: Call, { id: neckbandId, deviceId, animalId, farmId }: Neckband): Promise<Stray> {
  const animal = await call(endpoints.animals.detail, { id: animalId ?? 0 })
  const pen = await call(endpoints.pens.detail, { id: animal.farmSlotId ?? 0 })
  const [gateway] = (await call(endpoints.gateways.list, { farmId: pen.farmId, pageSize: 1 })).list
  return {
    animalId: animal.id,
    neckbandId,
    deviceId,
    gateway: gateway?.mac ?? '',
    farmId: farmId ?? 0,
    ...placesOf(pen.polygon),
  }
}
