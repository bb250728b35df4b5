import { chromium, type Locator } from '@playwright/test'
import { endpoints } from '#contract/calls/endpoints.ts'
import { openCalls } from '#mocks/calls.ts'
import { chromiumArgs, findChromium } from '../browser.ts'
import { addAnimal, expect, listenForFaults } from '../fixtures.ts'
import { sessionOf, signInDemo, test } from '../people.ts'
import { choose, field } from '../journeys/forms.ts'
import { findFfmpeg, openHlsCamera, openWhepCamera } from './testCameras.ts'

/** Waits for frames, then for more of them, and expects a picture that is not black. */
async function expectMoving(video: Locator) {
  const frames = () => video.evaluate((element: HTMLVideoElement) => element.getVideoPlaybackQuality().totalVideoFrames)
  await expect.poll(frames, { timeout: 30_000 }).toBeGreaterThan(0)
  const shown = await frames()
  await expect.poll(frames, { timeout: 20_000 }).toBeGreaterThan(shown + 2)
  const colour = await video.evaluate((element: HTMLVideoElement) => {
    const context = Object.assign(document.createElement('canvas'), { width: 16, height: 16 }).getContext('2d')
    context?.drawImage(element, 0, 0, 16, 16)
    return Math.max(...(context?.getImageData(0, 0, 16, 16).data.filter((_value, place) => place % 4 < 3) ?? [0]))
  })
  expect(colour).toBeGreaterThan(60)
}

test(
  'plays a camera’s HLS stream, then snapshots while it fails',
  { tag: '@long' },
  async ({ openAs, product, pm }) => {
    const ffmpeg = findFfmpeg()
    // With CI=true a missing ffmpeg is a failure.
    test.skip(ffmpeg === null && process.env['CI'] !== 'true', 'ffmpeg is not installed')
    expect(ffmpeg, 'ffmpeg is not installed').not.toBeNull()
    const camera = await openHlsCamera(ffmpeg ?? '')
    const stray = await addAnimal(pm, `CAM-${String(Date.now()).slice(-6)}`)
    const [farm] = (await pm(endpoints.farms.list, { ids: [stray.farmId] })).list
    const [pen] = (await pm(endpoints.pens.list, { farmId: stray.farmId, pageSize: 1 })).list
    const platform = await signInDemo(product, 'platform')
    const call = openCalls(product.url, platform.token)
    const name = `摄像头 ${String(Date.now()).slice(-6)}`
    try {
      const page = await openAs(platform)
      await page.setViewportSize({ width: 1366, height: 768 })
      await page.goto('/dashboard/cameras')
      await page.getByRole('button', { name: '新增摄像头' }).first().click()
      const form = page.getByRole('dialog')
      await field(form, '名称').fill(name)
      await choose(form, '养殖场', farm?.name ?? '')
      await choose(form, '圈舍', pen?.name ?? '')
      await choose(form, '视频流', 'HLS')
      await field(form, '视频流地址').fill('http://10.1.2.3/live.m3u8')
      await field(form, '快照地址').fill(camera.snapshot)
      await page.getByRole('button', { name: /保\s*存/ }).click()
      await expect(page.getByText('服务器未获准访问该网络', { exact: false })).toBeVisible()
      await field(form, '视频流地址').fill(camera.stream)
      await page.getByRole('button', { name: /保\s*存/ }).click()
      const row = page.getByRole('row', { name: new RegExp(name) })
      await expect(row).toContainText('在线', { timeout: 40_000 })

      const own = page.getByRole('figure').filter({ hasText: name })
      await expect(own.getByRole('img')).toBeVisible()

      // The wall shows it next to an animal of its pen.
      const wall = await openAs(await signInDemo(product, 'pm'))
      await wall.goto(`/dashboard/animal-monitor/monitor?farm=${stray.farmId}&animal=${stray.animalId}`)
      const nearest = wall.getByRole('complementary', { name: '最近的摄像头' })
      await expect(nearest).toContainText(name, { timeout: 60_000 })
      await expect(nearest.getByRole('img', { name: `${name} 的画面` })).toBeVisible()
      await wall.close()

      await own.getByRole('button', { name: '观看直播' }).click()
      await expectMoving(own.locator('video'))
      await own.getByRole('button', { name: '停止' }).click()

      // The bank sees it in the project; nothing is loaded from the camera's own address.
      const bankUser = await signInDemo(product, 'bankuser')
      const projects = (await openCalls(product.url, bankUser.token)(endpoints.projects.list, { pageSize: 100 })).list
      const project = projects.find(({ farms }) => farms.some(({ id }) => id === stray.farmId))
      const bank = await openAs(bankUser)
      const faults = listenForFaults(bank, /503/)
      const origins = new Set<string>()
      bank.on(
        'request',
        (request) => void (request.url().startsWith('http') && origins.add(new URL(request.url()).origin)),
      )
      await bank.goto(`/dashboard/project/info/${project?.id}?tab=cameras`)
      const watched = bank.getByRole('figure').filter({ hasText: name })
      await expect(watched).toContainText('在线')
      await watched.getByRole('button', { name: '观看直播' }).click()
      await expectMoving(watched.locator('video'))
      expect([...origins]).toEqual([product.url])

      camera.cut()
      await expect(watched.getByText('实时画面中断，当前显示快照')).toBeVisible({ timeout: 60_000 })
      await expect(watched.getByRole('img', { name: `${name} 的画面` })).toBeVisible()
      await expect(watched).toContainText('无信号', { timeout: 40_000 })
      await expect(row).toContainText('无信号')
      expect(faults).toEqual([])
    } finally {
      for (const { id } of (await call(endpoints.cameras.list, { name })).list)
        await call(endpoints.cameras.remove, { id })
      await camera.close()
    }
  },
)

test('plays a WebRTC stream and ends its session', { tag: '@long' }, async ({ product }) => {
  const executablePath = findChromium()
  // Uses this machine's own address, without a name to look up.
  const args = [...chromiumArgs, '--disable-features=WebRtcHideLocalIpsWithMdns', '--allow-loopback-in-peer-connection']
  const browser = await chromium.launch({ ...(executablePath !== undefined && { executablePath }), args })
  const platform = await signInDemo(product, 'platform')
  const call = openCalls(product.url, platform.token)
  const camera = await openWhepCamera(await (await browser.newContext()).newPage())
  const [farm] = (await call(endpoints.cameraFarms.list, { pageSize: 1 })).list
  const name = `WebRTC ${String(Date.now()).slice(-6)}`
  const { id } = await call(endpoints.cameras.addOrEdit, {
    name,
    farmId: farm?.id ?? 0,
    streamKind: 'WHEP',
    streamAddress: camera.address,
  })
  try {
    const localStorage = Object.entries(sessionOf(platform)).map(([key, value]) => ({ name: key, value }))
    const context = await browser.newContext({
      baseURL: product.url,
      locale: 'zh-CN',
      storageState: { cookies: [], origins: [{ origin: product.url, localStorage }] },
    })
    const page = await context.newPage()
    const faults = listenForFaults(page)
    await page.goto(`/dashboard/cameras?open=${id}`)
    const own = page.getByRole('figure').filter({ hasText: name })
    await own.getByRole('button', { name: '观看直播' }).click()
    await expectMoving(own.locator('video'))
    expect(camera.sessions).toEqual({ begun: 1, ended: 0 })
    await own.getByRole('button', { name: '停止' }).click()
    await expect.poll(() => camera.sessions.ended).toBe(1)
    expect(faults).toEqual([])
  } finally {
    await call(endpoints.cameras.remove, { id })
    await camera.close()
    await browser.close()
  }
})
