import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { machineNow } from '../../clock.ts'
import { reportRecordEvents } from '../duty/recordWebhooks.ts'
import { connect, type Queries } from '../../db/connect.ts'
import { raiseAlerts } from '../../db/alerts.ts'
import { newAddress } from '../../auth/testAuth.ts'
import { openWorld, type World } from '../../testing/testWorld.ts'
import { insertClose } from '../projects/headcount/dayCloses.ts'
import { addTestProject, type TestProject } from '../projects/testLedger.ts'

let world: World
const banks: { id: number; admin: string; secret: string; project: TestProject }[] = []
const feeds = ['projects', 'ledgerEntries', 'alerts', 'dayCloses'] as const

interface Page {
  list: { id: number; projectId?: number; subjectId?: number }[]
  next: string
  hasMore: boolean
}

async function read(secret: string, path: string, headers: Record<string, string> = {}) {
  const response = await world.server.inject({
    method: 'GET',
    url: `/collateral/feed/${path}`,
    remoteAddress: newAddress(),
    headers: { authorization: `Bearer ${secret}`, ...headers },
  })
  return { status: response.statusCode, headers: response.headers, body: response.body }
}
async function page(secret: string, path: string): Promise<Page> {
  const { body } = await read(secret, path)
  const { data, error } = JSON.parse(body) as { data?: Page; error?: object }
  if (data === undefined) throw new Error(JSON.stringify(error))
  return data
}
async function readAll(secret: string, feed: string, limit: number) {
  const list: Page['list'] = []
  let cursor = ''
  for (;;) {
    const part = await page(secret, `${feed}?limit=${limit}&cursor=${cursor}`)
    expect(part.list.length).toBeLessThanOrEqual(limit)
    list.push(...part.list)
    cursor = part.next
    if (!part.hasMore) return { list, cursor }
  }
}
const addAlert = async ({ project }: (typeof banks)[number]) => {
  const at = world.context.clock.now()
  const [raised] = await raiseAlerts(world.sql, [
    {
      kind: 'COVERAGE_LOW',
      severity: 'MAJOR',
      subjectType: 'PROJECT',
      subjectId: project.id,
      subjectName: 'loan',
      farmId: project.farmId,
      penId: null,
      animalId: null,
      raisedAt: at,
      sinceAt: at,
      detail: {},
    },
  ])
  return raised?.id ?? 0
}
/** Inserts an entry without heads, which no screen counts. */
const addEntry = (sql: Queries, { project }: (typeof banks)[number]) =>
  sql<{ id: number }[]>`
    insert into ledger_entries (project_id, line_id, kind, heads, reason, happened_at, recorded_at)
    values (${project.id}, ${project.lineIds[0]}, 'BIRTH', 1, 'born', now(), now()) returning id`

beforeAll(async () => {
  world = await openWorld()
  // Entries of these tests have no heads.
  await world.sql`alter table ledger_entries disable trigger ledger_entries_heads`
  for (const mark of ['A', 'B']) {
    const project = await addTestProject(world, mark)
    const [bank] = await world.sql<{ id: number }[]>`select bank_org_id as id from projects where id = ${project.id}`
    const id = bank?.id ?? 0
    const admin = await world.user(`${mark}.admin`, 'ADMIN_BANK', id)
    const { data } = await world.call<{ secret: string }>(admin, 'PUT', '/collateral/web/apiKey/addOrEdit', {
      name: 'Core banking',
      scopes: ['feeds:read'],
      networks: [],
      expiresAt: machineNow() + 86_400_000,
    })
    banks.push({ id, admin, secret: data.secret, project })
    await addAlert({ id, admin, secret: data.secret, project })
    await insertClose(world.sql, {
      id: project.id,
      day: '2026-05-01',
      windowMinutes: 60,
      contracted: 6,
      ledger: 6,
      heard: 6,
      unverified: 0,
      unaccounted: 0,
      handCount: null,
      value: '42000.10',
      balance: '30000.00',
      ratio: '1.4',
      note: '',
      closedBy: await world.idOf(`${mark}.pm`),
      closedAt: world.context.clock.now(),
    })
  }
})
afterAll(() => world.close())

