import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { keyRate } from '#contract/people/apiKeys.ts'
import type { Endpoint } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { scopeOf, scopesOf } from '#contract/calls/keyScopes.ts'
import { createKeySecret } from '../../auth/keySecrets.ts'
import { isInNetworks } from '../../auth/keyAccess.ts'
import { machineNow } from '../../clock.ts'
import { newAddress } from '../../auth/testAuth.ts'
import { remindOfKeys } from './keyReminders.ts'
import { isQuestion } from '../testUnaudited.ts'
import { createHttpServer } from '../../http/server.ts'
import { openWorld, type World } from '../../testing/testWorld.ts'

const dayMs = 86_400_000
const path = '/collateral/web/apiKey'
let world: World
let bank = 0
let admin = ''
let clerk = ''
let other = ''

beforeAll(async () => {
  world = await openWorld()
  bank = await world.organisation('BANK', 'Steppe Bank')
  admin = await world.user('admin', 'ADMIN_BANK', bank)
  clerk = await world.user('clerk', 'BANK_USER', bank)
  other = await world.user('other', 'ADMIN_BANK', await world.organisation('BANK', 'River Bank'))
})
afterAll(() => world.close())

interface Key {
  id: number
  version: number
  hint: string
  state: string
  secret: string
  lastUsedAt: string | null
  lastUsedAddress: string | null
  previousUntil: string | null
}

let made = 0
const inputOf = (change: object = {}) => ({
  name: `core ${made++}`,
  scopes: ['users:read', 'projects:read', 'loanBalances:write'],
  networks: [],
  expiresAt: machineNow() + 30 * dayMs,
  ...change,
})
async function addKey(change: object = {}, token = admin): Promise<Key> {
  const { status, data, error } = await world.call<Key>(token, 'PUT', `${path}/addOrEdit`, inputOf(change))
  if (status !== 200) throw new Error(JSON.stringify(error))
  return data
}

interface Asked {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url?: string
  address?: string
  headers?: Record<string, string>
  payload?: object
}
async function ask(secret: string, { method = 'POST', url = '/collateral/web/user/list', ...given }: Asked = {}) {
  const { address = newAddress(), headers = {}, payload = {} } = given
  const response = await world.server.inject({
    method,
    url,
    remoteAddress: address,
    headers: { authorization: `Bearer ${secret}`, ...headers },
    ...(method === 'GET' || method === 'DELETE' ? {} : { payload }),
  })
  const { error, data } = response.json<{ error?: { code: string; fields?: object }; data?: { list?: object[] } }>()
  return {
    status: response.statusCode,
    code: error?.code ?? null,
    challenge: response.headers['www-authenticate'],
    retry: response.headers['retry-after'],
    cookie: response.headers['set-cookie'],
    error,
    data,
  }
}
const statusOf = async (secret: string, asked?: Asked) => (await ask(secret, asked)).status
const securityEvents = async (kind: string) => {
  await world.context.securityLog.settled()
  return (await world.sql<{ what: string }[]>`select what from security_events where kind = ${kind} order by id`).map(
    ({ what }) => what,
  )
}

