import { endpoints } from '#contract/calls/endpoints.ts'
import { expect, listenForFaults } from '../fixtures.ts'
import { signInDemo, test } from '../people.ts'

test('places a gateway by a click on the map, and moves it', { tag: '@long' }, async ({ openAs, product, pm }) => {
  const page = await openAs(await signInDemo(product, 'pm'))
  const faults = listenForFaults(page)
  const mac = `AC2340${String(Date.now()).slice(-6)}`
  await page.goto('/dashboard/animal-monitor/device/gateway')
  await page.getByRole('button', { name: '新增网关' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: /MAC 地址/ }).fill(mac)
  await form.getByRole('combobox', { name: /养殖场/ }).click()
  await page.locator('.ant-select-item-option').first().click()
  const canvas = form.locator('canvas.maplibregl-canvas')
  await canvas.scrollIntoViewIfNeeded()
  await expect(form.locator('.polygon-map-name').nth(1)).toBeVisible()
  const box = await canvas.boundingBox()
  if (!box) throw new Error('the map has no size')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.click(x, y)
  const longitude = form.getByRole('spinbutton', { name: /经度/ })
  await expect(longitude).not.toHaveValue('')
  const clicked = await longitude.inputValue()
  const mark = form.locator('.point-map-point')
  await expect(mark).toBeVisible()
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 30, y + 10, { steps: 4 })
  await page.mouse.up()
  await expect(longitude).not.toHaveValue(clicked)
  await form.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('row', { name: new RegExp(mac) })).toBeVisible()
  const [placed] = (await pm(endpoints.gateways.list, { mac })).list
  expect(placed?.longitude).toBeGreaterThan(Number(clicked))
  expect(faults).toEqual([])
})
