import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createImageEncoder, type ImageEncoder } from './imageEncoder.ts'

vi.setConfig({ testTimeout: 60_000 })

let folder = ''
let encoder: ImageEncoder
const picture = () => join(folder, 'picture.png')
const output = () => join(folder, 'picture.webp')
const small = () => join(folder, 'small.webp')
const log = pino({ level: 'silent' })
const encode = (input = picture(), signal = new AbortController().signal) =>
  encoder.encode(input, output(), small(), signal)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drover images '))
  await sharp({ create: { width: 30, height: 20, channels: 3, background: '#886644' } })
    .png()
    .toFile(picture())
})
afterEach(() => encoder.close())
afterAll(() => rm(folder, { recursive: true }))

const isAlive = (pid: number) =>
  readFile(`/proc/${pid}/stat`, 'latin1').then(
    (text) => text.slice(text.lastIndexOf(')') + 2, text.lastIndexOf(')') + 3) !== 'Z',
    () => false,
  )

/** Sends a signal to the process that works on a picture. @returns what comes of the picture */
async function disturb(signal: NodeJS.Signals): Promise<unknown> {
  const disturbed = encode().catch((error: unknown) => error)
  const pid = await vi.waitUntil(() => encoder.pid)
  process.kill(pid, signal)
  return disturbed
}

describe.skipIf(process.platform === 'win32')('the process that encodes pictures', () => {
  test.each([
    ['killed', 'SIGKILL', 'BUSY'],
    ['broken by the picture', 'SIGSEGV', 'NOT_AN_IMAGE'],
  ] as const)('is %s: the picture is answered, and the next one works', async (_name, signal, code) => {
    encoder = createImageEncoder({ log })
    expect(await disturb(signal)).toMatchObject({ code })
    expect(await encode()).toMatchObject({ width: 30, height: 20 })
  })

  test('is killed when it hangs', async () => {
    encoder = createImageEncoder({ log, pictureMs: 300 })
    expect(await disturb('SIGSTOP')).toMatchObject({ code: 'BUSY' })
    expect(encoder.pid).toBeNull()
  })

  test(
    'refuses a picture of too much memory and restarts, without the server’s environment',
    { tags: 'long' },
    async () => {
      vi.stubEnv('DATABASE_URL', 'postgres://secret')
      encoder = createImageEncoder({ log })
      // 64 MB that can't be read line by line.
      const whole = join(folder, 'whole.png')
      await sharp({ create: { width: 4000, height: 4000, channels: 4, background: '#88664488' } })
        .png({ progressive: true })
        .toFile(whole)
      await encode()
      const first = encoder.pid
      expect(await readFile(`/proc/${first}/environ`, 'latin1')).not.toContain('secret')
      await expect(encode(whole)).rejects.toMatchObject({ code: 'TOO_LARGE' })
      expect(await encode()).toMatchObject({ width: 30, height: 20 })
      expect(encoder.pid).not.toBe(first)
      vi.unstubAllEnvs()
    },
  )

  test('starts no process for an aborted picture', async () => {
    encoder = createImageEncoder({ log })
    await expect(encode(picture(), AbortSignal.abort())).rejects.toMatchObject({ code: 'BUSY' })
    expect(encoder.pid).toBeNull()
  })

  test('ends when idle and starts again', { tags: 'long' }, async () => {
    encoder = createImageEncoder({ log, idleMs: 50 })
    await encode()
    const pid = encoder.pid ?? 0
    await vi.waitUntil(() => encoder.pid === null)
    await expect.poll(() => isAlive(pid)).toBe(false)
    expect(await encode()).toMatchObject({ width: 30 })
  })

  test('ends with a server killed during a picture', { tags: 'long' }, async () => {
    encoder = createImageEncoder({ log })
    const script = `
      const { createImageEncoder } = await import(${JSON.stringify(new URL('./imageEncoder.ts', import.meta.url).href)})
      const encoder = createImageEncoder({ log: console })
      const encode = () => encoder.encode(${JSON.stringify(picture())}, ${JSON.stringify(join(folder, 'other.webp'))}, ${JSON.stringify(small())}, new AbortController().signal)
      await encode()
      console.log(encoder.pid)
      for (;;) await encode()`
    const server = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [said] = (await once(server.stdout, 'data')) as [Buffer]
    const pid = Number(said.toString())
    expect(await isAlive(pid)).toBe(true)
    server.kill('SIGKILL')
    await vi.waitUntil(async () => !(await isAlive(pid)), { timeout: 10_000 })
  })
})