describe('managing keys', () => {
  test('shows the secret once, and stores only its hash', async () => {
    const key = await addKey()
    expect(key.secret).toMatch(/^drover_[0-9A-Za-z]{46}$/)
    const detail = await world.call<Key>(admin, 'GET', `${path}/detail/${key.id}`)
    const list = await world.call(admin, 'POST', `${path}/list`, {})
    const history = await world.call(admin, 'POST', `${path}/${key.id}/history`, {})
    const tables = await world.sql`
      select (select json_agg(k) from api_keys k)::text || (select json_agg(s) from api_key_secrets s)::text || (select json_agg(a) from audit_entries a)::text as all`
    for (const text of [detail, list, history, tables].map((answer) => JSON.stringify(answer)))
      expect(text).not.toContain(key.secret.slice(12))
    expect(detail.data).toMatchObject({ hint: key.secret.slice(0, 11), state: 'ACTIVE', createdBy: 'admin' })
  })

  test.each([
    [{ expiresAt: () => machineNow() + 367 * dayMs }, { expiresAt: 'period_too_long' }],
    [{ expiresAt: () => machineNow() - 1 }, { expiresAt: 'past' }],
    [{ scopes: () => ['apiKeys:write'] }, { 'scopes.0': 'unknown' }],
    [{ scopes: () => ['projects:read', 'webHome:write'] }, { 'scopes.1': 'unknown' }],
    [{ scopes: () => [] }, { scopes: 'too_small' }],
    [{ networks: () => ['10.0.0.0/33'] }, { 'networks.0': 'network' }],
    [{ networks: () => ['example.com'] }, { 'networks.0': 'network' }],
  ])('rejects %o', async (change, fields) => {
    const given = Object.fromEntries(Object.entries(change).map(([field, value]) => [field, value()]))
    const { status, error } = await world.call(admin, 'PUT', `${path}/addOrEdit`, inputOf(given))
    expect([status, error.fields]).toEqual([400, fields])
  })

  test('needs a recent proof to add, edit and rotate, and none to revoke', async () => {
    const key = await addKey()
    await world.sql`update sessions set proven_at = null where user_id = ${await world.idOf('admin')}`
    const codes = await Promise.all([
      world.call(admin, 'PUT', `${path}/addOrEdit`, inputOf()),
      world.call(admin, 'PUT', `${path}/addOrEdit`, inputOf({ id: key.id, version: key.version })),
      world.call(admin, 'PUT', `${path}/${key.id}/rotate`, { overlapHours: 1 }),
    ])
    expect(codes.map(({ error }) => error.code)).toEqual(Array(3).fill('PROOF_REQUIRED'))
    expect((await world.call(admin, 'DELETE', `${path}/del/${key.id}`)).status).toBe(200)
    await world.sql`update sessions set proven_at = 'infinity'`
  })

  test('hides keys of another organisation, and refuses users who do not administer', async () => {
    const key = await addKey()
    const attempts = [
      world.call(other, 'GET', `${path}/detail/${key.id}`),
      world.call(other, 'PUT', `${path}/${key.id}/rotate`, { overlapHours: 1 }),
      world.call(other, 'DELETE', `${path}/del/${key.id}`),
      world.call(other, 'PUT', `${path}/addOrEdit`, inputOf({ id: key.id, version: key.version })),
    ]
    expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect((await world.call(clerk, 'POST', `${path}/list`, {})).status).toBe(403)
    expect(await statusOf(key.secret)).toBe(200)
  })

  test('audits and logs adding, editing, rotating and revoking', async () => {
    const key = await addKey()
    const edited = await world.call<Key>(
      admin,
      'PUT',
      `${path}/addOrEdit`,
      inputOf({ id: key.id, version: key.version, name: 'renamed' }),
    )
    expect(edited.data).toMatchObject({ id: key.id, name: 'renamed', secret: null })
    await world.call(admin, 'PUT', `${path}/${key.id}/rotate`, { overlapHours: 0 })
    await world.call(admin, 'DELETE', `${path}/del/${key.id}`)
    const entries = await world.sql<{ action: string }[]>`
      select action from audit_entries where noun = 'apiKey' and noun_id = ${key.id} order by id`
    expect(entries.map(({ action }) => action)).toEqual(['ADD', 'EDIT', 'ROTATE', 'REVOKE'])
    expect((await securityEvents('API_KEY')).filter((what) => what.endsWith(` ${key.id}`))).toEqual([
      `added ${key.id}`,
      `rotated ${key.id}`,
      `revoked ${key.id}`,
    ])
    const again = await world.call(admin, 'PUT', `${path}/${key.id}/rotate`, { overlapHours: 0 })
    expect([again.status, again.error.fields]).toEqual([409, { id: 'revoked' }])
  })

  test('frees the name of a revoked key', async () => {
    const key = await addKey({ name: 'once' })
    const taken = await world.call(admin, 'PUT', `${path}/addOrEdit`, inputOf({ name: 'ONCE' }))
    expect([taken.status, taken.error.fields]).toEqual([409, { name: 'taken' }])
    await world.call(admin, 'DELETE', `${path}/del/${key.id}`)
    expect((await addKey({ name: 'once' })).id).not.toBe(key.id)
  })
})

