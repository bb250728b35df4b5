import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createClock, machineNow } from '../clock.ts'
import { openTestDatabase, type TestDatabase } from '../testing/testDatabase.ts'
import { Jobs } from '../jobs.ts'
import { insertMessage } from '../db/messages/outbox.ts'
import { type Transport, type OutgoingMessage, Undeliverable } from './transport.ts'
import { createDelivery, type Delivery, deliveryIntervalMs } from './delivery.ts'

let database: TestDatabase
let delivery: Delivery
let sent: OutgoingMessage[] = []
let results: string[] = []
let answer: () => Promise<void> = async () => {}
const logged: string[] = []

const carrierOf = (kind: 'MAIL' | 'SMS'): Transport => ({
  kind,
  leaseMs: 120_000,
  async send(message) {
    await answer()
    sent.push(message)
  },
  close: () => {},
})

function open(kinds: ('MAIL' | 'SMS')[] = ['MAIL', 'SMS']): Delivery {
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) })
  const onResult = (kind: string, result: string, count: number) => void results.push(`${kind} ${result} ${count}`)
  return createDelivery({ sql: database.sql, log, transports: kinds.map(carrierOf), onResult })
}

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.sql`delete from outbox`
  ;[sent, results] = [[], []]
  answer = async () => {}
})
afterEach(() => delivery.close())

const write = (kind: 'MAIL' | 'SMS' = 'MAIL', at = machineNow() - 1) =>
  insertMessage(database.sql, { kind, recipient: 'saran@example.com', subject: 'Hello', body: 'the code 135790', at })
const due = () => database.sql`update outbox set next_try_at = now() - interval '1 second'`
const rows = () =>
  database.sql<
    { tries: number; sent: boolean; failed: boolean; body: string; error: string | null; waitSeconds: number }[]
  >`
    select tries, sent_at is not null as sent, failed_at is not null as failed, body, error,
      extract(epoch from next_try_at - now())::float8 as "waitSeconds" from outbox order by id`

test('sends a due message once and deletes its text', async () => {
  delivery = open()
  await write()
  await write('SMS')
  await delivery.deliver()
  await delivery.deliver()
  expect(sent.map(({ recipient, body }) => [recipient, body])).toEqual([
    ['saran@example.com', 'the code 135790'],
    ['saran@example.com', 'the code 135790'],
  ])
  expect((await rows()).map((row) => [row.sent, row.body])).toEqual([
    [true, ''],
    [true, ''],
  ])
  expect(results.toSorted((a, b) => a.localeCompare(b))).toEqual(['MAIL sent 1', 'SMS sent 1'])
})

test('retries a failure after increasing waits', async () => {
  delivery = open()
  answer = async () => {
    throw new Error('451 greylisted 135790')
  }
  await write()
  const waits = []
  for (let i = 0; i < 4; i++) {
    await delivery.deliver()
    waits.push(Math.round((await rows())[0]?.waitSeconds ?? 0))
    await due()
  }
  expect(waits).toEqual([5, 10, 20, 40])
  answer = async () => {}
  await delivery.deliver()
  expect(await rows()).toMatchObject([{ tries: 5, sent: true, failed: false, body: '', error: null }])
  expect(results).toEqual([...Array.from({ length: 4 }, () => 'MAIL retried 1'), 'MAIL sent 1'])
})

test('gives up an undeliverable message at once', async () => {
  delivery = open()
  answer = async () => {
    throw new Undeliverable('550 no such user')
  }
  await write()
  await delivery.deliver()
  expect(await rows()).toMatchObject([{ sent: false, failed: true, body: '', error: '550 no such user' }])
  expect(results).toEqual(['MAIL failed 1'])
})

test.each([
  ['MAIL', 25 * 3600, true],
  ['MAIL', 23 * 3600, false],
  ['SMS', 301, true],
  ['SMS', 240, false],
] as const)('a %s of %i seconds ago is given up: %s', async (kind, seconds, isGivenUp) => {
  delivery = open()
  await write(kind, machineNow() - seconds * 1000)
  await delivery.deliver()
  expect(await rows()).toMatchObject([{ failed: isGivenUp, sent: !isGivenUp }])
  expect(results).toEqual([isGivenUp ? `${kind} failed 1` : `${kind} sent 1`])
})

test('sends a message claimed by an ended server after its lease', async () => {
  delivery = open()
  answer = () => new Promise(() => {})
  await write()
  void delivery.deliver()
  while ((await rows())[0]?.tries !== 1) await new Promise((resolve) => setTimeout(resolve, 5))
  const next = open()
  answer = async () => {}
  await next.deliver()
  expect(sent).toHaveLength(0)
  await due()
  await next.deliver()
  expect(sent).toHaveLength(1)
  next.close()
  // The first one's try never ends: nothing waits for it.
  delivery.close()
  delivery = open([])
})

