import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BaseMap, baseMapPath, type BaseMapSettings } from '#contract/herd/baseMap.ts'
import { readSettings } from '../../../settings.ts'
import { openWorld, type World } from '../../../testing/testWorld.ts'

let world: World
let dataDir = ''
let platform = ''
let pm = ''

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'drover base maps '))
  await mkdir(join(dataDir, 'maps'))
  await writeFile(join(dataDir, 'maps', 'a.pmtiles'), 'PMTiles\u0003 and what is in it')
  await writeFile(join(dataDir, 'maps', 'b.pmtiles'), 'something else')
  world = await openWorld(
    {},
    readSettings({ DATA_DIR: dataDir, BASE_MAP_URL: 'https://environment.example.com/style.json' }),
  )
  platform = await world.user('platform', 'ADMIN_PLATFORM', await world.organisation('PLATFORM', 'Drover'))
  pm = await world.user('pm', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'Herd Watch'))
})
afterAll(async () => {
  await world.close()
  await rm(dataDir, { recursive: true })
})

const save = (input: object, token = platform) =>
  world.call<BaseMapSettings>(token, 'PUT', '/collateral/web/baseMap/addOrEdit', input)
const shown = async () =>
  (await world.call<{ baseMap: BaseMap | null }>(pm, 'GET', '/collateral/web/monitor/baseMap')).data.baseMap
/** The hosts that a page may load pictures from now. */
async function hosts() {
  const { headers } = await world.server.inject({ url: '/dashboard', headers: { accept: 'text/html' } })
  return (/img-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1] ?? '')
    .split(' ')
    .filter((source) => source.includes('//'))
}

test('uses the environment’s map until the platform chooses another', async () => {
  const { data: before } = await world.call<BaseMapSettings>(platform, 'GET', '/collateral/web/baseMap/detail/1')
  expect(before).toMatchObject({ kind: 'ENVIRONMENT', inForce: 'STYLE' })
  expect([await shown(), await hosts()]).toMatchObject([
    { kind: 'STYLE', url: 'https://environment.example.com/style.json' },
    ['https://environment.example.com'],
  ])

  const tiles = 'https://tiles.example.com/{z}/{x}/{y}.png'
  const { data } = await save({
    kind: 'TILES',
    address: tiles,
    origins: 'https://a.example.com, https://b.example.com:8443',
    datum: 'GCJ-02',
    version: before.version,
  })
  expect(data).toMatchObject({ id: 1, kind: 'TILES', inForce: 'TILES', version: before.version + 1 })
  expect(await shown()).toMatchObject({ kind: 'TILES', layers: [{ tiles: [tiles] }], datum: 'GCJ-02' })
  expect(await hosts()).toEqual(['https://tiles.example.com', 'https://a.example.com', 'https://b.example.com:8443'])
  expect(world.emitted.recordsChanged.at(-1)).toMatchObject({ noun: 'baseMap' })

  expect((await save({ kind: 'TIANDITU', tiandituKey: 'f'.repeat(32) })).status).toBe(200)
  expect((await hosts()).length).toBe(8)
  expect((await save({ kind: 'NONE' })).status).toBe(200)
  expect([await shown(), await hosts()]).toEqual([null, []])
  expect((await save({ kind: 'ENVIRONMENT', version: before.version })).error.code).toBe('CONFLICT')
  expect((await save({ kind: 'ENVIRONMENT' })).data.inForce).toBe('STYLE')
  expect(await hosts()).toEqual(['https://environment.example.com'])
})

test('accepts only archives in the maps folder and serves the chosen one', async () => {
  const ask = () => world.server.inject({ url: baseMapPath, headers: { 'x-auth-token': pm, range: 'bytes=0-6' } })
  expect((await ask()).statusCode).toBe(404)
  for (const fileName of ['b.pmtiles', 'c.pmtiles', '../secret.key', '../maps/a.pmtiles', 'a.pmtiles/../b.pmtiles']) {
    expect(await save({ kind: 'FILE', fileName })).toMatchObject({
      status: 400,
      error: { fields: { fileName: 'no_archive' } },
    })
  }
  expect((await save({ kind: 'FILE', fileName: 'a.pmtiles' })).status).toBe(200)
  expect(await shown()).toMatchObject({ kind: 'FILE', datum: 'WGS-84' })
  expect([(await ask()).statusCode, (await ask()).payload, await hosts()]).toEqual([206, 'PMTiles', []])
  await rm(join(dataDir, 'maps', 'a.pmtiles'))
  expect((await ask()).statusCode).toBe(404)
  await save({ kind: 'ENVIRONMENT' })
})

test.each([
  ['TILES', { address: 'http://tiles.example.com/{z}/{x}/{y}.png' }, { address: 'https_only' }],
  ['TILES', { address: 'https://*/{z}/{x}/{y}.png' }, { address: 'https_only' }],
  ['TILES', { address: 'https://example.com;sandbox/{z}/{x}/{y}.png' }, { address: 'https_only' }],
  ['TILES', { address: 'https://[2001:db8::1]/{z}/{x}/{y}.png' }, { address: 'https_only' }],
  ['TILES', { address: 'https://user:secret@example.com/{z}/{x}/{y}.png' }, { address: 'https_only' }],
  ['TILES', { address: 'javascript:alert(1)//{z}{x}{y}' }, { address: 'https_only' }],
  ['TILES', { address: 'https://127.0.0.1.example.com;http://a/{z}/{x}/{y}' }, { address: 'https_only' }],
  ['TILES', { address: 'https://tiles.example.com/{z}/{x}.png' }, { address: 'tile_places' }],
  ['STYLE', { address: 'https://tiles.example.com/{z}/{x}/{y}.png' }, { address: 'no_tile_places' }],
  [
    'STYLE',
    { address: 'https://a.example.com/style.json', origins: 'https://b.example.com/path' },
    { origins: 'origins' },
  ],
  ['STYLE', { address: 'https://a.example.com/style.json', origins: 'https://*.example.com' }, { origins: 'origins' }],
  [
    'STYLE',
    { address: 'https://a.example.com/style.json', origins: "https://b.example.com 'unsafe-inline'" },
    { origins: 'origins' },
  ],
  ['STYLE', {}, { address: 'required' }],
  ['TIANDITU', { tiandituKey: 'short' }, { tiandituKey: 'tianditu_key' }],
  ['FILE', { fileName: null }, { fileName: 'required' }],
])('rejects %s of %o and leaves the content policy unchanged', async (kind, input, fields) => {
  expect(await save({ kind, ...input })).toMatchObject({ status: 400, error: { fields } })
  expect(await hosts()).toEqual(['https://environment.example.com'])
})

test('accepts local hosts without https', async () => {
  for (const host of ['localhost:9', '127.0.0.1:9']) {
    expect((await save({ kind: 'TILES', address: `http://${host}/{z}/{x}/{y}.png` })).status).toBe(200)
    expect(await hosts()).toEqual([`http://${host}`])
  }
  await save({ kind: 'ENVIRONMENT' })
})

test('lets only platform administrators choose and records each choice', async () => {
  expect((await save({ kind: 'NONE' }, pm)).status).toBe(403)
  expect((await world.call(pm, 'GET', '/collateral/web/baseMap/detail/1')).status).toBe(403)
  const { data } = await world.call<{ list: { action: string; by: string; after: object }[] }>(
    platform,
    'POST',
    '/collateral/web/baseMap/1/history',
    { current: 1, pageSize: 1 },
  )
  expect(data.list[0]).toMatchObject({ action: 'EDIT', by: 'platform', after: { kind: 'ENVIRONMENT' } })
})
