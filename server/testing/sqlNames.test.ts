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

test('finds no unknown name in the server’s SQL', () => {
  expect(faults(names)).toEqual([])
})

/** Returns the database's names with one column renamed. */
function renamed(table: string, column: string): Names {
  const columns = [...(names.tables.get(table) ?? [])].map((name) => (name === column ? `${column}_renamed` : name))
  return { ...names, tables: new Map([...names.tables, [table, new Set(columns)]]) }
}

test.each([
  ['pens', 'farm_id'],
  ['pens', 'name'],
  ['animals', 'in_herd_to'],
  ['stays', 'from_at'],
  ['readings', 'at'],
  ['alerts', 'since_at'],
  ['projects', 'status'],
  ['users', 'organisation_id'],
  ['organisations', 'kind'],
  ['sessions', 'used_at'],
  ['tickets', 'state'],
  // Columns that are also words of PostgreSQL.
  ['outbox', 'error'],
  ['files', 'width'],
  ['files', 'height'],
  ['pinyin', 'character'],
  ['notices', 'user_id'],
  ['outbox', 'next_try_at'],
  ['pairings', 'to_at'],
  ['gateways', 'last_seen_at'],
  ['neckband_states', 'rssi'],
])('detects when %s.%s is renamed', (table, column) => {
  expect(faults(renamed(table, column)).length).toBeGreaterThan(0)
})

describe('unknownNames', () => {
  const inside = (template: string) =>
    unknownNames(sqlOf('resources/x.ts', `const found = (sql) => sql\`${template}\``), names)
  test.each([
    ['a column that its table does not have', 'select capacity from animals'],
    ['a column of another table than the alias', 'select a.capacity from animals a join pens p on p.id = a.pen_id'],
    ['an unknown table', 'select id from cows'],
    ['a column that is written', 'update pens set titles = ${1} where id = ${2}'],
    ['a column that is inserted', 'insert into pens (farm, name) values (${1}, ${2})'],
    ['a column in an order', 'select id from pens order by title'],
    ['a column that is also a keyword', 'select id, location from pens'],
    ['an inserted column that is also a keyword', 'insert into pens (farm_id, storage) values (${1}, ${2})'],
    ['a compared column that is also a keyword', 'select id from pens where farm_id = ${1} and temporary = ${2}'],
  ])('finds %s', (_what, template) => {
    expect(inside(template)).not.toEqual([])
  })

  test('finds nothing when all names exist', () => {
    expect(
      inside(
        'select p.id, count(*) as heads from pens p left join animals a on a.pen_id = p.id group by 1 order by heads desc nulls last for no key update',
      ),
    ).toEqual([])
  })
})