test('sends as a job within seconds', async () => {
  delivery = open()
  const jobs = new Jobs({ clock: createClock(), log: { warn: () => {} }, claim: async () => false })
  jobs.start({
    name: 'delivery',
    intervalMs: deliveryIntervalMs,
    time: 'machine',
    runs: 'each',
    run: () => delivery.deliver(),
  })
  await write()
  await expect.poll(() => sent.length, { timeout: 4 * deliveryIntervalMs }).toBe(1)
  await jobs.stop()
})

test('logs neither texts nor recipients', () => {
  expect(logged.length).toBeGreaterThan(0)
  expect(logged.join('')).not.toMatch(/135790|saran/)
})

test('gives up a kind without provider when the other has one', async () => {
  delivery = open(['MAIL'])
  await write('SMS')
  await write()
  await delivery.deliver()
  expect((await rows()).map((row) => [row.failed, row.sent, row.body, row.error])).toEqual([
    [true, false, '', 'no provider'],
    [false, true, '', null],
  ])
  expect(results).toEqual(expect.arrayContaining(['SMS failed 1', 'MAIL sent 1']))
})

describe('channels, each on its own server', () => {
  const under = new Map<string, number>()
  let maxConcurrent = 0
  /** Those that don't answer. */
  let dead: ReadonlySet<string> = new Set()
  const gate = { open: () => {}, opened: Promise.resolve() }
  /** How far the delivery's clock is ahead, ms. */
  let ahead = 0
  const channels = (): Delivery =>
    createDelivery({
      sql: database.sql,
      log: pino({ level: 'silent' }),
      onResult: () => {},
      pauseMs: 500,
      machineTime: () => machineNow() + ahead,
      transports: [
        {
          kind: 'WEBHOOK',
          maxPerRecipient: 2,
          leaseMs: 30_000,
          close: () => {},
          async send(message) {
            const { recipient } = message
            under.set(recipient, (under.get(recipient) ?? 0) + 1)
            maxConcurrent = Math.max(maxConcurrent, under.get(recipient) ?? 0)
            if (dead.has(recipient)) await gate.opened
            under.set(recipient, (under.get(recipient) ?? 1) - 1)
            if (dead.has(recipient)) throw new Error('no answer')
            sent.push(message)
          },
        },
      ],
    })
  const writeTo = (recipient: string) =>
    insertMessage(database.sql, { kind: 'WEBHOOK', recipient, subject: '', body: '{}', at: machineNow() - 1 })

  beforeEach(() => {
    maxConcurrent = 0
    under.clear()
    gate.opened = new Promise((resolve) => (gate.open = resolve))
  })

  test('does not delay others for a channel that never answers', async () => {
    delivery = channels()
    dead = new Set(['1'])
    for (let i = 0; i < 60; i++) await writeTo('1')
    for (let i = 0; i < 20; i++) await writeTo('2')
    const round = delivery.deliver()
    await expect.poll(() => sent.length, { timeout: 5000 }).toBe(20)
    // A message that comes while it still has not answered does not wait for it either.
    await writeTo('3')
    await expect.poll(() => sent.length, { timeout: 5000 }).toBe(21)
    expect(new Set(sent.map(({ recipient }) => recipient))).toEqual(new Set(['2', '3']))
    expect(under.get('1')).toBe(2)
    gate.open()
    await round
    expect(maxConcurrent).toBe(2)
    // It rests: what else waits for it was not even tried.
    const [tried] = await database.sql<
      { count: number }[]
    >`select count(*)::int as count from outbox where recipient = '1' and tries > 0`
    expect(tried?.count).toBe(2)
  })

  test('sends waiting messages when a channel answers again', async () => {
    delivery = channels()
    dead = new Set(['1'])
    gate.open()
    await writeTo('1')
    await writeTo('1')
    await delivery.deliver()
    dead = new Set()
    await due()
    await delivery.deliver()
    expect(sent).toHaveLength(0)
    ahead = 600
    await delivery.deliver()
    expect(sent).toHaveLength(2)
  })

  test('sends nothing more once the server stops', async () => {
    delivery = channels()
    await writeTo('2')
    await delivery.deliver(undefined, () => true)
    expect(sent).toHaveLength(0)
  })
})

test('keeps all messages when there is no provider', async () => {
  delivery = open([])
  await write('SMS')
  await delivery.deliver()
  expect((await rows()).map((row) => [row.failed, row.body])).toEqual([[false, 'the code 135790']])
})
