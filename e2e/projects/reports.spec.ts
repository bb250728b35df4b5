import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { signInDemo, test } from '../people.ts'

/** Opens the newest closed day. @returns the day and the panel with its details */
async function openClosedDay(page: Page) {
  await page.goto('/dashboard/projects')
  await page.getByRole('link', { name: '监管日报' }).click()
  await expect(page.getByRole('heading', { name: '监管日报', level: 1 })).toBeVisible()
  const row = page.getByRole('row', { name: /已封账/ }).first()
  await expect(row).toContainText('1,200')
  const day = ((await row.textContent()) ?? '').slice(0, 10).replaceAll('/', '-')
  await row.click()
  return { day, details: page.getByRole('complementary', { name: new RegExp(day) }) }
}

test('shows a bank its open and closed days, and verifies a day’s seal', async ({ openAs, product }) => {
  const page = await openAs(await signInDemo(product, 'bank'))
  const { details } = await openClosedDay(page)
  await expect(page.getByRole('row', { name: /未封账/ }).first()).toBeVisible()
  await details.getByRole('link', { name: /^[0-9a-f]{64}$/ }).click()
  await expect(page.getByText(/记录完好$/)).toBeVisible()
})

test('downloads the report of a day as PDF', { tag: '@long' }, async ({ openAs, product }) => {
  const page = await openAs(await signInDemo(product, 'bank'))
  const { day, details } = await openClosedDay(page)
  // A process of lower priority draws it: on a busy machine that takes as long as the console waits, two minutes.
  const [file] = await Promise.all([
    page.waitForEvent('download', { timeout: 120_000 }),
    details.getByRole('button', { name: '下载 PDF' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`report-XM-2026-004-${day}.pdf`)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
})
