import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { memoryFlags } from './prepare/memory.mjs'
import { z } from 'zod'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 30_000 })

const top = fileURLToPath(new URL('../../', import.meta.url))
/** Maximum time of a stop of npm, its children and the database, ms. */
const stopMs = 5000

let folder: string
let data: string
const started = new Set<number>()
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drover signals '))
  data = join(folder, 'data')
  // `npm start` of this checkout without the console, which no test here opens.
  const { scripts } = z
    .object({ scripts: z.object({ start: z.string() }) })
    .parse(JSON.parse(await readFile(join(top, 'package.json'), 'utf8')))
  const start = scripts.start.replace('server/commands/prepare.mjs', `'${top}server/commands/prepare.mjs' --no-build`)
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, scripts: { start } }))
})
afterEach(() => {
  for (const pid of started) send(pid, 'SIGKILL')
  started.clear()
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone.
  }
}

interface Started {
  npm: ChildProcess
  ended: Promise<void>
  said(): string
  /** Waits until the server is ready for the nth time. @returns its pid */
  ready(times?: number): Promise<number>
}

function npmStart(): Started {
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    detached: true,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      DATA_DIR: data,
      PORT: '0',
      MQTT_PORT: '0',
      DEMO: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.add(-(npm.pid ?? 0))
  let said = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (bytes: Buffer) => void (said += bytes.toString()))
  return {
    npm,
    ended: once(npm, 'exit').then(() => {}),
    said: () => said,
    async ready(times = 1) {
      await vi.waitFor(() => expect(said.split('Ctrl-C stops it').length - 1).toBe(times), { timeout: 60_000 })
      return Number(JSON.parse(await readFile(join(data, await lock()), 'utf8')).pid)
    },
  }
}

/** Returns the file name of the data directory's lock. */
async function lock(): Promise<string> {
  return (
    (await readdir(data))
      .filter((name) => name.startsWith('drover.lock-'))
      .toSorted()
      .at(-1) ?? ''
  )
}

const isAlive = (pid: number) =>
  readFile(`/proc/${pid}/cmdline`, 'utf8').then(
    (text) => text !== '',
    () => false,
  )

async function postmaster(): Promise<number> {
  return Number((await readFile(join(data, 'postgres', 'postmaster.pid'), 'utf8')).split('\n', 1)[0])
}

describe.skipIf(process.platform !== 'linux')('npm start', () => {
  /** Starts npm and stops it. @returns the traces of a stop, which `orderly` has when it was in order and in time */
  const stopBy = async (signal: 'SIGINT' | 'SIGTERM', whom: 'group' | 'npm') => {
    const { npm, ready, ended } = npmStart()
    const server = await ready()
    const database = await postmaster()
    const from = performance.now()
    process.kill(whom === 'group' ? -(npm.pid ?? 0) : (npm.pid ?? 0), signal)
    await ended
    await vi.waitFor(async () => expect([await isAlive(server), await isAlive(database)]).toEqual([false, false]), {
      timeout: stopMs,
    })
    const isInTime = performance.now() - from < stopMs
    return {
      isInTime,
      lock: await readFile(join(data, await lock()), 'utf8'),
      hasPidFile: (await readdir(join(data, 'postgres'))).includes('postmaster.pid'),
    }
  }
  const orderly = { isInTime: true, lock: '', hasPidFile: false }
  it('ends in order on SIGTERM to npm, as Docker sends it', async () => {
    expect(await stopBy('SIGTERM', 'npm')).toEqual(orderly)
  })
  it.each([
    { signal: 'SIGINT', whom: 'group', sender: 'a terminal' },
    { signal: 'SIGTERM', whom: 'group', sender: 'systemd' },
    { signal: 'SIGINT', whom: 'npm', sender: 'a script' },
  ] as const)('ends in order on $signal to $whom, as $sender sends it', { tags: 'long' }, async ({ signal, whom }) => {
    expect(await stopBy(signal, whom)).toEqual(orderly)
  })

  it('restarts a killed server and ends the database when all is killed', { tags: 'long' }, async () => {
    const { npm, ready, said } = npmStart()
    const first = await ready()
    process.kill(first, 'SIGKILL')
    const second = await ready(2)
    expect(second).not.toBe(first)
    expect(said()).toContain('drover: it was killed (SIGKILL); it is started again in 0.2 s.')
    const words = await readFile(`/proc/${second}/cmdline`, 'latin1')
    expect(words.split('\0')).toEqual(expect.arrayContaining([...memoryFlags]))

    const database = await postmaster()
    process.kill(-(npm.pid ?? 0), 'SIGKILL')
    await vi.waitFor(async () => expect([await isAlive(second), await isAlive(database)]).toEqual([false, false]), {
      timeout: stopMs,
    })
    expect(await readdir(join(data, 'postgres'))).not.toContain('postmaster.pid')
  })

  it('ends in order when its supervisor is killed', { tags: 'long' }, async () => {
    const { ready } = npmStart()
    const server = await ready()
    const stat = await readFile(`/proc/${server}/stat`, 'latin1')
    process.kill(Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]), 'SIGKILL')
    await vi.waitFor(async () => expect(await isAlive(server)).toBe(false), { timeout: stopMs })
    expect(await readFile(join(data, await lock()), 'utf8')).toBe('')
  })
})

/** Runs a module of a few lines to its end. */
async function runScript(script: string): Promise<{ code: number | null; stderr: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr.on('data', (bytes: Buffer) => void (stderr += bytes.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stderr }
}
const moduleAt = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

it('prints an uncaught error and exits with 70', async () => {
  const { code, stderr } = await runScript(`
    const { runCommand } = await import(${moduleAt('runCommand.ts')})
    await runCommand(async () => {
      setTimeout(() => { throw new Error('a fence is open') })
      return 'stay'
    })`)
  expect([code, stderr]).toEqual([70, expect.stringMatching(/^drover: Error: a fence is open\n {4}at /)])
})

it('restarts a crashing command twice, and never one that was not ready', async () => {
  const superviseOne = (script: string) =>
    runScript(`
      const { supervise } = await import(${moduleAt('prepare/supervise.mjs')})
      const { code } = await supervise(process.execPath, ['-e', ${JSON.stringify(script)}], {}, { pauses: [1, 1] })
      process.exitCode = code`)
  const crashing = await superviseOne(`process.send({ type: 'ready' }, () => process.exit(70))`)
  expect([crashing.code, crashing.stderr.split('\n')]).toEqual([
    70,
    [
      'drover: it ended by a fault (exit code 70); it is started again in 0.001 s.',
      'drover: it ended by a fault (exit code 70); it is started again in 0.001 s.',
      'drover: it ended by a fault (exit code 70) 3 times in a row, and is not started again.',
      '',
    ],
  ])
  expect(await superviseOne('process.exit(1)')).toEqual({ code: 1, stderr: '' })
})
