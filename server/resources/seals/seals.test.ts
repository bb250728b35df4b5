import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Seal } from '#contract/projects/seals.ts'
import { inRolledBackTransaction } from '../../testing/testDatabase.ts'
import type { Queries } from '../../db/connect.ts'
import { runs } from '../../testing/testRuns.ts'
import { openWorld, type World } from '../../testing/testWorld.ts'
import { checkDay, type SealedDay } from './dayCheck.ts'
import { sealWaiting } from './seal.ts'
import { sealedRows } from './sealedRows.ts'
import { checkRecord } from './sealJobs.ts'
import { addRecord } from './testRecord.ts'
import { verifyLinks } from './verify.ts'

const dayMs = 86_400_000
const day0 = Date.UTC(2026, 4, 1, 12)

/** Columns of sealed tables that may change later or that need no proof. */
const mayChange: Record<string, readonly string[]> = {
  alerts: [
    'change_id',
    'changed_in',
    'assigned_to',
    'shelved_at',
    'shelved_until',
    'shelved_because',
    'shelved_by',
    'version',
    'reopened_at',
    'reopened_since',
  ],
  tickets: ['reminded_at', 'overdue_told_at', 'pinyin'],
  // Computed from audit entries, which are sealed.
  ticket_steps: ['is_of_inviter'],
  files: ['content', 'network', 'organisation_id', 'thumbnail_hash', 'thumbnail_size'],
  animal_photos: ['created_at', 'updated_at', 'version', 'deleted_at', 'deleted_by'],
}

let world: World
let columns: { table: string; column: string; type: string }[]
beforeAll(async () => {
  world = await openWorld()
  await addRecord(world)
  await world.sql`update users set email = user_name || '@example.com'`
  await world.user(
    'Seal.admin',
    'ADMIN_BANK',
    (await world.sql<{ id: number }[]>`select bank_org_id as id from projects`)[0]?.id ?? 0,
  )
  await world.sql`update users set email = 'admin@bank.example' where user_name = 'Seal.admin'`
  await sealWaiting(world.context.sql, world.context, day0)
  await world.sql`insert into security_events (at, kind, what) values (${day0 + dayMs}, 'COMMAND', 'one more')`
  await sealWaiting(world.context.sql, world.context, day0 + dayMs)
  await world.sql`insert into security_events (at, kind, what) values (${day0 + dayMs}, 'COMMAND', 'and one')`
  await sealWaiting(world.context.sql, world.context, day0 + 2 * dayMs)
  columns = await world.sql<typeof columns>`
    select table_name as table, column_name as column, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = any(${Object.values(sealedRows).map(({ table }) => table)}::text[]) order by 1, 2`
})
afterAll(() => world.close())

const verify = (sql: Queries) => verifyLinks(sql)
const ask = (root: string) => world.call<Seal>('', 'GET', `/collateral/common/seal/${root}`)
const roots = () => world.sql<{ root: string; day: string }[]>`select root, day from seals order by day`

test('seals every row of the record once and verifies', async () => {
  const sealed = await world.sql<{ source: string }[]>`select distinct source from seal_entries order by 1`
  expect(sealed.map(({ source }) => source)).toEqual(
    Object.keys(sealedRows)
      .filter((source) => source !== 'seal_erasures')
      .toSorted(),
  )
  expect(await verify(world.sql)).toMatchObject({
    fault: null,
    links: (await world.sql`select from seal_entries`).length,
  })
  expect((await world.sql`select from seal_queue`).length).toBe(0)
  // A pending ticket is not sealed, but its document and its comments are.
  expect((await world.sql`select from seal_entries where source = 'tickets'`).length).toBe(2)
  const [document] = await world.sql<
    { id: string }[]
  >`select lower(payload ->> 'documentId') as id from tickets where decided_at is null`
  expect([...(await world.sql`select source from seal_entries where row_key = ${document?.id ?? ''}`)]).toEqual([
    { source: 'files' },
  ])
})

