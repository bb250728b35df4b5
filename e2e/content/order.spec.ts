import { endpoints } from '#contract/calls/endpoints.ts'
import { openCalls } from '#mocks/calls.ts'
import { expect, listenForFaults } from '../fixtures.ts'
import { pickUpAndMove, orderAnnouncement } from '../ordering.ts'
import { signInDemo, test } from '../people.ts'
import { paint, uploadPicture } from '../pictures.ts'

test(
  'previews an organisation’s page and orders its links by keyboard',
  { tag: '@long' },
  async ({ openAs, product }) => {
    const login = await signInDemo(product, 'bank')
    const call = openCalls(product.url, login.token)
    const { saveLink, saveUseCase, removeLink, removeUseCase, page: read } = endpoints.marketingPages
    const orgId = login.userOrgId ?? 0
    const ours = await call(read, { orgId })
    for (const { id } of ours.links) await call(removeLink, { id })
    for (const { id } of ours.useCases) await call(removeUseCase, { id })
    for (const name of ['甲', '乙', '丙']) await call(saveLink, { name, link: 'https://drover.example/' })
    const imageId = await uploadPicture(product.url, await paint(900, 600, '#8a6'), login.token)
    await call(saveUseCase, { title: '越冬监管', text: '四百头牛。', imageIds: [imageId] })
    const links = async () => (await call(read, { orgId })).links.map(({ name }) => name)

    const page = await openAs(login)
    const faults = listenForFaults(page)
    await page.goto('/dashboard/org-admin/market-profile')
    await page.getByRole('button', { name: '编辑 越冬监管' }).click()
    await page.getByRole('textbox', { name: '标题' }).fill('还没保存的标题')
    await page.getByRole('dialog').getByRole('button', { name: '预览' }).click()
    const preview = page.frameLocator('iframe')
    await expect(preview.getByRole('heading', { name: '还没保存的标题' })).toBeVisible()
    await expect
      .poll(() =>
        preview
          .locator('.case-pictures img')
          .first()
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBe(900)
    await expect(preview.locator('.preview-note')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    await page.keyboard.press('Escape')
    await expect(page.locator('iframe')).toHaveCount(0)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /取\s*消/ })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: '放弃修改' }).click()

    const part = page.getByRole('region', { name: '相关链接' })
    await part.getByRole('button', { name: '调整顺序' }).click()
    await pickUpAndMove(page, '丙', 'ArrowUp', [3, 2], 3)
    await page.keyboard.press('ArrowUp')
    await expect(orderAnnouncement(page)).toHaveText('“丙”移到第 1 位，共 3 位。')
    await page.keyboard.press('Space')
    await expect.poll(links).toEqual(['丙', '甲', '乙'])
    await page.keyboard.press('Escape')
    const history = page.getByRole('region', { name: '变更记录' })
    await history.getByText('变更记录').click()
    await expect(history.getByRole('listitem').first()).toContainText('相关链接')
    const visitor = await openAs(null)
    await visitor.goto(`/org/${orgId}`)
    await expect(visitor.locator('.links a')).toHaveText(['丙', '甲', '乙'])
    expect(faults).toEqual([])
  },
)

test('moves one of 300 partners by dragging and by keyboard', { tag: '@long' }, async ({ openAs, product }) => {
  const login = await signInDemo(product, 'platform')
  const call = openCalls(product.url, login.token)
  const { addOrEdit, list } = endpoints.partnerships
  const { total } = await call(list, {})
  for (let place = total + 1; place <= 300; place++) await call(addOrEdit, { name: `伙伴 ${place}` })
  const names = async () =>
    (await call(list, { pageSize: 1000, sort: { field: 'position', order: 'asc' } })).list.map(({ name }) => name)
  const before = await names()

  const page = await openAs(login)
  const faults = listenForFaults(page)
  await page.goto('/dashboard/homepage/web?tab=partnerships')
  await page.getByRole('button', { name: '调整顺序' }).click()
  const drawer = page.getByRole('dialog')
  const entries = drawer.getByRole('listitem')
  await expect(entries.first()).toContainText(before[0] ?? '')
  expect(await entries.count()).toBeLessThan(120)

  // A cancelled move changes nothing.
  await entries.first().getByRole('button').last().click()
  await page.getByRole('menuitem', { name: '移到指定位置…' }).click()
  await expect(page.getByRole('spinbutton', { name: '位置，1 到 300' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('spinbutton')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(entries).toHaveCount(0)
  await page.getByRole('button', { name: '调整顺序' }).click()

  // By keyboard, to a place out of view that takes the focus.
  const placeOf = (name: string | undefined, place: number) =>
    drawer.getByRole('button', { name: `“${name}”：第 ${place} 位，共 300 位，移动` })
  await placeOf(before[0], 1).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: '移到指定位置…' })).toBeVisible()
  await page.getByRole('menuitem', { name: '移到指定位置…' }).press('Enter')
  await page.getByRole('spinbutton', { name: '位置，1 到 300' }).fill('251')
  await page.keyboard.press('Enter')
  await expect(placeOf(before[0], 251)).toBeFocused()
  await expect(placeOf(before[0], 251)).toBeInViewport()
  await expect.poll(async () => (await names())[250]).toBe(before[0])

  // By dragging: the list scrolls at its edge.
  const handle = drawer.getByRole('button', { name: `移动“${before[0]}”` })
  await handle.hover()
  await page.mouse.down()
  const box = await drawer.locator('.order-scroll').boundingBox()
  if (!box) throw new Error('the list is not there')
  await expect(async () => {
    await page.mouse.move(box.x + 20, box.y + box.height - 6)
    await page.mouse.move(box.x + 20, box.y + box.height - 3)
    expect(Number(/第 (\d+) 位/.exec((await orderAnnouncement(page).textContent()) ?? '')?.[1])).toBeGreaterThan(285)
  }).toPass()
  await page.mouse.up()
  await expect.poll(async () => (await names()).indexOf(before[0] ?? '')).toBeGreaterThan(280)
  expect((await names()).toSorted()).toEqual(before.toSorted())
  expect(faults).toEqual([])
})
