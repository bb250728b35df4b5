import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFileStore, type FileStore, type StoredFile } from '../../files/fileStore.ts'
import { formatFor, widthFor } from './mediaRoute.ts'
import { createMediaSizes } from './mediaSizes.ts'

const log = pino({ level: 'silent' })
let dataDir = ''
let files: FileStore
let picture: StoredFile

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'drover media '))
  files = createFileStore({ dataDir, log })
  const path = join(dataDir, 'new')
  await sharp({ create: { width: 900, height: 300, channels: 3, background: '#886644' } })
    .webp()
    .toFile(path)
  picture = await files.store(path, async (file) => file)
})
afterAll(() => rm(dataDir, { recursive: true }))

test('makes a size once for concurrent requests, never wider than the picture', async () => {
  const sizes = createMediaSizes({ dataDir, log, files })
  const made = await Promise.all([0, 1, 2].map(() => sizes.of(picture, 320, 'webp')))
  expect(new Set(made.map((one) => one?.path)).size).toBe(1)
  expect((await sharp(made[0]?.path).metadata()).width).toBe(320)
  expect((await sharp((await sizes.of(picture, 1920, 'jpeg'))?.path).metadata()).width).toBe(900)
  expect(await readdir(join(dataDir, 'media'))).toHaveLength(2)
})

test('returns null and leaves no file when a size can’t be made', async () => {
  const sizes = createMediaSizes({ dataDir, log, files })
  const before = await readdir(join(dataDir, 'media'))
  expect(await sizes.of({ hash: 'f'.repeat(64), size: 3 }, 640, 'avif')).toBeNull()
  expect(await readdir(join(dataDir, 'media'))).toEqual(before)
})

test('removes sizes of unreferenced pictures and leftovers of a killed process', async () => {
  const sizes = createMediaSizes({ dataDir, log, files })
  await sizes.of(picture, 320, 'webp')
  await writeFile(join(dataDir, 'media', `${'a'.repeat(64)}-320.webp`), 'x')
  await writeFile(join(dataDir, 'media', `${picture.hash}-640.webp.0a1b2c3d4e5f.out`), 'x')
  await sizes.sweep(async (hashes) => new Set(hashes.filter((hash) => hash === picture.hash)))
  expect(
    (await readdir(join(dataDir, 'media'))).every((name) => name.startsWith(picture.hash) && !name.endsWith('.out')),
  ).toBe(true)
  await sizes.sweep(async () => new Set())
  expect(await readdir(join(dataDir, 'media'))).toEqual([])
})

test.each([
  ['image/avif,image/webp,*/*', 'avif'],
  ['image/webp,*/*;q=0.8', 'webp'],
  ['image/avif;q=0, image/webp', 'webp'],
  ['*/*', 'jpeg'],
  [undefined, 'jpeg'],
])('maps the Accept header %s to %s', (accept, format) => {
  expect(formatFor(accept)).toBe(format)
})

test.each([
  ['1', 320],
  ['600', 640],
  ['99999', 1920],
  ['0', null],
  ['-5', null],
  ['1e9', null],
  [['320', '640'], null],
  [undefined, null],
])('maps the requested width %s to %s', (query, width) => {
  expect(widthFor(query)).toBe(width)
})
