import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Queries } from '../../db/connect.ts'
import { inRolledBackTransaction } from '../../testing/testDatabase.ts'
import { runs } from '../../testing/testRuns.ts'
import { openWorld, type World } from '../../testing/testWorld.ts'
import { checkDay } from './dayCheck.ts'
import { sealWaiting } from './seal.ts'
import { sealedRows } from './sealedRows.ts'
import { statedRows } from './statedRows.ts'
import { addRecord, addTestPolicy } from './testRecord.ts'
import { verifyLinks } from './verify.ts'

const now = Date.UTC(2026, 4, 1, 12)
const dayMs = 86_400_000

/** Tables read by figures that are not sealed row by row, and why. */
const unsealed: Readonly<Record<string, string>> = {
  animal_group_members: 'chooses rows of a list',
  animal_documents: 'says which documents followed; their files are sealed',
  notification_settings: 'says who is notified',
  animal_hours: 'computed from readings, which are too many',
  readings: 'too many',
  neckband_states: 'computed from readings; changes with each one',
  gateway_states: 'computed from readings',
  project_samples: 'computed every 15 minutes; a closed day is sealed',
  headcount_samples: 'computed every 15 minutes',
  battery_trends: 'computed from readings',
  listening_breaks: 'written by the server about itself',
  record_events: 'places in the feeds; the records themselves are sealed',
  lookups: 'names of categories and units',
  organisations: 'names',
  users: 'names',
  project_users: 'says who may see a project',
  daily_log_users: 'says who may write a log',
  ticket_stand_ins: 'says who may decide',
  alert_rules: 'decide alerts; each change is in the sealed audit',
  alert_escalations: 'says who is notified',
  cameras: 'pictures only',
  collateral_drafts: 'not pledged yet',
  base_maps: 'drawing only',
  seals: 'the record itself',
  seal_entries: 'the record itself',
  seal_checks: 'the record itself',
  seal_queue: 'the record itself',
}

let world: World
let columns: { table: string; column: string; type: string }[]
beforeAll(async () => {
  world = await openWorld()
  await addRecord(world)
  await addTestPolicy(world)
  await sealWaiting(world.context.sql, world.context, now)
  columns = await world.sql<typeof columns>`
    select table_name as table, column_name as column, data_type as type from information_schema.columns where table_schema = 'public'`
})
afterAll(() => world.close())

/** Names of tables in the SQL of the files below folders of the server. */
function tablesIn(folders: readonly string[]): string[] {
  const tableNames = new Set(columns.map(({ table }) => table))
  const names = new Set<string>()
  for (const folder of folders) {
    const root = join(import.meta.dirname, '../..', folder)
    for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts') || file.includes('test')) continue
      for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(/\b(?:from|join)\s+([a-z_]+)\b/g))
        if (tableNames.has(name)) names.add(name)
    }
  }
  return [...names].toSorted()
}

test('seals every table that a figure of a project reads', () => {
  const read = tablesIn(['resources/projects', 'db/projects'])
  const sealedTables = new Set([...Object.keys(statedRows), ...Object.values(sealedRows).map(({ table }) => table)])
  expect(read).toEqual(expect.arrayContaining(['pledges', 'collateral_lines', 'projects', 'stays', 'animals']))
  expect(read.filter((table) => !sealedTables.has(table) && unsealed[table] === undefined)).toEqual([])
  expect(Object.keys(unsealed).filter((table) => sealedTables.has(table))).toEqual([])
})

