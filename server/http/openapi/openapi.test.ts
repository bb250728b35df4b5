import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { exportOf } from '#contract/calls/exports.ts'
import { csvFeedOf } from '#contract/calls/feeds.ts'
import { importedNouns } from '#contract/calls/imports.ts'
import { userSchema } from '#contract/people/users.ts'
import { machineNow } from '../../clock.ts'
import { addTestProject } from '../../resources/projects/testLedger.ts'
import { type ApiDescription, createDescribedClient } from './testDescribedClient.ts'
import { openWorld, type World, worldPassword } from '../../testing/testWorld.ts'

let world: World
let served: ApiDescription

beforeAll(async () => {
  world = await openWorld()
  served = (await world.server.inject({ url: '/openapi.json' })).json<ApiDescription>()
})
afterAll(() => world.close())

const calls = Object.entries(endpoints).flatMap(([noun, table]) =>
  Object.entries(table).map(([name, call]: [string, Endpoint]) => ({ id: `${noun}.${name}`, noun, call })),
)

/** Calls that carry files, not JSON: they are not in the endpoint table. */
const outsideTheTable = [
  'alerts.evidence',
  'baseMap.read',
  'dailyReports.pdf',
  'cameras.end',
  'cameras.media',
  'cameras.offer',
  'documents.detail',
  'documents.upload',
  'images.detail',
  'images.upload',
  ...importedNouns.flatMap((noun) => [`${noun}.import`, `${noun}.importTemplate`]),
]

describe('the document', () => {
  test('is OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate({ ...served })
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
  })

  test('is rejected by the validator when broken', async () => {
    const broken = { ...served, paths: { ...served.paths, '/broken': { get: { responses: [] } } } }
    expect((await new Validator().validate(broken)).valid).toBe(false)
  })

  test('describes every call once, under its own name', () => {
    const described = Object.values(served.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ operationId }) => operationId ?? []),
    )
    const expected = calls.flatMap(({ id, noun, call }) => [
      id,
      ...(exportOf(call) ? [`${noun}.export`] : []),
      ...(csvFeedOf(call) ? [`${id}Csv`] : []),
    ])
    expect(described.toSorted()).toEqual([...expected, ...outsideTheTable].toSorted())
  })

  test('describes each path parameter as an integer or a string', () => {
    for (const { id, call } of calls) {
      const operation = served.paths[call.path]?.[call.method.toLowerCase()]
      const inPath = (operation?.parameters ?? []).flatMap((one) => ('in' in one && one.in === 'path' ? [one] : []))
      const said = inPath.map(({ name, schema }) => [
        id,
        name,
        schema['type'] === 'integer' || schema['type'] === 'string',
      ])
      expect(said).toEqual([...call.path.matchAll(/\{(\w+)\}/g)].map((match) => [id, match[1], true]))
    }
  })

  test('has no dangling or external schema references', () => {
    const references = [...JSON.stringify(served).matchAll(/"\$ref":"([^"]*)"/g)].map((match) => match[1])
    const found = references.map((reference = '') =>
      reference
        .replace(/^#\//, '')
        .split('/')
        .reduce<unknown>(
          (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
          served,
        ),
    )
    expect(found.length).toBeGreaterThan(100)
    expect(found.filter((value) => typeof value !== 'object')).toEqual([])
  })
})

