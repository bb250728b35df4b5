import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Endpoint } from '#contract/calls/endpoint.ts'
import { livePath } from '#contract/live/live.ts'
import type { Login } from '#contract/people/auth.ts'
import type { Display } from '#contract/people/displays.ts'
import type { WallScreen } from '#contract/people/wallScreens.ts'
import type { Account } from '#contract/people/account.ts'
import { openWorld, type World } from '../../testing/testWorld.ts'
import { openTestApp } from '../../testing/testApp.ts'
import { send } from '../../auth/testAuth.ts'

let world: World
let bank = 0
let admin = ''
const common = '/collateral/common/display'
const web = '/collateral/web/display'

beforeAll(async () => {
  world = await openWorld()
  bank = await world.organisation('BANK', 'Steppe Bank')
  admin = await world.user('admin', 'ADMIN_BANK', bank)
  await world.sql`update users set telephone = '+8613911112222', email = 'admin@example.com' where user_name = 'admin'`
})
afterAll(() => world.close())

const begin = async () => (await send<{ code: string; secret: string }>(world, 'POST', `${common}/code`, {})).data
const claim = (secret: string) =>
  send<{ login: (Login & { shows: WallScreen }) | null }>(world, 'POST', `${common}/claim`, { secret })
const pair = (code: string, token = admin, shows?: WallScreen) =>
  world.call<Display>(token, 'PUT', `${web}/pair`, { code, name: 'Hall', ...(shows && { shows }) })
const walls = async (token = admin) => (await world.call<{ list: Display[] }>(token, 'GET', `${web}/list`)).data.list
async function paired(shows?: WallScreen, by = admin): Promise<{ token: string; display: Display }> {
  const { code, secret } = await begin()
  const { data: display } = await pair(code, by, shows)
  return { display, token: (await claim(secret)).data.login?.token ?? '' }
}

test('gives a wall its token once when its code is confirmed', async () => {
  const { code, secret } = await begin()
  expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  expect((await claim(secret)).data).toEqual({ login: null })
  const { status, data } = await pair(` ${code.toLowerCase()} `)
  expect([status, data]).toMatchObject([200, { name: 'Hall', shows: 'MONITOR', pairedBy: 'admin', lastSeenAt: null }])
  const { login } = (await claim(secret)).data
  expect(login).toMatchObject({
    role: 'OTHERS',
    shows: 'MONITOR',
    userOrgId: bank,
    organizationRole: 'BANK',
    organizationName: 'Steppe Bank',
  })
  expect((await claim(secret)).error.code).toBe('LINK_EXPIRED')
  expect(await walls()).toMatchObject([{ id: data.id, name: 'Hall', lastSeenAt: expect.any(String) }])
})

/** The calls of each screen, and what every page needs. */
const callsOf: Record<WallScreen, readonly Endpoint[]> = {
  MONITOR: [
    endpoints.account.profile,
    endpoints.alerts.list,
    endpoints.alerts.detail,
    endpoints.animals.card,
    endpoints.auth.logout,
    endpoints.baseMap.shown,
    endpoints.cameras.shown,
    endpoints.cameras.view,
    endpoints.headcounts.at,
    endpoints.headcounts.history,
    endpoints.monitor.scene,
  ],
  PROJECTS: [
    endpoints.account.profile,
    endpoints.auth.logout,
    endpoints.baseMap.shown,
    endpoints.monitor.scene,
    endpoints.projectMonitor.shown,
  ],
}

test.each(['MONITOR', 'PROJECTS'] as const)('limits the token of a %s wall and hides its user', async (shows) => {
  const { token, display } = await paired(shows)
  expect(display).toMatchObject({ shows })
  const open = new Set(callsOf[shows])
  const table = Object.values(endpoints).flatMap((noun) => Object.values<Endpoint>(noun))
  for (const one of table.filter(({ access }) => access !== 'public')) {
    if (one === endpoints.auth.logout) continue
    const { method, path } = one
    const { status } = await world.call(
      token,
      method,
      path.replaceAll(/\{\w+\}/g, '999999'),
      method === 'GET' || method === 'DELETE' ? undefined : {},
    )
    expect([path, status === 403]).toEqual([path, !open.has(one)])
  }
  const { data } = await world.call<Account>(token, 'GET', '/collateral/app/profile/user')
  expect(data).toMatchObject({
    isDisplay: true,
    shows,
    displayName: 'Hall',
    role: 'OTHERS',
    email: null,
    telephone: null,
    userName: '',
    userOrgId: bank,
  })
})

