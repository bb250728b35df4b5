import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type ClientEvents, livePath, type ServerEvents } from '#contract/live/live.ts'
import { machineNow } from '../clock.ts'
import { demoPassword } from '../demo/demoAccounts.ts'
import { openTestApp, type TestApp } from '../testing/testApp.ts'

/** Time within which an ended session must be refused, ms. */
const soonMs = 1000
let app: TestApp
const clients: Socket<ServerEvents, ClientEvents>[] = []

async function open(token: string) {
  const client: Socket<ServerEvents, ClientEvents> = io(app.app.url, {
    path: livePath,
    transports: ['websocket'],
    auth: { token },
    reconnection: false,
    forceNew: true,
  })
  clients.push(client)
  const reasons: string[] = []
  client.on('ended', (reason) => void reasons.push(reason))
  await new Promise<void>((resolve, reject) => {
    client.once('connect', resolve)
    client.once('connect_error', reject)
  })
  return { client, reasons }
}

async function call(token: string, method: string, path: string, body?: object) {
  const response = await fetch(new URL(path, app.app.url), {
    method,
    headers: { 'content-type': 'application/json', 'x-auth-token': token, 'x-auth-timestamp': String(machineNow()) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { data } = z.object({ data: z.unknown().optional() }).parse(await response.json())
  return { status: response.status, data }
}

async function signIn(userName: string, password = demoPassword): Promise<string> {
  const { data } = await call('', 'POST', '/collateral/common/auth/login/user', { type: 'account', userName, password })
  return z.object({ token: z.string() }).parse(data).token
}

async function expectDead(token: string, { client, reasons }: Awaited<ReturnType<typeof open>>, reason: string) {
  await expect.poll(() => client.connected, { timeout: soonMs, interval: 10 }).toBe(false)
  expect(reasons).toEqual([reason])
  expect((await call(token, 'GET', '/collateral/app/profile/user')).status).toBe(401)
  await expect(open(token)).rejects.toThrow('NOT_SIGNED_IN')
}

beforeAll(async () => {
  app = await openTestApp()
}, 60_000)
afterEach(() => {
  for (const client of clients.splice(0)) client.disconnect()
})
afterAll(() => app.close())

test('limits an account to 20 connections over all its sessions', async () => {
  const tokens = [await signIn('bankuser'), await signIn('bankuser')]
  const opened = await Promise.all(Array.from({ length: 20 }, (_, i) => open(tokens[i % 2] ?? '')))
  await expect(open(tokens[0] ?? '')).rejects.toThrow('TOO_MANY_CONNECTIONS')
  opened[0]?.client.disconnect()
  await expect
    .poll(() =>
      open(tokens[0] ?? '').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
})

test('limits unauthenticated connections in number and duration', { tags: 'long', timeout: 30_000 }, async () => {
  const strangers = Array.from(
    { length: 520 },
    () => new WebSocket(`${app.app.url.replace('http', 'ws')}${livePath}/?EIO=4&transport=websocket`),
  )
  const outcomes = await Promise.all(
    strangers.map(
      (one) =>
        new Promise<string>((resolve) => {
          one.addEventListener('message', () => resolve('opened'), { once: true })
          one.addEventListener('error', () => resolve('refused'), { once: true })
        }),
    ),
  )
  expect(outcomes.filter((outcome) => outcome === 'opened').length).toBeLessThanOrEqual(500)
  expect(outcomes).toContain('refused')
  const token = await signIn('bank')
  await expect
    .poll(
      () =>
        open(token).then(
          () => true,
          () => false,
        ),
      { timeout: 10_000 },
    )
    .toBe(true)
  for (const one of strangers) one.close()
})

describe('ending sessions within a second', () => {
  test('ends all sessions when the password is changed', async () => {
    const tokens = [await signIn('bank'), await signIn('bank')]
    const sockets = await Promise.all(tokens.map(open))
    const { data } = await call(tokens[0] ?? '', 'POST', '/collateral/web/account/password', {
      oldPassword: demoPassword,
      password: 'Larkspur77x',
    })
    for (const [place, socket] of sockets.entries()) await expectDead(tokens[place] ?? '', socket, 'PASSWORD_CHANGED')
    const { token } = z.object({ token: z.string() }).parse(data)
    expect((await open(token)).client.connected).toBe(true)
  })

  test('ends all sessions when the password is set by mailed link', async () => {
    const token = await signIn('borrower')
    const socket = await open(token)
    await call('', 'POST', '/collateral/common/auth/password/forgot', { email: 'borrower@example.com' })
    const read = async () => {
      const { data } = await call('', 'POST', '/collateral/common/outbox', {
        key: app.app.outboxKey,
        recipient: 'borrower@example.com',
      })
      return /#([\w-]+)/.exec(
        z.object({ list: z.array(z.object({ text: z.string() })) }).parse(data).list[0]?.text ?? '',
      )?.[1]
    }
    await expect.poll(read, { interval: 20 }).toBeDefined()
    expect(
      (
        await call('', 'POST', '/collateral/common/auth/password/reset', {
          token: await read(),
          password: 'Foxglove88y',
        })
      ).status,
    ).toBe(200)
    await expectDead(token, socket, 'PASSWORD_CHANGED')
    expect(await signIn('borrower', 'Foxglove88y')).not.toBe('')
  })

  test('ends the other sessions when the user ends them', async () => {
    const [here, there] = [await signIn('supervisor'), await signIn('supervisor')]
    const [socket, other] = [await open(here), await open(there)]
    expect((await call(here, 'POST', '/collateral/web/account/sessions/endOthers', {})).data).toEqual({ ended: 1 })
    await expectDead(there, other, 'ENDED_ELSEWHERE')
    expect([socket.client.connected, (await call(here, 'GET', '/api/users')).status]).toEqual([true, 200])
  })
})

test('gives a user with a second factor due a socket without farms', async () => {
  await app.sql`update organisations set requires_two_factor = true where kind = 'SUPERVISOR'`
  const token = await signIn('pm')
  const { client } = await open(token)
  expect(await client.emitWithAck('watch', { farms: [{ farmId: app.farmId }] })).toEqual({ refused: [app.farmId] })
  await app.sql`update organisations set requires_two_factor = false`
})
