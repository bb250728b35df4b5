import type { Page } from '@playwright/test'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openCalls } from '#mocks/calls.ts'
import { expectWithin } from '../expectWithin.ts'
import { expect, listenForFaults } from '../fixtures.ts'
import { signInDemo, test } from '../people.ts'

/** Maximum time until an entry, a price or an alert is on an open wall, ms. */
const liveMs = 2_000

/** Expects the whole wall on the screen, without scrolling. */
async function expectToFit(page: Page) {
  const over = await page.evaluate(() => {
    const wall = document.querySelector('.wall-screen')
    return wall === null ? null : [wall.scrollWidth - wall.clientWidth, wall.scrollHeight - wall.clientHeight]
  })
  expect(over).toEqual([0, 0])
}

test('follows ledgers and prices on a bank’s wall of projects', async ({ openAs, product, pm }) => {
  const login = await signInDemo(product, 'bank')
  const bank = openCalls(product.url, login.token)
  const [watched] = (await bank(endpoints.projectMonitor.shown, {})).projects
  const id = watched?.id ?? 0
  const wall = await openAs(login)
  const faults = listenForFaults(wall)
  await wall.goto('/dashboard/animal-monitor/project')
  const row = wall
    .getByRole('list', { name: '项目 · 按风险' })
    .getByRole('listitem')
    .filter({ hasText: watched?.code ?? '' })
  const happening = wall.getByRole('list', { name: '最新动态' })
  const ledger = row.locator('.wall-risk-heads b')
  const ratio = row.locator('.wall-risk-ratio')
  const heads = (count: number) => count.toLocaleString('zh-CN')
  await expect(ledger).toHaveText(heads(watched?.ledger ?? 0))
  await expect(wall.getByRole('status').first()).toHaveText('实时')
  await expect(wall.locator('.wall-map canvas').first()).toBeVisible()
  await expectToFit(wall)

  const [dead] = (await pm(endpoints.projectHeads.list, { id, pageSize: 1 })).list
  await pm(endpoints.animals.setStatus, {
    ids: [dead?.id ?? 0],
    status: 'DEAD',
    leftOn: new Date().toISOString().slice(0, 10),
    reason: '胀气',
  })
  await expectWithin(wall, liveMs, async (limit) => {
    await expect(ledger).toHaveText(heads((watched?.ledger ?? 0) - 1), limit)
    await expect(happening).toContainText('死亡 -1', limit)
  })

  const [line] = (await pm(endpoints.projectCoverage.shown, { id })).lines
  const before = await ratio.textContent()
  const pricedOn = new Date().toISOString().slice(0, 10)
  const unitPrice = (Number(line?.unitPrice) / 2).toFixed(2)
  await pm(endpoints.collateral.reprice, {
    id,
    collateralId: line?.lineId ?? 0,
    unitPrice,
    pricedOn,
    priceSource: '锡林浩特市场',
    reason: '价格下跌',
  })
  const [asked] = (await bank(endpoints.tickets.list, { mine: 'TO_DECIDE' })).list
  await bank(endpoints.tickets.approve, { ticketId: asked?.ticketId ?? 0, decision: 'APPROVED' })
  await expectWithin(wall, liveMs, (limit) => expect(ratio).not.toHaveText(before ?? '', limit))

  await row.getByRole('link').click()
  await expect(wall).toHaveURL(new RegExp(`/dashboard/project/info/${id}`))
  expect(faults).toEqual([])
})
