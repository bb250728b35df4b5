import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { IngestCount, Reading, ReadingBatch, Unreadable } from './batch.ts'
import { isDatabaseAway } from '../away.ts'
import { codeOf } from '../../errorCode.ts'
import { createReadingWriter, type ReadingWriter } from './writer.ts'
import { quarantineLimits } from './quarantine.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/testDatabase.ts'

const start = Date.UTC(2026, 4, 1, 12)
const dayMs = 86_400_000

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
  await database.sql`truncate readings, ingest_counts, quarantine`
})
afterAll(() => database.close())

const nothing = {
  longitude: Number.NaN,
  latitude: Number.NaN,
  accuracyM: Number.NaN,
  rssi: Number.NaN,
  battery: Number.NaN,
  temperatureC: Number.NaN,
  activity: Number.NaN,
}
const reading = (at: number, more: Partial<Reading> = {}): Reading => ({
  index: 0,
  gateway: 'AC',
  neckband: 'AB',
  at,
  gatewayAt: Number.NaN,
  ...nothing,
  moving: null,
  tamper: null,
  discriminator: 0,
  ...more,
})
/** Readings of neckband 1 by gateway 2. */
function batchOf(readings: Reading[], doubtful: number[] = []): ReadingBatch {
  const same = (value: number) => readings.map(() => value)
  return { readings, neckbandIds: same(1), gatewayIds: same(2), sourceIds: same(3), receivedAts: same(start), doubtful }
}
const count = (result: string, n: number): IngestCount => ({
  minuteAt: start,
  sourceId: 3,
  gateway: 'AC',
  result,
  count: n,
})
const countStored = (batch: ReadingBatch) => (duplicates: ReadonlySet<number>) =>
  [count('stored', batch.readings.length - duplicates.size), count('DUPLICATE', duplicates.size)].filter(
    (row) => row.count > 0,
  )
const unreadable: Unreadable = {
  at: start,
  sourceId: 3,
  topic: 'ingest/json/AC',
  reason: 'BAD_JSON',
  field: 'body',
  body: Buffer.from('no json'),
}

const write = async (batch: ReadingBatch, messages: Unreadable[] = []) => [
  ...(await writer.write(batch, countStored(batch), messages)),
]
const instants = async () =>
  (await database.sql<{ at: number }[]>`select at from readings order by at`).map(({ at }) => at - start)
const counts = async () => {
  const rows = await database.sql<{ result: string; count: number }[]>`select result, count from ingest_counts`
  return Object.fromEntries(rows.map((row) => [row.result, row.count]))
}
const quarantined = async () => (await database.sql`select from quarantine`).length
/** Ends the writer's connection as a database does that goes away. */
const cutOff = () => database.sql`
  select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'drover-writer' and datname = current_database()`

