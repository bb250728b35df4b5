import readXlsxFile from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import { exportOf } from '#contract/calls/exports.ts'
import { machineNow } from '../clock.ts'
import { openWorld, square, type World } from '../testing/testWorld.ts'

let world: World
let token = ''
let farmId = 0
let otherToken = ''
const count = 2345
let leaving = 0
const address = '/collateral/web/animal/export'

beforeAll(async () => {
  world = await openWorld()
  token = await world.user('pm', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', '锡盟监管'))
  otherToken = await world.user('bank', 'ADMIN_BANK', await world.organisation('BANK', '草原银行'))
  const farm = await world.call<{ id: number }>(token, 'PUT', '/collateral/web/farm/addOrEdit', {
    name: '敖包牧场',
    boundary: square(116, 44),
  })
  farmId = farm.data.id
  await world.sql`
    insert into animals (visual_tag, farm_id, category_id, breed, birth_date, in_herd_from, created_at, updated_at)
    select lpad(i::text, 5, '0'), ${farmId}, (select id from lookups where kind = 'CATEGORY' and code = 'CATTLE'), case when i = 7 then '=1+1' when i = 8 then 'a "b", c' end,
      date '2024-05-01', now(), now(), now()
    from generate_series(1, ${count}) i`
})
afterAll(() => world.close())

const request = {
  format: 'csv',
  columns: [
    { field: 'visualTag', title: '可视耳标' },
    { field: 'status', title: '状态', words: { IN_HERD: '在栏' } },
    { field: 'breed', title: '品种' },
    { field: 'birthDate', title: '出生日期' },
    { field: 'farmId', title: '养殖场', words: {} as Record<string, string> },
  ],
}

async function ask(body: object, by = token, url = address) {
  return world.server.inject({
    method: 'POST',
    url,
    headers: { 'x-auth-token': by, 'x-auth-timestamp': String(machineNow()) },
    payload: body,
  })
}

describe('CSV', () => {
  test('exports all rows of all pages in the requested order and wording', async () => {
    const words = { [String(farmId)]: '敖包牧场' }
    const columns = [...request.columns.slice(0, 4), { field: 'farmId', title: '养殖场', words }]
    const response = await ask({ ...request, columns, sort: { field: 'visualTag', order: 'desc' } })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toContain('text/csv')
    expect(response.headers['content-disposition']).toBe('attachment; filename="animal.csv"')
    const lines = response.body.split('\r\n')
    expect(lines[0]).toBe('\uFEFF可视耳标,状态,品种,出生日期,养殖场')
    expect(lines[1]).toBe('"\t02345",在栏,,2024-05-01,敖包牧场')
    expect(lines.at(-1)).toBe('')
    expect(lines.length).toBe(count + 2)
    expect(new Set(lines.slice(1, -1)).size).toBe(count)
  })

  test('exports only filtered rows, with quoted and defused values', async () => {
    const response = await ask({ ...request, columns: request.columns.slice(0, 3), visualTag: '0000' })
    const lines = response.body.slice(1).split('\r\n').slice(1, -1)
    expect(lines).toHaveLength(9)
    expect(lines[6]).toBe(`"\t00007",在栏,'=1+1`)
    expect(lines[7]).toBe('"\t00008",在栏,"a ""b"", c"')
  })

  test('exports only the titles when no row matches', async () => {
    expect((await ask({ ...request, visualTag: 'nothing' })).body).toBe('\uFEFF可视耳标,状态,品种,出生日期,养殖场\r\n')
  })
})

test('XLSX export is read by another program with texts as texts', async () => {
  const response = await ask({ ...request, format: 'xlsx' })
  expect(response.headers['content-type']).toContain('spreadsheetml')
  const [sheet] = await readXlsxFile(response.rawPayload)
  const rows = sheet?.data ?? []
  expect(rows).toHaveLength(count + 1)
  expect(rows[0]).toEqual(['可视耳标', '状态', '品种', '出生日期', '养殖场'])
  expect(rows[7]).toEqual(['00007', '在栏', '=1+1', new Date('2024-05-01'), farmId])
  expect(rows.at(-1)?.[0]).toBe('02345')
})

test('exports one snapshot without changes made during the export', async () => {
  // The second page is requested after the first was answered: by then animals have been deleted and added.
  const listing = endpoints.animals.list
  let requests = 0
  const { createExportSlots, exportHandler } = await import('./export.ts')
  const { animalHandlers } = await import('../resources/herd/animals.ts')
  const file = exportHandler(
    listing,
    async (input, caller, context, info) => {
      if (requests++ === 1) {
        await world.sql`delete from animals where visual_tag = '02000'`
        await world.sql`
        insert into animals (visual_tag, farm_id, category_id, in_herd_from, created_at, updated_at)
        values ('99999', ${farmId}, (select id from lookups where kind = 'CATEGORY' and code = 'CATTLE'), now(), now(), now())`
      }
      return animalHandlers.list(input, caller, context, info)
    },
    createExportSlots(),
  )
  const caller = await world.sessions.authenticate(token)
  const info = { address: '', agent: undefined, browser: undefined, nameBrowser: () => '', language: 'zh-CN' } as const
  const { fastify } = await import('fastify')
  const server = fastify()
  server.post('/file', (request, reply) =>
    file!.answer(request.body as Record<string, unknown>, {
      caller: { ...caller!, address: '' },
      admit: () => Promise.resolve({ ...caller!, address: '' }),
      context: world.context,
      info,
      reply,
    }),
  )
  const { body } = await server.inject({ method: 'POST', url: '/file', payload: request })
  expect(requests).toBe(3)
  expect(body).toContain('\r\n"\t02000",')
  expect(body).not.toContain('99999')
  await server.close()
})

test('exports each head of a project once while the herd keeps reporting', async () => {
  const { addTestProject, pledge, post } = await import('../resources/projects/testLedger.ts')
  const { projectHeadHandlers } = await import('../resources/projects/headcount/projectHeads.ts')
  const { createExportSlots, exportHandler } = await import('./export.ts')
  const project = await addTestProject(world, 'H')
  const now = world.context.clock.now()
  const added = await world.sql<{ id: number }[]>`
    insert into animals (visual_tag, farm_id, category_id, in_herd_from, created_at, updated_at)
    select 'H' || lpad(i::text, 5, '0'), ${project.farmId}, (select id from lookups where kind = 'CATEGORY' and code = 'CATTLE'), now(), now(), now() from generate_series(1, 1500) i returning id`
  const pledgeIds = await pledge(
    world.sql,
    project.id,
    project.lineIds[0],
    added.map(({ id }) => id),
    now,
  )
  await post(world, [
    {
      projectId: project.id,
      lineId: project.lineIds[0],
      kind: 'PURCHASE',
      pledgeIds,
      adds: true,
      reason: 'bought',
      happenedAt: now,
    },
  ])
  let requests = 0
  // Returns another order of last-heard times on each later request.
  const heads = ({ animalIds }: { animalIds: ArrayLike<number> }) => {
    const turn = requests++ === 0 ? 1 : -1
    const { length } = animalIds
    return Promise.resolve({
      codes: new Uint8Array(length),
      heardAt: Float64Array.from(animalIds, (id) => now - 10_000_000 + turn * id),
      gatewayIds: new Uint32Array(length),
    })
  }
  const file = exportHandler(endpoints.projectHeads.list, projectHeadHandlers.list, createExportSlots())
  const caller = { ...(await world.sessions.authenticate(project.bank))!, address: '' }
  const info = { address: '', agent: undefined, browser: undefined, nameBrowser: () => '', language: 'zh-CN' } as const
  const { fastify } = await import('fastify')
  const server = fastify()
  server.post('/file', (call, reply) =>
    file!.answer(call.body as Record<string, unknown>, {
      caller,
      admit: () => Promise.resolve(caller),
      context: { ...world.context, herd: { ...world.context.herd, heads } },
      info,
      reply,
    }),
  )
  const { body } = await server.inject({
    method: 'POST',
    url: '/file',
    payload: { id: project.id, format: 'csv', columns: [{ field: 'visualTag', title: 't' }] },
  })
  const tags = body.split('\r\n').slice(1, -1)
  expect([tags.length, new Set(tags).size, requests]).toEqual([1506, 1506, 1])
  await server.close()
})

describe('refusals match those of the list', () => {
  test.each([
    ['a field the record does not have', { ...request, columns: [{ field: 'password', title: 'x' }] }, 400],
    ['no column', { ...request, columns: [] }, 400],
    ['no format', { columns: request.columns }, 400],
    ['an unknown zone', { ...request, timeZone: 'Mars/Base' }, 400],
    ['a filter of the wrong shape', { ...request, farmId: 'x' }, 400],
    ['a sort the list does not have', { ...request, sort: { field: 'breed', order: 'asc' } }, 400],
  ])('%s', async (_name, body, status) => {
    const response = await ask(body)
    expect([response.statusCode, response.json().error.code]).toEqual([status, 'BAD_SHAPE'])
  })

  test('refuses callers who may not list and hides rows of other tenants', async () => {
    expect((await ask(request, otherToken)).statusCode).toBe(403)
    expect((await ask(request, '')).statusCode).toBe(401)
    const stranger = await world.user('pm2', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', '别家'))
    const [theirs, ours] = [
      await ask(request, stranger),
      await world.call<{ total: number }>(stranger, 'POST', '/collateral/web/animal/list', {}),
    ]
    expect(theirs.body.split('\r\n').length - 2).toBe(ours.data.total)
  })
})

describe('while a file is being read', () => {
  // Long words make it too much for the socket's buffers: the work waits for its reader.
  const words = { IN_HERD: 'x'.repeat(500) }
  const columns = Array.from({ length: 100 }, () => ({ field: 'status', title: 's', words }))
  let url = ''
  beforeAll(async () => {
    url = await world.server.listen({ port: 0, host: '127.0.0.1' })
  })

  const open = async (by: string, end = new AbortController()) => {
    const headers = {
      'content-type': 'application/json',
      'x-auth-token': by,
      'x-auth-timestamp': String(machineNow()),
      'accept-encoding': 'identity',
    }
    const response = await fetch(new URL(address, url), {
      method: 'POST',
      headers,
      body: JSON.stringify({ ...request, columns }),
      signal: end.signal,
    })
    return { response, end }
  }
  const colleague = async (name: string) => {
    const own = await world.user(name, 'SUPERVISOR_PM', null)
    await world.sql`update users set organisation_id = (select organisation_id from users where user_name = 'pm') where user_name = ${name}`
    await world.sessions.authenticate(own)
    return own
  }
  const isFree = async () => {
    await expect
      .poll(async () => (await ask({ ...request, visualTag: '00001' })).statusCode, { timeout: 10_000 })
      .toBe(200)
  }

  test('refuses a second file per reader and readers beyond the limit', async () => {
    const others = [await colleague('pm3'), await colleague('pm4'), await colleague('pm5')] as const
    const first = await open(token)
    const second = await open(token)
    const readers = [first, await open(others[0]), await open(others[1])]
    const late = await open(others[2])
    expect([...readers, second, late].map(({ response }) => response.status)).toEqual([200, 200, 200, 503, 503])
    for (const { end } of readers) end.abort()
    await isFree()
    const busy =
      await world.sql`select from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()`
    expect(busy).toHaveLength(0)
  }, 30_000)

  test('frees the place of a reader who leaves before the first row', async () => {
    const by = await colleague('hasty')
    await world.sql.begin(async (sql) => {
      await sql`lock table animals in access exclusive mode`
      const end = new AbortController()
      const abortedDownload = open(by, end).catch((error: unknown) => error)
      await expect
        .poll(
          async () =>
            (
              await world.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
            ).length,
        )
        .toBe(1)
      end.abort()
      await abortedDownload
    })
    await expect
      .poll(async () => (await ask({ ...request, visualTag: '00001' }, by)).statusCode, { timeout: 10_000 })
      .toBe(200)
  }, 30_000)

  test.each([
    [
      'signed out',
      async (name: string, by: string) =>
        void (await world.call(by, 'POST', '/collateral/common/auth/logout', {}), name),
    ],
    [
      'given a role that may not list',
      async (name: string) => {
        const [user] = await world.sql<
          { id: number }[]
        >`update users set role = 'ADMIN_BANK' where user_name = ${name} returning id`
        world.context.events.emit('accountsChanged', { userIds: [user?.id ?? 0] })
      },
    ],
    [
      'moved to another organisation that may list, too',
      async (name: string) => {
        const other = await world.organisation('SUPERVISOR', `Other ${name}`)
        const [user] = await world.sql<
          { id: number }[]
        >`update users set organisation_id = ${other} where user_name = ${name} returning id`
        world.context.events.emit('accountsChanged', { userIds: [user?.id ?? 0] })
      },
    ],
    [
      'here with a session that expires',
      async (name: string) => {
        const [user] = await world.sql<{ id: number }[]>`
        update sessions s set expires_at = now() - interval '1 second' from users u where u.id = s.user_id and u.user_name = ${name} returning u.id`
        world.context.events.emit('accountsChanged', { userIds: [user?.id ?? 0] })
      },
    ],
  ])(
    'ends the download of a reader who is %s',
    async (_what, end) => {
      const name = `leaving${++leaving}`
      const by = await colleague(name)
      const { response } = await open(by)
      expect(response.status).toBe(200)
      await end(name, by)
      await expect(response.text()).rejects.toThrow('terminated')
      await isFree()
    },
    30_000,
  )
})

test('offers an export for every list with the same access', () => {
  const lists = Object.values(endpoints)
    .flatMap((calls) => Object.values(calls))
    .filter((call) => call.path.endsWith('/list') && 'sort' in (call.input as { shape?: object }).shape!)
  expect(lists.length).toBeGreaterThan(8)
  for (const list of lists)
    expect(exportOf(list)).toMatchObject({ access: list.access, path: list.path.replace(/list$/, 'export') })
})
