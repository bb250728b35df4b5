import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { access, chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { StartError } from '../../settings.ts'
import { connect, type Sql } from '../connect.ts'
import { startPostgres, type EmbeddedPostgres } from './postgres.ts'
import { clusterProcesses } from './processes.ts'

const log = pino({ level: 'silent' })
// These tests sync real files, which takes long on a busy disk.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })
const patiently = { timeout: 15_000 }
// Other accounts cannot pass this directory, and its path is too long for a socket.
let top: string
let dataDir: string
beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'drover embedded-'))
  dataDir = join(top, 'a long way down '.repeat(6).trim(), 'data')
  await mkdir(dataDir, { recursive: true })
})
afterAll(() => rm(top, { recursive: true, force: true }))

async function start(onState?: (state: { up: boolean }) => void): Promise<{ postgres: EmbeddedPostgres; sql: Sql }> {
  const postgres = await startPostgres({ dataDir, log, ...(onState && { onState }) })
  const sql = connect({ target: postgres.target, connections: 2 })
  onTestFinished(async () => {
    await sql.end({ timeout: 1 })
    await postgres.stop()
  })
  return { postgres, sql }
}

const nameOf = ({ target }: EmbeddedPostgres) => /drover-[0-9a-f]{12}/.exec(target.socketDir)?.[0] ?? ''

test('makes the database once, keeps its rows and leaves no process', async () => {
  const first = await start()
  const [made] = await first.sql`
    select current_setting('data_checksums') checksums, current_setting('server_encoding') encoding,
      current_setting('fsync') fsync, datlocale locale from pg_database where datname = current_database()`
  expect(made).toEqual({ checksums: 'on', encoding: 'UTF8', fsync: 'on', locale: 'C.UTF-8' })
  expect(Buffer.byteLength(join(first.postgres.target.socketDir, '.s.PGSQL.5432'))).toBeLessThan(104)
  await first.sql`create table kept (number bigint)`
  await first.sql`insert into kept values (7)`
  await first.sql.end()
  await first.postgres.stop()
  expect(first.postgres.pid()).toBeNull()
  expect(await clusterProcesses(nameOf(first.postgres))).toEqual([])
  await expect(access(first.postgres.target.socketDir)).rejects.toThrow('ENOENT')

  const second = await start()
  expect(await second.sql`select * from kept`).toEqual([{ number: 7 }])
  expect((await readdir(dataDir)).toSorted()).toEqual(['postgres', 'postgres.log'])
})

test('restarts after its postmaster was killed during a query', { tags: 'long' }, async () => {
  const states: boolean[] = []
  const { postgres, sql } = await start(({ up }) => states.push(up))
  const before = postgres.pid()
  // A computing backend does not notice and would occupy the shared memory for minutes.
  const busy = sql`select count(*) from generate_series(1, 1000000000)`.catch((error: Error) => error)
  await vi.waitFor(
    async () =>
      expect(
        await sql`select 1 from pg_stat_activity where query like '%generate_series%' and state = 'active'`,
      ).toHaveLength(2),
    patiently,
  )
  await sql`insert into kept values (8)`
  process.kill(before ?? 0, 'SIGKILL')
  await vi.waitFor(() => expect(states).toEqual([true, false, true]), patiently)
  expect(await busy).toBeInstanceOf(Error)
  expect(postgres.pid()).not.toBe(before)
  expect(await sql`select * from kept`).toEqual([{ number: 7 }, { number: 8 }])
})

test('restarts after a foreign shutdown and another kill', { tags: 'long' }, async () => {
  const states: boolean[] = []
  const { postgres, sql } = await start(({ up }) => states.push(up))
  for (const name of ['SIGINT', 'SIGKILL'] as const) {
    const count = states.length
    process.kill(postgres.pid() ?? 0, name)
    await vi.waitFor(() => expect(states).toHaveLength(count + 2), patiently)
  }
  expect(await sql`select count(*) from kept`).toEqual([{ count: 2 }])
})

test('stops during its own restart', { tags: 'long' }, async () => {
  const { postgres } = await start()
  process.kill(postgres.pid() ?? 0, 'SIGKILL')
  await vi.waitFor(() => expect(postgres.pid()).toBeNull(), { interval: 1 })
  await postgres.stop()
  expect(await clusterProcesses(nameOf(postgres))).toEqual([])
})

/** A process of its own that runs the database. @returns it, with the postmaster's pid */
async function startElsewhere(): Promise<{ parent: ChildProcess; pid: number }> {
  const script = `
    const { startPostgres } = await import(${JSON.stringify(new URL('./postgres.ts', import.meta.url).href)})
    const { pino } = await import(${JSON.stringify(createRequire(import.meta.url).resolve('pino'))})
    const postgres = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: pino({ level: 'silent' }) })
    console.log(postgres.pid())
    setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  return { parent, pid: Number(line.toString()) }
}

test('ends in order when its parent is killed, alone or with its group', { tags: 'long' }, async () => {
  for (const group of [false, true]) {
    const { parent, pid } = await startElsewhere()
    const name = /drover-[0-9a-f]{12}/.exec(await readFile(`/proc/${pid}/cmdline`, 'utf8'))?.[0] ?? ''
    process.kill(group ? -(parent.pid ?? 0) : (parent.pid ?? 0), 'SIGKILL')
    await vi.waitFor(async () => expect(await clusterProcesses(name)).toEqual([]), { timeout: 5000 })
    // A killed server would leave its pid file.
    expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid')
  }
})

test('starts on the files of a killed process', { tags: 'long' }, async () => {
  const { parent, pid } = await startElsewhere()
  parent.kill('SIGKILL')
  const { postgres, sql } = await start()
  expect(postgres.pid()).not.toBe(pid)
  expect(await sql`select count(*) from kept`).toEqual([{ count: 2 }])
})

test('runs next to another database in an open directory', { tags: 'long' }, async () => {
  const { postgres } = await start()
  const open = await mkdtemp(join(tmpdir(), 'drover-open-'))
  await chmod(open, 0o755)
  const other = await startPostgres({ dataDir: open, log })
  expect(other.target.socketDir).not.toBe(postgres.target.socketDir)
  await other.stop()
  await rm(open, { recursive: true })
})

test('refuses foreign files and other versions', async () => {
  const foreign = join(top, 'foreign')
  await mkdir(join(foreign, 'postgres'), { recursive: true })
  await writeFile(join(foreign, 'postgres', 'letter.txt'), '')
  await expect(startPostgres({ dataDir: foreign, log })).rejects.toThrow(StartError)
  await writeFile(join(foreign, 'postgres', 'PG_VERSION'), '17\n')
  await expect(startPostgres({ dataDir: foreign, log })).rejects.toThrow('is of PostgreSQL 17, this Drover needs 18')
})
