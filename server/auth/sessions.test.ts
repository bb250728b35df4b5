import { afterAll, beforeAll, expect, test } from 'vitest'
import { machineNow } from '../clock.ts'
import { openWorld, type World, worldPassword } from '../testing/testWorld.ts'
import { findLogin } from '../db/auth/logins.ts'

let world: World
let token: string
const login = '/collateral/common/auth/login/user'

beforeAll(async () => {
  world = await openWorld()
  const organisation = await world.organisation('SUPERVISOR', 'North Watch')
  token = await world.user('Erden', 'SUPERVISOR_PM', organisation)
})
afterAll(() => world.close())

const signIn = (body: object, remoteAddress = '10.0.0.1') =>
  world.server.inject({ method: 'POST', url: login, payload: body, remoteAddress })

test('signs in a user in any case and returns role and organisation', async () => {
  const response = await signIn({ type: 'account', userName: 'eRDEN', password: worldPassword })
  expect(response.statusCode).toBe(200)
  const { success, data } = response.json()
  expect(success).toBe(true)
  expect(data).toMatchObject({ role: 'SUPERVISOR_PM', organizationRole: 'SUPERVISOR', organizationName: 'North Watch' })
  expect(data.token).toMatch(/^[\w-]{43}$/)
  expect(data.userOrgId).toBeGreaterThan(0)
  const [row] =
    await world.sql`select count(*) as n from sessions where encode(token_hash, 'escape') like ${`%${data.token}%`}`
  expect(row).toEqual({ n: 0 })
})

test.each([
  ['a wrong password', { type: 'account', userName: 'Erden', password: 'Wrong2026' }],
  ['an unknown user', { type: 'account', userName: 'nobody', password: worldPassword }],
])('refuses %s with the same answer', async (_name, body) => {
  const response = await signIn(body, '10.0.0.2')
  expect(response.statusCode).toBe(401)
  expect(response.json().error).toEqual({ code: 'BAD_CREDENTIALS', message: '用户名或密码错误。' })
})

test('counts no tries when signing in succeeds', async () => {
  for (let i = 0; i < 15; i++) {
    const response = await signIn({ type: 'account', userName: 'Erden', password: worldPassword }, '10.0.0.5')
    expect(response.statusCode).toBe(200)
  }
})

test('ends the session and its sockets at once when signing out', async () => {
  const { data } = (await signIn({ type: 'account', userName: 'Erden', password: worldPassword })).json()
  expect((await world.call(data.token, 'GET', '/collateral/web/monitor/scene')).status).toBe(200)
  const caller = await world.sessions.authenticate(data.token)
  expect((await world.call(data.token, 'POST', '/collateral/common/auth/logout', {})).status).toBe(200)
  expect(world.emitted.sessionEnded).toContainEqual({ tokenHash: caller?.tokenHash, reason: 'SIGNED_OUT' })
  const after = await world.call(data.token, 'GET', '/collateral/web/monitor/scene')
  expect([after.status, after.error.code]).toEqual([401, 'NOT_SIGNED_IN'])
})

test('rejects expired sessions and those of disabled users', async () => {
  const tokens = []
  while (tokens.length < 3) {
    tokens.push((await signIn({ type: 'account', userName: 'Erden', password: worldPassword })).json().data.token)
  }
  const [idle, old, disabled] = tokens
  const hashOf = async (token: string) => (await world.sessions.authenticate(token))?.tokenHash ?? ''
  const hashes = [await hashOf(idle), await hashOf(old), await hashOf(disabled)]
  const now = machineNow()
  await world.sql`update sessions set used_at = ${now - 13 * 3_600_000} where token_hash = decode(${hashes[0] ?? ''}, 'hex')`
  await world.sql`update sessions set expires_at = ${now - 1} where token_hash = decode(${hashes[1] ?? ''}, 'hex')`
  await world.sessions.sweep()
  expect(world.emitted.sessionEnded).toContainEqual({ tokenHash: hashes[0], reason: 'EXPIRED' })
  expect(world.emitted.sessionEnded).toContainEqual({ tokenHash: hashes[1], reason: 'EXPIRED' })
  expect(await world.sessions.authenticate(idle)).toBeNull()
  await world.sql`update users set status = 'DISABLED' where user_name = 'Erden'`
  await world.sessions.sweep()
  expect(world.emitted.sessionEnded).toContainEqual({ tokenHash: hashes[2], reason: 'DISABLED' })
  expect(await world.sessions.authenticate(disabled)).toBeNull()
  expect((await signIn({ type: 'account', userName: 'Erden', password: worldPassword })).statusCode).toBe(401)
  await world.sql`update users set status = 'ACTIVE' where user_name = 'Erden'`
})