/** Another value of a column, by its type. */
function otherValue(type: string, column: string): string {
  if (type === 'text') return `coalesce(${column}, '') || 'x'`
  if (type === 'uuid') return 'gen_random_uuid()'
  if (type === 'boolean') return `not coalesce(${column}, false)`
  if (type === 'jsonb') return `jsonb_build_array(${column})`
  if (type === 'timestamp with time zone') return `coalesce(${column}, now()) + interval '1 microsecond'`
  if (type === 'date') return `coalesce(${column}, current_date) + 1`
  if (type === 'numeric') return `coalesce(${column}, 0) + 0.01`
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
        for c in select i.indexrelid::regclass as name from pg_index i join pg_class t on t.oid = i.indrelid
          where i.indisunique and not i.indisprimary and t.relnamespace = 'public'::regnamespace loop
          execute format('drop index %s', c.name);
        end loop;
      end $$`
    await sql`set local session_replication_role = replica`
    await work(sql)
  })
}

/** Runs a statement, verifies the chain and rolls back. */
async function faultAfter(sql: Queries, statement: string) {
  await sql`savepoint before`
  await sql.unsafe(statement)
  const { fault } = await verifyLinks(sql)
  await sql`rollback to savepoint before`
  return fault
}

test('detects random edits, deletions and insertions in every table of figures', { timeout: 120_000 }, async () => {
  expect((await verifyLinks(world.sql)).fault).toBeNull()
  let state = 11
  const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
  await withoutGuards(async (sql) => {
    const undetected: string[] = []
    const tables = Object.entries(statedRows)
    for (const [table, { key, columns: noted }] of tables) {
      const edits = runs(3, Math.ceil(1000 / tables.length))
      const [count] = await sql.unsafe<{ rows: number }[]>(`select count(*)::int as rows from ${table}`)
      expect([table, (count?.rows ?? 0) > 0]).toEqual([table, true])
      for (let edit = 0; edit < edits; edit++) {
        const names = [...key, ...noted]
        const name = names[random(names.length)] ?? ''
        const type = columns.find((column) => column.table === table && column.column === name)?.type ?? ''
        const row = `(select ctid from ${table} order by ctid offset ${random(count?.rows ?? 1)} limit 1)`
        const value =
          random(4) === 0 && !key.includes(name) ? `nullif(${otherValue(type, name)}, ${name})` : otherValue(type, name)
        const change =
          edit % 10 === 9
            ? `delete from ${table} where ctid = ${row}`
            : `update ${table} set ${name} = ${value} where ctid = ${row}`
        if ((await faultAfter(sql, change)) === null) undetected.push(change)
      }
      const last = key.at(-1) ?? ''
      const copy = `jsonb_populate_record(null::${table}, to_jsonb(r) || jsonb_build_object('${last}', ${last} + 1000))`
      const added = await faultAfter(sql, `insert into ${table} select (${copy}).* from ${table} r limit 1`)
      expect([table, added?.reason]).toEqual([table, 'UNSEALED'])
    }
    expect(undetected).toEqual([])
  })
})

test('detects changes of fixed columns although triggers note them', async () => {
  await inRolledBackTransaction(world.sql, async (sql) => {
    const statements = [
      `update pledges set pledged_at = pledged_at - interval '30 days'`,
      `update pledges set project_id = project_id, claimed_at = claimed_at - interval '30 days'`,
      `update tickets set payload = '{"level": 2}'`,
      `update stays set from_at = from_at - interval '30 days'`,
    ]
    for (const statement of statements)
      expect([statement, (await faultAfter(sql, statement))?.reason]).toEqual([statement, 'CHANGED'])
  })
})

test('shows a rewritten animal at the root of its day', async () => {
  await withoutGuards(async (sql) => {
    const day = {
      day: '2026-05-01',
      sealedAt: 0,
      after: 0,
      lastPlace: 100_000,
      checkedAt: null,
      isWhole: null,
      brokenDay: null,
    }
    expect((await checkDay(sql, day)).isIntact).toBe(true)
    await sql`update animals set breed = 'Angus' where id = (select min(id) from animals)`
    expect((await checkDay(sql, day)).isIntact).toBe(false)
  })
})

test('detects a ledger entry that is recorded long before it was written', async () => {
  const add = (at: number) => world.sql`
    insert into collateral_prices (line_id, unit_price, priced_on, price_source, haircut, recorded_at)
    select min(id), 9, '2026-04-01', 'Market', 0, ${at}::timestamptz from collateral_lines returning id`
  await add(now - 60_000)
  await sealWaiting(world.context.sql, world.context, now)
  expect((await verifyLinks(world.sql)).fault).toBeNull()
  const [backdated] = await add(now - 30 * dayMs)
  await sealWaiting(world.context.sql, world.context, now)
  expect((await verifyLinks(world.sql)).fault).toMatchObject({
    reason: 'BACKDATED',
    source: 'collateral_prices',
    rowKey: String(backdated?.['id']),
  })
})

test('accepts erasures only of sources and for reasons that the law knows', async () => {
  await withoutGuards(async (sql) => {
    const erase = (source: string, table: string, reason: string, where = 'true') => `
      with gone as (delete from ${table} where ${where} returning id)
      insert into seal_erasures (id, source, row_key, reason, erased_at) select 1000 + row_number() over (), '${source}', id::text, '${reason}', now() from gone`
    const reasons = async (statement: string) => {
      const [first] = await sql<
        { place: number }[]
      >`select max(place) as place from seal_entries where written_at is not null and source = 'collateral_prices'`
      await sql`savepoint erased`
      await sql.unsafe(statement)
      const { fault } = await verifyLinks(sql, { after: 0, upTo: (first?.place ?? 0) - 1 })
      await sql`rollback to savepoint erased`
      return fault?.reason
    }
    expect(await reasons(erase('day_closes', 'day_closes', 'PRIVACY'))).toBe('GONE')
    expect(await reasons(erase('loan_balances', 'loan_balances', 'RETENTION'))).toBe('GONE')
    expect(
      await reasons(
        erase('files', 'files', 'UNNAMED', 'exists (select from loan_balances b where b.document_id = files.id)'),
      ),
    ).toBe('GONE')
    expect(await reasons(erase('security_events', 'security_events', 'RETENTION'))).toBeUndefined()
  })
  await expect(
    world.sql`insert into seal_erasures (source, row_key, reason, erased_at) values ('loan_balances', '1', 'RETENTION', now())`,
  ).rejects.toThrow(/seal_erasures_lawful/)
})
