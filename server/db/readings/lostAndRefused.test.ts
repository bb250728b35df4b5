import { connect as openSocket, createServer, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Reading, ReadingBatch } from './batch.ts'
import { isDatabaseAway } from '../away.ts'
import { codeOf } from '../../errorCode.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts'
import { WriterConnection } from './writerConnection.ts'
import { createReadingWriter, type ReadingWriter } from './writer.ts'

const start = Date.UTC(2026, 4, 1, 12)
const full = 6_000
const unsaid = Number.NaN

let database: TestDatabase
let writer: ReadingWriter
beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(() => {
  writer = createReadingWriter({ target: database.target })
})
afterEach(async () => {
  await writer.close()
  await database.sql`truncate readings, ingest_counts`
})
afterAll(() => database.close())

/** Returns a reading of each neckband at one instant, none of them doubtful. */
function batchOf(neckbandIds: number[], battery = 50): ReadingBatch {
  const same = (value: number) => neckbandIds.map(() => value)
  const readings = neckbandIds.map((_, index): Reading => ({
    index,
    gateway: 'AC',
    neckband: 'AB',
    at: start,
    gatewayAt: unsaid,
    longitude: unsaid,
    latitude: unsaid,
    accuracyM: unsaid,
    rssi: unsaid,
    battery,
    temperatureC: unsaid,
    activity: unsaid,
    moving: null,
    tamper: null,
    discriminator: 0,
  }))
  return { readings, neckbandIds, gatewayIds: same(2), sourceIds: same(3), receivedAts: same(start), doubtful: [] }
}
const ids = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i)
const write = (batch: ReadingBatch, by = writer) => {
  const count = (duplicates: ReadonlySet<number>) => [
    { minuteAt: start, sourceId: 3, gateway: 'AC', result: 'stored', count: batch.readings.length - duplicates.size },
  ]
  return by.write(batch, count, []).then(
    (duplicates) => duplicates.size,
    (error: unknown) => error,
  )
}
const stored = async () => (await database.sql<{ n: number }[]>`select count(*) as n from readings`)[0]?.n
const backends = async () => {
  const rows = await database.sql<{ pid: number }[]>`
    select pid from pg_stat_activity where application_name = 'drover-writer' and datname = current_database() order by pid`
  return rows.map(({ pid }) => pid)
}

describe('a refused full batch', () => {
  it('leaves its connection usable when refused before a row was read', async () => {
    expect([await write(batchOf([1])), await write(batchOf([2]))]).toEqual([0, 0])
    const before = await backends()
    await database.sql`alter table readings rename to elsewhere`
    const refused = [await write(batchOf(ids(10, full))), await write(batchOf(ids(10, full)))]
    await database.sql`alter table elsewhere rename to readings`
    expect(refused.map((error) => [codeOf(error), isDatabaseAway(error)])).toEqual([
      ['42P01', false],
      ['42P01', false],
    ])
    expect([await write(batchOf(ids(10, full))), await write(batchOf([1]))]).toEqual([0, 1])
    expect([await backends(), await stored()]).toEqual([before, full + 2])
  })

  it('leaves its connection usable when a middle row is refused', async () => {
    await write(batchOf([1]))
    await write(batchOf([2]))
    const before = await backends()
    await database.sql`alter table readings add constraint middle check (neckband_id <> 3000)`
    const refused = await write(batchOf(ids(10, full)))
    await database.sql`alter table readings drop constraint middle`
    expect([codeOf(refused), await stored()]).toEqual(['23514', 2])
    expect(await write(batchOf(ids(10, full)))).toBe(0)
    expect(await backends()).toEqual(before)
  })

  it('leaves its connection usable when the counts are refused', async () => {
    const batch = batchOf(ids(10, full))
    const counts = () => [{ minuteAt: start, sourceId: 3, gateway: 'AC', result: 'stored', count: 1e30 }]
    const refused = await writer.write(batch, counts, []).catch((error: unknown) => error)
    expect([codeOf(refused), await stored()]).toEqual(['22003', 0])
    expect([await write(batch), await stored()]).toEqual([0, full])
  })
})

describe('two batches at once', () => {
  it('are written concurrently', async () => {
    await write(batchOf([1]))
    let both: Promise<unknown>[] = []
    await database.sql.begin(async (holding) => {
      await holding`lock table ingest_counts in access exclusive mode`
      both = [write(batchOf([2])), write(batchOf([3]))]
      const waiting = async () =>
        (
          await database.sql`
        select from pg_stat_activity where application_name = 'drover-writer' and datname = current_database() and wait_event_type = 'Lock'`
        ).length
      await expect.poll(waiting).toBe(2)
      await holding`select 1`
    })
    await Promise.all(both)
    await expect.poll(stored).toBe(3)
  })

  it('store the same readings in opposite orders once, without lasting deadlock', async () => {
    await write(batchOf([1_000_000]))
    const order = ids(1, 200)
    const untilDone = async (batch: ReadingBatch) => {
      for (;;) {
        const result = await write(batch)
        if (!isDatabaseAway(result)) return result
      }
    }
    const results = await Promise.all([untilDone(batchOf(order)), untilDone(batchOf(order.toReversed()))])
    expect([results.toSorted(), await stored()]).toEqual([[0, 200], 201])
  })
})

describe('a connection', () => {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close()
  })
  /** A way to the database by TCP; `onAnswer` says whether an answer goes through, or all ends there. */
  const through = async (onAnswer: (answer: Buffer) => boolean): Promise<string> => {
    const server = createServer((socket) => {
      const onward = openSocket(join(database.target.socketDir, '.s.PGSQL.5432'))
      for (const [one, other] of [
        [socket, onward],
        [onward, socket],
      ] as const) {
        one.on('error', () => other.destroy())
        one.on('close', () => other.destroy())
      }
      socket.pipe(onward)
      onward.on('data', (answer: Buffer) => (onAnswer(answer) ? socket.write(answer) : socket.destroy()))
    })
    servers.push(server)
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    return `postgres://${database.target.user}@127.0.0.1:${(server.address() as AddressInfo).port}/${database.target.database}`
  }

  it('stores everything when lost between the commit and its answer', async () => {
    let cut = 0
    const target = await through((answer) => cut > 0 || !answer.includes('COMMIT') || !++cut)
    const far = createReadingWriter({ target })
    const first = await write(batchOf(ids(1, full)), far)
    expect([isDatabaseAway(first), await stored()]).toEqual([true, full])
    expect([await write(batchOf(ids(1, full)), far), await stored()]).toEqual([full, full])
    await far.close()
  })

  it('reports the database as unavailable when closed before it opens', async () => {
    const target = await through(() => false)
    const far = createReadingWriter({ target })
    expect(isDatabaseAway(await write(batchOf([1]), far))).toBe(true)
    await far.close()
  })

  it('reports missing rights as an unavailable database and is closed', async () => {
    const { database: name } = database.target
    await database.sql.unsafe(`create role plain login; revoke temporary on database ${name} from public`)
    const far = createReadingWriter({ target: { ...database.target, user: 'plain' } })
    expect(isDatabaseAway(await write(batchOf([1]), far))).toBe(true)
    await expect.poll(backends).toEqual([])
    await far.close()
    await database.sql.unsafe(`drop role plain; grant temporary on database ${name} to public`)
  })
})

it('retains nothing of finished work on a connection', async () => {
  const connection = new WriterConnection({ target: database.target })
  await connection.do(() => Promise.resolve('much'))
  await connection.do(() => Promise.reject(new Error('no'))).catch(() => {})
  expect(await connection.idle).toBeUndefined()
  await connection.close()
})
