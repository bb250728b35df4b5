import { randomBytes } from 'node:crypto'
import { readdir, readlink, rm } from 'node:fs/promises'
import { connect as openSocket, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { imagePath } from '#contract/calls/images.ts'
import { machineNow } from '../../clock.ts'
import { filesName } from '../../db/embedded/dataDirectory.ts'
import { withUpload } from '../../files/uploads.ts'
import { insertFile } from '../../resources/files/files.ts'
import { openWorld, type World } from '../../testing/testWorld.ts'

vi.setConfig({ testTimeout: 30_000 })

const megabyte = 1024 ** 2
const size = 24 * megabyte
let world: World
let token = ''
let id = ''
let hash = ''
const sockets: Socket[] = []

beforeAll(async () => {
  world = await openWorld()
  token = await world.user('Platform', 'ADMIN_PLATFORM', await world.organisation('PLATFORM', 'Drover'))
  const { settings, log, files, sql } = world.context
  const pieces = Readable.from(
    (function* () {
      for (let i = 0; i < 24; i++) yield randomBytes(megabyte)
    })(),
  )
  await withUpload(pieces, { dataDir: settings.DATA_DIR, log, maxBytes: size }, (path) =>
    files.store(path, async (file) => {
      hash = file.hash
      id = await insertFile(sql, {
        ...file,
        contentType: 'image/webp',
        picture: { width: 1, height: 1, thumbnail: null },
        name: null,
        uploadedBy: null,
        network: '',
        at: machineNow(),
      })
    }),
  )
  await world.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await world.close()
})

/** Asks for the picture and reads nothing but its beginning. */
async function ask(): Promise<Socket> {
  const socket = openSocket({ port: (world.server.server.address() as AddressInfo).port, host: '127.0.0.1' })
  sockets.push(socket)
  socket.on('error', () => {})
  socket.write(`GET ${imagePath.replace('{id}', id)} HTTP/1.1\r\nHost: x\r\nX-Auth-Token: ${token}\r\n\r\n`)
  await new Promise<void>((resolve) => socket.once('readable', resolve))
  return socket
}
/** How many of the server's descriptors are of the file. */
async function openFiles(): Promise<number> {
  const names = await readdir('/proc/self/fd')
  const paths = await Promise.all(names.map((name) => readlink(join('/proc/self/fd', name)).catch(() => '')))
  return paths.filter((path) => path.endsWith(hash)).length
}

describe('a download', () => {
  test('arrives complete with its size and type', async () => {
    const response = await world.server.inject({
      method: 'GET',
      url: imagePath.replace('{id}', id),
      headers: { 'x-auth-token': token },
    })
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(size),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(response.rawPayload.length).toBe(size)
  })

  test('is never held whole in memory', { tags: 'long' }, async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    collect()
    const before = process.memoryUsage().arrayBuffers
    const waiting = await Promise.all(Array.from({ length: 8 }, () => ask()))
    await expect
      .poll(
        () => {
          collect()
          return process.memoryUsage().arrayBuffers - before
        },
        { timeout: 10_000 },
      )
      .toBeLessThan(8 * megabyte)
    for (const socket of waiting) socket.destroy()
  })

  test.skipIf(process.platform !== 'linux')('closes the file when the client disconnects', async () => {
    const cut = await Promise.all([ask(), ask()])
    await expect.poll(openFiles).toBeGreaterThan(0)
    for (const socket of cut) socket.destroy()
    await expect.poll(openFiles, { timeout: 10_000 }).toBe(0)
  })

  test('answers 500 when the file is missing', async () => {
    await rm(join(world.context.settings.DATA_DIR, filesName, hash.slice(0, 2), hash.slice(2, 4), hash))
    const response = await world.server.inject({
      method: 'GET',
      url: imagePath.replace('{id}', id),
      headers: { 'x-auth-token': token },
    })
    expect([response.statusCode, response.json<{ error: { code: string } }>().error.code]).toEqual([500, 'INTERNAL'])
  })
})
