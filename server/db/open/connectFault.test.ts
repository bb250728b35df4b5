import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSettings, StartError } from '../../settings.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts'
import { openOutside } from '../../testing/testOutside.ts'
import { openTestPooler } from '../../testing/testPooler.ts'
import { openTlsFront } from '../../testing/testTlsFront.ts'
import { describeConnectFault, requireConnections } from './connectFault.ts'
import { openDatabase } from './database.ts'

let database: TestDatabase
let folder: string
let outside: Awaited<ReturnType<typeof openOutside>>
beforeAll(async () => {
  database = await openTestDatabase()
  outside = await openOutside(database)
  folder = await mkdtemp(join(tmpdir(), 'drover-fault-'))
})
afterAll(async () => {
  await outside.close()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

/** Returns the reason why the start on an address stops. */
async function reasonOf(environment: { DATABASE_URL: string; MIGRATION_DATABASE_URL?: string }): Promise<string> {
  const settings = readSettings({ DATA_DIR: join(folder, 'data'), ...environment })
  const opened = await openDatabase(settings, pino({ level: 'silent' })).catch((error: unknown) => error)
  if (!(opened instanceof StartError)) throw new Error(`no StartError: ${String(opened)}`)
  return opened.message
}

const advice = 'Drover needs connections of its own to PostgreSQL, or a pooler in session mode: docs/OPERATIONS.md'

test('accepts a database without a pooler', async () => {
  await expect(requireConnections('DATABASE_URL', outside.url)).resolves.toBeUndefined()
})

test.each(['DATABASE_URL', 'MIGRATION_DATABASE_URL'] as const)(
  'names a pooler in transaction mode in %s',
  async (name) => {
    const pooler = await openTestPooler(database)
    const reason = await reasonOf({ DATABASE_URL: outside.runtimeUrl, [name]: pooler.url })
    expect(reason).toContain(`${name} names a pooler in transaction mode: ${advice}`)
    await pooler.close()
  },
)

test.each([
  [
    'unsupported startup parameter: options',
    'DATABASE_URL names a pooler that refuses a parameter (unsupported startup',
  ],
  ['unsupported startup parameter: statement_timeout', advice],
  ['too many connections', 'no connection to the database: too many connections'],
])('names the refusal “%s”', async (refusal, line) => {
  const pooler = await openTestPooler(database, refusal)
  expect(await reasonOf({ DATABASE_URL: pooler.url })).toContain(line)
  await pooler.close()
})

test('names sslrootcert when the certificate is of a private authority', async () => {
  const front = await openTlsFront(database)
  const url = `postgres://${database.target.user}@127.0.0.1:${front.port}/${database.target.database}?sslmode=verify-full`
  expect(await reasonOf({ DATABASE_URL: url })).toMatch(
    /no trusted authority .*add sslrootcert=<file of its authority>/,
  )
  expect(await reasonOf({ DATABASE_URL: `${url}&sslrootcert=/nonexistent.pem` })).toBe(
    "no connection to the database: sslrootcert: /nonexistent.pem can't be read",
  )
  await front.close()
})

test('names the missing database, server or TLS', async () => {
  expect(await reasonOf({ DATABASE_URL: outside.url.replace(/[^/]*$/, 'nowhere') })).toBe(
    'DATABASE_URL: database "nowhere" does not exist: create it first',
  )
  expect(await reasonOf({ DATABASE_URL: 'postgres://drover@127.0.0.1:1/drover' })).toBe(
    'no connection to the database (ECONNREFUSED)',
  )
  const plain = await openTlsFront(database, { isSecured: false })
  expect(await reasonOf({ DATABASE_URL: `postgres://drover@127.0.0.1:${plain.port}/drover?sslmode=require` })).toMatch(
    /^the database has no TLS, and DATABASE_URL asks for it/,
  )
  await plain.close()
})

test.each([
  [
    '28P01',
    'password authentication failed for user "a"',
    'the database refuses the user or the password of DATABASE_URL',
  ],
  ['', 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string', 'the database asks for a password'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'Host: db. is not in the cert', 'is for another name than the host in DATABASE_URL'],
  ['', 'several\nlines', 'no connection to the database: several'],
])('describes %s %s in one line', (code, message, line) => {
  const described = describeConnectFault('DATABASE_URL', Object.assign(new Error(message), code !== '' && { code }))
  expect(described).toContain(line)
  expect(described).not.toContain('\n')
})
