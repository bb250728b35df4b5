import { endpoints } from '#contract/calls/endpoints.ts'
import { openCalls } from '#mocks/calls.ts'
import { expect, listenForFaults } from '../fixtures.ts'
import { pickUpAndMove, orderAnnouncement } from '../ordering.ts'
import { signInDemo, test } from '../people.ts'

test('orders entries by keyboard and dragging, retires one in use', { tag: '@long' }, async ({ product, openAs }) => {
  const platform = await signInDemo(product, 'platform')
  const call = openCalls(product.url, platform.token)
  const list = async () => (await call(endpoints.lookups.list, { kind: 'CATEGORY' })).list
  const codes = async () => (await list()).map(({ code }) => code).slice(0, 3)
  const ids = (await list()).map(({ id }) => id)
  const page = await openAs(platform)
  const faults = listenForFaults(page)
  try {
    await page.goto('/dashboard/settings?tab=lookups.CATEGORY')
    await page.getByRole('button', { name: '调整顺序' }).click()
    const handle = (name: string) => page.getByRole('button', { name: `移动“${name}”` })
    await pickUpAndMove(page, '牛', 'ArrowDown', [1, 2], 6)
    await page.keyboard.press('Space')
    await expect.poll(codes).toEqual(['SHEEP', 'CATTLE', 'GOAT'])

    // The released row slides into its place; hovering waits for that.
    await handle('山羊').hover()
    await page.mouse.down()
    const to = await handle('绵羊').boundingBox()
    if (!to) throw new Error('the handle is not there')
    await expect(async () => {
      await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2 + 4)
      await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 })
      await expect(orderAnnouncement(page)).toHaveText('“山羊”移到第 1 位，共 6 位。', { timeout: 2000 })
    }).toPass()
    await page.mouse.up()
    await expect.poll(codes).toEqual(['GOAT', 'SHEEP', 'CATTLE'])
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(page.getByRole('row').nth(1)).toContainText('山羊')

    await expect(page.getByRole('row', { name: /牛.*Cattle.*Bovino/ })).toBeVisible()
    await page.getByRole('button', { name: '对 牛 的操作' }).click()
    await expect(page.getByRole('menuitem', { name: '停用' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: '删除' })).toHaveCount(0)
    expect(faults).toEqual([])
  } finally {
    await call(endpoints.lookups.order, { kind: 'CATEGORY', ids })
  }
})
