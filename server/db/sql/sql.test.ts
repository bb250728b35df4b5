import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Sql } from '../connect.ts'
import { inPortions } from '../inPortions.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts'

let database: TestDatabase
let sql: Sql
beforeAll(async () => {
  database = await openTestDatabase()
  sql = connect({ target: database.ownerTarget, connections: 2, name: 'sql-test' })
  await sql.unsafe("create table lines (n int primary key, note text); create type colour as enum ('RED', 'GREEN')")
})
afterAll(async () => {
  await sql.end({ timeout: 1 })
  await database.close()
})

const stored = async () => (await sql<{ n: number }[]>`select n from lines order by n`).map(({ n }) => n)

describe('values', () => {
  test.each<[string, unknown, unknown?]>([
    ['int[]', [1, null, -2]],
    ['bigint', 9_007_199_254_740_991],
    ['bigint', 9_007_199_254_740_991n, 9_007_199_254_740_991],
    ['double precision', 1e-7],
    ['numeric', '12345678901234567890.10'],
    ['numeric[]', ['0.10', null]],
    ['boolean', true],
    ['boolean[]', [true, false, null]],
    ['text', 'a "b" \\ {c},\nNULL'],
    ['text[]', ['', 'null', 'NULL', ' a ', 'a,b', '{}', '"', '\\', 'a\nb', '羊', null]],
    ['text[]', []],
    [
      'text[]',
      [
        ['a', 'b'],
        ['c', 'NULL'],
      ],
    ],
    ['date', '2026-05-01'],
    ['timestamptz', Date.UTC(2026, 4, 1, 2, 3, 4, 567)],
    ['timestamptz[]', [Date.UTC(1969, 0, 1), null]],
    ['jsonb', { a: [1, 'x', null], b: { c: '\\"' } }],
    ['jsonb', [1, { a: '}' }]],
    ['jsonb', 'text'],
    ['jsonb[]', [{ a: 'x,y' }, { b: '"' }]],
    ['bytea', Buffer.from([0, 255, 92])],
    ['bytea[]', [Buffer.from('ab'), Buffer.from([])]],
    ['colour', 'GREEN'],
    ['uuid', '0190163d-8694-739b-aea5-966c26f8ad91'],
  ])('are read as they were written: %s %s', async (type, value, expected = value) => {
    const [row] = await sql`select ${value as string}::${sql.unsafe(type)} as value`
    expect(row).toEqual({ value: expected })
  })

  test('are announced as JSON where their place has no type', async () => {
    expect(await sql`select ${sql.json([1, { a: null }])} as value`).toEqual([{ value: [1, { a: null }] }])
  })

  test('are rejected when undefined, before anything is sent', async () => {
    const missing: { n?: number } = {}
    await expect(sql`insert into lines (n) values (${missing.n as number})`).rejects.toThrow(
      'a value of a query is undefined',
    )
    expect(await stored()).toEqual([])
  })

  test('without a text fail only their query', async () => {
    await expect(sql`select ${Number.NaN}::timestamptz`).rejects.toThrow(RangeError)
    expect(await sql`select 1 as n`).toEqual([{ n: 1 }])
  })
})

describe('queries', () => {
  test('embed other queries and lists of them', async () => {
    const conditions = [sql`and n > ${1}`, sql`and n < ${4}`]
    const rows = await sql`
      select ${sql('v.n')} from unnest(${[1, 2, 3, 4]}::int[]) as v (n) where true ${conditions} ${sql`order by n ${sql.unsafe('desc')}`}`
    expect(rows).toEqual([{ n: 3 }, { n: 2 }])
  })

  test('say how many rows a command changed', async () => {
    const inserted = await sql`insert into lines (n) select * from unnest(${[101, 102]}::int[])`
    const removed = await sql`delete from lines where n > ${100} returning n`
    expect([inserted.length, inserted.count, removed.count]).toEqual([0, 2, 2])
  })

  test('refuse values in the simple protocol', async () => {
    await expect(sql`select ${1}`.simple()).rejects.toThrow('simple protocol')
  })

  test('are prepared again after their table has changed', async () => {
    await sql`create table shape (a int)`
    const read = () => sql`select * from shape`
    await Promise.all([read(), read()])
    await sql`alter table shape add b int default 2`
    await sql`insert into shape values (1)`
    expect(await Promise.all([read(), read()])).toEqual([[{ a: 1, b: 2 }], [{ a: 1, b: 2 }]])
  })

  test('carry the constraint and the code of a refusal', async () => {
    await sql`insert into lines values (7)`
    await expect(sql`insert into lines values (${7})`).rejects.toMatchObject({
      code: '23505',
      constraint: 'lines_pkey',
    })
    await sql`delete from lines`
  })

  test('keep at most 500 statements prepared per connection', async () => {
    const one = connect({ target: database.target, connections: 1 })
    for (let n = 0; n < 520; n++) await one`select ${sql.unsafe(String(n))} as n`
    expect(await one`select 0 as n`).toEqual([{ n: 0 }])
    const [prepared] = await one<{ count: number }[]>`select count(*) from pg_prepared_statements`
    expect(prepared?.count).toBe(500)
    await one.end()
  })
})

