import { readFile } from 'node:fs/promises'
import { expect } from '../fixtures.ts'
import { signInDemo, test } from '../people.ts'

test('shows a bank its days, a report to download and its seal', async ({ openAs, product }) => {
  const page = await openAs(await signInDemo(product, 'bank'))
  await page.goto('/dashboard/projects')
  await page.getByRole('link', { name: '监管日报' }).click()
  await expect(page.getByRole('heading', { name: '监管日报', level: 1 })).toBeVisible()
  const row = page.getByRole('row', { name: /已封账/ }).first()
  await expect(row).toContainText('1,200')
  await expect(page.getByRole('row', { name: /未封账/ }).first()).toBeVisible()
  const day = ((await row.textContent()) ?? '').slice(0, 10).replaceAll('/', '-')
  await row.click()
  const details = page.getByRole('complementary', { name: new RegExp(day) })
  const [file] = await Promise.all([page.waitForEvent('download'), details.getByRole('button', { name: '下载 PDF' }).click()])
  expect(file.suggestedFilename()).toBe(`report-XM-2026-004-${day}.pdf`)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await details.getByRole('link', { name: /^[0-9a-f]{64}$/ }).click()
  await expect(page.getByText(/记录完好$/)).toBeVisible()
})