describe('readings', () => {
  it('are stored with all their values, and null for missing ones', async () => {
    const full = reading(start, {
      gatewayAt: start + 5,
      longitude: 116.123456789,
      latitude: -43.5,
      accuracyM: 4,
      rssi: -70,
      battery: 88,
      temperatureC: 38.5,
      activity: 0.25,
      moving: true,
      tamper: false,
      discriminator: -7,
    })
    expect(await write(batchOf([full, reading(start + 1)]))).toEqual([])
    const rows = await database.sql`select * from readings order by at`
    expect(rows[0]).toEqual({
      at: start,
      received_at: start,
      gateway_at: start + 5,
      neckband_id: 1,
      gateway_id: 2,
      source_id: 3,
      discriminator: -7,
      longitude: 116.123456789,
      latitude: -43.5,
      accuracy_m: 4,
      rssi: -70,
      battery: 88,
      temperature_c: 38.5,
      activity: 0.25,
      moving: true,
      tamper: false,
    })
    expect(rows[1]).toMatchObject({
      gateway_at: null,
      longitude: null,
      latitude: null,
      accuracy_m: null,
      battery: null,
      moving: null,
      tamper: null,
    })
  })

  it('keep their own values in a batch of many neckbands', async () => {
    const many = Array.from({ length: 1000 }, (_, i) => i)
    const batch: ReadingBatch = {
      ...batchOf(many.map((i) => reading(start + i, { battery: i % 100 }))),
      neckbandIds: many.map((i) => (i * 7) % 50),
    }
    await write(batch)
    const rows = await database.sql<
      { at: number; neckband_id: number; battery: number }[]
    >`select at, neckband_id, battery from readings order by at`
    expect(rows.map((row) => [row.at, row.neckband_id, row.battery])).toEqual(
      many.map((i) => [start + i, (i * 7) % 50, i % 100]),
    )
  })

  it('are stored once from concurrent batches, creating the days both need', async () => {
    const shared = [reading(start + 40 * dayMs), reading(start + 41 * dayMs)]
    const batches = [
      batchOf([...shared, reading(start)]),
      batchOf([...shared, reading(start + 1)]),
      batchOf(shared),
      batchOf([reading(start + 2)]),
    ]
    const duplicates = await Promise.all(batches.map((batch) => write(batch)))
    expect(duplicates.map((known) => known.length)).toEqual([0, 2, 2, 0])
    expect(await instants()).toEqual([0, 1, 2, 40 * dayMs, 41 * dayMs])
    expect(await counts()).toEqual({ stored: 5, DUPLICATE: 4 })
  })

  it('create missing days, also after another process created or dropped one', async () => {
    await database.sql`create table readings_20260502 partition of readings for values from ('2026-05-02Z') to ('2026-05-03Z')`
    await write(batchOf([reading(start - dayMs), reading(start), reading(start + dayMs), reading(start + 2 * dayMs)]))
    expect(await instants()).toEqual([-dayMs, 0, dayMs, 2 * dayMs])
    // Another took a day away that this one knows: old days may be dropped.
    await database.sql`drop table readings_20260503`
    expect(await write(batchOf([reading(start + 2 * dayMs + 1)]))).toEqual([])
    expect((await instants()).at(-1)).toBe(2 * dayMs + 1)
  })
})

describe('possible duplicates', () => {
  it('are left out and returned, at any place in a batch', async () => {
    await write(batchOf([reading(start), reading(start + 1)]))
    const batch = batchOf([reading(start + 2), reading(start + 1), reading(start + 3), reading(start)], [1, 2, 3])
    expect(new Set(await write(batch))).toEqual(new Set([1, 3]))
    expect(await instants()).toEqual([0, 1, 2, 3])
    expect(await counts()).toEqual({ stored: 4, DUPLICATE: 2 })
  })

  it('are distinguished by neckband, instant, gateway and discriminator', async () => {
    const batch = batchOf(
      [reading(start), reading(start), reading(start), reading(start, { discriminator: 1 })],
      [0, 1, 2, 3],
    )
    expect(await write({ ...batch, neckbandIds: [1, 2, 1, 1], gatewayIds: [2, 2, 3, 2] })).toEqual([])
    expect((await instants()).length).toBe(4)
  })

  it('within a batch are stored once, the first of them', async () => {
    const batch = batchOf(
      [reading(start, { battery: 10 }), reading(start, { battery: 20 }), reading(start + 1)],
      [0, 1, 2],
    )
    expect(await write(batch)).toEqual([1])
    expect(await database.sql`select battery from readings order by at`).toEqual([{ battery: 10 }, { battery: null }])
  })

  it('are found even in a batch that marks none as doubtful', async () => {
    await write(batchOf([reading(start)]))
    expect(await write(batchOf([reading(start + 1), reading(start), reading(start + 2)]), [unreadable])).toEqual([1])
    expect(await instants()).toEqual([0, 1, 2])
    expect([await counts(), await quarantined()]).toEqual([{ stored: 3, DUPLICATE: 1 }, 1])
  })
})

