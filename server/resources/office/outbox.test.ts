import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { OutboxMessage } from '#contract/office/outbox.ts'
import { send } from '../../auth/testAuth.ts'
import { openWorld, type World } from '../../testing/testWorld.ts'
import { deleteExpiredRegistrations } from '../registration/housekeeping.ts'
import { insertMessage } from '../../db/messages/outbox.ts'
import { outboxKey } from './outbox.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
  for (let i = 1; i <= 101; i++) {
    await insertMessage(world.sql, {
      kind: i % 2 ? 'SMS' : 'MAIL',
      recipient: `${i % 2 ? '+86138' : 'saran'}${i}`,
      subject: `s${i}`,
      body: `b${i}`,
      at: Date.now(),
    })
  }
})
afterAll(() => world.close())
afterEach(() => {
  world.context.settings.HOST = '127.0.0.1'
  delete world.context.settings.PUBLIC_URL
  delete world.context.settings.SMTP_URL
  delete world.context.settings.SMS_URL
})

const address = '/collateral/common/outbox'
const read = (query: object = {}, key = outboxKey(world.context.secrets)) =>
  send<{ list: OutboxMessage[] }>(world, 'POST', address, { key, ...query })

test('returns the newest 100 messages for the key without providers', async () => {
  const { status, data } = await read()
  expect(status).toBe(200)
  expect(data.list).toHaveLength(100)
  expect(data.list[0]).toMatchObject({ kind: 'SMS', recipient: '+86138101', subject: 's101', text: 'b101' })
  expect((await read({ recipient: 'SARAN100' })).data.list.map(({ recipient }) => recipient)).toEqual(['saran100'])
})

test.each(['', 'x', 'A'.repeat(43)])('rejects the key “%s” from any address', async (key) => {
  for (const [remoteAddress, headers] of [
    ['127.0.0.1', {}],
    ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
    ['10.0.0.1', {}],
  ] as const) {
    const response = await world.server.inject({
      method: 'POST',
      url: address,
      remoteAddress,
      headers,
      payload: { key },
    })
    expect([response.statusCode, response.json().error.code]).toEqual([403, 'NOT_ALLOWED'])
  }
  expect((await world.server.inject({ method: 'GET', url: address })).statusCode).toBe(404)
})

test('is unavailable on a host that others can reach', async () => {
  world.context.settings.HOST = '0.0.0.0'
  expect((await read()).status).toBe(404)
})

test('is unavailable when the public URL is not local', async () => {
  world.context.settings.PUBLIC_URL = 'https://drover.example.com'
  expect((await read()).status).toBe(404)
  world.context.settings.PUBLIC_URL = 'http://[::1]:8000/'
  expect((await read()).status).toBe(200)
})

test.each([
  { SMTP_URL: 'smtp://mail.example.com' },
  { SMS_URL: 'https://sms.example.com' },
  { SMTP_URL: 'smtp://mail.example.com', SMS_URL: 'https://sms.example.com' },
])('is unavailable with the provider %j', async (providers) => {
  Object.assign(world.context.settings, providers)
  expect((await read()).status).toBe(404)
})

test('deletes messages after a week', async () => {
  const count = async () => (await world.sql<{ n: number }[]>`select count(*) as n from outbox`)[0]?.n
  await deleteExpiredRegistrations(world.sql, world.context.files, Date.now() + 6 * 86_400_000)
  expect(await count()).toBe(101)
  await deleteExpiredRegistrations(world.sql, world.context.files, Date.now() + 8 * 86_400_000)
  expect(await count()).toBe(0)
})
