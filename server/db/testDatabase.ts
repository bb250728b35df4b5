import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { connect, type ConnectOptions, type Queries, type Sql } from './connect.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The PostgreSQL of this test run, as `testGlobalSetup.ts` started it. */
    testServer: { socketDir: string; user: string; template: string }
  }
}

export interface TestDatabase {
  sql: Sql
  /** For tests that open pools of their own. */
  target: Exclude<ConnectOptions['target'], string>
  /** Ends the pool and drops the database, whoever is still connected to it. */
  close(): Promise<void>
}

/** A new database in its newest shape, empty, of this test's own. To be closed by the test. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const { socketDir, user, template } = inject('testServer')
  const database = `test_${randomBytes(6).toString('hex')}`
  const target = { socketDir, user, database }
  await inPostgres((sql) => sql`create database ${sql(database)} template ${sql(template)}`)
  const sql = connect({ target, connections: 4, name: 'test' })
  return {
    sql,
    target,
    async close() {
      await sql.end({ timeout: 1 })
      await inPostgres((admin) => admin`drop database ${admin(database)} with (force)`)
    },
  }
}

async function inPostgres(work: (sql: Sql) => PromiseLike<unknown>): Promise<void> {
  const { socketDir, user } = inject('testServer')
  const sql = connect({ target: { socketDir, user, database: 'postgres' }, connections: 1, name: 'test' })
  try {
    await work(sql)
  } finally {
    await sql.end()
  }
}

class RollBack extends Error {}

/** Runs `work` in a transaction that is rolled back whatever comes of it: for many small tests on one database. */
export async function inRolledBackTransaction(sql: Sql, work: (sql: Queries) => Promise<void>): Promise<void> {
  try {
    await sql.begin(async (transaction) => {
      await work(transaction)
      throw new RollBack()
    })
  } catch (error) {
    if (!(error instanceof RollBack)) throw error
  }
}
