import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Sql } from '../connect.ts'
import { migrate } from './migrate.ts'
import { ownsTables } from './roles.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts'

let database: TestDatabase
/** As the server has it. */
let sql: Sql
beforeAll(async () => {
  database = await openTestDatabase()
  sql = connect({ target: database.target, connections: 2 })
  await database.sql`call make_readings_partition('2026-05-01')`
})
afterAll(async () => {
  await sql.end()
  await database.close()
})

describe('the runtime role', () => {
  test('owns nothing', async () => {
    const owned =
      await sql`select relname from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname = current_user and c.relpersistence <> 't'`
    expect([...owned]).toEqual([])
    expect([await ownsTables(sql), await ownsTables(database.sql)]).toEqual([false, true])
  })

  test.each([
    ['change an audit entry', 'update audit_entries set address = null'],
    ['delete audit entries', 'delete from audit_entries'],
    ['empty the audit', 'truncate audit_entries'],
    ['drop the audit', 'drop table audit_entries'],
    ['switch off what keeps the audit', 'alter table audit_entries disable trigger audit_entries_keep'],
    ['switch off all triggers', 'set session_replication_role = replica'],
    [
      'replace what keeps the audit',
      'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
    ],
    ['change a reading', 'update readings set longitude = 0'],
    ['delete readings', 'delete from readings'],
    ['delete readings of a day', 'delete from readings_20260501'],
    ['drop a day', 'drop table readings_20260501'],
    ['move an animal in the past', 'update stays set farm_id = 1'],
    ['make a stay of its own', `insert into stays (animal_id, farm_id, from_at) values (1, 1, now())`],
    ['say that a migration was done', `insert into migrations (name) values ('999-none.sql')`],
    ['make a table', 'create table mine (number bigint)'],
    ['make another role', 'create role other'],
    ['become another', 'set role drover'],
  ])('may not %s', async (_what, statement) => {
    await expect(sql.unsafe(statement)).rejects.toMatchObject({ code: '42501' })
  })

  test('can’t intercept a trigger’s rows with a temporary table', async () => {
    const at = Date.UTC(2026, 4, 1)
    const [farm] = await database.sql<{ id: number }[]>`
      insert into farms (name, time_zone, boundary, created_at, updated_at) values ('North', 'UTC', '{}', ${at}, ${at}) returning id`
    await sql.begin(async (transaction) => {
      await transaction`create temp table stays (animal_id bigint, farm_id bigint, pen_id bigint, from_at timestamptz, to_at timestamptz) on commit drop`
      await transaction`
        insert into animals (visual_tag, farm_id, category_id, in_herd_from, updated_at) values ('1', ${farm?.id ?? 0}, (select id from lookups where kind = 'CATEGORY' and code = 'CATTLE'), ${at}, ${at})`
      expect((await transaction`select from stays`).length).toBe(0)
    })
    expect((await sql`select from stays`).length).toBe(1)
  })

  test('starts on a current database without its owner', async () => {
    expect(await migrate(sql)).toEqual([])
  })

  test('refuses to migrate and names the missing setting', async () => {
    await database.sql`delete from migrations where name like '009%'`
    await expect(migrate(sql)).rejects.toThrow('MIGRATION_DATABASE_URL')
  })
})
