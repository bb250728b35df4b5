import type { Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { button, details, rows, type Visit, type Words } from './visit.ts'

/** Address of a project as of now on both axes, so that it shows its past view. */
const pastOf = (projectId: number, part: string) => {
  const asOf = new Date().toISOString()
  return `/dashboard/project/info/${projectId}?${part}&happened=${asOf}&recorded=${asOf}`
}
const past = (page: Page, words: Words) =>
  expect(page.getByRole('region', { name: words['past.open'] }).getByRole('status')).toBeVisible()

/** Screens of a running project, and those used before lending. */
export function projects(projectId: number): Visit[] {
  const info = `/dashboard/project/info/${projectId}`
  const region = (page: Page, name: string) => expect(page.getByRole('region', { name, exact: true })).toBeVisible()
  return [
    {
      path: pastOf(projectId, 'tab=overview'),
      async until(page, words) {
        await past(page, words)
        await region(page, words['coverage.title'])
      },
    },
    {
      path: pastOf(projectId, 'tab=collateral&part=pledges'),
      async until(page, words) {
        await past(page, words)
        await rows(page)
      },
    },
    {
      path: pastOf(projectId, 'tab=map'),
      async until(page, words) {
        await past(page, words)
        await region(page, words['past.pens'])
      },
    },
    // At phone width tabs that do not fit are scrolled into view.
    {
      path: `${info}?tab=collateral`,
      async until(page, words) {
        await page.setViewportSize({ width: 390, height: 844 })
        // A card is a row without a header row above it.
        await expect(page.getByRole('row').first()).toBeVisible()
        await expect(page.getByRole('tab', { name: words['project.tab.collateral'], exact: true })).toBeInViewport()
        expect(
          await page
            .locator('.tabs')
            .evaluateAll((strips) => strips.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)),
        ).toBe(true)
      },
    },
    {
      path: `${info}?tab=logs`,
      async until(page) {
        await page.setViewportSize({ width: 1366, height: 768 })
        await rows(page)
        await page.getByRole('row').nth(1).click()
        await details(page)
      },
    },
    {
      path: `${info}?tab=logs`,
      async until(page, words) {
        await button(page, words['dailyLog.writers']).click()
        await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
      },
    },
    { path: `${info}?tab=cameras`, until: (page) => expect(page.getByRole('figure').first()).toBeVisible() },
    {
      path: '/dashboard/project/pledge-check',
      async until(page, words) {
        await page.getByRole('textbox', { name: words['pledgeCheck.tags'] }).fill('156152522000001 156152522000002 12')
        await button(page, words['pledgeCheck.ask']).click()
        await expect(page.getByRole('row').nth(2)).toBeVisible()
      },
    },
    {
      path: '/dashboard/animal-monitor/project',
      until: (page, words) =>
        expect(
          page.getByRole('list', { name: words['projectMonitor.projects'] }).getByRole('listitem').first(),
        ).toBeVisible(),
    },
  ]
}
