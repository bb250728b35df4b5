import { access, constants, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { connect, type Sql } from '../db/connect.ts'
import { startPostgres, type EmbeddedPostgres } from '../db/embedded/postgres.ts'
import { claimDataDirectory } from '../db/embedded/dataDirectory.ts'
import { migrate } from '../db/schema/migrate.ts'
import { runtimeUser } from '../db/schema/roles.ts'
import './testDatabase.ts'
import { readNames, unknownNames } from './testSqlNames.ts'
import { readSqlFiles } from './testSqlTexts.ts'

const prefix = 'drover-tests-'
const template = 'drover_template'
/** Settings that trade durability for speed and small files. */
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  shared_buffers: '128MB',
  max_connections: '100',
  max_wal_size: '512MB',
  min_wal_size: '128MB',
}
const memory = '/dev/shm'
/** Bytes of memory needed: a run's databases take about 150 MB and their log 500 MB; the remainder is for other processes. */
const roomInMemory = 3_000_000_000
const log = pino({ level: 'error' }, process.stderr)

let dataDir: string | undefined
let server: EmbeddedPostgres | undefined

/** Vitest calls this once before all tests of a run. */
export async function setup(project: TestProject): Promise<void> {
  await clearLeftovers()
  dataDir = await mkdtemp(join(await placeOfDatabases(), prefix))
  await claimDataDirectory(dataDir)
  server = await startPostgres({ dataDir, log, settings })
  const { socketDir, user } = server.target
  const admin = connect({ target: { socketDir, user, database: 'postgres' }, connections: 1 })
  await admin`create database ${admin(template)}`
  const sql = connect({ target: { socketDir, user, database: template }, connections: 1 })
  await migrate(sql, runtimeUser)
  await requireNames(sql)
  await sql.end()
  await admin.end()
  project.provide('testServer', { socketDir, user, template })
}

/** Requires that all names in the server's SQL exist in the migrated database. @throws Error listing unknown names */
async function requireNames(sql: Sql): Promise<void> {
  const names = await readNames(sql)
  const faults = readSqlFiles().flatMap((file) => unknownNames(file, names))
  if (faults.length > 0) throw new Error(`The database has no\n${faults.join('\n')}`)
}

/** Vitest calls this once after all of them. */
export async function teardown(): Promise<void> {
  await server?.stop()
  if (dataDir) await rm(dataDir, { recursive: true, force: true })
}

/**
 * Returns the folder for the databases: memory if it has room, else the disk. Each test's database creates and deletes a thousand
 * files, which is slow on a disk.
 */
async function placeOfDatabases(): Promise<string> {
  try {
    await access(memory, constants.W_OK)
    const { bavail, bsize } = await statfs(memory)
    if (Math.min(bavail * bsize, process.availableMemory()) >= roomInMemory) return memory
  } catch {
    // This system has no such folder.
  }
  return tmpdir()
}

/** Stops servers that killed runs left running, and deletes their folders. */
async function clearLeftovers(): Promise<void> {
  const places = await Promise.all(
    [memory, tmpdir()].map(async (place) => (await readdir(place).catch(() => [])).map((name) => join(place, name))),
  )
  for (const left of places.flat()) {
    if (!basename(left).startsWith(prefix)) continue
    try {
      await claimDataDirectory(left)
    } catch {
      continue // Another run is using it, or it is another account's.
    }
    await startPostgres({ dataDir: left, log: pino({ level: 'silent' }), settings }).then(
      (postgres) => postgres.stop(),
      () => {},
    )
    await rm(left, { recursive: true, force: true })
  }
}
