import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { endpoints } from '#contract/calls/endpoints.ts'
import { chromiumArgs, findChromium } from '../browser.ts'
import { expect, listenForFaults } from '../fixtures.ts'
import { licencePicture, sessionOf, signInDemo, test } from '../people.ts'

const devices = '/dashboard/animal-monitor/device'
const [width, height] = [640, 480]

/** Makes a video of one frame for Chromium's fake camera. */
async function asVideo(picture: Buffer): Promise<Buffer> {
  const centred = await sharp(picture).resize(320, 320).toBuffer()
  const luma = await sharp({ create: { width, height, channels: 3, background: '#dddddd' } })
    .composite([{ input: centred, gravity: 'centre' }])
    .greyscale()
    .raw()
    .toBuffer()
  const chroma = Buffer.alloc((width * height) / 2, 128)
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\nFRAME\n`), luma, chroma])
}

test(
  'prints a label, pairs by its code and unpairs, with photos',
  { tag: '@long' },
  async ({ openAs, product, pm }) => {
    const login = await signInDemo(product, 'pm')
    const digits = String(Date.now()).slice(-6)
    const [deviceId, visualTag] = [`AC233F${digits}`, `P-${digits}`]
    const band = await pm(endpoints.neckbands.addOrEdit, { deviceId, model: 'N2' })
    const [farm] = (await pm(endpoints.farms.list, { pageSize: 1 })).list
    await pm(endpoints.animals.addOrEdit, { visualTag, farmId: farm?.id ?? 0 })

    const desk = await openAs(login)
    await desk.goto(`${devices}/neckband?deviceId=${deviceId}`)
    await desk.getByRole('button', { name: `对 ${deviceId} 的操作` }).click()
    await desk.getByRole('menuitem', { name: '打印标签' }).click()
    await expect(desk.getByRole('button', { name: '打印 1 页' })).toBeVisible()
    await expect(desk.locator('.label-preview').getByText('N2')).toBeVisible()
    // The printout contains only labels, on a page of their size.
    const pdf = await desk.pdf({ preferCSSPageSize: true, printBackground: false })
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
    await desk.emulateMedia({ media: 'print' })
    await expect(desk.getByRole('grid')).toBeHidden()
    const code = await desk.locator('.label-pages .label').first().locator('.label-code').screenshot()

    const folder = await mkdtemp(join(tmpdir(), 'drover camera '))
    const video = join(folder, 'label.y4m')
    await writeFile(video, await asVideo(code))
    const executablePath = findChromium()
    const phone = await chromium.launch({
      ...(executablePath !== undefined && { executablePath }),
      args: [
        ...chromiumArgs,
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${video}`,
      ],
    })
    try {
      const localStorage = Object.entries(sessionOf(login)).map(([name, value]) => ({ name, value }))
      const context = await phone.newContext({
        viewport: { width: 390, height: 844 },
        baseURL: product.url,
        storageState: { cookies: [], origins: [{ origin: product.url, localStorage }] },
      })
      const page = await context.newPage()
      const faults = listenForFaults(page)
      await page.goto(`${devices}/pairing`)
      const scan = page.getByRole('button', { name: '扫描项圈' })
      expect((await scan.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      await scan.click()
      await expect(page.getByRole('textbox', { name: '设备编号' })).toHaveValue(deviceId, { timeout: 30_000 })
      await page.getByRole('textbox', { name: '耳标' }).fill(visualTag)
      await page.locator('input[type=file]').setInputFiles(await licencePicture())
      await expect(page.locator('img.ant-image-img')).toBeVisible()
      await page.getByRole('textbox', { name: /原因/ }).fill('新配')
      await page.getByRole('button', { name: /^配\s*对$/ }).click()
      await expect(page.getByText(new RegExp(`${deviceId}.*${visualTag}`))).toBeVisible()
      expect(faults).toEqual([])
    } finally {
      await phone.close()
      await rm(folder, { recursive: true })
    }
    const { list } = await pm(endpoints.neckbands.pairings, { id: band.id })
    expect(list).toMatchObject([{ visualTag, reason: '新配', photoId: expect.any(String) }])

    await desk.emulateMedia({ media: 'screen' })
    await desk.goto(`${devices}/neckband?deviceId=${deviceId}`)
    await desk.getByRole('button', { name: `对 ${deviceId} 的操作` }).click()
    await desk.getByRole('menuitem', { name: '解除配对' }).click()
    const dialog = desk.getByRole('dialog')
    await expect(dialog.getByText(new RegExp(`1 条项圈将从牲畜身上摘下.*${deviceId}`))).toBeVisible()
    await dialog.locator('input[type=file]').setInputFiles(await licencePicture())
    await expect(dialog.locator('img.ant-image-img')).toBeVisible()
    await dialog.getByRole('textbox', { name: /原因/ }).fill('带子断了')
    await dialog.getByRole('button', { name: '解除配对', exact: true }).click()
    await expect(desk.getByText('已解除 1 条项圈的配对')).toBeVisible()
    await desk.goto(`/dashboard/animal-monitor/animal/details/${list[0]?.animalId}`)
    const timeline = desk.getByRole('region', { name: '时间线' })
    await expect(
      timeline.getByRole('listitem').filter({ hasText: '解除项圈' }).filter({ hasText: '带子断了' }).getByRole('img'),
    ).toBeVisible()
  },
)
