import type { Page } from '@playwright/test'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Call } from '#mocks/calls.ts'
import { expect } from '../fixtures.ts'
import { button, details, emptyForm, rows, type Visit, type Words } from './visit.ts'

export interface LoanHosts {
  /** A running project. */
  projectId: number
  /** A ticket that awaits the bank and has figures. */
  ticketId: number
  /** Root of a sealed day. */
  root: string
}

/** Requests a price change from the bank, unless one is pending. */
export async function makeLoanHosts(pm: Call): Promise<LoanHosts> {
  const projectId = (await pm(endpoints.projects.list, { isOnlyActive: true, pageSize: 1 })).list[0]?.id ?? 0
  const waiting = async () =>
    (await pm(endpoints.tickets.list, { projectId, state: ['PENDING'], pageSize: 1 })).list[0]?.ticketId
  if ((await waiting()) === undefined) {
    const [line] = (await pm(endpoints.projectCoverage.shown, { id: projectId })).lines
    const pricedOn = new Date().toISOString().slice(0, 10)
    await pm(endpoints.collateral.reprice, {
      id: projectId,
      collateralId: line?.lineId ?? 0,
      unitPrice: '13000.00',
      haircut: line?.haircut ?? '0',
      pricedOn,
      priceSource: '锡林浩特市场',
      reason: '价格下跌',
    })
  }
  const { seal } = await pm(endpoints.seals.newest, {})
  return { projectId, ticketId: (await waiting()) ?? 0, root: seal?.root ?? '' }
}

const region = (page: Page, name: string) => expect(page.getByRole('region', { name, exact: true })).toBeVisible()
/** Waits until a list has loaded, with or without rows. */
const listLoaded = async (page: Page) => {
  await expect(page.getByRole('grid').last()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}

/** Screens of a running loan for its bank, at desktop and phone width. */
export function loan({ projectId, ticketId, root }: LoanHosts): Visit[] {
  const info = `/dashboard/project/info/${projectId}`
  return [
    { path: '/dashboard/projects', until: rows },
    {
      path: '/dashboard/market-profile',
      async until(page) {
        await rows(page)
        await page.getByRole('row').nth(2).click()
        await details(page)
      },
    },
    {
      path: `${info}?tab=overview`,
      async until(page, words) {
        await region(page, words['coverage.title'])
        await page.getByRole('slider', { name: words['stress.price'] }).focus()
        await page.keyboard.press('PageDown')
        await expect(page.getByText(words['stress.then'])).toBeVisible()
        await expect(page.locator('#trend')).toBeVisible()
      },
    },
    {
      path: `${info}?tab=overview`,
      async until(page) {
        await page.locator('button.figures-heads').first().click()
        await expect(page.getByRole('dialog').getByRole('row').nth(1)).toBeVisible()
      },
    },
    { path: `${info}?tab=map`, until: (page) => expect(page.locator('canvas.maplibregl-canvas')).toBeVisible() },
    { path: `${info}?tab=headcount`, until: rows },
    { path: `${info}?tab=headcount&part=heads`, until: rows },
    { path: `${info}?tab=headcount&part=days`, until: listLoaded },
    { path: `${info}?tab=headcount&part=drafts`, until: listLoaded },
    { path: `${info}?tab=collateral&part=balances`, until: listLoaded },
    { path: `${info}?tab=alerts`, until: listLoaded },
    { path: `${info}?tab=tickets`, until: (page, words) => region(page, words['project.tab.tickets']) },
    {
      path: `${info}?tab=documents`,
      until: (page, words) => expect(page.getByText(words['project.noDocuments'])).toBeVisible(),
    },
    { path: `${info}?tab=history`, until: (page, words) => region(page, words['history.title']) },
    { path: `/dashboard/approvals?open=${ticketId}`, until: details },
    {
      path: `/verify/${root}`,
      until: (page, words) => expect(page.getByText(words['verify.intactText'])).toBeVisible(),
    },
  ]
}

/** Acts only for the project manager: drafts, collateral lines, and releasing or substituting animals. */
export function lending({ projectId }: LoanHosts): Visit[] {
  const pledges = `/dashboard/project/info/${projectId}?tab=collateral&part=pledges`
  const openRequestForm = (title: keyof Words) => async (page: Page, words: Words) => {
    await rows(page)
    await page.getByRole('row').nth(1).getByRole('checkbox').check()
    await button(page, words[title]).click()
    await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible()
  }
  return [
    {
      path: `/dashboard/project/info/${projectId}?tab=collateral`,
      until: (page, words) => emptyForm(page, words['collateral.new'], words['collateral.ask']),
    },
    { path: pledges, until: openRequestForm('release.title') },
    { path: pledges, until: openRequestForm('substitution.title') },
    {
      path: '/dashboard/project/form',
      async until(page, words) {
        await button(page, words['form.save']).last().click()
        await expect(page.locator('.ant-form-item-explain-error').first()).toBeVisible()
      },
    },
  ]
}
