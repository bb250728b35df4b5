import { readFile } from 'node:fs/promises'
import type { LongitudeLatitude } from '#contract/values/geo.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { expect, listenForFaults, middleOf, openGateway, report } from '../fixtures.ts'
import { newcomer, signInDemo, test } from '../people.ts'
import { act, button, choose, chooseSheet, draw, field, rectangle } from './forms.ts'

const root = '/dashboard/animal-monitor'
const heads = 60
/** Left and right edge of each pen as parts of the map, which the farm fills. */
const pens = { 东圈: [0.33, 0.4], 西圈: [0.44, 0.52], 北圈: [0.56, 0.64] } as const
type Pen = keyof typeof pens
const document = Buffer.from('%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n')

test('sets up a herd from the drawn farm to the replayed day', { tag: '@long' }, async ({ openAs, product, pm }) => {
  const login = await signInDemo(product, 'pm')
  const page = await openAs(login)
  const faults = listenForFaults(page)
  await page.setViewportSize({ width: 1366, height: 768 })
  const dialog = page.getByRole('dialog')
  const row = (name: string) => page.getByRole('row', { name })

  const { digits } = newcomer()
  const farm = `河湾牧场 ${digits}`
  const mac = `AC23${digits}`
  const tagOf = (number: number) => `${digits}-${String(number).padStart(2, '0')}`
  /** Neckbands by the numbers of their later animals. */
  const bands = new Map([1, 2, heads].map((number) => [number, `B0${digits}${String(number).padStart(2, '0')}`]))
  const gateway = await openGateway(product.mqttUrl)
  const middles = new Map<Pen, LongitudeLatitude>()
  /** The gateway hears each neckband in a pen. */
  const publishReadings = async (penOf: (number: number) => Pen) => {
    for (const [number, deviceId] of bands)
      await report(gateway, { gateway: mac, deviceId }, middles.get(penOf(number)) ?? [0, 0])
  }

  await test.step('draws a farm and three pens', async () => {
    await page.goto(`${root}/farm/list`)
    await button(page, '新增养殖场').click()
    await field(dialog, '名称').fill(farm)
    await draw(dialog, rectangle([0.2, 0.4], [0.5, 0.85]))
    await button(dialog, '保存').click()
    await page.getByRole('link', { name: '查看该养殖场的圈舍' }).click()
    for (const [before, [pen, [west, east]]] of Object.entries(pens).entries()) {
      await button(page, '新增圈舍').click()
      await field(dialog, '名称').fill(pen)
      // The map shows the farm and its earlier pens.
      await expect(dialog.locator('.polygon-map-name')).toHaveText([farm, ...Object.keys(pens).slice(0, before)])
      await draw(dialog, rectangle([west, 0.42], [east, 0.68]))
      await button(dialog, '保存').click()
      await expect(row(pen)).toBeVisible()
      await expect(page.getByText(/超出养殖场边界|与圈舍.*重叠/)).toHaveCount(0)
    }
  })

  const [drawn] = (await pm(endpoints.farms.list, { name: farm })).list
  const farmId = drawn?.id ?? 0
  const scene = await pm(endpoints.monitor.scene, {})
  for (const { name, polygon } of scene.pens.filter((pen) => pen.farmId === farmId))
    middles.set(name as Pen, middleOf(polygon))
  expect([...middles.keys()].toSorted()).toEqual(Object.keys(pens).toSorted())

  await test.step('adopts an unknown gateway', async () => {
    await publishReadings(() => '东圈')
    await page.goto(`${root}/device/unknown?deviceId=${mac}`)
    await row(mac).getByText('网关', { exact: true }).click()
    const details = page.getByRole('complementary', { name: mac })
    await expect(details.getByText('"rssi":-60')).toBeVisible()
    await choose(details, '养殖场', farm)
    await choose(details, '圈舍', '东圈')
    await field(details, '名称').fill('东门网关')
    await details.getByRole('textbox', { name: /原因/ }).fill('东门新装')
    await button(details, '登记设备').click()
    await expect(row(mac)).toHaveCount(0)
  })

  await test.step('imports checked sheets of animals and neckbands', async () => {
    const titles = ['可视耳标', '养殖场', '圈舍', '性别']
    const animals = Array.from({ length: heads }, (_, index) => [tagOf(index + 1), farm, '东圈', '母'])
    await page.goto(`${root}/animal/list?farmId=${farmId}`)
    await button(page, '导入').click()
    await chooseSheet(dialog, '牛群.csv', [titles, ...animals.slice(1), [tagOf(1), farm, '南圈', '母']])
    await expect(dialog.getByRole('table', { name: '文件中的错误' }).getByRole('row').nth(1)).toHaveText(
      `${heads + 1}圈舍南圈没有您可使用的同名记录`,
    )
    await expect(dialog.getByText(/1 行有误.*尚未导入任何数据/)).toBeVisible()
    await expect(page.getByText('筛选后 0 头牲畜')).toBeVisible()
    await button(dialog, '选择其他文件').click()
    await chooseSheet(dialog, '牛群（已改）.csv', [titles, ...animals])
    await button(dialog, `导入 ${heads} 行`).click()
    await expect(dialog.getByText(`已导入 ${heads} 行。`)).toBeVisible()
    await button(dialog, '关闭').last().click()
    await expect(page.getByText(`筛选后 ${heads} 头牲畜`)).toBeVisible()

    await page.goto(`${root}/device/neckband?import=1`)
    await chooseSheet(dialog, '项圈.csv', [['设备编号'], ...[...bands.values()].map((deviceId) => [deviceId])])
    await button(dialog, `导入 ${bands.size} 行`).click()
    await expect(dialog.getByText(`已导入 ${bands.size} 行。`)).toBeVisible()
  })

  await test.step('pairs neckbands on a phone', async () => {
    const phone = await openAs(login)
    const phoneFaults = listenForFaults(phone)
    await phone.setViewportSize({ width: 390, height: 844 })
    await phone.goto(`${root}/device/pairing`)
    for (const [number, deviceId] of bands) {
      await field(phone, '设备编号').fill(deviceId.toLowerCase())
      await field(phone, '耳标').fill(tagOf(number))
      if (deviceId === bands.get(1)) await phone.getByRole('textbox', { name: /原因/ }).fill('新配')
      await phone.getByRole('button', { name: /^配\s*对$/ }).click()
      await expect(phone.getByRole('listitem').filter({ hasText: deviceId })).toContainText(tagOf(number))
      // A scanner that types continues in this field.
      await expect(field(phone, '设备编号')).toBeFocused()
    }
    expect(await phone.evaluate(() => window.document.documentElement.scrollWidth)).toBe(390)
    expect(phoneFaults).toEqual([])
    await phone.close()
  })

  const heading = page.locator('.wall-map-title')
  const card = page.getByRole('complementary', { name: '牲畜' })
  await test.step('shows heard animals on the monitor', async () => {
    await page.goto(`${root}/monitor?farm=${farmId}`)
    await expect(heading).toContainText(farm)
    await expect(heading).toContainText(`台账在栏 ${heads} · 已上报 0`)
    await publishReadings(() => '东圈')
    await expect(heading).toContainText(`已上报 ${bands.size}`)
    await page.getByRole('combobox', { name: '按耳标号搜索牲畜' }).fill(tagOf(1))
    await page.getByRole('option', { name: tagOf(1) }).click()
    await expect(card).toContainText(`${farm} · 东圈`)
    await expect(card).toContainText('东门网关')
    await page.goto(`${root}/device/gateway?mac=${mac}`)
    await expect(row(mac)).toContainText('在线')
  })

  await test.step('transfers fifty animals to another pen', async () => {
    await page.goto(`${root}/animal/list?farmId=${farmId}&size=50`)
    await page.getByRole('checkbox', { name: '选择本页所有行' }).check()
    const toolbar = page.getByRole('toolbar', { name: '批量操作' })
    await expect(toolbar).toContainText('已选 50')
    await button(toolbar, '转移').click()
    // The pens offered belong to the animals' farm.
    await choose(dialog, '圈舍', '西圈')
    await dialog.getByRole('textbox', { name: /原因/ }).fill('分群')
    await button(dialog, '转移').click()
    await expect(page.getByText('已转移 50 头牲畜')).toBeVisible()
    await publishReadings((number) => (number === heads ? '东圈' : '西圈'))
    await page.goto(`${root}/farm/farmSlot?farmId=${farmId}`)
    for (const [pen, count] of Object.entries({ 东圈: '1／10', 西圈: '2／50', 北圈: '0／0' }))
      await expect(row(pen)).toContainText(count)
  })

  await test.step('records a death with its document', async () => {
    await page.goto(`${root}/animal/list?tag=${tagOf(2)}`)
    await act(page, tagOf(2), '离栏')
    await choose(dialog, '离栏方式', '死亡')
    await dialog.getByLabel('离栏日期').fill(new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format())
    await dialog.getByRole('textbox', { name: /原因/ }).fill('难产')
    await dialog
      .getByLabel('证明文件')
      .setInputFiles({ name: '死亡证明.pdf', mimeType: 'application/pdf', buffer: document })
    await expect(button(dialog, '死亡证明.pdf')).toBeVisible()
    await button(dialog, '离栏').click()
    await expect(page.getByText('1 头牲畜已离栏')).toBeVisible()
    await expect(row(tagOf(2))).toContainText('死亡')
    await row(tagOf(2)).getByText('死亡').click()
    await page.getByRole('link', { name: '打开牲畜详情' }).click()
    await expect(page.getByRole('heading', { level: 1, name: tagOf(2) })).toBeVisible()
    await expect(page.getByText(/ · 难产$/).first()).toBeVisible()
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, '下载文件').first().click()])
    expect(await readFile(await file.path())).toEqual(document)
  })

  await test.step('deletes and restores an animal', async () => {
    await page.goto(`${root}/animal/list?tag=${tagOf(3)}`)
    await act(page, tagOf(3), '删除')
    await button(dialog, '删除').click()
    await expect(row(tagOf(3))).toHaveCount(0)
    await button(page, '回收站').click()
    await act(page, tagOf(3), '恢复')
    await button(dialog, '恢复').click()
    await expect(dialog.getByText('请填写原因')).toBeVisible()
    await dialog.getByRole('textbox', { name: /恢复原因/ }).fill('误删')
    await button(dialog, '恢复').click()
    await expect(row(tagOf(3))).toHaveCount(0)
    await page.goto(`${root}/animal/list?tag=${tagOf(3)}`)
    await row(tagOf(3)).getByText('在栏').click()
    await page.getByText('变更记录').click()
    await expect(page.getByText('误删')).toBeVisible()
    await page.goto(`${root}/monitor?farm=${farmId}`)
    await expect(heading).toContainText(`台账在栏 ${heads - 1} · 已上报 ${bands.size - 1}`)
  })

  await test.step('replays the day', async () => {
    const headsIn = (pen: string) => page.locator('.replay-pens li').filter({ hasText: pen }).locator('b')
    await page.goto(`${root}/replay?farm=${farmId}`)
    await expect(page.locator('.replay-map[aria-busy="false"]')).toBeVisible()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press(' ')
    // The replay stops by itself at the present.
    await expect(headsIn('西圈')).toHaveText('1')
    await expect(page.getByRole('button', { name: /播放\s*$/ })).toBeVisible()
    await expect(headsIn('东圈')).toHaveText('1')
    await page.locator('.replay-pens summary').filter({ hasText: '西圈' }).click()
    await button(page, tagOf(1)).click()
    await expect(page.getByRole('heading', { level: 2, name: tagOf(1) })).toBeVisible()
    await expect(page.getByText('来自每次上报')).toBeVisible()
  })

  await gateway.endAsync()
  expect(faults).toEqual([])
})