describe('calling with a key', () => {
  let key: Key
  beforeEach(async () => {
    key = await addKey()
  })

  test('sees what the administrator sees, without timestamp, session and cookie', async () => {
    const { status, data, cookie } = await ask(key.secret)
    const { data: seen } = await world.call<{ list: object[] }>(admin, 'POST', '/collateral/web/user/list', {})
    expect([status, data?.list?.length, cookie]).toEqual([200, seen.list.length, undefined])
    expect(data).toEqual(seen)
  })

  test('names the scope that is missing', async () => {
    const { status, code, challenge } = await ask(key.secret, { url: '/collateral/web/report/list' })
    expect([status, code, challenge]).toEqual([
      403,
      'NOT_ALLOWED',
      'Bearer realm="Drover", error="insufficient_scope", scope="dailyReports:read"',
    ])
  })

  test('answers every secret that opens nothing alike', async () => {
    const expired = await addKey()
    const revoked = await addKey()
    const far = await addKey({ networks: ['192.0.2.0/24'] })
    await world.sql`update api_keys set expires_at = now() - interval '1 s' where id = ${expired.id}`
    await world.call(admin, 'DELETE', `${path}/del/${revoked.id}`)
    const secrets = [
      expired.secret,
      revoked.secret,
      far.secret,
      createKeySecret(),
      `${key.secret}x`,
      'drover_',
      'other',
    ]
    const answers = await Promise.all(secrets.map((secret) => ask(secret)))
    for (const { status, code, challenge, error } of answers)
      expect([status, code, challenge, error]).toEqual([
        401,
        'NOT_SIGNED_IN',
        'Bearer realm="Drover", error="invalid_token"',
        answers[0]?.error,
      ])
    const noted = await securityEvents('API_KEY_REFUSED')
    for (const what of [`expired ${expired.id}`, `revoked ${revoked.id}`, `network ${far.id}`, 'unknown'])
      expect(noted.some((one) => one.startsWith(`${what} POST /collateral/web/user/list`))).toBe(true)
  })

  test('refuses a session and a key at once', async () => {
    const { status, error } = await ask(key.secret, { headers: { 'x-auth-token': admin } })
    expect([status, error?.fields]).toEqual([400, { authorization: 'session_and_key' }])
    const proxy = await ask('a.proxys.token', {
      headers: { 'x-auth-token': admin, 'x-auth-timestamp': String(machineNow()) },
    })
    expect(proxy.status).toBe(200)
  })

  test.each(['?key=', '?x=1&token=%64'])('refuses a key in an address with %s', async (start) => {
    const text = start.endsWith('%64') ? key.secret.slice(1) : key.secret
    const { status, error } = await ask(key.secret, { url: `/collateral/web/user/list${start}${text}` })
    expect([status, error?.fields]).toEqual([400, { authorization: 'key_in_address' }])
    const [row] = await world.sql<
      { all: string }[]
    >`select coalesce(json_agg(e)::text, '') as all from security_events e`
    expect(row?.all).not.toContain(key.secret.slice(12))
  })

  test('ends with its organisation, not with the user who made it', async () => {
    const organisation = await world.organisation('BANK', 'Short Bank')
    const founder = await world.user('founder', 'ADMIN_BANK', organisation)
    const { secret } = await addKey({}, founder)
    await world.sql`update users set status = 'DISABLED', role = null where user_name = 'founder'`
    expect(await statusOf(secret)).toBe(200)
    await world.sql`update organisations set status = 'DISABLED' where id = ${organisation}`
    expect(await statusOf(secret)).toBe(401)
  })

  test('keeps the old secret of a rotation until the overlap ends', async () => {
    const { data: rotated } = await world.call<Key>(admin, 'PUT', `${path}/${key.id}/rotate`, { overlapHours: 24 })
    expect(rotated.secret).not.toBe(key.secret)
    expect(Date.parse(rotated.previousUntil ?? '')).toBeGreaterThan(machineNow() + 23 * 3_600_000)
    expect(await Promise.all([key.secret, rotated.secret].map((one) => statusOf(one)))).toEqual([200, 200])
    await world.sql`update api_key_secrets set valid_until = now() where key_id = ${key.id} and valid_until is not null`
    expect(await Promise.all([key.secret, rotated.secret].map((one) => statusOf(one)))).toEqual([401, 200])
    const tooLong = await world.call(admin, 'PUT', `${path}/${key.id}/rotate`, { overlapHours: 169 })
    expect(tooLong.status).toBe(400)
  })

  test('never extends the end of an older secret', async () => {
    const { data: second } = await world.call<Key>(admin, 'PUT', `${path}/${key.id}/rotate`, { overlapHours: 0 })
    await world.call<Key>(admin, 'PUT', `${path}/${key.id}/rotate`, { overlapHours: 168 })
    expect(await Promise.all([key.secret, second.secret].map((one) => statusOf(one)))).toEqual([401, 200])
  })

  test('records its last use to the minute', async () => {
    await ask(key.secret, { address: '192.0.2.7' })
    await ask(key.secret, { address: '192.0.2.8' })
    const { data } = await world.call<Key>(admin, 'GET', `${path}/detail/${key.id}`)
    expect([data.lastUsedAddress, data.lastUsedAt !== null]).toEqual(['192.0.2.7', true])
  })

  test('limits the calls of each key', async () => {
    const statuses = await Promise.all(Array.from({ length: keyRate.burst + 5 }, () => ask(key.secret)))
    const refused = statuses.filter(({ status }) => status === 429)
    expect([refused.length > 0, refused[0]?.code, Number(refused[0]?.retry) >= 1]).toEqual([
      true,
      'TOO_MANY_TRIES',
      true,
    ])
    expect(await statusOf((await addKey()).secret)).toBe(200)
  })

  test('names the key as the author of its changes, and shows no user for it', async () => {
    const { secret } = await addKey({ scopes: ['organisations:write', 'users:read'], name: 'Core banking' })
    const { data: own } = await world.call<object>(admin, 'GET', `/collateral/web/org/detail/${bank}`)
    const saved = await ask(secret, {
      method: 'PUT',
      url: `/collateral/web/org/update/${bank}`,
      payload: {
        ...own,
        contact: 'Machine',
        address: '1 Steppe Road',
        email: 'a@example.com',
        telephone: '13800000001',
      },
    })
    expect([saved.status, saved.error]).toEqual([200, undefined])
    const [entry] = await world.sql<{ name: string }[]>`
      select u.display_name as name from audit_entries a join users u on u.id = a.user_id where a.noun = 'organisation' order by a.id desc limit 1`
    expect(entry?.name).toBe('Core banking')
    const { data } = await ask(secret)
    expect(JSON.stringify(data)).not.toContain('Core banking')
  })
})

