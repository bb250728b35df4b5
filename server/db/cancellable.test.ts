import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancellable } from './cancellable.ts'
import { connect, type Sql } from './connect.ts'
import { openTestDatabase, type TestDatabase } from '../testing/testDatabase.ts'

let database: TestDatabase
let pool: Sql
beforeAll(async () => {
  database = await openTestDatabase()
  pool = connect({ target: database.ownerTarget, connections: 1, name: 'cancelled' })
})
afterAll(async () => {
  await pool.end({ timeout: 1 })
  await database.close()
})

const running = async () =>
  (
    await database.sql<{ query: string }[]>`
    select query from pg_stat_activity where application_name = 'cancelled' and state <> 'idle' and query like '%pg_sleep%'`
  ).length

test('cancels only the statements of an ended call and refuses more', async () => {
  const end = new AbortController()
  const sql = cancellable(pool, end.signal)
  const longQuery = sql`select pg_sleep(60)`.catch((error: unknown) => error)
  await expect.poll(running).toBe(1)
  const behind = pool`select 2 as n`.then((rows) => rows[0])
  const own = sql`select 3 as n`.catch((error: unknown) => error)
  await new Promise((resolve) => setImmediate(resolve))
  end.abort(new Error('nobody waits'))
  expect([await longQuery, await own]).toMatchObject([{ code: '57014' }, { code: '57014' }])
  expect([await behind, await running()]).toEqual([{ n: 2 }, 0])
  expect(() => sql`select 1`).toThrow('nobody waits')
  expect(await pool`select 1 as n`).toEqual([{ n: 1 }])
})

test('cancels queries still connecting or queued when they begin', async () => {
  const fresh = connect({ target: database.target, connections: 1, name: 'cancelled' })
  const end = new AbortController()
  const sql = cancellable(fresh, end.signal)
  const queries = [sql`select pg_sleep(60)`, sql`select pg_sleep(60)`].map((query) =>
    query.catch((error: unknown) => error),
  )
  await Promise.resolve()
  end.abort()
  expect(await Promise.all(queries)).toMatchObject([{ code: '57014' }, { code: '57014' }])
  expect(await fresh`select 1 as n`).toEqual([{ n: 1 }])
  await fresh.end()
})

test('rolls back the transaction of a call that ends', async () => {
  await pool`create table kept (n int)`
  const end = new AbortController()
  const sql = cancellable(pool, end.signal)
  const transactionResult = sql.begin(async (transaction) => {
    await transaction`insert into kept values (1)`
    await transaction.savepoint(async (inner) => inner`select pg_sleep(60)`)
  })
  const failed = transactionResult.catch((error: unknown) => error)
  await expect.poll(running).toBe(1)
  end.abort()
  expect(await failed).toMatchObject({ code: '57014' })
  expect(await pool`select n from kept`).toEqual([])
})

test('leaves fragments, helpers and answered queries alone', async () => {
  const end = new AbortController()
  const sql = cancellable(pool, end.signal)
  const unused = sql`where true`
  expect(await sql`select ${sql('n')} from (values (1), (2)) as v (n) ${sql`where n > ${1}`}`).toEqual([{ n: 2 }])
  end.abort()
  expect(unused).toBeDefined()
  expect(await pool`select 1 as n`).toEqual([{ n: 1 }])
})

test('fails a cancelled call without database, keeping the process alive', async () => {
  const unavailable = connect({
    target: { socketDir: '/nonexistent', user: 'nobody', database: 'none' },
    connections: 1,
    name: 'gone',
  })
  const end = new AbortController()
  const query = cancellable(unavailable, end.signal)`select 1`.catch((error: unknown) => error)
  end.abort()
  expect(await query).toMatchObject({ code: 'ENOENT' })
  await unavailable.end({ timeout: 1 })
})

test('ends a statement that exceeds the pool’s timeout', async () => {
  const hasty = connect({ target: database.target, connections: 1, name: 'cancelled', statementTimeoutMs: 100 })
  await expect(hasty`select pg_sleep(60)`).rejects.toMatchObject({ code: '57014' })
  expect(await running()).toBe(0)
  await hasty.end()
})
