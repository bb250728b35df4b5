import { randomBytes } from 'node:crypto'
import { inject, type ProvidedContext } from 'vitest'
import { connect, type ConnectOptions, type Queries, type Sql } from '../db/connect.ts'
import { runtimeUser } from '../db/schema/roles.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The PostgreSQL of this test run, as `testGlobalSetup.ts` started it. */
    testServer: { socketDir: string; user: string; template: string }
  }
}

export interface TestDatabase {
  /** Connects as the owner: tests change what the server may not. */
  sql: Sql
  /** Target for pools with the rights of the server's role. */
  target: Exclude<ConnectOptions['target'], string>
  /** Target for pools of the owner. */
  ownerTarget: Exclude<ConnectOptions['target'], string>
  /** Ends the pool and drops the database, even while others are connected. */
  close(): Promise<void>
}

type TestServer = ProvidedContext['testServer']

/** Opens a new, empty database with all migrations. The test must close it. */
export const openTestDatabase = (): Promise<TestDatabase> => copyTemplate(inject('testServer'))

/** Opens a copy of the template, which must have no connections. The caller must close it. */
export async function copyTemplate(server: TestServer): Promise<TestDatabase> {
  const { socketDir, user, template } = server
  const database = `test_${randomBytes(6).toString('hex')}`
  const ownerTarget = { socketDir, user, database }
  await inPostgres(server, (sql) => sql`create database ${sql(database)} template ${sql(template)} strategy file_copy`)
  const sql = connect({ target: ownerTarget, connections: 4, name: 'test' })
  return {
    sql,
    target: { ...ownerTarget, user: runtimeUser },
    ownerTarget,
    async close() {
      await sql.end({ timeout: 1 })
      await inPostgres(server, (admin) => admin`drop database ${admin(database)} with (force)`)
    },
  }
}

async function inPostgres({ socketDir, user }: TestServer, work: (sql: Sql) => PromiseLike<unknown>): Promise<void> {
  const sql = connect({ target: { socketDir, user, database: 'postgres' }, connections: 1, name: 'test' })
  try {
    await work(sql)
  } finally {
    await sql.end()
  }
}

class RollBack extends Error {}

/** Runs `work` in a transaction that is always rolled back, for many small tests on one database. */
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