test('reminds the administrators once before a key expires', async () => {
  const { id } = await addKey({ name: 'expiring', expiresAt: machineNow() + 10 * dayMs })
  await remindOfKeys(world.context, machineNow())
  await remindOfKeys(world.context, machineNow())
  const notices = await world.sql<{ name: string; path: string }[]>`
    select u.user_name as name, n.path from notices n join users u on u.id = n.user_id where n.code = 'API_KEY_EXPIRES' and n.params ->> 'name' = 'expiring'`
  expect(notices).toEqual([{ name: 'admin', path: `/dashboard/org-admin/api-keys?open=${id}` }])
})

test.each([
  ['127.0.0.1', '203.0.113.7', 200],
  ['127.0.0.1', '198.51.100.7', 401],
  ['127.0.0.1', '203.0.113.7, 198.51.100.7', 401],
  ['192.0.2.1', '203.0.113.7', 401],
])('judges the client’s network behind a trusted proxy: %s for %s', async (proxy, forwarded, status) => {
  const { secret } = await addKey({ networks: ['203.0.113.0/24'] })
  const server = await createHttpServer(
    { ...world.context, settings: { ...world.context.settings, TRUSTED_PROXY: '127.0.0.1' } },
    { distDir: '/nonexistent' },
  )
  const response = await server.inject({
    method: 'POST',
    url: '/collateral/web/user/list',
    remoteAddress: proxy,
    headers: { authorization: `Bearer ${secret}`, 'x-forwarded-for': forwarded },
    payload: {},
  })
  await server.close()
  expect(response.statusCode).toBe(status)
})

