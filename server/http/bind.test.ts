import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Endpoint } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { errorCodes } from '#contract/calls/envelope.ts'
import { organisationKindOf, type Role, roles } from '#contract/people/roles.ts'
import { machineNow } from '../clock.ts'
import { mayCall } from './bind.ts'
import { messageOf } from './messages.ts'
import { openWorld, type World } from '../testing/testWorld.ts'

let world: World
const tokens = new Map<Role, string>()
const farmList = '/collateral/web/farm/list'

beforeAll(async () => {
  world = await openWorld()
  for (const role of roles) {
    const kind = organisationKindOf[role]
    const organisation = kind === null ? null : await world.organisation(kind, kind)
    tokens.set(role, await world.user(role, role, organisation))
  }
})
afterAll(() => world.close())

const calls: [string, Endpoint][] = Object.entries(endpoints).flatMap(([noun, table]) =>
  Object.entries(table).map(([name, call]): [string, Endpoint] => [`${noun}.${name}`, call]),
)
const guarded = calls.filter(([, call]) => call.access !== 'public')
const addressOf = (call: Endpoint) => call.path.replaceAll(/\{\w+\}/g, '999999')
const tokenOf = (role: Role) => tokens.get(role) ?? ''

test('each call knows the noun that the table has it under', () => {
  expect(calls.filter(([name, { noun }]) => name.split('.')[0] !== noun)).toEqual([])
})

describe.each(guarded)('%s', (name, call) => {
  test.each(roles)('by %s', async (role) => {
    const hasBody = call.method === 'POST' || call.method === 'PUT'
    // Signing out would end the session that the other cases need.
    const token = name === 'auth.logout' ? await world.user(`${role} who leaves`, role, null) : tokenOf(role)
    const { status, error } = await world.call(token, call.method, addressOf(call), hasBody ? {} : undefined)
    const answer = status === 403 ? error.code : 'served'
    expect(answer).toBe(mayCall(call.access, { role }) ? 'served' : 'NOT_ALLOWED')
    expect([200, 400, 403, 404, 422]).toContain(status)
  })

  test('by nobody', async () => {
    const { status, error } = await world.call('', call.method, addressOf(call))
    expect([status, error.code]).toEqual([401, 'NOT_SIGNED_IN'])
  })
})

let listening: Promise<string> | undefined

test.each([
  ['whose role no longer fits', 'OTHERS', false, 403],
  ['whose session has ended', 'ADMIN_BANK', true, 401],
] as const)('a body that comes late is not taken from one %s by then', async (_who, role, isEnded, status) => {
  const token = await world.user(`late ${status}`, 'ADMIN_BANK', await world.organisation('BANK', `Late ${status}`))
  const holder = await world.sessions.authenticate(token)
  if (!holder) throw new Error('nobody is signed in')
  const body = JSON.stringify({ current: 1 })
  const head = [
    'POST /collateral/web/user/list HTTP/1.1',
    'Host: drover.test',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    `X-AUTH-TOKEN: ${token}`,
    `X-AUTH-TIMESTAMP: ${machineNow()}`,
    'Connection: close',
  ]
  listening ??= world.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = new URL(await listening)
  const asked = vi.spyOn(world.sessions, 'authenticate')
  const socket = connect(Number(port), '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (part: string) => void (answer += part))
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 5)}`)
  const found = await vi.waitUntil(() => asked.mock.results[0])
  expect(await found.value).toMatchObject({ tokenHash: holder.tokenHash, role: holder.role })
  asked.mockRestore()
  if (isEnded) await world.sessions.signOut(holder)
  else {
    await world.sql`update users set role = ${role} where id = ${holder.userId}`
    world.context.events.emit('accountsChanged', { userIds: [holder.userId] })
  }
  socket.write(body.slice(5))
  await new Promise((resolve) => socket.once('close', resolve))
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
})

describe('the timestamp header', () => {
  const callAt = (timestamp: string | undefined) =>
    world.server.inject({
      method: 'POST',
      url: farmList,
      headers: { 'x-auth-token': tokenOf('SUPERVISOR_PM'), ...(timestamp === undefined ? {} : { 'x-auth-timestamp': timestamp }) },
      payload: {},
    })

  test.each([undefined, '', 'yesterday', 'NaN', '12e400', '0x10', '1,2'])('%s is no time', async (timestamp) => {
    const response = await callAt(timestamp)
    expect([response.statusCode, response.json().error.code]).toEqual([400, 'BAD_TIMESTAMP'])
  })

  test('a wrong clock is told, and served all the same', async () => {
    const response = await callAt(String(machineNow() - 3_600_000))
    expect(response.statusCode).toBe(200)
    expect(Number(response.headers['x-clock-skew'])).toBeCloseTo(-3_600_000, -4)
    expect((await callAt(String(machineNow() - 60_000))).headers['x-clock-skew']).toBeUndefined()
  })

  test('is asked for before who calls', async () => {
    const response = await world.server.inject({ method: 'POST', url: farmList, payload: {} })
    expect(response.json().error.code).toBe('BAD_TIMESTAMP')
  })
})

describe('bodies', () => {
  const send = (payload: string | Buffer, type = 'application/json', url = farmList) =>
    world.server.inject({
      method: 'POST',
      url,
      headers: { 'content-type': type, 'x-auth-token': tokenOf('SUPERVISOR_PM'), 'x-auth-timestamp': String(machineNow()) },
      payload,
    })

  test.each([
    ['no JSON', '{"current":', 'application/json', 400, 'BAD_JSON'],
    ['a prototype', '{"__proto__": {"x": 1}}', 'application/json', 400, 'BAD_JSON'],
    ['NaN', '{"current": NaN}', 'application/json', 400, 'BAD_JSON'],
    ['an array', '[]', 'application/json', 400, 'BAD_SHAPE'],
    ['a string', '"x"', 'application/json', 400, 'BAD_SHAPE'],
    ['text', 'current=1', 'text/plain', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a form', 'current=1', 'application/x-www-form-urlencoded', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['too much', `{"name": "${'x'.repeat(1_000_001)}"}`, 'application/json', 413, 'TOO_LARGE'],
    ['deep nesting', `{"name": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'application/json', 400, 'BAD_SHAPE'],
    ['a NUL', String.raw`{"name": "a\u0000b"}`, 'application/json', 400, 'BAD_SHAPE'],
  ])('%s', async (_name, payload, type, status, code) => {
    const response = await send(payload, type)
    expect([response.statusCode, response.json().error.code]).toEqual([status, code])
    expect(response.body).not.toContain('node_modules')
  })

  test('no body at all is an empty one', async () => {
    expect((await send('')).statusCode).toBe(200)
  })

  test.each([
    [{ pageSize: 0 }, 422, { pageSize: 'too_small' }],
    [{ pageSize: 1001 }, 422, { pageSize: 'too_big' }],
    [{ pageSize: '20' }, 400, { pageSize: 'invalid_type' }],
    [{ current: 0 }, 400, { current: 'too_small' }],
    [{ sort: { field: 'password', order: 'asc' } }, 400, { 'sort.field': 'invalid_value' }],
    [{ sort: { field: 'id', order: 'asc; drop table farms' } }, 400, { 'sort.order': 'invalid_value' }],
  ])('%j', async (body, status, fields) => {
    const response = await send(JSON.stringify(body))
    expect(response.statusCode).toBe(status)
    expect(response.json().error).toMatchObject({ code: 'BAD_SHAPE', fields })
  })

  test('a field that is missing is called so', async () => {
    const response = await send('{}', 'application/json', '/collateral/web/headcount')
    expect(response.json().error.fields).toEqual({ farmId: 'required' })
  })

  test('an id that is none', async () => {
    for (const id of ['0', '-1', '1.5', 'abc', '1e40']) {
      expect((await world.call(tokenOf('SUPERVISOR_PM'), 'GET', `/collateral/web/farm/detail/${id}`)).status).toBe(400)
    }
  })
})

