import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Endpoint } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { errorCodes } from '#contract/calls/envelope.ts'
import { machineNow } from '../clock.ts'
import { messageOf } from './messages.ts'
import { openWorld, type World } from '../testing/testWorld.ts'

let world: World
let pm = ''
const farmList = '/collateral/web/farm/list'

beforeAll(async () => {
  world = await openWorld()
  pm = await world.user('pm', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'Herd Watch'))
})
afterAll(() => world.close())

const calls: [string, Endpoint][] = Object.entries(endpoints).flatMap(([noun, table]) =>
  Object.entries(table).map(([name, call]): [string, Endpoint] => [`${noun}.${name}`, call]),
)

test('gives each call the noun of its endpoint table', () => {
  expect(calls.filter(([name, { noun }]) => name.split('.')[0] !== noun)).toEqual([])
})

let listening: Promise<string> | undefined

test.each([
  ['role changed', 'OTHERS', false, 403],
  ['session ended', 'ADMIN_BANK', true, 401],
] as const)('refuses a late body when the %s since the headers', async (_change, role, isEnded, status) => {
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
  const authentications = vi.spyOn(world.sessions, 'authenticate')
  const socket = connect(Number(port), '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (part: string) => void (answer += part))
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 5)}`)
  const found = await vi.waitUntil(() => authentications.mock.results[0])
  expect(await found.value).toMatchObject({ tokenHash: holder.tokenHash, role: holder.role })
  authentications.mockRestore()
  if (isEnded) await world.sessions.signOut(holder)
  else {
    await world.sql`update users set role = ${role} where id = ${holder.userId}`
    world.context.events.emit('accountsChanged', { userIds: [holder.userId] })
  }
  socket.write(body.slice(5))
  await new Promise((resolve) => socket.once('close', resolve))
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
})

describe('timestamp header', () => {
  const callAt = (timestamp: string | undefined) =>
    world.server.inject({
      method: 'POST',
      url: farmList,
      headers: { 'x-auth-token': pm, ...(timestamp === undefined ? {} : { 'x-auth-timestamp': timestamp }) },
      payload: {},
    })

  test('rejects a value that is not a number', async () => {
    for (const timestamp of [undefined, '', 'yesterday', 'NaN', '12e400', '0x10', '1,2']) {
      const response = await callAt(timestamp)
      expect([timestamp, response.statusCode, response.json().error.code]).toEqual([timestamp, 400, 'BAD_TIMESTAMP'])
    }
  })

  test('reports a wrong clock and serves the call', async () => {
    const response = await callAt(String(machineNow() - 3_600_000))
    expect(response.statusCode).toBe(200)
    expect(Number(response.headers['x-clock-skew'])).toBeCloseTo(-3_600_000, -4)
    expect((await callAt(String(machineNow() - 60_000))).headers['x-clock-skew']).toBeUndefined()
  })

  test('is checked before the session', async () => {
    const response = await world.server.inject({ method: 'POST', url: farmList, payload: {} })
    expect(response.json().error.code).toBe('BAD_TIMESTAMP')
  })
})

describe('body', () => {
  const send = (payload: string | Buffer, type = 'application/json', url = farmList) =>
    world.server.inject({
      method: 'POST',
      url,
      headers: { 'content-type': type, 'x-auth-token': pm, 'x-auth-timestamp': String(machineNow()) },
      payload,
    })

  test('rejects content that is not a JSON object of the allowed size', async () => {
    for (const [name, payload, type, status, code] of [
      ['no JSON', '{"current":', 'application/json', 400, 'BAD_JSON'],
      ['a prototype', '{"__proto__": {"x": 1}}', 'application/json', 400, 'BAD_JSON'],
      ['NaN', '{"current": NaN}', 'application/json', 400, 'BAD_JSON'],
      ['an array', '[]', 'application/json', 400, 'BAD_SHAPE'],
      ['a string', '"x"', 'application/json', 400, 'BAD_SHAPE'],
      ['text', 'current=1', 'text/plain', 415, 'UNSUPPORTED_MEDIA_TYPE'],
      ['a form', 'current=1', 'application/x-www-form-urlencoded', 415, 'UNSUPPORTED_MEDIA_TYPE'],
      ['too much', `{"name": "${'x'.repeat(65_536)}"}`, 'application/json', 413, 'TOO_LARGE'],
      ['deep nesting', `{"name": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 'application/json', 400, 'BAD_SHAPE'],
      ['a NUL', String.raw`{"name": "a\u0000b"}`, 'application/json', 400, 'BAD_SHAPE'],
    ] as const) {
      const response = await send(payload, type)
      expect([name, response.statusCode, response.json().error.code]).toEqual([name, status, code])
      expect(response.body).not.toContain('node_modules')
    }
  })

  test('accepts a missing body as an empty one', async () => {
    expect((await send('')).statusCode).toBe(200)
  })

  test('names the field and the fault of invalid input', async () => {
    for (const [body, status, fields] of [
      [{ pageSize: 0 }, 422, { pageSize: 'too_small' }],
      [{ pageSize: 1001 }, 422, { pageSize: 'too_big' }],
      [{ pageSize: '20' }, 400, { pageSize: 'invalid_type' }],
      [{ current: 0 }, 400, { current: 'too_small' }],
      [{ sort: { field: 'password', order: 'asc' } }, 400, { 'sort.field': 'invalid_value' }],
      [{ sort: { field: 'id', order: 'asc; drop table farms' } }, 400, { 'sort.order': 'invalid_value' }],
    ] as const) {
      const response = await send(JSON.stringify(body))
      expect({ status: response.statusCode, ...response.json().error }).toMatchObject({
        status,
        code: 'BAD_SHAPE',
        fields,
      })
    }
  })

  test('names one fault of an array that is too long', async () => {
    const codes = JSON.stringify({ status: Array(15_000).fill('x') })
    const response = await send(codes, 'application/json', '/collateral/web/project/list/active')
    expect([response.statusCode, response.json().error.fields]).toEqual([400, { status: 'too_big' }])
    expect((await send(JSON.stringify({ status: Array(247_000).fill('x') }))).statusCode).toBe(413)
  })

  test('names a missing field as required', async () => {
    const response = await send('{}', 'application/json', '/collateral/web/headcount')
    expect(response.json().error.fields).toEqual({ farmId: 'required' })
  })

  test('rejects ids that are not positive integers', async () => {
    for (const id of ['0', '-1', '1.5', 'abc', '1e40']) {
      expect((await world.call(pm, 'GET', `/collateral/web/farm/detail/${id}`)).status).toBe(400)
    }
  })
})