test('allows pairing a projects wall only with a suitable role', async () => {
  const supervisor = await world.organisation('SUPERVISOR', 'Herd Watch')
  const [chief, pm] = [
    await world.user('chief', 'ADMIN_SUPERVISOR', supervisor),
    await world.user('pm', 'SUPERVISOR_PM', supervisor),
  ]
  const { code, secret } = await begin()
  expect(await pair(code, pm, 'PROJECTS')).toMatchObject({ status: 403, error: { code: 'NOT_ALLOWED' } })
  expect((await claim(secret)).data.login).toBeNull()
  expect((await pair(code, chief, 'PROJECTS')).status).toBe(200)
  expect((await claim(secret)).data.login).toMatchObject({ role: 'OTHERS', shows: 'PROJECTS', userOrgId: supervisor })
  expect((await walls(pm)).map(({ shows }) => shows)).toEqual(['PROJECTS'])
})

test('ends only the walls that the new role may not show', async () => {
  const platform = await world.user('keeper', 'ADMIN_PLATFORM', await world.organisation('PLATFORM', 'Keepers'))
  const supervisor = await world.organisation('SUPERVISOR', 'Pen Watch')
  await world.user('other chief', 'ADMIN_SUPERVISOR', supervisor)
  const token = await world.user('demoted', 'ADMIN_SUPERVISOR', supervisor)
  await world.sql`update users set telephone = '+8613911115555', email = 'chief@example.com' where user_name = 'demoted'`
  const [monitor, projects] = [await paired('MONITOR', token), await paired('PROJECTS', token)]
  const id = await world.idOf('demoted')
  const { data } = await world.call<{ version: number }>(platform, 'GET', `/collateral/web/user/detail/${id}`)
  const save = {
    id,
    version: data.version,
    userName: 'demoted',
    displayName: 'c',
    role: 'SUPERVISOR_PM',
    telephone: '13911115555',
    email: 'chief@example.com',
    organisationId: supervisor,
  }
  const wallSession = await world.sessions.authenticate(projects.token)
  expect((await world.call(platform, 'PUT', '/collateral/web/user/addOrEdit', save)).status).toBe(200)
  expect([
    await world.sessions.authenticate(projects.token),
    (await world.sessions.authenticate(monitor.token))?.displayId,
  ]).toEqual([null, monitor.display.id])
  expect(world.emitted.sessionEnded).toContainEqual({ tokenHash: wallSession?.tokenHash, reason: 'ENDED_ELSEWHERE' })
})

test('rejects unknown or expired codes and pairing without recent proof', async () => {
  expect((await pair('AAAA-AAAA')).error.fields).toEqual({ code: 'unknown_code' })
  expect((await pair('short')).error.fields).toEqual({ code: 'display_code' })
  const { code, secret } = await begin()
  await world.sql`update sessions set proven_at = null`
  expect((await pair(code)).error.code).toBe('PROOF_REQUIRED')
  await world.sql`update sessions set proven_at = 'infinity'`
  await world.sql`update displays set requested_at = requested_at - interval '10 minutes' where paired_at is null`
  expect((await pair(code)).error.fields).toEqual({ code: 'unknown_code' })
  expect((await claim(secret)).error.code).toBe('LINK_EXPIRED')
})

test('keeps idle walls through a password change, until they are revoked', async () => {
  const { token, display } = await paired()
  await world.sql`update sessions set used_at = used_at - interval '60 days' where display_id is not null`
  const other = await world.sessions.authenticate(token, false)
  await expect
    .poll(async () => (await walls()).find(({ id }) => id === display.id)?.lastSeenAt?.slice(0, 13))
    .toBe(new Date().toISOString().slice(0, 13))
  expect(other?.displayId).toBe(display.id)
  const { data } = await world.call<{ token: string }>(admin, 'POST', '/collateral/web/account/password', {
    oldPassword: 'Herd2026x',
    password: 'Larkspur77x',
  })
  admin = data.token
  expect((await world.sessions.authenticate(token))?.displayId).toBe(display.id)
  expect((await world.call(admin, 'DELETE', `${web}/del/${display.id}`)).status).toBe(200)
  expect(await world.sessions.authenticate(token)).toBeNull()
  expect(world.emitted.sessionEnded.at(-1)).toEqual({ tokenHash: other?.tokenHash, reason: 'ENDED_ELSEWHERE' })
  expect((await walls()).map(({ id }) => id)).not.toContain(display.id)
})

