import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/testDatabase.ts'
import { openTlsFront } from '../testing/testTlsFront.ts'
import { listenToDatabase } from './listen.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

function listenAt(target: string) {
  const lines: string[] = []
  let changes = 0
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const listener = listenToDatabase({ target, channel: 'sources_changed', onChange: () => void changes++, log })
  return { listener, lines, changes: () => changes }
}

test('logs once why the database can’t be listened to', async () => {
  const front = await openTlsFront(database)
  const address = `postgres://${database.target.user}@127.0.0.1:${front.port}/${database.target.database}?sslmode=verify-full`
  const { listener, lines, changes } = listenAt(address)
  await expect.poll(() => front.came.length, { timeout: 5000 }).toBeGreaterThan(1)
  await listener.close()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/DEPTH_ZERO_SELF_SIGNED_CERT|self-signed certificate/)
  expect(changes()).toBe(0)
  await front.close()
})

test('hears of changes over TLS', async () => {
  const front = await openTlsFront(database)
  const address = `postgres://${database.target.user}@127.0.0.1:${front.port}/${database.target.database}?sslmode=require`
  const { listener, lines, changes } = listenAt(address)
  await expect.poll(changes, { timeout: 5000 }).toBe(1)
  await database.sql`notify sources_changed`
  await expect.poll(changes, { timeout: 5000 }).toBe(2)
  await listener.close()
  expect(lines).toEqual([])
  await front.close()
})