describe('server', () => {
  test('answers an unknown address with NOT_FOUND in the envelope', async () => {
    const response = await world.server.inject({
      method: 'GET',
      url: '/collateral/nothing',
      headers: { accept: 'text/html' },
    })
    expect([response.statusCode, response.json().error.code]).toEqual([404, 'NOT_FOUND'])
  })

  test('translates messages into the accepted language', () => {
    expect(messageOf('NOT_FOUND', 'fr, en;q=0.5, pt;q=0.8')).toBe('Registro não encontrado.')
    expect(messageOf('NOT_FOUND', 'zh-Hant-HK')).toBe('紀錄不存在。')
    expect(messageOf('NOT_FOUND', 'en-GB')).toBe('We can’t find this record.')
    expect(messageOf('NOT_FOUND', undefined)).toBe('记录不存在。')
    for (const language of ['en', 'pt', 'zh-CN', 'zh-TW']) {
      for (const code of errorCodes) expect(messageOf(code, language)).toMatch(/\S/)
    }
  })

  test('lists every call in the OpenAPI document', async () => {
    const response = await world.server.inject({ method: 'GET', url: '/openapi.json' })
    const { openapi, paths } = response.json()
    expect(openapi).toBe('3.1.0')
    for (const [, call] of calls) expect(paths[call.path]).toHaveProperty(call.method.toLowerCase())
    expect(paths['/collateral/web/neckband/{id}/readings'].post.parameters).toContainEqual(
      expect.objectContaining({ name: 'id', in: 'path' }),
    )
  })

  test('limits the size of bodies without a session', async () => {
    const login = (size: number) =>
      world.server.inject({
        method: 'POST',
        url: '/collateral/common/auth/login/user',
        payload: { type: 'account', userName: 'nobody', password: 'x'.repeat(size) },
      })
    expect((await login(30)).statusCode).toBe(401)
    expect((await login(40_000)).statusCode).toBe(413)
  })

  test('sends security headers', async () => {
    const { headers } = await world.server.inject({ method: 'GET', url: '/openapi.json' })
    expect(headers['content-security-policy']).toContain("default-src 'self'")
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  // The last test: the world has no database afterwards.
  test('answers UNAVAILABLE when the database is unavailable', async () => {
    await world.context.sql.end({ timeout: 0 })
    const { status, error, headers } = await world.call(pm, 'POST', farmList, {})
    expect([status, error.code]).toEqual([503, 'UNAVAILABLE'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  })
})
