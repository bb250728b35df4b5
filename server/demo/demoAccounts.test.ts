import { afterAll, beforeAll, expect, test } from 'vitest'
import { isCreditCode } from '#contract/values/creditCodes.ts'
import { readTelephone } from '#contract/values/telephones.ts'
import { openTestDatabase, type TestDatabase } from '../testing/testDatabase.ts'
import { addDemoAccounts } from './demoAccounts.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
  await addDemoAccounts(database.sql, Date.UTC(2026, 4, 1))
})
afterAll(() => database.close())

test('gives each demo user a valid telephone and an example address', async () => {
  const rows = await database.sql<
    { telephone: string; email: string }[]
  >`select telephone, email from users order by id`
  expect(rows.map(({ telephone }) => telephone)).toEqual([1, 2, 3, 4, 5, 6].map((place) => `+861380000000${place}`))
  expect(
    rows.filter(({ telephone, email }) => readTelephone(telephone) !== telephone || !email.endsWith('@example.com')),
  ).toEqual([])
})

test('gives each organisation a valid credit code', async () => {
  const rows = await database.sql<
    { code: string }[]
  >`select credit_code as code from organisations where kind <> 'PLATFORM'`
  expect(rows.map(({ code }) => isCreditCode(code))).toEqual([true, true, true, true])
})
