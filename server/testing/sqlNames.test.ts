import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from './testDatabase.ts'
import { type Names, readNames, unknownNames } from './testSqlNames.ts'
import { readSqlFiles, sqlOf } from './testSqlTexts.ts'

let database: TestDatabase
let names: Names
beforeAll(async () => {
  database = await openTestDatabase()
  names = await readNames(database.sql)
})
afterAll(() => database.close())

const files = readSqlFiles()
const faults = (names: Names) => files.flatMap((file) => unknownNames(file, names))

test('all SQL of the server names what the database has', () => {
  expect(faults(names)).toEqual([])
})

/** The same database, but that a column is called otherwise. */
function renamed(table: string, column: string): Names {
  const columns = [...(names.tables.get(table) ?? [])].map((name) => (name === column ? `${column}_renamed` : name))
  return { ...names, tables: new Map([...names.tables, [table, new Set(columns)]]) }
}

test.each([
  ['pens', 'farm_id'], ['pens', 'name'], ['animals', 'in_herd_to'], ['stays', 'from_at'], ['readings', 'at'], ['alerts', 'since_at'],
  ['projects', 'status'], ['users', 'organisation_id'], ['organisations', 'kind'], ['sessions', 'used_at'], ['tickets', 'state'],
  // Words of PostgreSQL's own.
  ['outbox', 'error'], ['files', 'width'], ['files', 'height'], ['pinyin', 'character'],
  ['notices', 'user_id'], ['outbox', 'next_try_at'], ['pairings', 'to_at'], ['gateways', 'last_seen_at'], ['neckband_states', 'rssi'],
])('%s.%s can’t be renamed unseen', (table, column) => {
  expect(faults(renamed(table, column)).length).toBeGreaterThan(0)
})

describe('finds', () => {
  const inside = (template: string) => unknownNames(sqlOf('resources/x.ts', `const found = (sql) => sql\`${template}\``), names)
  test.each([
    ['a column that its table does not have', 'select capacity from animals'],
    ['a column of another table than the alias', 'select a.capacity from animals a join pens p on p.id = a.pen_id'],
    ['a table that is not there', 'select id from cows'],
    ['a column that is written', 'update pens set titles = ${1} where id = ${2}'],
    ['a column that is inserted', 'insert into pens (farm, name) values (${1}, ${2})'],
    ['a column in an order', 'select id from pens order by title'],
    ['a column that is also a keyword', 'select id, location from pens'],
    ['one that is inserted', 'insert into pens (farm_id, storage) values (${1}, ${2})'],
    ['one that is compared', 'select id from pens where farm_id = ${1} and temporary = ${2}'],
  ])('%s', (_what, template) => {
    expect(inside(template)).not.toEqual([])
  })

  test('nothing where all is there', () => {
    expect(inside('select p.id, count(*) as heads from pens p left join animals a on a.pen_id = p.id group by 1 order by heads desc nulls last for no key update')).toEqual([])
  })
})
