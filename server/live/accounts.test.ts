import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type ClientEvents, livePath, type ServerEvents } from '#contract/live/live.ts'
import { userSchema } from '#contract/people/users.ts'
import { machineNow } from '../clock.ts'
import { demoPassword } from '../demo/demoAccounts.ts'
import { message, openTestApp, place, testStart, type TestApp } from '../testing/testApp.ts'
import { admissionOf, openTestHub } from './testHub.ts'
import type { LiveAccess } from './viewer.ts'

type Client = Socket<ServerEvents, ClientEvents>

/** Maximum time until a withdrawn right ends, ms. */
const soonMs = 1000
let app: TestApp
const clients: Client[] = []

/** Opens a socket that records every event. */
async function open(token: string, url = app.app.url, transport: 'websocket' | 'polling' = 'websocket') {
  const client: Client = io(url, {
    path: livePath,
    transports: [transport],
    auth: { token },
    reconnection: false,
    forceNew: true,
  })
  clients.push(client)
  const heard: { event: string; values: unknown[] }[] = []
  client.onAny((event: string, ...values: unknown[]) => heard.push({ event, values }))
  await new Promise<void>((resolve, reject) => {
    client.once('connect', resolve)
    client.once('connect_error', reject)
  })
  const count = (event: string) => heard.filter((one) => one.event === event).length
  const until = async (event: string, before = 0) => {
    await expect.poll(() => count(event), { timeout: soonMs, interval: 20 }).toBeGreaterThan(before)
  }
  return { client, heard, count, until, watch: () => client.emitWithAck('watch', { farms: [{ farmId: app.farmId }] }) }
}

