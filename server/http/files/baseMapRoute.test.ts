import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { baseMapPath } from '#contract/herd/baseMap.ts'
import { readSettings, StartError } from '../../settings.ts'
import { openWorld, type World } from '../../testing/testWorld.ts'
import { readRange, requireArchive } from './baseMapRoute.ts'

const content = Buffer.concat([Buffer.from('PMTiles\u0003', 'latin1'), Buffer.alloc(20_000, 7)])
let world: World
let dataDir = ''
let token = ''

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'drover maps '))
  await mkdir(join(dataDir, 'maps'))
  await writeFile(join(dataDir, 'maps', 'a.pmtiles'), content)
  await writeFile(join(dataDir, 'maps', 'b.pmtiles'), 'something else')
  world = await openWorld({}, readSettings({ DATA_DIR: dataDir, BASE_MAP_FILE: 'a.pmtiles' }))
  token = await world.user('banker', 'BANK_USER', await world.organisation('BANK', 'Bank'))
})
afterAll(async () => {
  await world.close()
  await rm(dataDir, { recursive: true })
})

const ask = (range?: string, as = token) =>
  world.server.inject({
    url: baseMapPath,
    headers: { ...(as !== '' && { 'x-auth-token': as }), ...(range !== undefined && { range }) },
  })

test('serves a range with an ETag to signed-in users only', async () => {
  const { statusCode, headers, rawPayload } = await ask('bytes=0-126')
  expect([statusCode, headers['content-range'], headers['content-length']]).toEqual([
    206,
    `bytes 0-126/${content.length}`,
    '127',
  ])
  expect(rawPayload.equals(content.subarray(0, 127))).toBe(true)
  expect(headers['etag']).toMatch(/^"\d+-\d+"$/)
  // The first request reads 16 kB, regardless of the file's size.
  expect((await ask('bytes=16384-40000')).rawPayload.length).toBe(content.length - 16_384)
  expect((await ask('bytes=0-126', '')).statusCode).toBe(401)
})

test.each([[undefined], ['bytes=0-'], ['bytes=-100'], ['bytes=0-1,5-6'], ['bytes=30000-30100'], ['bytes=9-3']])(
  'refuses the range %s',
  async (range) => {
    expect((await ask(range)).statusCode).toBe(416)
  },
)

test('limits the size of a range', () => {
  expect(readRange('bytes=0-99999999', 1e9)).toBeNull()
  expect(readRange('bytes=0-99999', 1e9)).toEqual({ start: 0, end: 99_999 })
})

test.each(['b.pmtiles', 'c.pmtiles'])('refuses to start with %s', async (name) => {
  await expect(requireArchive(join(dataDir, 'maps', name))).rejects.toThrow(StartError)
})

test('answers 404 when no base map file is configured', async () => {
  const other = await openWorld()
  const reader = await other.user('banker', 'BANK_USER', await other.organisation('BANK', 'Bank'))
  expect((await other.call(reader, 'GET', baseMapPath)).status).toBe(404)
  expect((await other.call<{ baseMap: unknown }>(reader, 'GET', '/collateral/web/monitor/baseMap')).data).toEqual({
    baseMap: null,
  })
  await other.close()
})
