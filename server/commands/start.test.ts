import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { setMarks } from '../db/marks.ts'
import { openTestBroker } from '../testing/testBroker.ts'
import { openTestDatabase, type TestDatabase } from '../testing/testDatabase.ts'
import { openOutside } from '../testing/testOutside.ts'
import { runCommandFile, stopCommands, type Command, type Ended } from './testCommand.ts'

const isRoot = process.getuid?.() === 0
const nobody = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : undefined
function idOf(flag: string): number {
  return Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout)
}

// Each process loads the whole server: one second, many on a busy machine.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

/** Another account cannot run a checkout below a private directory, such as root's. */
const canStepDown =
  nobody === undefined || spawnSync(process.execPath, ['--check', import.meta.filename], nobody).status === 0
const cannotStepDown = 'the account nobody can’t reach this checkout'

let folder: string
let database: TestDatabase
let outside: Awaited<ReturnType<typeof openOutside>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drover start '))
  await chmod(folder, 0o755)
  database = await openTestDatabase()
  outside = await openOutside(database)
})
afterEach(stopCommands)
afterAll(async () => {
  await outside.close()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const start = (environment: Record<string, string>, account?: { uid: number; gid: number }) =>
  runCommandFile('start.ts', environment, { account })
/** Starts on the outside database, which saves making one. */
const startOutside = (name: string, environment: Record<string, string> = {}) =>
  start({ DATA_DIR: join(folder, name), DATABASE_URL: outside.url, ...environment })

/** Returns the error line when the command printed nothing else and exited with 1, otherwise everything. */
function lineOf({ code, stdout, stderr }: Ended): string {
  const isOneLine = code === 1 && stdout === '' && /^drover: .+\n$/.test(stderr)
  return isOneLine ? stderr.slice('drover: '.length, -1) : `exit ${code}: ${stdout}${stderr}`
}

async function occupy(): Promise<{ port: number; free(): void }> {
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return { port: (server.address() as AddressInfo).port, free: () => void server.close() }
}

async function isReady(command: Command): Promise<string> {
  const [, url = ''] = await command.says(/Drover is ready: (\S+)\n[^]*Ctrl-C stops it/)
  const { status } = await fetch(`${url}/health/ready`)
  expect(status).toBe(200)
  return url
}

describe('a start that fails', () => {
  it.each(['PORT', 'MQTT_PORT'])('prints one line when %s is in use', { tags: 'long' }, async (name) => {
    const taken = await occupy()
    const ended = await startOutside(`port ${name}`, { [name]: String(taken.port) }).ended
    taken.free()
    expect(lineOf(ended)).toMatch(new RegExp(`^port ${taken.port} \\(${name}\\) is in use`))
  })

  it('refuses to listen beyond this machine in plain text', async () => {
    const line =
      /^passwords and secrets would cross the network in plain text: HOST 0\.0\.0\.0 without HTTP_TLS_CERT; ALLOW_PLAINTEXT=http permits it$/
    expect(lineOf(await startOutside('settings', { HOST: '0.0.0.0', MQTT_HOST: '127.0.0.1' }).ended)).toMatch(line)
  })

  it.each([
    [{ PORT: 'eighty', MQTT_URL: 'ws://127.0.0.1:9001' }, /^bad setting .*PORT.*MQTT_URL/],
    [
      { HOST: '203.0.113.77', ALLOW_PLAINTEXT: 'http,mqtt' },
      /^address 203\.0\.113\.77 \(HOST\) is not one of this machine$/,
    ],
    [{ MQTT_HOST: '0.0.0.0' }, /MQTT_HOST 0\.0\.0\.0 without MQTT_TLS_CERT; ALLOW_PLAINTEXT=mqtt permits it$/],
    [
      { MQTT_TLS_CERT: '/nonexistent', MQTT_TLS_KEY: '/nonexistent' },
      /^\/nonexistent \(MQTT_TLS_CERT\) can't be read: ENOENT$/,
    ],
    [
      { HOST: 'nonsense.invalid', ALLOW_PLAINTEXT: 'http, mqtt' },
      /^address nonsense\.invalid \(HOST\) is not one of this machine$/,
    ],
    [{ DEMO: '1', HOST: '0.0.0.0' }, /^DEMO: .*loopback.*HOST 0\.0\.0\.0/],
    [{ DEMO: '1', PUBLIC_URL: 'https://drover.example.com' }, /^DEMO: .*PUBLIC_URL https:\/\/drover\.example\.com/],
  ])('prints one line for the bad settings %o', { tags: 'long' }, async (environment, line) => {
    expect(lineOf(await startOutside('settings', environment).ended)).toMatch(line)
  })

  describe('database with the demo', () => {
    beforeAll(() => setMarks(database.sql, { demo_accounts: 0 }))
    afterAll(() => database.sql`delete from marks where name = 'demo_accounts'`)

    const refusal = /^DEMO: .*passwords/
    const lineWith = async (environment: Record<string, string>) =>
      lineOf(await startOutside('demo', { ...environment, PORT: '0', MQTT_PORT: '0' }).ended)
    it('refuses the address 0.0.0.0 even with DEMO=0', async () => {
      expect(await lineWith({ HOST: '0.0.0.0', DEMO: '0' })).toMatch(refusal)
    })

    it.each([
      { HOST: '0.0.0.0' },
      { HOST: '::' },
      { PUBLIC_URL: 'https://drover.example.com' },
      { TRUSTED_PROXY: 'loopback' },
    ])('refuses %o for any DEMO', { tags: 'long' }, async (environment) => {
      for (const DEMO of ['', '0']) expect(await lineWith({ ...environment, DEMO })).toMatch(refusal)
    })
  })

  it('names the address that has no database', { tags: 'long' }, async () => {
    const { port, free } = await occupy()
    free()
    expect(
      lineOf(await startOutside('nowhere', { DATABASE_URL: `postgres://drover@127.0.0.1:${port}/drover` }).ended),
    ).toMatch(/^no connection to the database \(ECONNREFUSED\)/)
  })

  it('names a data directory that is a file or cannot be made', { tags: 'long' }, async () => {
    await writeFile(join(folder, 'file'), '')
    expect(lineOf(await startOutside('file').ended)).toMatch(
      /^data directory .*file can't be written: it is not a directory/,
    )
    expect(lineOf(await startOutside('file/below').ended)).toMatch(
      /^data directory .*below can't be written: a part of the path is not a directory/,
    )
  })

  it('names a data directory without write permission', { tags: 'long' }, async ({ skip }) => {
    skip(!canStepDown, cannotStepDown)
    const path = join(folder, 'not ours')
    await mkdir(path, { mode: 0o555 })
    const ended = await start({ DATA_DIR: path, DATABASE_URL: outside.url }, nobody).ended
    expect(lineOf(ended)).toMatch(/^data directory .*not ours can't be written: this account may not write there/)
  })

  describe('small disk', { tags: 'long' }, () => {
    const path = () => join(folder, 'small')
    /** Mounts a file system of this size; false when that is not allowed here. */
    const mount = async (megabytes: number) => {
      await mkdir(path(), { recursive: true })
      return (
        isRoot && spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', path()]).status === 0
      )
    }
    const cannotMount = 'a small file system can’t be mounted here: not root, or not allowed in this container'
    afterEach(() => void spawnSync('umount', ['--lazy', path()]))

    it('names the free space when the disk is full', async ({ skip }) => {
      skip(!(await mount(8)), cannotMount)
      expect(lineOf(await startOutside('small').ended)).toMatch(
        /^data directory .*small is full: \d MB free, at least 128 MB are needed$/,
      )
    })

    it('names the space that the demo needs', async ({ skip }) => {
      skip(!(await mount(300)), cannotMount)
      expect(lineOf(await start({ DATA_DIR: path(), DEMO: '1' }).ended)).toMatch(
        /^the demo needs 378 MB in .*small, and 2\d\d MB are free: make room, or start with DEMO=0$/,
      )
    })

    it('names the space left when the demo fills the disk', async ({ skip }) => {
      skip(!(await mount(900)), cannotMount)
      const command = start({ DATA_DIR: path(), DEMO: '1' })
      await command.says(/Seeding the demo/)
      const { bavail, bsize } = await statfs(path())
      await writeFile(join(path(), 'something else'), Buffer.alloc(bavail * bsize - 30 * 1024 ** 2))
      const { code, stderr } = await command.ended
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(
          /^drover: the disk filled up while the demo was made: \d+ MB are left in .*small, the demo needs 378 MB in all\n$/,
        ),
      ])
    })
  })
})

/** Returns the real, effective, saved and file accounts of a process, then its groups. */
async function accountsOf({ child }: Command): Promise<string[]> {
  const text = await readFile(`/proc/${child.pid}/status`, 'utf8')
  return ['Uid', 'Gid', 'Groups'].flatMap(
    (name) => new RegExp(`^${name}:\\s*(.*?)\\s*$`, 'm').exec(text)?.[1]?.split(/\s+/) ?? [],
  )
}

it.skipIf(!isRoot)(
  'hands over no directory with other files when started as root',
  { tags: 'long' },
  async ({ skip }) => {
    skip(!canStepDown, cannotStepDown)
    const path = join(folder, 'shared')
    await mkdir(path)
    await writeFile(join(path, 'accounts.xlsx'), 'another’s')
    const ended = await start({ DATA_DIR: path, DATABASE_URL: outside.url }).ended
    expect(lineOf(ended)).toMatch(
      /^data directory .*shared holds accounts\.xlsx, which is not Drover's: name a directory of its own, or give it to account \w+$/,
    )
    expect([(await stat(path)).uid, (await stat(join(path, 'accounts.xlsx'))).uid]).toEqual([0, 0])
  },
)

describe('a start', () => {
  it('runs as an ordinary account next to another, each with its own data', { tags: 'long' }, async ({ skip }) => {
    skip(!canStepDown, cannotStepDown)
    const mine = join(folder, 'my data')
    await mkdir(mine)
    if (nobody) await chown(mine, nobody.uid, nobody.gid)
    const first = start({ DATA_DIR: mine }, nobody)
    const second = start({ DATA_DIR: join(folder, 'other data') })
    const [one, two] = await Promise.all([isReady(first), isReady(second)])
    expect(one).not.toBe(two)
    // Each has its own database, and so its own accounts.
    expect(first.stdout()).toContain('npm run admin')
    // Started as root, it gives that up for good and hands over root's files.
    const accounts = await Promise.all([first, second].map(accountsOf))
    expect(accounts.flat()).not.toContain('0')
    expect((await stat(join(folder, 'other data', 'secret.key'))).uid).toBe(Number(accounts[1]?.[0]))

    const third = await startOutside('my data').ended
    expect(lineOf(third)).toMatch(
      new RegExp(`^data directory .*my data is in use by another Drover, process ${first.child.pid}`),
    )
    expect((await fetch(`${one}/health/live`)).status).toBe(200)

    const ends = await Promise.all([first.stop(), second.stop()])
    expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual([
      [0, ''],
      [0, ''],
    ])
    // It starts again on the files it left.
    const again = start({ DATA_DIR: mine }, nobody)
    await isReady(again)
  })

  it('serves an outside database and stops with exit code 0', async () => {
    await database.sql`
      insert into sources (name, secret_hash, adapters, created_at) values ('yard', sha256('Secret2026'), '{json}', now())`
    const command = startOutside('outside')
    const url = await isReady(command)
    const response = await fetch(`${url}/ingest/json`, {
      method: 'POST',
      headers: { authorization: 'Bearer Secret2026' },
      body: 'no json',
    })
    expect(response.status).toBe(400)
    expect(await database.sql`select reason from quarantine`).toEqual([{ reason: 'BAD_JSON' }])
    expect((await command.stop()).code).toBe(0)
  })
})

it('warns that a broker without a source is refused', { tags: 'long' }, async () => {
  const broker = await openTestBroker()
  const command = startOutside('no source', { MQTT_URL: `mqtt://${broker.address}`, PORT: '0' })
  await command.says(
    new RegExp(
      `The broker mqtt://${broker.address} is there, but its messages count for the source “broker”.*each of them is refused`,
    ),
  )
  expect(command.stdout()).not.toContain('no readings come from there')
  await stopCommands()
  await broker.close()
})

it('warns about an unreachable broker without its password', { tags: 'long' }, async () => {
  const { port, free } = await occupy()
  free()
  const command = startOutside('no broker', { MQTT_URL: `mqtt://site:secret@127.0.0.1:${port}` })
  await command.says(
    new RegExp(`The broker mqtt://127\\.0\\.0\\.1:${port} can’t be reached: no readings come from there`),
  )
  expect(command.stdout()).not.toContain('secret')
})

it('makes an interrupted demo again and is not ready until then', { tags: 'long' }, async () => {
  const path = join(folder, 'demo')
  const { port, free } = await occupy()
  free()
  const readiness = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null)
    return response && { status: response.status, body: await response.json() }
  }
  const notYet = { status: 503, body: { status: 'not ready', missing: ['demo'] } }
  const first = start({ DATA_DIR: path, DEMO: '1', PORT: String(port) })
  await first.says(/Seeding the demo/)
  await expect.poll(readiness, { timeout: 60_000 }).toEqual(notYet)
  first.child.kill('SIGKILL')
  await first.ended

  expect(lineOf(await start({ DATA_DIR: path, DEMO: '0' }).ended)).toBe(
    `the demo was interrupted while it was made: delete ${path} and start again`,
  )

  // Accounts exist once: the first attempt was removed.
  const second = start({ DATA_DIR: path, PORT: String(port), DEMO: '' })
  await second.says(/made again[^]*Seeding the demo/)
  await expect.poll(readiness, { timeout: 60_000 }).toEqual(notYet)
})

it('leaves an interrupted demo in an outside database alone', { tags: 'long' }, async () => {
  await database.sql`insert into marks (name, at) values ('demo_begun', now())`
  expect(lineOf(await startOutside('interrupted', { DEMO: '1' }).ended)).toBe(
    'the demo was interrupted while it was made: empty the database and start again',
  )
  expect(await database.sql`select from marks where name = 'demo_begun'`).toHaveLength(1)
  await database.sql`delete from marks`
})