test('hashes every column of sealed tables except those that may change', () => {
  const sealed = (table: string) =>
    Object.values(sealedRows)
      .filter((rows) => rows.table === table)
      .flatMap((rows) => [...rows.key, ...rows.columns])
  expect(
    columns.filter(({ table, column }) => !sealed(table).includes(column) && !mayChange[table]?.includes(column)),
  ).toEqual([])
})

/** Another value of a column, by its type. */
const otherValue = (type: string, column: string): string => {
  if (type === 'text') return `coalesce(${column}, '') || 'x'`
  if (type === 'uuid') return 'gen_random_uuid()'
  if (type === 'boolean') return `not coalesce(${column}, false)`
  if (type === 'jsonb') return `jsonb_build_array(${column})`
  if (type === 'timestamp with time zone') return `coalesce(${column}, now()) + interval '1 microsecond'`
  if (type === 'date') return `${column} + 1`
  if (type === 'numeric') return `coalesce(${column}, 0) + 0.01`
  // Far from existing keys.
  return `coalesce(${column}, 0) + 100000`
}

/** Runs work as an owner of the database without triggers and constraints, then rolls back. */
async function withoutGuards(work: (sql: Queries) => Promise<void>): Promise<void> {
  await inRolledBackTransaction(world.sql, async (sql) => {
    await sql`
      do $$ declare c record; begin
        for c in select conrelid::regclass as of_table, conname from pg_constraint where contype in ('c', 'u', 'f') and connamespace = 'public'::regnamespace loop
          execute format('alter table %s drop constraint if exists %I cascade', c.of_table, c.conname);
        end loop;
        for c in select table_name, column_name from information_schema.columns where table_schema = 'public' and is_identity = 'YES' loop
          execute format('alter table %I alter column %I drop identity', c.table_name, c.column_name);
        end loop;
        for c in select indexrelid::regclass as name from pg_index where indisunique and not indisprimary and indrelid in ('tickets'::regclass, 'ticket_steps'::regclass, 'alerts'::regclass, 'daily_logs'::regclass) loop
          execute format('drop index %s', c.name);
        end loop;
      end $$`
    await sql`set local session_replication_role = replica`
    await work(sql)
  })
}

/** Runs a statement, verifies the chain and rolls back. @returns the reason of the fault */
async function faultAfter(sql: Queries, statement: string): Promise<string | undefined> {
  await sql`savepoint before`
  await sql.unsafe(statement)
  const { fault } = await verify(sql)
  await sql`rollback to savepoint before`
  return fault?.reason
}

test('detects a change of any sealed column made in the database', { timeout: 60_000 }, async () => {
  await withoutGuards(async (sql) => {
    const places = await sql<
      { source: string; row_key: string }[]
    >`select source, row_key from seal_entries order by place`
    const changes = runs(100, 1000)
    let state = 7
    const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
    const unseen: string[] = []
    const touched = new Set<string>()
    for (let turn = 0; turn < changes; turn++) {
      const { source, row_key } = places[random(places.length)] ?? { source: '', row_key: '' }
      const rows = sealedRows[source]
      if (!rows) throw new Error(source)
      const names = [...rows.key, ...rows.columns]
      const name = names[random(names.length)] ?? ''
      const type = columns.find(({ table, column }) => table === rows.table && column === name)?.type ?? ''
      const keys = row_key
        .split(':')
        .map((part, place) => `${rows.key[place]} = '${part}'`)
        .join(' and ')
      const change = `update ${rows.table} set ${name} = ${otherValue(type, name)} where ${keys}`
      if ((await faultAfter(sql, change)) === undefined) unseen.push(change)
      touched.add(`${source}.${name}`)
    }
    expect(unseen).toEqual([])
    expect(touched.size).toBeGreaterThan(runs(40, 80))
  })
})

