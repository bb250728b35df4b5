import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import gcoord from 'gcoord'
import sharp from 'sharp'
import { z } from 'zod'
import { endpoints } from '#contract/calls/endpoints.ts'
import { baseMapPath } from '#contract/herd/baseMap.ts'
import { openCalls, signIn, type Call } from '#mocks/calls.ts'
import { expect, listenForFaults } from '../fixtures.ts'
import { letIn, sessionOf, signInDemo, test } from '../people.ts'
import { startProduct, type Product } from '../product.ts'
import { boxOf, isLike, pictureOfMap, shareOf, type Picture } from './picture.ts'
import { pmtilesArchive, vectorTile } from './pmtilesArchive.ts'
import { inside, openTileServer, watery, type Box, type Rgb } from './tileServer.ts'

// A bundler takes its modules for browsers, Node the one for itself; its types know the former alone.
const { transform, WGS84, GCJ02 } = 'default' in gcoord ? gcoord.default : gcoord

const box: Box = [118.3, 43.6, 118.31, 43.606]
/** Colours of the wall: its ground, land, water of vectors, and a farm's boundary. */
const ground: Rgb = [10, 17, 28]
const land: Rgb = [14, 24, 40]
const water: Rgb = [20, 48, 79]
const boundary: Rgb = [92, 113, 144]
const violet: Rgb = [130, 20, 220]

/** Adds a farm visible to its owner only, whose wall no alert of the demo takes over. */
async function addFarm(product: Product, platform: Call) {
  const [west, south, east, north] = box
  const ring: [number, number][] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  const owner = await letIn(product, platform)
  const { id } = await openCalls(product.url, owner.token)(endpoints.farms.addOrEdit, {
    name: '底图牧场',
    boundary: { type: 'Polygon', coordinates: [ring] },
  })
  return { owner, farmId: id }
}

/** Opens the wall at a farm, without a camera flight. */
async function openWall(page: Page, farmId: number) {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto(`/dashboard/animal-monitor/monitor?farm=${farmId}`)
  await expect(page.locator('.farm-map canvas.maplibregl-canvas')).toBeVisible({ timeout: 90_000 })
}
const shareOnWall = (page: Page, colour: Rgb) =>
  expect.poll(async () => shareOf(await pictureOfMap(page), colour, 3), { timeout: 90_000 })

/** Returns the share of a box's upper edge that shows the dashes of a farm's boundary. */
function dashedShare({ at }: Picture, [left, top, right]: Box): number {
  const near = [-4, -3, -2, -1, 0, 1, 2, 3, 4]
  const columns = Array.from({ length: right - left }, (_, nth) => left + nth)
  return columns.filter((x) => near.some((by) => isLike(at(x, top + by), boundary, 40))).length / columns.length
}

/** Waits for the tiles' box with the farm's boundary along it, and returns its pixels. */
async function boxOnWall(page: Page): Promise<Box> {
  await shareOnWall(page, inside).toBeGreaterThan(0.2)
  await expect
    .poll(async () => {
      const picture = await pictureOfMap(page)
      return dashedShare(picture, boxOf(picture, inside))
    })
    .toBeGreaterThan(0.4)
  return boxOf(await pictureOfMap(page), inside)
}

const policyOf = async (url: string) =>
  (await fetch(`${url}/dashboard`, { headers: { accept: 'text/html' } })).headers.get('content-security-policy') ?? ''

test(
  'shows a PMTiles file from the environment, then the platform’s choices',
  { tag: '@long' },
  async ({ browser }) => {
    const dataDir = `${z.string().parse(process.env['DROVER_E2E_DATA'])} ${process.pid} maps`
    await cp(z.string().parse(process.env['DROVER_E2E_DATA']), dataDir, { recursive: true })
    await mkdir(join(dataDir, 'maps'), { recursive: true })
    const tile = await sharp({
      create: { width: 256, height: 256, channels: 3, background: { r: violet[0], g: violet[1], b: violet[2] } },
    })
      .png()
      .toBuffer()
    await writeFile(join(dataDir, 'maps', 'violet.pmtiles'), pmtilesArchive('png', tile, 14))
    await writeFile(
      join(dataDir, 'maps', 'water.pmtiles'),
      pmtilesArchive('vector', vectorTile('water'), 14, { vector_layers: [{ id: 'water' }] }),
    )
    let product: Product | undefined
    try {
      product = await startProduct(dataDir, { BASE_MAP_FILE: 'violet.pmtiles', BASE_MAP_ATTRIBUTION: '© 测绘院' })
      const platform = await signIn(product.url, 'platform', 'Demo2026')
      const { owner, farmId } = await addFarm(product, platform)
      const localStorage = Object.entries(sessionOf(owner)).map(([name, value]) => ({ name, value }))
      const context = await browser.newContext({
        storageState: { cookies: [], origins: [{ origin: product.url, localStorage }] },
        baseURL: product.url,
      })
      const page = await context.newPage()
      const faults = listenForFaults(page)
      const ranges: number[] = []
      page.on('response', (response) => {
        if (new URL(response.url()).pathname === baseMapPath) ranges.push(response.status())
      })
      await openWall(page, farmId)
      await shareOnWall(page, violet).toBeGreaterThan(0.8)
      await expect(page.locator('.maplibregl-ctrl-attrib')).toContainText('© 测绘院')
      expect(ranges.length).toBeGreaterThan(1)
      expect(new Set(ranges)).toEqual(new Set([206]))

      await platform(endpoints.baseMap.addOrEdit, { kind: 'FILE', fileName: 'water.pmtiles', attribution: null })
      await shareOnWall(page, water).toBeGreaterThan(0.8)
      await platform(endpoints.baseMap.addOrEdit, { kind: 'NONE' })
      await shareOnWall(page, ground).toBeGreaterThan(0.8)
      await platform(endpoints.baseMap.addOrEdit, { kind: 'ENVIRONMENT' })
      await shareOnWall(page, violet).toBeGreaterThan(0.8)
      expect(await policyOf(product.url)).not.toMatch(/https?:/)
      expect(faults).toEqual([])
      await context.close()
    } finally {
      await product?.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
    }
  },
)

