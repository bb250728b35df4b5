import { endpoints } from '#contract/calls/endpoints.ts'
import { expect, listenForFaults } from '../fixtures.ts'
import { licencePicture, newcomer, signInDemo, test } from '../people.ts'

test(
  'uploads a farm’s plan, drags it and shows it on the monitor',
  { tag: '@long' },
  async ({ openAs, product, pm }) => {
    const page = await openAs(await signInDemo(product, 'pm'))
    const faults = listenForFaults(page)
    const name = `平面图牧场 ${newcomer().digits}`
    const ring: [number, number][] = [
      [118.1, 43.5],
      [118.11, 43.5],
      [118.11, 43.505],
      [118.1, 43.505],
      [118.1, 43.5],
    ]
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
    // Before the drag both top corners were at the same latitude.
    expect(planImage?.corners[0][1]).toBeGreaterThan(planImage?.corners[1][1] ?? 90)

    const wall = await openAs(await signInDemo(product, 'pm'))
    const wallFaults = listenForFaults(wall)
    const shown = wall.waitForResponse((response) =>
      new URL(response.url()).pathname.endsWith(`/common/image/${planImage?.imageId}`),
    )
    await wall.goto(`/dashboard/animal-monitor/monitor?farm=${farm.id}`)
    expect((await shown).status()).toBe(200)
    expect([faults, wallFaults]).toEqual([[], []])
  },
)