const bankOf = (place: number) => {
  const bank = banks[place]
  if (bank === undefined) throw new Error('there is no such bank')
  return bank
}

test('contains the records of its own projects only', async () => {
  for (const { secret, project } of banks)
    for (const feed of feeds) {
      const { list } = await page(secret, feed)
      expect([feed, list.length > 0]).toEqual([feed, true])
      const projectIds = list.map((row) => (feed === 'alerts' ? row.subjectId : row.projectId))
      expect([feed, new Set(projectIds)]).toEqual([feed, new Set([project.id])])
      const csv = await read(secret, `${feed}.csv`)
      expect(csv.body.split('\r\n')).toHaveLength(list.length + 2)
    }
})

test('answers the loan’s figures as texts and numbers', async () => {
  const { list } = await page(bankOf(0).secret, 'projects')
  expect(list[0]).toMatchObject({ projectCode: 'A', contracted: 6, ledger: 6, balance: '30000.00' })
  const [close] = (await page(bankOf(0).secret, 'dayCloses')).list
  expect(close).toMatchObject({ day: '2026-05-01', eligibleValue: '42000.10', closedAt: '2026-05-01T12:00:00.000Z' })
})

test('refuses what no scope or role opens', async () => {
  const { data } = await world.call<{ secret: string }>(bankOf(0).admin, 'PUT', '/collateral/web/apiKey/addOrEdit', {
    name: 'Other',
    scopes: ['projects:read'],
    networks: [],
    expiresAt: machineNow() + 86_400_000,
  })
  expect((await read(data.secret, 'ledgerEntries')).status).toBe(403)
  expect((await read(data.secret, 'ledgerEntries.csv')).status).toBe(403)
})

test('pages through each row once', async () => {
  const bank = bankOf(0)
  for (let place = 0; place < 5; place++) {
    await addEntry(world.sql, bank)
    await addEntry(world.sql, bankOf(1))
  }
  const { list: whole } = await page(bank.secret, 'ledgerEntries')
  const { list, cursor } = await readAll(bank.secret, 'ledgerEntries', 2)
  expect(list).toEqual(whole)
  expect(new Set(list.map(({ id }) => id)).size).toBe(list.length)
  expect((await page(bank.secret, `ledgerEntries?cursor=${cursor}`)).list).toEqual([])
})

test('misses no entry whose transaction commits after a later one', async () => {
  const bank = bankOf(0)
  const { cursor } = await readAll(bank.secret, 'ledgerEntries', 100)
  const other = connect({ target: world.target, connections: 1 })
  const ids: number[] = []
  let seenMeanwhile: number[] = []
  let next = ''
  await other.begin(async (slow) => {
    ids.push(...(await addEntry(slow, bank)).map(({ id }) => id))
    ids.push(...(await addEntry(world.sql, bank)).map(({ id }) => id))
    const meanwhile = await page(bank.secret, `ledgerEntries?cursor=${cursor}`)
    seenMeanwhile = meanwhile.list.map(({ id }) => id)
    next = meanwhile.next
  })
  await other.end({ timeout: 1 })
  expect(seenMeanwhile).toEqual([ids[1]])
  const after = await page(bank.secret, `ledgerEntries?cursor=${next}`)
  expect(after.list.map(({ id }) => id)).toEqual([ids[0]])
})

test('repeats an alert after each change', async () => {
  const bank = bankOf(0)
  const { list: before, cursor } = await readAll(bank.secret, 'alerts', 1)
  const [alert] = before
  await world.sql`update alerts set cleared_at = now() where id = ${alert?.id ?? 0}`
  const { list } = await page(bank.secret, `alerts?cursor=${cursor}`)
  expect(list).toMatchObject([{ id: alert?.id, clearedAt: expect.any(String) }])
  expect((await readAll(bank.secret, 'alerts', 1)).list).toHaveLength(before.length)
})

