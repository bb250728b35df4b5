import { readFile } from 'node:fs/promises'
import { endpoints } from '#contract/calls/endpoints.ts'
import { expect, listenForFaults } from '../fixtures.ts'
import { signInDemo, test } from '../people.ts'

test('plays a herd’s day by keys and exports one animal’s track', { tag: '@long' }, async ({ openAs, product, pm }) => {
  const page = await openAs(await signInDemo(product, 'pm'))
  const faults = listenForFaults(page)
  const [farm] = (await pm(endpoints.farms.list, { pageSize: 1 })).list
  const map = page.locator('.replay-map[aria-busy="false"]')
  const bar = page.getByRole('slider', { name: '时间' })
  const shown = async () => Number(await bar.inputValue())

  // Yesterday is complete; today may have just begun.
  const yesterday = new Date(Date.now() - 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' })
  await page.goto(`/dashboard/animal-monitor/replay?farm=${farm?.id}&day=${yesterday}`)
  await expect(map).toBeVisible()
  const begun = await shown()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press(' ')
  await expect.poll(shown).toBeGreaterThan(begun + 120_000)
  await page.keyboard.press(' ')
  await expect(page).toHaveURL(/at=\d{13}/)

  // Opens a full pen once its animals are loaded, then the track of one of them.
  await expect(page.locator('.replay-tags').first()).toBeAttached()
  const pen = page
    .locator('.replay-pens[aria-busy="false"] details')
    .filter({ has: page.locator('b', { hasText: /\d\d/ }) })
    .first()
  await pen.locator('summary').click()
  const tag = pen.locator('.replay-tags button').first()
  const name = (await tag.textContent()) ?? ''
  await tag.click()
  await expect(page).toHaveURL(/animal=\d+/)
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible()
  await expect(map).toBeVisible()
  await page.getByRole('checkbox', { name: '跟随牲畜' }).check()
  await page.getByRole('combobox', { name: '时段' }).selectOption('3')
  await expect(page.getByText('来自每次上报')).toBeVisible()
  await expect(map).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出 CSV' }).click(),
  ])
  const [head, ...rows] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(head).toBe('time_utc,time_Asia/Shanghai,longitude,latitude,accuracy_m')
  expect(rows.length).toBeGreaterThan(20)
  expect(faults).toEqual([])
})
