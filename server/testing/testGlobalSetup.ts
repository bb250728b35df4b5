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
/** Nothing here has to outlast a power cut, nor takes more room than it needs. */
const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', shared_buffers: '128MB', max_connections: '100', max_wal_size: '512MB', min_wal_size: '128MB' }
const memory = '/dev/shm'
/** The databases of a run take some 150 MB and their log half a gigabyte; the rest is for everything else, bytes. */
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

/** No test runs while SQL of the server names what the migrated database does not have. @throws Error that lists it */
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
 * Each test's database is a thousand new files, and as many that are deleted soon after. A disk looks long for new ones among those
 * that were just deleted; memory does not.
 */
async function placeOfDatabases(): Promise<string> {
  try {
    await access(memory, constants.W_OK)
    const { bavail, bsize } = await statfs(memory)
    if (Math.min(bavail * bsize, process.availableMemory()) >= roomInMemory) return memory
  } catch {
    // There is none on this system.
  }
  return tmpdir()
}

/** A run that was killed leaves its server running: it is taken over, and stopped. */
async function clearLeftovers(): Promise<void> {
  const places = await Promise.all([memory, tmpdir()].map(async (place) => (await readdir(place).catch(() => [])).map((name) => join(place, name))))
  for (const left of places.flat()) {
    if (!basename(left).startsWith(prefix)) continue
    try {
      await claimDataDirectory(left)
    } catch {
      continue // Another run is using it, or it is another account's.
    }
    await startPostgres({ dataDir: left, log: pino({ level: 'silent' }), settings }).then((postgres) => postgres.stop(), () => {})
    await rm(left, { recursive: true, force: true })
  }
}