describe('a client that knows only the document', () => {
  function connect() {
    const client = createDescribedClient(served, async ({ method, url, headers, body }) => {
      const response = await world.server.inject({
        method: z.enum(['GET', 'POST', 'PUT', 'DELETE']).parse(method),
        url,
        headers,
        ...(body && { payload: body }),
      })
      return {
        status: response.statusCode,
        contentType: String(response.headers['content-type']),
        body: response.json<unknown>(),
      }
    })
    client.fill('X-AUTH-TIMESTAMP', () => String(machineNow()))
    return client
  }
  const success = z.object({ success: z.literal(true), data: z.unknown() })
  const answerOf = <T extends z.ZodType>(schema: T, body: unknown): z.output<T> =>
    schema.parse(success.parse(body).data)
  const failure = z.object({
    success: z.literal(false),
    error: z.object({ code: z.string(), fields: z.record(z.string(), z.string()).optional() }),
  })

  beforeAll(async () => {
    const bank = await world.organisation('BANK', '草原银行')
    await world.user('root', 'ADMIN_PLATFORM', await world.organisation('PLATFORM', 'Drover'))
    await world.user('clerk', 'BANK_USER', bank)
    await world.sql`
      update users set telephone = '+86139000000' || lpad(id::text, 2, '0'), email = user_name || '@example.com'`
  })

  test('logs in, lists users, reads one, edits them, and sees the change', async () => {
    const client = connect()
    const login = await client.call('auth.login', { type: 'account', userName: 'root', password: worldPassword })
    client.authorise('token', answerOf(z.object({ token: z.string() }), login.body).token)

    const listed = await client.call('users.list', {
      name: 'clerk',
      pageSize: 10,
      sort: { field: 'userName', order: 'asc' },
    })
    const { list, total } = answerOf(z.object({ list: z.array(userSchema), total: z.number() }), listed.body)
    expect([list.map(({ userName }) => userName), total]).toEqual([['clerk'], 1])

    const { body } = await client.call('users.detail', { id: list[0]?.id })
    const { id, version, userName, role, telephone, email, organisationId } = answerOf(userSchema, body)
    const edit = { id, version, userName, role, telephone, email, organisationId, displayName: '王会计' }
    const edited = await client.call('users.addOrEdit', edit)
    expect(answerOf(userSchema, edited.body)).toMatchObject({ id, displayName: '王会计', version: version + 1 })

    const again = await client.call('users.detail', { id })
    expect(answerOf(userSchema, again.body).displayName).toBe('王会计')
    const stale = await client.call('users.addOrEdit', edit)
    expect([stale.status, failure.parse(stale.body).error.code]).toEqual([409, 'CONFLICT'])
  })

  test('reads every feed with an API key alone', { tags: 'long' }, async () => {
    const project = await addTestProject(world, 'P')
    const [bank] = await world.sql<{ id: number }[]>`select bank_org_id as id from projects where id = ${project.id}`
    const person = connect()
    person.authorise('token', await world.user('core', 'ADMIN_BANK', bank?.id ?? 0))
    const added = await person.call('apiKeys.addOrEdit', {
      name: 'Core banking',
      scopes: ['feeds:read'],
      networks: [],
      expiresAt: machineNow() + 86_400_000,
    })
    const machine = createDescribedClient(served, async ({ method, url, headers, body }) => {
      const response = await world.server.inject({
        method: z.literal('GET').parse(method),
        url,
        headers,
        ...(body && { payload: body }),
      })
      const contentType = String(response.headers['content-type'])
      return {
        status: response.statusCode,
        contentType,
        body: contentType.startsWith('text/csv') ? response.body : response.json<unknown>(),
      }
    })
    machine.authorise('key', answerOf(z.object({ secret: z.string() }), added.body).secret)
    const page = z.object({ list: z.array(z.looseObject({})), next: z.string(), hasMore: z.boolean() })
    for (const feed of ['projects', 'ledgerEntries', 'alerts', 'dayCloses']) {
      const { status, body } = await machine.call(`feeds.${feed}`, { limit: 10 })
      const { next } = answerOf(page, body)
      const csv = await machine.call(`feeds.${feed}Csv`, { limit: 10, cursor: next })
      expect([feed, status, csv.status]).toEqual([feed, 200, 200])
    }
    const { list } = answerOf(page, (await machine.call('feeds.ledgerEntries')).body)
    expect(list).toMatchObject([
      { projectCode: 'P', heads: 3 },
      { projectCode: 'P', heads: 3 },
    ])
  })

  test('reads error codes of refused calls', async () => {
    const client = connect()
    const wrong = await client.call('auth.login', { type: 'account', userName: 'root', password: 'wrong' })
    expect([wrong.status, failure.parse(wrong.body).error.code]).toEqual([401, 'BAD_CREDENTIALS'])
    const stranger = await client.call('users.list')
    expect([stranger.status, failure.parse(stranger.body).error.code]).toEqual([401, 'NOT_SIGNED_IN'])
  })

  test('rejects input of the wrong shape before sending', async () => {
    const client = connect()
    await expect(client.call('auth.login', { type: 'account', userName: 'root' })).rejects.toThrow('body')
    await expect(client.call('auth.login', { type: 'mobile', userName: 'root', password: 'x' })).rejects.toThrow('body')
    await expect(client.call('users.detail', { id: 'x' })).rejects.toThrow('id')
    await expect(client.call('users.detail')).rejects.toThrow('needs id')
    await expect(client.call('users.list', { pageSize: 5000 })).rejects.toThrow('body')
  })
})