describe('counts and quarantine', () => {
  it('add up from batch to batch, also without a reading', async () => {
    await write(batchOf([reading(start)]), [unreadable])
    await write(batchOf([reading(start + 1), reading(start + 2)]))
    await writer.write(batchOf([]), () => [count('BAD_JSON', 1)], [unreadable, unreadable])
    expect([await counts(), await quarantined()]).toEqual([{ stored: 3, BAD_JSON: 1 }, 3])
    const [row] = await database.sql<
      { body: Uint8Array; topic: string; field: string }[]
    >`select body, topic, field from quarantine limit 1`
    expect([Buffer.from(row?.body ?? []).toString(), row?.topic, row?.field]).toEqual([
      'no json',
      'ingest/json/AC',
      'body',
    ])
  })

  it('count all messages and keep only the newest in quarantine', async () => {
    await database.sql`
      insert into quarantine (at, source_id, topic, reason, field, body)
      select now(), 3, 'old', 'BAD_JSON', 'body', '' from generate_series(1, ${quarantineLimits.rows})`
    const flood = Array.from({ length: 700 }, (_, i): Unreadable => ({ ...unreadable, topic: `new ${i}` }))
    await writer.write(batchOf([]), () => [count('BAD_JSON', 700)], flood)
    const quarantinedTopics = async () => {
      const rows = await database.sql<{ topic: string }[]>`select topic from quarantine order by id`
      const topics = rows.map(({ topic }) => topic)
      return { old: topics.filter((topic) => topic === 'old').length, latest: topics.slice(-700) }
    }
    const latest = flood.map(({ topic }) => topic)
    expect(await quarantinedTopics()).toEqual({ old: quarantineLimits.rows - 700, latest })
    // Not with every batch, but soon.
    for (let i = 0; i < 2; i++) await writer.write(batchOf([]), () => [count('BAD_JSON', 700)], flood)
    expect(await quarantinedTopics()).toEqual({ old: quarantineLimits.rows - 2100, latest })
    expect(await counts()).toEqual({ BAD_JSON: 2100 })
  })

  it('limit the quarantine by bytes, dropping the oldest', async () => {
    await database.sql`
      insert into quarantine (at, source_id, topic, reason, field, body)
      select now(), 3, i, 'BAD_JSON', 'body', convert_to(repeat('x', ${quarantineLimits.bytes / 8}), 'UTF8') from generate_series(1, 10) as i`
    await writer.write(batchOf([]), () => [], [unreadable])
    const rows = await database.sql<{ topic: string }[]>`select topic from quarantine order by id`
    // Eight would fill it, were there nothing else.
    expect(rows.map(({ topic }) => topic)).toEqual(['4', '5', '6', '7', '8', '9', '10', unreadable.topic])
  })

  it('roll back with the readings when one fails', async () => {
    const bad: Unreadable = { ...unreadable, topic: 'a character 0: \0' }
    const refused = await write(batchOf([reading(start)]), [unreadable, bad]).catch((error: unknown) => error)
    expect([codeOf(refused), isDatabaseAway(refused)]).toEqual(['22021', false])
    expect([await instants(), await counts(), await quarantined()]).toEqual([[], {}, 0])
    await write(batchOf([reading(start)]))
    expect(await instants()).toEqual([0])
  })
})

describe('a lost connection', () => {
  it('fails the first try between two batches, and the next stores', async () => {
    await write(batchOf([reading(start)]))
    await cutOff()
    const next = batchOf([reading(start + 1)])
    // The loss may have been heard of by then, or not.
    const first = await write(next).catch((error: unknown) => error)
    expect(Array.isArray(first) || isDatabaseAway(first)).toBe(true)
    expect(Array.isArray(first) ? first : await write(next)).toEqual([])
    expect(await instants()).toEqual([0, 1])
  })

  it('stores nothing of a batch when lost in the middle', async () => {
    let under: Promise<unknown> = Promise.resolve()
    await database.sql.begin(async (holding) => {
      // The readings are copied by then; their counts wait.
      await holding`lock table ingest_counts in access exclusive mode`
      under = write(batchOf([reading(start), reading(start + 1)], [1]), [unreadable]).catch((error: unknown) => error)
      await expect
        .poll(
          async () =>
            (
              await database.sql`select from pg_stat_activity where application_name = 'drover-writer' and datname = current_database() and wait_event_type = 'Lock'`
            ).length,
        )
        .toBe(1)
      await cutOff()
      expect(isDatabaseAway(await under)).toBe(true)
    })
    expect([await instants(), await counts(), await quarantined()]).toEqual([[], {}, 0])
    await write(batchOf([reading(start), reading(start + 1)], [1]))
    expect([await instants(), await counts()]).toEqual([[0, 1], { stored: 2 }])
  })

  it('is reported as unavailable when the database is missing', async () => {
    const lost = createReadingWriter({ target: { ...database.target, socketDir: '/nonexistent' } })
    const batch = batchOf([reading(start)])
    expect(isDatabaseAway(await lost.write(batch, countStored(batch), []).catch((error: unknown) => error))).toBe(true)
    await lost.close()
  })
})