test('detects deleted and inserted rows and every edit of the chain', async () => {
  await withoutGuards(async (sql) => {
    const found: [string, string | undefined][] = []
    for (const [source, { table, key, due }] of Object.entries(sealedRows)) {
      if (source === 'seal_erasures') continue
      found.push([`${source} deleted`, await faultAfter(sql, `delete from ${table} r where ${due ?? 'true'}`)])
      const last = key.at(-1) ?? ''
      const type = columns.find(({ table: of, column }) => of === table && column === last)?.type ?? ''
      const copy = `jsonb_populate_record(null::${table}, to_jsonb(r) || jsonb_build_object('${last}', ${type === 'uuid' ? 'gen_random_uuid()' : `${last} + 1000`}))`
      // A copy of a row in another place; a file counts once a record refers to it.
      const put = `insert into ${table} overriding system value select (${copy}).* from ${table} r where ${due ?? 'true'} limit 1`
      if (source !== 'files') found.push([`${source} put in`, await faultAfter(sql, put)])
    }
    expect(found.filter(([what, reason]) => reason !== (what.endsWith('deleted') ? 'GONE' : 'UNSEALED'))).toEqual([])
    expect(found).toHaveLength(2 * (Object.keys(sealedRows).length - 1) - 1)
    expect(await faultAfter(sql, 'delete from seal_entries where place = 5')).toBe('CHAIN')
    expect(await faultAfter(sql, 'delete from seal_entries where place > (select max(last_place) from seals)')).toBe(
      'UNSEALED',
    )
    expect(await faultAfter(sql, 'delete from seal_entries where place >= (select max(last_place) from seals)')).toBe(
      'SEAL',
    )
    expect(await faultAfter(sql, `update seal_entries set row_key = '99' where place = 7`)).toBe('CHAIN')
    expect(
      await faultAfter(sql, `update seal_entries set sealed_at = sealed_at + interval '1 ms' where place = 7`),
    ).toBe('CHAIN')
    expect(await faultAfter(sql, `update seal_entries set row_hash = sha256('x') where place = 7`)).toBe('CHAIN')
    expect(await faultAfter(sql, `update seal_entries set hash = sha256('x') where place = 7`)).toBe('CHAIN')
    expect(await faultAfter(sql, `update seal_entries e set place = 1000 - place`)).toBe('CHAIN')
    expect(await faultAfter(sql, `update seals set root = repeat('0', 64) where day = '2026-05-01'`)).toBe('SEAL')
    expect(await faultAfter(sql, `update seals set day = day - 1`)).toBe('SEAL')
    expect(await faultAfter(sql, `delete from seals where day = '2026-05-01'`)).toBe('SEAL')
    expect(await faultAfter(sql, 'truncate seal_entries cascade')).toBeDefined()
    expect(await faultAfter(sql, 'select 1')).toBeUndefined()
  })
})

test('names the first broken row and reports erasures with their reasons', async () => {
  await inRolledBackTransaction(world.sql, async (sql) => {
    const [event] = await sql<{ id: string }[]>`select min(id)::text as id from security_events`
    await sql`alter table security_events disable trigger security_events_keep`
    await sql`delete from security_events where id = ${event?.id ?? ''}::bigint`
    expect((await verify(sql)).fault).toEqual({
      reason: 'GONE',
      source: 'security_events',
      rowKey: event?.id,
      day: '2026-05-01',
    })
    await sql`insert into seal_erasures (source, row_key, reason, erased_at) values ('security_events', ${event?.id ?? ''}, 'PRIVACY', now())`
    expect(await verify(sql)).toMatchObject({ fault: null, erased: new Map([['PRIVACY', 1]]) })
    const day = {
      day: '2026-05-01',
      sealedAt: 0,
      after: 0,
      lastPlace: 1000,
      checkedAt: null,
      isWhole: null,
      brokenDay: null,
    }
    expect((await checkDay(sql, day, 1)).erasedFor).toEqual(['PRIVACY'])
    expect([...(await sql`select source from seal_queue`)]).toEqual([{ source: 'seal_erasures' }])
  })
})