test('shows tiles of one allowed origin at the farm’s place', { tag: '@long' }, async ({ openAs, product }) => {
  const own = await openTileServer(box)
  const [west, south] = transform<[number, number]>([box[0], box[1]], WGS84, GCJ02)
  const [east, north] = transform<[number, number]>([box[2], box[3]], WGS84, GCJ02)
  const shifted = await openTileServer([west, south, east, north])
  const login = await signInDemo(product, 'platform')
  const platform = openCalls(product.url, login.token)
  const { owner, farmId } = await addFarm(product, platform)
  try {
    const settings = await openAs(login)
    const faults = listenForFaults(settings)
    await settings.goto('/dashboard/settings?tab=baseMap')
    await settings.getByRole('row', { name: /按服务器环境变量/ }).click()
    await settings.getByRole('button', { name: /编\s*辑/ }).click()
    await settings.getByRole('combobox', { name: /底图来源/ }).click()
    await settings.locator('.ant-select-item-option', { hasText: '瓦片地址' }).click()
    const address = settings.getByRole('textbox', { name: /地址/ })
    const save = settings.getByRole('button', { name: /保\s*存/ })
    await address.fill('http://tiles.example.com/{z}/{x}/{y}.png')
    await save.click()
    await expect(settings.getByText('只能使用 https 地址，或本机地址')).toBeVisible()
    await address.fill(own.tiles)
    await save.click()
    await expect(settings.getByRole('row', { name: /瓦片地址.*127\.0\.0\.1/ })).toBeVisible()
    // The server itself requests no tile.
    expect([own.requestedPaths, faults]).toEqual([[], []])

    const wall = await openAs(owner)
    const wallFaults = listenForFaults(wall)
    await openWall(wall, farmId)
    const place = await boxOnWall(wall)
    await platform(endpoints.baseMap.addOrEdit, { kind: 'STYLE', address: own.style })
    await expect.poll(() => own.requestedPaths).toContain('/style.json')
    expect(await boxOnWall(wall)).toEqual(place)
    expect(wallFaults).toEqual([])
    const reaches = (origin: string) =>
      wall.evaluate(
        (url) =>
          fetch(url).then(
            ({ ok }) => ok,
            () => false,
          ),
        `${origin}/style.json`,
      )
    expect([await reaches(own.origin), await reaches(shifted.origin), shifted.requestedPaths]).toEqual([
      true,
      false,
      [],
    ])

    // A wall loaded before the change reloads itself.
    await platform(endpoints.baseMap.addOrEdit, { kind: 'TILES', address: shifted.tiles, datum: 'GCJ-02' })
    await expect.poll(() => shifted.requestedPaths.length, { timeout: 60_000 }).toBeGreaterThan(0)
    for (const [nth, edge] of (await boxOnWall(wall)).entries())
      expect(Math.abs(edge - (place[nth] ?? 0))).toBeLessThan(4)
    // The worker that loads vector tiles obeys the page's policy.
    await platform(endpoints.baseMap.addOrEdit, { kind: 'STYLE', address: shifted.water })
    await shareOnWall(wall, watery).toBeGreaterThan(0.8)
    expect(await policyOf(product.url)).toMatch(new RegExp(`connect-src [^;]*${shifted.origin}(?: |;|$)`))
    expect(await policyOf(product.url)).not.toContain(own.origin)
  } finally {
    await platform(endpoints.baseMap.addOrEdit, { kind: 'ENVIRONMENT', address: null, datum: 'WGS-84' })
    await Promise.all([own.close(), shifted.close()])
  }
})

test('shows bundled outlines and the farm without a base map', { tag: '@long' }, async ({ openAs, product }) => {
  const { owner, farmId } = await addFarm(product, await signIn(product.url, 'platform', 'Demo2026'))
  const page = await openAs(owner)
  const faults = listenForFaults(page)
  const hosts = new Set<string>()
  page.on('request', (request) => void (request.url().startsWith('http') && hosts.add(new URL(request.url()).origin)))
  await openWall(page, farmId)
  await shareOnWall(page, ground).toBeGreaterThan(0.8)
  expect(shareOf(await pictureOfMap(page), boundary, 30)).toBeGreaterThan(0.0005)
  // Zooming out shows the whole country.
  const canvas = await page.locator('.farm-map canvas.maplibregl-canvas').boundingBox()
  if (!canvas) throw new Error('the map has no size')
  await page.mouse.move(canvas.x + canvas.width / 2, canvas.y + canvas.height / 2)
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 2000)
        return shareOf(await pictureOfMap(page), land, 1)
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThan(0.4)
  expect([...hosts]).toEqual([product.url])
  expect(faults).toEqual([])
})
