import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Sql } from './connect.ts'
import { openTestDatabase, type TestDatabase } from '../testing/testDatabase.ts'
import { runs } from '../testing/testRuns.ts'

let database: TestDatabase
let sql: Sql
beforeAll(async () => {
  database = await openTestDatabase()
  sql = connect({ target: database.target, connections: 4, name: 'doomed' })
})
afterAll(async () => {
  await sql.end({ timeout: 1 })
  await database.close()
})

const endBackends = () =>
  database.sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'doomed' and datname = current_database()`

test('fails only the transaction whose connection is lost', async () => {
  const lost = sql.begin(async (transaction) => {
    await transaction`select 1`
    await endBackends()
    await transaction`select 2`
  })
  await expect(lost).rejects.toThrow(/connection|terminat/i)
  await expect.poll(() => sql.begin((transaction) => transaction`select 3 as n`).catch(() => null)).toEqual([{ n: 3 }])
})

test('answers later queries after connections were lost during queries', async () => {
  for (let round = 0; round < runs(3, 25); round++) {
    const queries = Promise.allSettled(Array.from({ length: 12 }, async (_, i) => sql`select ${i}::int as n`))
    await endBackends()
    expect(await queries).toHaveLength(12)
  }
  await expect
    .poll(
      () =>
        Promise.all(Array.from({ length: 8 }, () => sql`select 1 as n`)).then(
          (all) => all.length,
          () => 0,
        ),
      { timeout: 10_000 },
    )
    .toBe(8)
}, 60_000)