describe('the root of a day', () => {
  test('is mailed once to the parties’ administrators after the day', async () => {
    const mails = await world.sql<
      { recipient: string; body: string }[]
    >`select recipient, body from outbox where subject like '%封存%' order by id`
    const [first, second] = await roots()
    expect(mails.map(({ recipient }) => recipient)).toEqual([
      'Seal.borrower@example.com',
      'admin@bank.example',
      'Seal.borrower@example.com',
      'admin@bank.example',
    ])
    expect([first?.day, second?.day]).toEqual(['2026-05-01', '2026-05-02'])
    expect(mails[0]?.body).toContain(`https://drover.test/verify/${first?.root}`)
    expect(mails[3]?.body).toContain(`https://drover.test/verify/${second?.root}`)
    expect(mails[0]?.body).toContain('Seal')
  })

  test('returns whether the record is intact and nothing else', async () => {
    const [root = ''] = (await roots()).map((seal) => seal.root)
    expect((await ask(root)).data).toEqual({
      root,
      day: '2026-05-01',
      sealedAt: expect.any(String),
      isIntact: true,
      isCheckedNow: true,
      erasedFor: [],
      record: null,
      waitingSince: null,
    })
    await checkRecord(world.context.sql, day0 + 2 * dayMs)
    expect((await ask(root.toUpperCase())).data).toMatchObject({
      isIntact: true,
      record: { isIntact: true, brokenDay: null },
    })
    expect((await ask('0'.repeat(64))).error.code).toBe('NOT_FOUND')
    expect((await ask('12')).error.code).toBe('BAD_SHAPE')
  })

  test('shows changes of its day at once, others after the next check', async () => {
    const [first = '', second = ''] = (await roots()).map(({ root }) => root)
    await world.sql`alter table ledger_entries disable trigger ledger_entries_keep`
    await world.sql`update ledger_entries set reason = 'shot' where reason = 'wolf'`
    expect((await ask(first)).data.isIntact).toBe(false)
    expect((await ask(second)).data).toMatchObject({ isIntact: true, record: { isIntact: true } })
    await checkRecord(world.context.sql, day0 + 3 * dayMs)
    expect((await ask(second)).data).toMatchObject({
      isIntact: true,
      record: { isIntact: false, brokenDay: '2026-05-01' },
    })
    await world.sql`update ledger_entries set reason = 'wolf' where reason = 'shot'`
    expect((await ask(first)).data.isIntact).toBe(true)
    await world.sql`alter table ledger_entries enable trigger ledger_entries_keep`
  })

  test('uses the newest check for a day with too many rows', async () => {
    const { sql } = world.context
    const [day] = await sql<SealedDay[]>`
      select day, sealed_at as "sealedAt", last_place as "lastPlace", 0 as after, null as "checkedAt", null as "isWhole", null as "brokenDay" from seals order by day limit 1`
    if (!day) throw new Error('no day is sealed')
    const checkWith = (check: Partial<SealedDay>) => checkDay(sql, { ...day, ...check }, day.lastPlace - 1)
    const checkedAt = day.sealedAt + 1
    expect(await checkWith({})).toEqual({ isIntact: null, isCheckedNow: false, erasedFor: [] })
    expect((await checkWith({ checkedAt: day.sealedAt, isWhole: true })).isIntact).toBeNull()
    expect((await checkWith({ checkedAt, isWhole: true })).isIntact).toBe(true)
    const brokenOn = async (brokenDay: string | null) =>
      (await checkWith({ checkedAt, isWhole: false, brokenDay })).isIntact
    expect([
      await brokenOn('2026-04-30'),
      await brokenOn('2026-05-01'),
      await brokenOn('2026-05-02'),
      await brokenOn(null),
    ]).toEqual([null, false, true, true])
    expect(await checkDay(sql, day, day.lastPlace)).toEqual({ isIntact: true, isCheckedNow: true, erasedFor: [] })
  })

  test('is rate limited', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => ask('0'.repeat(64))))
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  })
})

test('seals rows committed during concurrent sealing once, in chain order', async () => {
  const { sql } = world.context
  const add = (what: number) =>
    sql`insert into security_events (at, kind, what) values (${day0}, 'COMMAND', ${String(what)})`
  await Promise.all(
    Array.from({ length: 40 }, async (_one, turn) =>
      turn % 4 === 0 ? sealWaiting(sql, world.context, day0 + 2 * dayMs) : add(turn),
    ),
  )
  await sealWaiting(sql, world.context, day0 + 2 * dayMs)
  expect((await verify(world.sql)).fault).toBeNull()
  expect((await world.sql`select from seal_queue`).length).toBe(0)
})