describe('transactions', () => {
  test('roll back a savepoint alone', async () => {
    await sql.begin(async (transaction) => {
      await transaction`insert into lines values (1)`
      await transaction
        .savepoint(async (part) => {
          await part`insert into lines values (2)`
          await part.savepoint((inner) => inner`insert into lines values (1)`)
        })
        .catch(() => {})
      await transaction.savepoint((part) => part`insert into lines values (3)`)
    })
    expect(await stored()).toEqual([1, 3])
    await sql`delete from lines`
  })

  test('roll back when a statement failed though the work went on', async () => {
    const done = sql.begin(async (transaction) => {
      await transaction`insert into lines values (1)`
      await transaction`insert into lines values (1)`.catch(() => {})
      return 'done'
    })
    await expect(done).rejects.toMatchObject({ code: '23505' })
    expect(await stored()).toEqual([])
  })

  test('report the first failure instead of the aborted transaction', async () => {
    const done = sql.begin(async (transaction) => {
      await transaction`select 1 / 0`.catch(() => {})
      await transaction`select 1`
    })
    await expect(done).rejects.toMatchObject({ code: '22012' })
  })

  test('run nothing of their work after they are over', async () => {
    const goOn = Promise.withResolvers<void>()
    let late: Promise<unknown> = Promise.resolve()
    const done = sql.begin((transaction) => {
      late = (async () => {
        await transaction`insert into lines values (1)`
        await goOn.promise
        await transaction`insert into lines values (2)`
      })()
      const part = transaction.savepoint(async (inner) => {
        await goOn.promise
        await inner`insert into lines values (3)`
      })
      part.catch(() => {})
      return Promise.all([late, part, transaction`select 1 / 0`])
    })
    await expect(done).rejects.toMatchObject({ code: '22012' })
    goOn.resolve()
    await expect(late).rejects.toMatchObject({ code: 'CONNECTION_ENDED' })
    await new Promise((resolve) => setImmediate(resolve))
    expect(await stored()).toEqual([])
  })

  test('read a long answer in portions', async () => {
    const sizes = await sql.begin('read only', async (transaction) => {
      const query = transaction`select n from generate_series(1, ${25}) as n`
      const read: number[] = []
      for await (const rows of inPortions<{ n: number }>(transaction, query, 10)) read.push(rows.length)
      return read
    })
    expect(sizes).toEqual([10, 10, 5])
  })

  test('take the options behind begin', async () => {
    await expect(
      sql.begin('read only', (transaction) => transaction`insert into lines values (1)`),
    ).rejects.toMatchObject({
      code: '25006',
    })
  })
})

describe('a pool', () => {
  test('lets queries wait for a free connection', async () => {
    const one = connect({ target: database.target, connections: 1 })
    const order: number[] = []
    await Promise.all(
      [3, 2, 1].map(async (n) => {
        await one`select pg_sleep(${n / 100})`
        order.push(n)
      }),
    )
    expect(order).toEqual([3, 2, 1])
    await one.end()
  })

  test('ends once its queries have ended, and takes no more', async () => {
    const one = connect({ target: database.target, connections: 1 })
    const running = one`select 1 as n from pg_sleep(0.1)`.then((rows) => rows[0])
    await one`select 1`.catch(() => {})
    const ended = one.end()
    await expect(one`select 1`).rejects.toMatchObject({ code: 'CONNECTION_ENDED' })
    await ended
    expect(await running).toEqual({ n: 1 })
  })

  test('aborts what runs after the time given to its end', async () => {
    const one = connect({ target: database.target, connections: 1 })
    await one`select 1`
    const running = one`select pg_sleep(60)`.catch((error: unknown) => error)
    await one.end({ timeout: 0.05 })
    expect(await running).toMatchObject({ code: 'CONNECTION_CLOSED' })
  })
})