test('ends walls when their user is moved or disabled', async () => {
  const platform = await world.user('platform', 'ADMIN_PLATFORM', await world.organisation('PLATFORM', 'Drover'))
  const second = await world.user('second', 'ADMIN_BANK', bank)
  const [user] = await world.sql<
    { id: number }[]
  >`update users set telephone = '+8613911113333', email = 'second@example.com' where user_name = 'second' returning id`
  const pairBySecond = async (by: string) => {
    const { code, secret } = await begin()
    expect((await pair(code, by)).status).toBe(200)
    return (await claim(secret)).data.login?.token ?? ''
  }
  const moved = await pairBySecond(second)
  const elsewhere = await world.organisation('BANK', 'Other Bank')
  const { data } = await world.call<{ version: number }>(platform, 'GET', `/collateral/web/user/detail/${user?.id}`)
  const save = {
    id: user?.id,
    version: data.version,
    userName: 'second',
    displayName: 'second',
    role: 'ADMIN_BANK',
    telephone: '13911113333',
    email: 'second@example.com',
    organisationId: elsewhere,
  }
  expect((await world.call(platform, 'PUT', '/collateral/web/user/addOrEdit', save)).status).toBe(200)
  expect(await world.sessions.authenticate(moved)).toBeNull()
  await world.user('third', 'ADMIN_BANK', elsewhere)
  const disabled = await pairBySecond(await world.signIn('second'))
  expect(await world.sessions.authenticate(disabled)).not.toBeNull()
  await world.call(platform, 'PUT', '/collateral/web/user/status', {
    ids: [user?.id],
    status: 'DISABLED',
    reason: 'left',
  })
  expect(await world.sessions.authenticate(disabled)).toBeNull()
})

test('sends a wall farms but no notices, and disconnects it when revoked', async () => {
  const app = await openTestApp()
  const ask = async <T>(
    method: string,
    path: string,
    body: object,
    schema: z.ZodType<T>,
    token = app.token,
  ): Promise<T> => {
    const headers = {
      'content-type': 'application/json',
      'x-auth-token': token,
      'x-auth-timestamp': String(Date.now()),
    }
    const response = await fetch(new URL(path, app.app.url), {
      method,
      headers,
      ...(method === 'DELETE' ? {} : { body: JSON.stringify(body) }),
    })
    return z.object({ data: schema }).parse(await response.json()).data
  }
  const { code, secret } = await ask('POST', `${common}/code`, {}, z.object({ code: z.string(), secret: z.string() }))
  const { id } = await ask('PUT', `${web}/pair`, { code, name: 'Hall' }, z.object({ id: z.number() }))
  const { login } = await ask(
    'POST',
    `${common}/claim`,
    { secret },
    z.object({ login: z.object({ token: z.string() }) }),
  )
  const connect = (token: string) =>
    io(app.app.url, { path: livePath, transports: ['websocket'], auth: { token }, reconnection: false, forceNew: true })
  const [wall, own] = [connect(login.token), connect(app.token)]
  const heard: string[] = []
  wall.onAny((name: string) => void heard.push(name))
  const [farms] = await Promise.all(
    [wall, own].map((client) => new Promise<number[]>((resolve) => void client.once('farms', resolve))),
  )
  expect(farms).toEqual([app.farmId])

  const noticesReceived = new Promise((resolve) => void own.once('notices', resolve))
  const admin = await ask(
    'POST',
    '/collateral/common/auth/login/user',
    { type: 'account', userName: 'supervisor', password: 'Demo2026' },
    z.object({ token: z.string() }),
  )
  const person = z.looseObject({ id: z.number(), userName: z.string() })
  const { list } = await ask(
    'POST',
    '/collateral/web/user/list',
    { name: 'pm' },
    z.object({ list: z.array(person) }),
    admin.token,
  )
  await ask(
    'PUT',
    '/collateral/web/user/addOrEdit',
    { ...list.find(({ userName }) => userName === 'pm'), telephone: '13700099988' },
    person,
    admin.token,
  )
  await noticesReceived
  const ended = new Promise<string>((resolve) => void wall.once('ended', resolve))
  await ask('DELETE', `${web}/del/${id}`, {}, z.object({}))
  expect(await ended).toBe('ENDED_ELSEWHERE')
  expect(heard).not.toContain('notices')
  own.disconnect()
  await app.close()
})