test('ends a session 45 minutes after the user’s last action', async () => {
  const { data } = (await signIn({ type: 'account', userName: 'Erden', password: worldPassword }, '10.0.9.1')).json()
  const tokenHash = (await world.sessions.authenticate(data.token))?.tokenHash ?? ''
  const idle = (minutes: number) =>
    world.sql`update sessions set used_at = ${machineNow() - minutes * 60_000} where token_hash = decode(${tokenHash}, 'hex')`
  const usedMinutesAgo = async () => {
    const [row] = await world.sql<{ minutes: number }[]>`
      select round(extract(epoch from now() - used_at) / 60)::int as minutes from sessions where token_hash = decode(${tokenHash}, 'hex')`
    return row?.minutes
  }
  const call = (headers: object) =>
    world.server.inject({
      method: 'GET',
      url: '/api/users',
      headers: { 'x-auth-token': data.token, 'x-auth-timestamp': String(machineNow()), ...headers },
    })
  const forget = () => world.context.events.emit('accountsChanged', { userIds: [1] })
  await idle(44)
  forget()
  expect((await call({ 'x-auth-idle': '2640000' })).statusCode).toBe(200)
  const left = (await world.sessions.authenticate(data.token, false))?.idleEndsInMs
  expect(left).toBeGreaterThan(30_000)
  expect(left).toBeLessThanOrEqual(60_000)
  expect(await usedMinutesAgo()).toBe(44)
  expect((await call({ 'x-auth-idle': '900' })).statusCode).toBe(200)
  await expect.poll(usedMinutesAgo).toBe(0)
  await idle(46)
  forget()
  expect((await call({ 'x-auth-idle': '0' })).statusCode).toBe(401)
})

test('lasts 30 days with auto login', async () => {
  const body = { type: 'account', userName: 'Erden', password: worldPassword, autoLogin: true }
  await signIn(body)
  const [row] = await world.sql<{ days: number }[]>`
    select max(extract(epoch from expires_at - created_at) / 86400)::int as days from sessions`
  expect(row?.days).toBe(30)
})

test('rejects malformed tokens', async () => {
  for (const text of ['', 'x', token.slice(1), `${token}A`, 'a'.repeat(5000)]) {
    expect(await world.sessions.authenticate(text)).toBeNull()
  }
})

const startFor = async (userName: string) => {
  const login = await findLogin(world.sql, userName)
  return { login, token: (login && (await world.sessions.start({ ...login, autoLogin: false }))) ?? '' }
}

test('ends all sessions of a user except the named one', async () => {
  await world.user('Tuya', 'SUPERVISOR_PM', null)
  const { login, token: exempt } = await startFor('Tuya')
  const { token: other } = await startFor('Tuya')
  const exemptHash = (await world.sessions.authenticate(exempt))?.tokenHash
  const otherHash = (await world.sessions.authenticate(other))?.tokenHash
  expect(await world.sessions.endUserSessions(login?.userId ?? 0, 'DISABLED', exemptHash)).toBe(2)
  expect(await world.sessions.authenticate(other)).toBeNull()
  expect(await world.sessions.authenticate(exempt)).not.toBeNull()
  expect(world.emitted.sessionEnded).toContainEqual({ tokenHash: otherHash, reason: 'DISABLED' })
  expect(world.emitted.sessionEnded).not.toContainEqual({ tokenHash: exemptHash, reason: 'DISABLED' })
  expect(await world.sessions.endUserSessions([login?.userId ?? 0], 'DISABLED')).toBe(1)
})

test('applies a changed role to the next call', async () => {
  await world.user('Saran', 'SUPERVISOR_PM', null)
  const { login, token: saran } = await startFor('Saran')
  expect((await world.sessions.authenticate(saran))?.role).toBe('SUPERVISOR_PM')
  await world.sql`update users set role = null where user_name = 'Saran'`
  world.context.events.emit('accountsChanged', { userIds: [login?.userId ?? 0] })
  expect((await world.sessions.authenticate(saran))?.role).toBe('OTHERS')
})

test('does not cache a look-up that began before a change', async () => {
  await world.user('Naran', 'SUPERVISOR_PM', null)
  const { login, token: naran } = await startFor('Naran')
  const looking = world.sessions.authenticate(naran)
  world.context.events.emit('accountsChanged', { userIds: [login?.userId ?? 0] })
  await looking
  await world.sql`update users set role = 'BANK_USER' where user_name = 'Naran'`
  expect((await world.sessions.authenticate(naran))?.role).toBe('BANK_USER')
})

test('starts no session after a password change or for disabled users', async () => {
  await world.user('Oyun', 'SUPERVISOR_PM', null)
  const login = await findLogin(world.sql, 'Oyun')
  const start = () =>
    world.sessions.start({ userId: login?.userId ?? 0, passwordHash: login?.passwordHash ?? null, autoLogin: false })
  expect(await start()).not.toBeNull()
  await world.sql`update users set status = 'DISABLED' where user_name = 'Oyun'`
  expect(await start()).toBeNull()
  await world.sql`update users set status = 'ACTIVE', password_hash = 'another' where user_name = 'Oyun'`
  expect(await start()).toBeNull()
})

test('records the last use of a session and of its user', async () => {
  await world.user('Bayar', 'SUPERVISOR_PM', null)
  const { token: bayar } = await startFor('Bayar')
  await world.sql`update sessions set used_at = now() - interval '5 minutes'`
  await world.sql`update users set last_seen_at = null`
  await world.sessions.authenticate(bayar)
  const fresh = () => world.sql`
    select from sessions s join users u on u.id = s.user_id
    where u.user_name = 'Bayar' and s.used_at > now() - interval '1 minute' and u.last_seen_at > now() - interval '1 minute'`
  await expect.poll(async () => (await fresh()).length).toBe(1)
})
