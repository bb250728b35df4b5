import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Queries } from '../db/connect.ts'
import { inRolledBackTransaction, openTestDatabase, type TestDatabase } from './testDatabase.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const organisations = async () =>
  (await database.sql<{ count: number }[]>`select count(*) from organisations`)[0]?.count

test('opens a migrated, empty database', async () => {
  expect(await organisations()).toBe(0)
})

test('rolls back a test’s writes and rethrows its failure', async () => {
  const { sql } = database
  const write = (transaction: Queries) =>
    transaction`insert into organisations (kind, name, registered_at, updated_at) values ('BANK', 'First', ${0}, ${0})`
  await inRolledBackTransaction(sql, async (transaction) => {
    await write(transaction)
    expect((await transaction`select 1 from organisations`).length).toBe(1)
  })
  const failing = inRolledBackTransaction(sql, async (transaction) => {
    await write(transaction)
    throw new Error('meant')
  })
  await expect(failing).rejects.toThrow('meant')
  expect(await organisations()).toBe(0)
})

test('isolates two databases from each other', async () => {
  const other = await openTestDatabase()
  await other.sql`insert into organisations (kind, name, registered_at, updated_at) values ('BANK', 'Other', ${0}, ${0})`
  expect(await organisations()).toBe(0)
  await other.close()
})