describe('formats', () => {
  test('answers 304 to the ETag of an unchanged feed', async () => {
    const { secret } = bankOf(0)
    for (const path of [...feeds, ...feeds.map((feed) => `${feed}.csv`)]) {
      const first = await read(secret, path)
      const etag = String(first.headers.etag)
      expect([path, first.status, /^"[\w-]{27}"$/.test(etag)]).toEqual([path, 200, true])
      const again = await read(secret, path, { 'if-none-match': `W/${etag}` })
      expect([path, again.status, again.body, again.headers.etag]).toEqual([path, 304, '', etag])
    }
    const before = await read(secret, 'ledgerEntries')
    await addEntry(world.sql, bankOf(0))
    const after = await read(secret, 'ledgerEntries', { 'if-none-match': String(before.headers.etag) })
    expect(after.status).toBe(200)
  })

  test('answers CSV to its address and to Accept', async () => {
    const { secret } = bankOf(0)
    const byAddress = await read(secret, 'dayCloses.csv')
    const byHeader = await read(secret, 'dayCloses', { accept: 'text/csv, application/json;q=0.5' })
    expect(byHeader.body).toBe(byAddress.body)
    expect(byAddress.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(byAddress.headers['x-next-cursor']).toMatch(/^[\w-]+$/)
    const [titles = '', row = ''] = byAddress.body.split('\r\n').map((line) => line.split(','))
    const cells = Object.fromEntries(Array.from(titles, (title, place) => [title, row[place]]))
    expect(cells).toMatchObject({
      day: '2026-05-01',
      ledger: '6',
      handCount: '',
      eligibleValue: '42000.10',
      ratio: '1.4000',
      closedAt: '2026-05-01T12:00:00.000Z',
      projectCode: 'A',
    })
    expect((await read(secret, 'dayCloses', { accept: 'application/json, text/csv' })).body).toMatch(/^\{/)
  })

  test.each(['ledgerEntries?cursor=x', 'alerts?limit=0', 'alerts?limit=1001', `dayCloses?cursor=${'x'.repeat(61)}`])(
    'rejects %s',
    async (path) => {
      const { status, body } = await read(bankOf(0).secret, path)
      expect([status, JSON.parse(body)]).toMatchObject([400, { error: { code: 'BAD_SHAPE' } }])
    },
  )

  test('rejects the cursor of another feed', async () => {
    const { secret } = bankOf(0)
    const { next } = await page(secret, 'dayCloses')
    const { status, body } = await read(secret, `ledgerEntries?cursor=${next}`)
    expect([status, JSON.parse(body)]).toMatchObject([400, { error: { fields: { cursor: 'invalid' } } }])
  })
})

test('pages a hundred thousand entries at a steady cost', { tags: 'long', timeout: 120_000 }, async () => {
  const { project, secret } = bankOf(1)
  await world.sql`
    insert into ledger_entries (project_id, line_id, kind, heads, reason, happened_at, recorded_at)
    select ${project.id}, ${project.lineIds[0]}, 'BIRTH', 1, 'born', now(), now() from generate_series(1, 100000)`
  await reportRecordEvents(world.context)
  const timed = async (cursor: string) => {
    const from = performance.now()
    const { next } = await page(secret, `ledgerEntries?limit=1000&cursor=${cursor}`)
    return { next, ms: performance.now() - from }
  }
  let cursor = ''
  const times: number[] = []
  for (let place = 0; place < 100; place++) {
    const { next, ms } = await timed(cursor)
    cursor = next
    times.push(ms)
  }
  const median = (part: number[]) => part.toSorted((one, other) => one - other)[Math.floor(part.length / 2)] ?? 0
  // The last pages cost as much as the first, and the other bank’s empty feed costs little.
  expect(median(times.slice(-20))).toBeLessThan(4 * median(times.slice(0, 20)) + 50)
  expect((await page(secret, `ledgerEntries?limit=1000&cursor=${cursor}`)).list.length).toBeLessThan(1000)
})