describe('beside the calls', () => {
  test('an unknown address is NOT_FOUND in the envelope', async () => {
    const response = await world.server.inject({ method: 'GET', url: '/collateral/nothing', headers: { accept: 'text/html' } })
    expect([response.statusCode, response.json().error.code]).toEqual([404, 'NOT_FOUND'])
  })

  test('messages follow the language', () => {
    expect(messageOf('NOT_FOUND', 'fr, en;q=0.5, pt;q=0.8')).toBe('O registro não existe.')
    expect(messageOf('NOT_FOUND', 'zh-Hant-HK')).toBe('紀錄不存在。')
    expect(messageOf('NOT_FOUND', 'en-GB')).toBe('The record does not exist.')
    expect(messageOf('NOT_FOUND', undefined)).toBe('记录不存在。')
    for (const language of ['en', 'pt', 'zh-CN', 'zh-TW']) {
      for (const code of errorCodes) expect(messageOf(code, language)).toMatch(/\S/)
    }
  })

  test('the OpenAPI document names every call', async () => {
    const response = await world.server.inject({ method: 'GET', url: '/openapi.json' })
    const { openapi, paths } = response.json()
    expect(openapi).toBe('3.1.0')
    for (const [, call] of calls) expect(paths[call.path]).toHaveProperty(call.method.toLowerCase())
    expect(paths['/collateral/web/neckband/{id}/readings'].post.parameters).toContainEqual(
      expect.objectContaining({ name: 'id', in: 'path' }),
    )
  })

  test('a stranger sends little, which is refused before it has come', async () => {
    const login = (size: number) => world.server.inject({ method: 'POST', url: '/collateral/common/auth/login/user', payload: { type: 'account', userName: 'nobody', password: 'x'.repeat(size) } })
    expect((await login(30)).statusCode).toBe(401)
    expect((await login(40_000)).statusCode).toBe(413)
  })

  test('answers carry what a browser needs to be careful', async () => {
    const { headers } = await world.server.inject({ method: 'GET', url: '/openapi.json' })
    expect(headers['content-security-policy']).toContain("default-src 'self'")
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test('a database that is away is UNAVAILABLE', async () => {
    const other = await openWorld()
    const token = await other.user('pm', 'SUPERVISOR_PM', await other.organisation('SUPERVISOR', 'S'))
    await other.context.sql.end({ timeout: 0 })
    const { status, error, headers } = await other.call(token, 'POST', farmList, {})
    expect([status, error.code]).toEqual([503, 'UNAVAILABLE'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    await other.close()
  })
})
