import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { connect as openSocket, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { imageUploadPath } from '#contract/calls/images.ts'
import { newAddress } from '../../auth/testAuth.ts'
import { claimDataDirectory, uploadsName } from '../../db/embedded/dataDirectory.ts'
import { readSettings } from '../../settings.ts'
import { openWorld, type World } from '../../testing/testWorld.ts'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

const megabyte = 1024 ** 2
let world: World
let dataDir = ''
let port = 0
/** The server's side of the connections. */
const accepted: Socket[] = []
const sockets: Socket[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'drover uploads '))
  world = await openWorld({}, readSettings({ DATA_DIR: dataDir }))
  await world.server.listen({ port: 0, host: '127.0.0.1' })
  port = (world.server.server.address() as AddressInfo).port
  world.server.server.on('connection', (socket: Socket) => accepted.push(socket))
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  accepted.length = 0
  await until(async () => (await uploadFolders()).length === 0)
})
afterAll(async () => {
  await world.close()
  await rm(dataDir, { recursive: true })
})

const until = (holds: () => boolean | Promise<boolean>) => vi.waitUntil(holds, { timeout: 10_000 })
const uploadFolders = () => readdir(join(dataDir, uploadsName)).catch(() => [])
const bytesKept = async () => {
  const sizes = (await uploadFolders()).map((name) =>
    stat(join(dataDir, uploadsName, name, 'upload')).then(
      ({ size }) => size,
      () => 0,
    ),
  )
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** Sends the head of an upload of `length` bytes from a network, and `body`. */
function send(network: number, length: number, body: Buffer): Socket {
  const socket = openSocket({ port, host: '127.0.0.1', localAddress: `127.0.7.${network}` })
  sockets.push(socket)
  socket.on('error', () => {})
  socket.write(
    `POST ${imageUploadPath} HTTP/1.1\r\nHost: x\r\nContent-Type: image/png\r\nContent-Length: ${length}\r\n\r\n`,
  )
  socket.write(body)
  return socket
}

async function inject(payload: Buffer) {
  const response = await world.server.inject({
    method: 'POST',
    url: imageUploadPath,
    remoteAddress: newAddress(),
    headers: { 'content-type': 'image/png' },
    payload,
  })
  return { status: response.statusCode, code: response.json<{ error?: { code: string } }>().error?.code }
}

describe('an upload', () => {
  test('is never held whole in memory', { tags: 'long' }, async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const body = Buffer.alloc(10 * megabyte - 1)
    collect()
    const before = process.memoryUsage().arrayBuffers
    for (const network of [1, 2, 3, 4]) send(network, body.length + 1, body)
    await until(async () => (await bytesKept()) === 4 * body.length)
    // Collected memory is given back a moment later.
    const more = () => {
      collect()
      return process.memoryUsage().arrayBuffers - before
    }
    await expect.poll(more, { timeout: 10_000 }).toBeLessThan(5 * megabyte)
  })

  test('leaves no file behind when accepted, refused or cut off', async () => {
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#886644' } })
      .png()
      .toBuffer()
    expect((await inject(picture)).status).toBe(200)
    expect((await inject(Buffer.from('no picture'))).code).toBe('NOT_AN_IMAGE')
    expect(await uploadFolders()).toEqual([])
    const cut = send(1, megabyte, Buffer.alloc(1000))
    await until(async () => (await bytesKept()) === 1000)
    cut.destroy()
    await until(async () => (await uploadFolders()).length === 0)
  })

  test('is refused when it exceeds 10 MB without a declared length', async () => {
    const socket = openSocket({ port, host: '127.0.0.1', localAddress: '127.0.7.1' })
    sockets.push(socket)
    let said = ''
    socket.on('error', () => {}).on('data', (bytes) => void (said += bytes.toString()))
    socket.write(
      `POST ${imageUploadPath} HTTP/1.1\r\nHost: x\r\nContent-Type: image/png\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
    const piece = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(megabyte), Buffer.from('\r\n')])
    for (let i = 0; i < 12; i++) socket.write(piece)
    await until(() => said.includes('TOO_LARGE'))
    expect(said).toMatch(/^HTTP\/1\.1 413 [\s\S]*connection: close/i)
  })

  test('is not read when refused, and its connection is closed', { tags: 'long' }, async () => {
    for (const network of [5, 5]) send(network, megabyte, Buffer.alloc(1000))
    await until(async () => (await bytesKept()) === 2000)
    const third = send(5, 9 * megabyte, Buffer.alloc(9 * megabyte))
    let said = ''
    third.on('data', (bytes) => void (said += bytes.toString()))
    const closed = new Promise<void>((resolve) => third.once('close', () => resolve()))
    await until(() => said.endsWith('}}'))
    expect(said).toMatch(/^HTTP\/1\.1 503 [\s\S]*connection: close[\s\S]*"BUSY"/i)
    await closed
    expect(Math.max(...accepted.map(({ bytesRead }) => bytesRead))).toBeLessThan(megabyte)
  })

  test('answers 503 when nothing can be written', async () => {
    await rm(join(dataDir, uploadsName), { recursive: true, force: true })
    await writeFile(join(dataDir, uploadsName), '')
    expect(await inject(Buffer.alloc(100))).toEqual({ status: 503, code: 'UNAVAILABLE' })
    await rm(join(dataDir, uploadsName))
  })

  test('answers 503 when the disk is full', async ({ skip }) => {
    const path = join(dataDir, uploadsName)
    await mkdir(path, { recursive: true })
    const mounted =
      process.getuid?.() === 0 && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', path]).status === 0
    skip(!mounted, 'a small file system can’t be mounted here: not root, or not allowed in this container')
    try {
      expect(await inject(Buffer.alloc(4 * megabyte))).toEqual({ status: 503, code: 'UNAVAILABLE' })
      expect(await uploadFolders()).toEqual([])
    } finally {
      spawnSync('umount', ['--lazy', path])
    }
  })
})

test('removes the uploads of a killed server at the next start', async () => {
  const path = await mkdtemp(join(tmpdir(), 'drover claimed '))
  await mkdir(join(path, uploadsName, 'a'), { recursive: true })
  await writeFile(join(path, uploadsName, 'a', 'upload'), 'half a picture')
  const claim = await claimDataDirectory(path)
  expect(await readdir(path)).not.toContain(uploadsName)
  await claim.release()
  await rm(path, { recursive: true })
})
