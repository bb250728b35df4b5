import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsync } from 'mqtt'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { freePort } from '../testing/testPort.ts'
import { openTestDatabase, type TestDatabase } from '../testing/testDatabase.ts'
import { openOutside } from '../testing/testOutside.ts'
import { runCommandFile, stopCommands } from './testCommand.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 30_000 })

const boundary = JSON.stringify({
  type: 'Polygon',
  coordinates: [
    [
      [116, 43],
      [116.1, 43],
      [116.1, 43.1],
      [116, 43],
    ],
  ],
})

let folder: string
let database: TestDatabase
let outside: Awaited<ReturnType<typeof openOutside>>
let farmIds: number[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drover-source-'))
  database = await openTestDatabase()
  outside = await openOutside(database)
  const rows = await database.sql<{ id: number }[]>`
    insert into farms (name, time_zone, boundary, created_at, updated_at)
    select name, 'UTC', ${boundary}::text::jsonb, now(), now() from unnest('{North,South,South}'::text[]) as name returning id`
  farmIds = rows.map(({ id }) => id)
})
afterEach(stopCommands)
afterAll(async () => {
  await outside.close()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const place = () => ({ DATA_DIR: join(folder, 'data'), DATABASE_URL: outside.runtimeUrl })
const source = (...args: string[]) => runCommandFile('source.ts', place(), { args }).ended
const rows = () =>
  database.sql<
    {
      name: string
      hash: string
      adapters: string[]
      farmIds: number[] | null
      takesQueryToken: boolean
      isRevoked: boolean
    }[]
  >`
    select name, encode(secret_hash, 'hex') as hash, adapters, farm_ids as "farmIds", takes_query_token as "takesQueryToken", revoked_at is not null as "isRevoked"
    from sources order by id`

it('adds, lists and revokes a source with a secret and farms', async () => {
  const made = await source('add', 'north gate', '--farm', 'North', '--farm', String(farmIds[1]), '--adapter', 'minew')
  const secret = /^source {2}north gate\nsecret {2}([\w-]{43})\n/.exec(made.stdout)?.[1] ?? ''
  expect([made.code, made.stderr, secret.length]).toEqual([0, '', 43])
  const hash = createHash('sha256').update(secret).digest('hex')
  expect(await rows()).toEqual([
    {
      name: 'north gate',
      hash,
      adapters: ['minew'],
      farmIds: farmIds.slice(0, 2),
      takesQueryToken: false,
      isRevoked: false,
    },
  ])
  expect((await source('list')).stdout).toMatch(/^SOURCE .*\nnorth gate {2}North, South {2}minew {2}\d{4}-\d\d-\d\d\n$/)
  expect((await source('revoke', 'north gate')).stdout).toBe(
    'north gate may not send any more; its connections are closed.\n',
  )
  expect((await source('list')).stdout).toMatch(
    /^SOURCE .*\nnorth gate {2}North, South {2}minew {2}\d{4}-\d\d-\d\d.* revoked \d{4}-\d\d-\d\d\n$/,
  )
  expect(
    await database.sql<{ action: string }[]>`select action from audit_entries where noun = 'sources' order by id`,
  ).toEqual([{ action: 'ADD' }, { action: 'REMOVE' }])
  expect(
    await database.sql<{ what: string }[]>`select what from security_events where kind = 'COMMAND' order by id`,
  ).toEqual([{ what: 'npm run source -- add north gate' }, { what: 'npm run source -- revoke north gate' }])
})

/** Runs the command. @returns its end, and whether it changed no source */
async function refuse(args: string[]) {
  const before = await rows()
  const ended = await source(...args)
  return { ...ended, isUnchanged: JSON.stringify(await rows()) === JSON.stringify(before) }
}
const refused = (words: RegExp) => ({ code: 1, stdout: '', stderr: expect.stringMatching(words), isUnchanged: true })
it('refuses a source without farms', async () => {
  expect(await refuse(['add', 'one'])).toEqual(
    refused(/^drover: name the farms that it may speak for by --farm, or say --all-farms\n$/),
  )
})
it.each([
  [['add', 'one', 'two', '--all-farms'], /^drover: usage: npm run source/],
  [['add', 'one', '--secret', 'x'], /^drover: Unknown option '--secret'/],
  [['add', 'one', '--farm', 'South'], /^drover: there are several farms South: name one by its id \(\d+, \d+\)\n$/],
  [
    ['add', 'one', '--farm', 'North', '--adapter', 'telnet'],
    /^drover: there is no adapter telnet: there are json, minew, osmand, chirpstack, ttn, digitalmatter, kkm, moko\n$/,
  ],
  [['revoke', 'one'], /^drover: there is no source one\n$/],
])('refuses %j with a message', { tags: 'long' }, async (args, words) => {
  expect(await refuse(args)).toEqual(refused(words))
})

it('reaches the running server at once', { tags: 'long' }, async () => {
  const port = await freePort()
  const server = runCommandFile('start.ts', { ...place(), MQTT_PORT: String(port) })
  await server.says(/Drover is ready/)
  const made = await source('add', 'beside', '--all-farms')
  const password = /secret {2}(\S+)/.exec(made.stdout)?.[1] ?? made.stderr
  // The command has stored the source; the server is notified.
  const client = await vi.waitFor(
    () => connectAsync(`mqtt://127.0.0.1:${port}`, { username: 'beside', password, reconnectPeriod: 0 }),
    { timeout: 5000, interval: 200 },
  )
  const closed = new Promise<void>((resolve) => void client.once('close', () => resolve()))
  expect((await source('revoke', 'beside')).code).toBe(0)
  await closed
})
