import type { Locator, Page } from '@playwright/test'
import { endpoints } from '#contract/calls/endpoints.ts'
import { expect, listenForFaults } from '../fixtures.ts'
import { licencePicture, newcomer, signInDemo, test } from '../people.ts'

const button = (within: Locator, name: string) => within.getByRole('button', { name, exact: true })

/** Draws a ring on the map of a form, by shares of its width and height. */
async function draw(page: Page, form: Locator, corners: readonly (readonly [x: number, y: number])[]): Promise<void> {
  const canvas = form.locator('canvas.maplibregl-canvas')
  await canvas.scrollIntoViewIfNeeded()
  await expect(form.locator('.polygon-map-name').first()).toBeVisible()
  const box = await canvas.boundingBox()
  if (!box) throw new Error('the map has no size')
  for (const [x, y] of [...corners, ...corners.slice(0, 1)]) {
    await page.mouse.move(box.x + box.width * x, box.y + box.height * y, { steps: 3 })
    await page.mouse.click(box.x + box.width * x, box.y + box.height * y)
  }
  await expect(form.locator('.polygon-area')).toBeVisible()
}

test('a farm and a pen in it are drawn, and found on the monitor', async ({ openAs, product, pm }) => {
  const page = await openAs(await signInDemo(product, 'pm'))
  const faults = listenForFaults(page)
  const name = `河湾牧场 ${newcomer().digits}`
  const form = page.getByRole('dialog')
  const field = (label: string) => form.getByRole('textbox', { name: new RegExp(`^(\\* )?${label}$`) })

  await page.goto('/dashboard/animal-monitor/farm/list')
  await page.getByRole('button', { name: '新增养殖场' }).click()
  await field('名称').fill(name)
  await draw(page, form, [[0.2, 0.4], [0.5, 0.4], [0.5, 0.85], [0.2, 0.85]])
  await button(form, '保存').click()
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible()
  const [farm] = (await pm(endpoints.farms.list, { name })).list
  expect(farm?.boundary.coordinates).toHaveLength(1)

  await page.goto('/dashboard/animal-monitor/farm/farmSlot')
  await page.getByRole('button', { name: '新增圈舍' }).click()
  const finder = form.getByRole('combobox', { name: /养殖场/ })
  await finder.fill(name)
  const found = page.locator('.ant-select-item-option')
  // What is found takes the place of the first farms: a click before that would meet another one.
  await expect(found).toHaveText([name])
  await found.click()
  await field('名称').fill('东圈')
  await expect(form.locator('.polygon-map-name')).toHaveText([name])
  // The farm fills the map: a fence in its middle stays inside.
  await draw(page, form, [[0.42, 0.45], [0.55, 0.45], [0.55, 0.65], [0.42, 0.65]])
  await expect(form.getByText(/超出养殖场边界/)).toHaveCount(0)
  await button(form, '保存').click()
  await expect(page.getByRole('row', { name: /东圈/ })).toContainText(name)

  await page.goto(`/dashboard/animal-monitor/monitor?farm=${farm?.id}`)
  await expect(page.locator('.wall-map-title').getByText(name)).toBeVisible()
  const scene = await pm(endpoints.monitor.scene, {})
  expect(scene.pens.filter((pen) => pen.farmId === farm?.id).map((pen) => pen.name)).toEqual(['东圈'])
  expect(faults).toEqual([])
})

test('the picture of a farm’s plan is uploaded, dragged into its place, and lies on the monitor', async ({ openAs, product, pm }) => {
  const page = await openAs(await signInDemo(product, 'pm'))
  const faults = listenForFaults(page)
  const name = `平面图牧场 ${newcomer().digits}`
  const ring: [number, number][] = [[118.1, 43.5], [118.11, 43.5], [118.11, 43.505], [118.1, 43.505], [118.1, 43.5]]
  const farm = await pm(endpoints.farms.addOrEdit, { name, boundary: { type: 'Polygon', coordinates: [ring] } })
  await page.goto(`/dashboard/animal-monitor/farm/list?open=${farm.id}`)
  await page.getByRole('button', { name: '编辑' }).click()
  await page.getByLabel('平面图图片').setInputFiles(await licencePicture())
  const corner = page.locator('.plan-map-corner').first()
  await corner.scrollIntoViewIfNeeded()
  const box = await corner.boundingBox()
  if (!box) throw new Error('the corner has no place')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 20, y - 10, { steps: 4 })
  await page.mouse.up()
  await page.getByRole('button', { name: '保存' }).click()
  await expect.poll(async () => (await pm(endpoints.farms.detail, { id: farm.id })).planImage?.corners.length).toBe(4)
  const { planImage } = await pm(endpoints.farms.detail, { id: farm.id })
  // Before it was dragged, its top left corner was as high as its top right one.
  expect(planImage?.corners[0][1]).toBeGreaterThan(planImage?.corners[1][1] ?? 90)

  const wall = await openAs(await signInDemo(product, 'pm'))
  const wallFaults = listenForFaults(wall)
  const shown = wall.waitForResponse((response) => new URL(response.url()).pathname.endsWith(`/common/image/${planImage?.imageId}`))
  await wall.goto(`/dashboard/animal-monitor/monitor?farm=${farm.id}`)
  expect((await shown).status()).toBe(200)
  expect([faults, wallFaults]).toEqual([[], []])
})