test('ignores forwarded addresses without a trusted proxy', async () => {
  const { secret } = await addKey({ networks: ['203.0.113.0/24'] })
  expect(await statusOf(secret, { address: '192.0.2.1', headers: { 'x-forwarded-for': '203.0.113.7' } })).toBe(401)
})

describe('isInNetworks', () => {
  test.each([
    ['203.0.113.7', [], true],
    ['203.0.113.7', ['203.0.113.0/24'], true],
    ['::ffff:203.0.113.7', ['203.0.113.0/24'], true],
    ['203.0.114.7', ['203.0.113.0/24', '203.0.114.7'], true],
    ['203.0.114.8', ['203.0.113.0/24', '203.0.114.7'], false],
    ['2001:db8:1::5', ['2001:db8::/32'], true],
    ['2001:db9::5', ['2001:db8::/32'], false],
    ['203.0.113.7', ['2001:db8::/32'], false],
    ['unknown', ['0.0.0.0/0'], false],
  ])('%s in %o: %s', (address, networks, isIn) => {
    expect(isInNetworks(address, networks)).toBe(isIn)
  })
})

describe('scopes', () => {
  const calls = Object.entries(endpoints).flatMap(([noun, table]) =>
    Object.entries<Endpoint>(table).map(([name, call]) => ({ id: `${noun}.${name}`, noun, call })),
  )

  test('are of the call’s own noun, and read only for questions', () => {
    const wrong = calls.flatMap(({ id, noun, call }) => {
      const scope = scopeOf(call)
      if (scope === null) return []
      const reads = call.method === 'GET' || (call.method === 'POST' && (isQuestion(id) || id.endsWith('.preview')))
      return scope === `${noun}:${reads ? 'read' : 'write'}` ? [] : [[id, scope]]
    })
    expect(wrong).toEqual([])
  })

  test('name no call about sessions, credentials, keys and decisions', () => {
    const personal = calls.filter(({ call }) => call.isPersonal === true && call.access !== 'public')
    const nouns = new Set(personal.map(({ noun }) => noun))
    for (const noun of ['account', 'apiKeys', 'displays', 'notices', 'savedViews']) expect(nouns).toContain(noun)
    expect(personal.map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'tickets.approve',
        'users.addOrEdit',
        'users.setStatus',
        'users.resetPassword',
        'auth.logout',
      ]),
    )
    expect(calls.filter(({ call }) => call.isPersonal === true && scopeOf(call) !== null)).toEqual([])
  })

  test('open no call that their role may not make', () => {
    for (const role of ['ADMIN_BANK', 'ADMIN_BORROWER', 'ADMIN_SUPERVISOR', 'ADMIN_PLATFORM'] as const) {
      const scopes = scopesOf(role)
      expect(scopes.length).toBeGreaterThan(5)
      expect(scopes.filter((scope) => scope.startsWith('apiKeys'))).toEqual([])
    }
    expect(scopesOf('ADMIN_BANK')).not.toContain('webHome:write')
  })
})