async function callAs(token: string, method: string, path: string, body?: object) {
  const response = await fetch(new URL(path, app.app.url), {
    method,
    headers: { 'content-type': 'application/json', 'x-auth-token': token, 'x-auth-timestamp': String(machineNow()) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: z.object({ data: z.unknown().optional() }).parse(await response.json()) }
}
async function signIn(userName: string): Promise<string> {
  const { body } = await callAs('', 'POST', '/collateral/common/auth/login/user', {
    type: 'account',
    userName,
    password: demoPassword,
  })
  return z.object({ token: z.string() }).parse(body.data).token
}
const idOf = async (userName: string) =>
  (await app.sql<{ id: number }[]>`select id from users where user_name = ${userName}`)[0]?.id ?? 0
/** Changes the project manager's role as their administrator. */
async function giveRole(admin: string, role: string | null) {
  const { body } = await callAs(admin, 'GET', `/collateral/web/user/detail/${await idOf('pm')}`)
  const { id, version, userName, displayName } = userSchema.parse(body.data)
  const edit = { id, version, userName, displayName, role, telephone: '13800009999', email: 'pm@example.com' }
  expect((await callAs(admin, 'PUT', '/collateral/web/user/addOrEdit', edit)).status).toBe(200)
}
const setStatus = (token: string, noun: string, id: number, status: string) =>
  callAs(token, 'PUT', `/collateral/web/${noun}/status`, { ids: [id], status, reason: 'test' })
/** Waits for figures of a round that began after this call, and until `other` has received everything sent before. */
async function figures(other: Awaited<ReturnType<typeof open>>) {
  const watcher = await open(app.token)
  await watcher.watch()
  for (const before of [0, 1])
    await expect.poll(() => watcher.count('headcounts'), { timeout: 10_000, interval: 20 }).toBeGreaterThan(before)
  await other.client.emitWithAck('alertsSince', '')
}
let at = testStart
/** Moves every animal, so that each watching viewer gets a frame. */
const move = async () => {
  at += 1000
  await app.clock.moveTo(at)
  await app.ingest(
    'json',
    message(
      at,
      [0, 1, 2].map((index) => ({ index, ...place(20 + ((at / 1000) % 50), 50) })),
    ),
  )
}

beforeAll(async () => {
  app = await openTestApp()
}, 60_000)
afterEach(() => {
  for (const client of clients.splice(0)) client.disconnect()
})
afterAll(() => app.close())

describe('signed-in user', () => {
  test('receives no herd data without a role for the monitor', async () => {
    const platform = await open(await signIn('platform'))
    await platform.until('status')
    expect(await platform.watch()).toEqual({ refused: [app.farmId] })
    expect(await platform.client.emitWithAck('alertsSince', '')).toMatchObject({ alerts: [], isAll: true })
    await move()
    await figures(platform)
    expect(new Set(platform.heard.map(({ event }) => event))).toEqual(new Set(['farms', 'status']))
  })

  test('is required for a socket', async () => {
    await expect(open('x'.repeat(43))).rejects.toThrow('NOT_SIGNED_IN')
    await expect(open('')).rejects.toThrow('NOT_SIGNED_IN')
  })

  test('receives headcounts and gateways only while watching', { tags: 'long' }, async () => {
    const pm = await open(app.token)
    await figures(pm)
    expect(pm.count('headcounts')).toBe(0)
    await pm.watch()
    await pm.until('headcounts')
    await pm.until('gateways')
    await pm.client.emitWithAck('watch', { farms: [] })
    const before = pm.count('headcounts')
    await figures(pm)
    expect(pm.count('headcounts')).toBe(before)
  })
})

describe('change of role', () => {
  test('ends the user’s sessions and sockets, and counts for later ones', async () => {
    const supervisor = await signIn('supervisor')
    const pm = await open(app.token)
    const bystander = await open(supervisor)
    expect(await pm.watch()).toEqual({ refused: [] })
    await bystander.watch()

    await giveRole(supervisor, 'SUPERVISOR_USER')
    await pm.until('ended')
    expect(pm.heard.find(({ event }) => event === 'ended')?.values).toEqual(['ROLE_CHANGED'])
    await expect.poll(() => pm.client.connected, { timeout: soonMs, interval: 20 }).toBe(false)
    expect((await callAs(app.token, 'POST', '/collateral/web/farm/list', {})).status).toBe(401)
    const demoted = await signIn('pm')
    expect((await callAs(demoted, 'POST', '/collateral/web/farm/list', {})).status).toBe(403)
    expect(await (await open(demoted)).watch()).toEqual({ refused: [app.farmId] })
    await move()
    await bystander.until('delta')
    expect([bystander.count('accountChanged'), bystander.client.connected]).toEqual([0, true])

    await giveRole(supervisor, null)
    const bare = await signIn('pm')
    expect((await callAs(bare, 'GET', '/collateral/app/profile/user')).body.data).toMatchObject({ role: null })
    expect(await (await open(bare)).watch()).toEqual({ refused: [app.farmId] })
    await giveRole(supervisor, 'SUPERVISOR_PM')
    expect(await (await open(await signIn('pm'))).watch()).toEqual({ refused: [] })
  })
})

describe.each([
  ['websocket', []],
  ['polling', ['long']],
] as const)('session over %s', (transport, tags) => {
  const openBy = (token: string) => open(token, app.app.url, transport)
  const expectDead = async (token: string, viewer: Awaited<ReturnType<typeof open>>, reason: string) => {
    await viewer.until('ended')
    expect(viewer.heard.find(({ event }) => event === 'ended')?.values).toEqual([reason])
    await expect.poll(() => viewer.client.connected, { timeout: soonMs, interval: 20 }).toBe(false)
    expect((await callAs(token, 'GET', '/api/users')).status).toBe(401)
    await expect(openBy(token)).rejects.toThrow('NOT_SIGNED_IN')
  }

  test('ends with its socket when the user is disabled', { tags: [...tags] }, async () => {
    const [supervisor, token] = [await signIn('supervisor'), await signIn('pm')]
    const viewer = await openBy(token)
    expect((await setStatus(supervisor, 'user', await idOf('pm'), 'DISABLED')).status).toBe(200)
    await expectDead(token, viewer, 'DISABLED')
    await setStatus(supervisor, 'user', await idOf('pm'), 'ACTIVE')
  })

  test('ends for all users of a disabled organisation', { tags: [...tags] }, async () => {
    const platform = await signIn('platform')
    const tokens = [await signIn('bank'), await signIn('bankuser')]
    const viewers = await Promise.all(tokens.map(openBy))
    const [{ id } = { id: 0 }] = await app.sql<
      { id: number }[]
    >`select organisation_id as id from users where user_name = 'bank'`
    expect((await setStatus(platform, 'org', id, 'DISABLED')).status).toBe(200)
    for (const [place, viewer] of viewers.entries()) await expectDead(tokens[place] ?? '', viewer, 'DISABLED')
    const watcher = await open(platform)
    await setStatus(platform, 'org', id, 'ACTIVE')
    // Later tests must not receive this change.
    await watcher.until('recordsChanged', watcher.count('recordsChanged'))
  })

  test('ends when the user signs out', { tags: [...tags] }, async () => {
    const token = await signIn('borrower')
    const viewer = await openBy(token)
    expect((await callAs(token, 'POST', '/collateral/common/auth/logout', {})).status).toBe(200)
    await expectDead(token, viewer, 'SIGNED_OUT')
  })

  test('ends on every open page while frames arrive', { tags: 'long' }, async () => {
    const token = await signIn('supervisor')
    const viewers = [await openBy(token), await openBy(token)]
    for (const viewer of viewers) await viewer.watch()
    await move()
    for (const viewer of viewers) await viewer.until('delta')
    const [{ status }] = await Promise.all([callAs(token, 'POST', '/collateral/common/auth/logout', {}), move()])
    expect(status).toBe(200)
    for (const viewer of viewers) await expectDead(token, viewer, 'SIGNED_OUT')
  })
})

describe('change of users', () => {
  const nounsOf = ({ heard }: Awaited<ReturnType<typeof open>>) =>
    heard.flatMap(({ event, values }) => (event === 'recordsChanged' ? values.flat() : []))

  test('is sent only to administrators of the organisation and the platform', async () => {
    const [admin, platform, bank, pm] = await Promise.all(
      ['supervisor', 'platform', 'bank', 'pm'].map(async (name) => open(await signIn(name))),
    )
    if (!admin || !platform || !bank || !pm) throw new Error('somebody is missing')
    const colleague = {
      userName: 'sarnai',
      displayName: 'Sarnai',
      role: 'SUPERVISOR_USER',
      telephone: '13800007777',
      email: 'sarnai@example.com',
    }
    expect((await callAs(await signIn('supervisor'), 'PUT', '/collateral/web/user/addOrEdit', colleague)).status).toBe(
      200,
    )
    await Promise.all([admin.until('recordsChanged'), platform.until('recordsChanged')])
    expect((await setStatus(await signIn('platform'), 'user', await idOf('sarnai'), 'DISABLED')).status).toBe(200)
    await Promise.all([admin.until('recordsChanged', 1), platform.until('recordsChanged', 1)])
    expect([admin, platform, bank, pm].map(nounsOf)).toEqual([['users', 'users'], ['users', 'users'], [], []])
  })
})

test('applies a change that arrives while a socket opens', async () => {
  const first = Promise.withResolvers<LiveAccess | null>()
  const admissions = [first.promise, Promise.resolve(admissionOf('a', []))]
  const live = await openTestHub({ admit: () => admissions.shift() ?? Promise.resolve(null) })
  const opening = open('token', live.url)
  await expect.poll(() => admissions.length).toBe(1)
  live.events.emit('accountsChanged', { userIds: [1] })
  first.resolve(admissionOf('a', [app.farmId]))
  const viewer = await opening
  await viewer.until('accountChanged')
  expect(await viewer.watch()).toEqual({ refused: [app.farmId] })
  await live.close()
})
