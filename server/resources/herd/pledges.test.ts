import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Animal } from '#contract/herd/animals.ts'
import type { Farm } from '#contract/herd/farms.ts'
import type { Pen } from '#contract/herd/pens.ts'
import type { Polygon } from '#contract/values/geo.ts'
import { openWorld, square, type World } from '../../testing/testWorld.ts'
import { checkedImport } from './imports/testImports.ts'
import { addLine, pledge } from '../projects/testLedger.ts'
import { insertProject } from './projects.ts'

const web = '/collateral/web'
let world: World
let pm: string
let borrowers: { ours: number; also: number; foreign: number }
let pledged: Farm
let sister: Farm
let free: Farm
let pen: Pen
let animal: Animal
let projectId: number
let lineId: number
let bankOrgId: number
let admin: string
let banker: string
let otherBanker: string

async function put<T>(noun: string, body: object) {
  return world.call<T>(pm, 'PUT', `${web}/${noun}/addOrEdit`, body)
}
/** Pledges animals to the running project. */
const pledgeAll = (ids: readonly number[]) => pledge(world.sql, projectId, lineId, ids, world.context.clock.now())
const addFarm = async (name: string) => (await put<Farm>('farm', { name, boundary: square(116, 44) })).data

beforeAll(async () => {
  world = await openWorld()
  const supervisorOrgId = await world.organisation('SUPERVISOR', 'A')
  bankOrgId = await world.organisation('BANK', 'Bank')
  pm = await world.user('pm', 'SUPERVISOR_PM', supervisorOrgId)
  admin = await world.user('admin', 'ADMIN_SUPERVISOR', supervisorOrgId)
  banker = await world.user('banker', 'BANK_USER', bankOrgId)
  otherBanker = await world.user('other.banker', 'ADMIN_BANK', await world.organisation('BANK', 'Other bank'))
  borrowers = {
    ours: await world.organisation('BORROWER', 'Ours'),
    also: await world.organisation('BORROWER', 'Ours, too'),
    foreign: await world.organisation('BORROWER', 'Foreign'),
  }
  ;[pledged, sister, free] = [await addFarm('pledged'), await addFarm('sister'), await addFarm('free')]
  pen = (await put<Pen>('farmSlot', { farmId: pledged.id, name: 'East', polygon: square(116, 44) })).data
  animal = (await put<Animal>('animal', { visualTag: '1', farmId: pledged.id })).data
  const common = {
    bankOrgId,
    supervisorOrgId,
    contractHeadcount: 1,
    loanAmount: '1000000',
    startsOn: '2026-01-01',
    endsOn: '2026-12-31',
    createdAt: world.context.clock.now(),
  }
  projectId = await insertProject(world.sql, {
    ...common,
    code: 'P',
    name: 'P',
    borrowerOrgId: borrowers.ours,
    status: 'ACTIVE',
    farmIds: [pledged.id, sister.id],
  })
  lineId = await addLine(world.sql, projectId)
  await pledgeAll([animal.id])
  await insertProject(world.sql, {
    ...common,
    code: 'Q',
    name: 'Q',
    borrowerOrgId: borrowers.also,
    status: 'CLOSED',
    farmIds: [],
  })
  const otherSupervisor = await world.organisation('SUPERVISOR', 'B')
  await insertProject(world.sql, {
    ...common,
    supervisorOrgId: otherSupervisor,
    code: 'R',
    name: 'R',
    borrowerOrgId: borrowers.foreign,
    status: 'ACTIVE',
    farmIds: [],
  })
})
afterAll(() => world.close())

const leave = (status: string) =>
  world.call(pm, 'PUT', `${web}/animal/status`, { ids: [animal.id], status, leftOn: '2026-05-01', reason: 'r' })

const withHole = ({ type, coordinates: [ring = []] }: Polygon): Polygon => ({ type, coordinates: [ring, hole] })
const hole = square(116, 44, 0.0001).coordinates[0] ?? []

/** Changes that are rejected while a project runs, with the field that the error names. */
const hiding: [
  what: string,
  field: string,
  call: () => Promise<{ status: number; error: { code: string; fields?: Record<string, string> } }>,
][] = [
  [
    'an animal taken to another farm',
    'farmId',
    () => put('animal', { id: animal.id, visualTag: '1', farmId: free.id }),
  ],
  [
    'animals taken to another farm together',
    'farmId',
    () =>
      world.call(pm, 'POST', '/collateral/common/animal/transferInBatch', {
        ids: [animal.id],
        farmId: free.id,
        reason: 'r',
      }),
  ],
  ['an animal sold', 'status', () => leave('SOLD')],
  ['an animal slaughtered', 'status', () => leave('SLAUGHTERED')],
  ['an animal substituted', 'status', () => leave('SUBSTITUTED')],
  ['an animal released', 'status', () => leave('RELEASED')],
  ['an animal put into the recycle bin', 'id', () => world.call(pm, 'DELETE', `${web}/animal/del/${animal.id}`)],
  [
    'a farm given to another borrower',
    'borrowerOrgId',
    () => put('farm', { id: pledged.id, name: 'x', boundary: pledged.boundary, borrowerOrgId: borrowers.also }),
  ],
  [
    'a farm taken from its borrower',
    'borrowerOrgId',
    () => put('farm', { id: pledged.id, name: 'x', boundary: pledged.boundary, borrowerOrgId: null }),
  ],
  [
    'a farm taken to another time zone',
    'timeZone',
    () => put('farm', { id: pledged.id, name: 'x', boundary: pledged.boundary, timeZone: 'America/Sao_Paulo' }),
  ],
  [
    'a headcount window made longer',
    'windowMinutes',
    () => put('farm', { id: pledged.id, name: 'x', boundary: pledged.boundary, windowMinutes: 10_080 }),
  ],
  ['a farm redrawn', 'boundary', () => put('farm', { id: pledged.id, name: 'x', boundary: square(116, 44, 0.02) })],
  [
    'a farm given a hole',
    'boundary',
    () => put('farm', { id: pledged.id, name: 'x', boundary: withHole(pledged.boundary) }),
  ],
  [
    'a pen redrawn',
    'polygon',
    () => put('farmSlot', { id: pen.id, farmId: pledged.id, name: 'East', polygon: square(116, 44, 0.5) }),
  ],
  [
    'a pen taken to another farm',
    'farmId',
    () => put('farmSlot', { id: pen.id, farmId: free.id, name: 'East', polygon: pen.polygon }),
  ],
  [
    'a new pen far outside the farm',
    'polygon',
    () => put('farmSlot', { farmId: pledged.id, name: 'Far', polygon: square(118, 44) }),
  ],
  [
    'a new pen that reaches out of the farm',
    'polygon',
    () => put('farmSlot', { farmId: pledged.id, name: 'Half', polygon: square(116.001, 44) }),
  ],
  [
    'a new pen in a zone',
    'zone',
    () => put('farmSlot', { farmId: pledged.id, name: 'Zoned', polygon: square(116, 44), zone: 'Z' }),
  ],
  ['a pen removed', 'id', () => world.call(pm, 'DELETE', `${web}/farmSlot/del/${pen.id}`)],
]

describe('pledged collateral', () => {
  test.each(hiding)('rejects %s', async (_what, field, call) => {
    const { status, error } = await call()
    expect([status, error.code, error.fields]).toEqual([
      409,
      'PLEDGED',
      { [field]: field === 'windowMinutes' || field === 'zone' ? 'loosened' : 'pledged' },
    ])
  })

  test('rejects removing a farm of a running project', async () => {
    expect((await world.call(pm, 'DELETE', `${web}/farm/del/${sister.id}`)).error.code).toBe('IN_USE')
  })

  test('allows changes that hide nothing', async () => {
    const boundary = pledged.boundary
    expect((await put('animal', { id: animal.id, visualTag: '1', farmId: sister.id, breed: 'Simmental' })).status).toBe(
      200,
    )
    expect(
      (await put('animal', { id: animal.id, visualTag: '1', farmId: pledged.id, farmSlotId: pen.id })).status,
    ).toBe(200)
    expect((await leave('DEAD')).status).toBe(200)
    expect((await leave('IN_HERD')).status).toBe(200)
    expect((await put<Farm>('farm', { id: pledged.id, name: 'Renamed', boundary })).data).toMatchObject({
      borrowerOrgId: borrowers.ours,
      windowMinutes: 60,
    })
    expect(
      (await put('farmSlot', { id: pen.id, farmId: pledged.id, name: 'West', polygon: pen.polygon, capacity: 8 }))
        .status,
    ).toBe(200)
  })

  test.each<[what: string, code: string, params: object, call: () => Promise<{ status: number }>]>([
    ...(['DEAD', 'STOLEN', 'MISSING', 'IN_HERD'] as const).map(
      (status) =>
        [
          `an animal is ${status}`,
          'COLLATERAL_STATUS',
          { count: '1', tags: '1', status, comment: 'r' },
          () => leave(status),
        ] as [string, string, object, () => Promise<{ status: number }>],
    ),
    [
      'an animal goes to another farm of the project',
      'COLLATERAL_MOVED',
      { count: '1', tags: '1', name: 'sister' },
      () => put('animal', { id: animal.id, visualTag: '1', farmId: sister.id }),
    ],
    [
      'animals go to another farm of the project together',
      'COLLATERAL_MOVED',
      { count: '1', tags: '1', name: 'Renamed', comment: 'r' },
      () =>
        world.call(pm, 'POST', '/collateral/common/animal/transferInBatch', {
          ids: [animal.id],
          farmId: pledged.id,
          farmSlotId: pen.id,
          reason: 'r',
        }),
    ],
    [
      'an animal goes out of its pen',
      'COLLATERAL_MOVED',
      { count: '1', tags: '1', name: 'Renamed\nSmall' },
      async () => {
        const small = { farmId: pledged.id, name: 'Small', polygon: square(116, 44, 0.0005) }
        const { id } = (await put<Pen>('farmSlot', small)).data
        await world.call(banker, 'POST', '/api/notices/clear', {})
        return put('animal', { id: animal.id, visualTag: '1', farmId: pledged.id, farmSlotId: id })
      },
    ],
    [
      'animals go back to their pen together',
      'COLLATERAL_MOVED',
      { count: '1', tags: '1', name: 'Renamed\nWest', comment: 'r' },
      () =>
        world.call(pm, 'POST', '/collateral/common/animal/transferInBatch', {
          ids: [animal.id],
          farmId: pledged.id,
          farmSlotId: pen.id,
          reason: 'r',
        }),
    ],
    [
      'an ear tag is changed',
      'COLLATERAL_TAG',
      { before: '1', name: '1a' },
      () => put('animal', { id: animal.id, visualTag: '1a', farmId: pledged.id }),
    ],
    [
      'a headcount window is made shorter',
      'COLLATERAL_WINDOW',
      { name: 'Renamed', before: '60', after: '30' },
      () => put('farm', { id: pledged.id, name: 'Renamed', boundary: pledged.boundary, windowMinutes: 30 }),
    ],
    [
      'a pen has more room',
      'COLLATERAL_PEN',
      { name: 'West', farm: 'Renamed' },
      () => put('farmSlot', { id: pen.id, farmId: pledged.id, name: 'West', polygon: pen.polygon, capacity: 80 }),
    ],
    [
      'a rule is made stricter',
      'COLLATERAL_RULE',
      { rule: 'LOW_BATTERY', count: '1', name: 'Renamed' },
      () =>
        world.call(admin, 'PUT', `${web}/alertRule/addOrEdit`, {
          kind: 'LOW_BATTERY',
          farmId: pledged.id,
          parameters: { raisePercent: 30, clearPercent: 40 },
        }),
    ],
    [
      'a farm gets another name',
      'COLLATERAL_FARM',
      { name: 'Renamed again' },
      () => put('farm', { id: pledged.id, name: 'Renamed again', boundary: pledged.boundary, windowMinutes: 30 }),
    ],
  ])('notifies the bank when %s', async (_what, code, params, call) => {
    await world.call(banker, 'POST', '/api/notices/clear', {})
    expect((await call()).status).toBe(200)
    const { data } = await world.call<{ list: { code: string; params: object }[] }>(banker, 'GET', '/api/notices')
    expect(data.list).toMatchObject([
      { code, params: { project: 'P', by: code === 'COLLATERAL_RULE' ? 'admin' : 'pm', ...params } },
    ])
    expect((await world.call<{ list: object[] }>(otherBanker, 'GET', '/api/notices')).data.list).toEqual([])
  })

  test('rejects restoring a pen outside the farm', async () => {
    const { id } = (await put<Pen>('farmSlot', { farmId: free.id, name: 'Pasture', polygon: square(118, 44) })).data
    await world.call(pm, 'DELETE', `${web}/farmSlot/del/${id}`)
    await world.sql`insert into project_farms (project_id, farm_id) values (${projectId}, ${free.id})`
    const { error } = await world.call(pm, 'PUT', `${web}/farmSlot/restore/${id}`, {})
    await world.sql`delete from project_farms where farm_id = ${free.id}`
    expect([error.code, error.fields]).toEqual(['PLEDGED', { polygon: 'pledged' }])
  })

  test('rejects taking animals out of pens, single or in bulk', async () => {
    const own = (await put<Pen>('farmSlot', { farmId: pledged.id, name: 'Own', polygon: square(116, 44) })).data
    const { id } = (await put<Animal>('animal', { visualTag: '2', farmId: pledged.id, farmSlotId: own.id })).data
    const answers = [
      await put('animal', { id, visualTag: '2', farmId: pledged.id, farmSlotId: null }),
      await world.call(pm, 'POST', '/collateral/common/animal/transferInBatch', {
        ids: [id],
        farmId: pledged.id,
        farmSlotId: null,
        reason: 'r',
      }),
    ]
    expect(answers.map(({ status, error }) => [status, error?.fields])).toEqual([
      [409, { farmSlotId: 'pledged' }],
      [409, { farmSlotId: 'pledged' }],
    ])
  })

  test('notifies the bank of animals added, imported, transferred or restored', async () => {
    const noticesAfter = async (work: () => Promise<unknown>) => {
      await world.call(banker, 'POST', '/api/notices/clear', {})
      await work()
      const { list } = (
        await world.call<{ list: { code: string; params: Record<string, string> }[] }>(banker, 'GET', '/api/notices')
      ).data
      return list.map(({ code, params: { count, tags, name } }) => [code, count, tags, name])
    }
    const { name } = (await world.call<Farm>(pm, 'GET', `${web}/farm/detail/${pledged.id}`)).data
    const arrived = (count: string, tags: string) => [['COLLATERAL_ADDED', count, tags, name]]
    expect(await noticesAfter(() => put('animal', { visualTag: 'new', farmId: pledged.id }))).toEqual(
      arrived('1', 'new'),
    )
    expect(
      await noticesAfter(async () => {
        const { id } = await checkedImport(world, pm, pledged.id)
        await world.call(pm, 'PUT', `${web}/import/commit`, { id, leavesOutFaulty: false })
      }),
    ).toEqual(arrived('2', 'S1\nS2'))
    const outside = (await put<Animal>('animal', { visualTag: 'guest', farmId: free.id })).data
    expect(await noticesAfter(() => put('animal', { id: outside.id, visualTag: 'guest', farmId: pledged.id }))).toEqual(
      arrived('1', 'guest'),
    )
    const binned = (await put<Animal>('animal', { visualTag: 'binned', farmId: free.id })).data
    await world.call(pm, 'DELETE', `${web}/animal/del/${binned.id}`)
    await world.sql`insert into project_farms (project_id, farm_id) values (${projectId}, ${free.id})`
    expect(
      await noticesAfter(() => world.call(pm, 'PUT', `${web}/animal/restore/${binned.id}`, { reason: 'r' })),
    ).toEqual([['COLLATERAL_ADDED', '1', 'binned', 'free']])
    await world.sql`delete from project_farms where farm_id = ${free.id}`
  })

  test('notifies the bank when a neckband is taken off, not put on', async () => {
    const { id } = (await put<Animal>('animal', { visualTag: '3', farmId: pledged.id })).data
    const other = (await put<Animal>('animal', { visualTag: '4', farmId: pledged.id })).data
    await world.call(banker, 'POST', '/api/notices/clear', {})
    const band = (
      await put<{ id: number; deviceId: string }>('neckband', { deviceId: 'AC233F00BEEF', animalId: id, reason: 'new' })
    ).data
    const notices = async () => (await world.call<{ list: object[] }>(banker, 'GET', '/api/notices')).data.list
    expect(await notices()).toEqual([])
    await pledgeAll([id])
    expect(
      (await put('neckband', { id: band.id, deviceId: band.deviceId, animalId: other.id, reason: 'torn' })).status,
    ).toBe(200)
    expect(await notices()).toMatchObject([
      {
        code: 'COLLATERAL_NECKBAND',
        params: { project: 'P', by: 'pm', neckband: band.deviceId, count: '1', tags: '3', comment: 'torn' },
      },
    ])
  })

  test('notifies the bank of bulk unpairing for its own animals only', async () => {
    const wearer = async (visualTag: string, farmId: number, deviceId: string) => {
      const { id } = (await put<Animal>('animal', { visualTag, farmId })).data
      if (farmId !== free.id) await pledgeAll([id])
      return (await put<{ id: number }>('neckband', { deviceId, animalId: id, reason: 'new' })).data.id
    }
    const ids = [
      await wearer('5', pledged.id, 'AC233F00BEE1'),
      await wearer('6', sister.id, 'AC233F00BEE2'),
      await wearer('7', free.id, 'AC233F00BEE3'),
    ]
    await world.call(banker, 'POST', '/api/notices/clear', {})
    expect((await world.call(pm, 'PUT', `${web}/neckband/unpair`, { ids, reason: 'sold' })).status).toBe(200)
    const { list } = (await world.call<{ list: object[] }>(banker, 'GET', '/api/notices')).data
    expect(list).toMatchObject([
      {
        code: 'COLLATERAL_NECKBAND',
        params: {
          project: 'P',
          by: 'pm',
          neckband: 'AC233F00BEE1\nAC233F00BEE2',
          count: '2',
          tags: '5\n6',
          comment: 'sold',
        },
      },
    ])
  })

  test('allows every change once the project has closed', async () => {
    await world.sql`update pledges set ended_at = now(), end_reason = 'CLOSED' where project_id = ${projectId}`
    await world.sql`update projects set status = 'CLOSED' where id = ${projectId}`
    await put('animal', { id: animal.id, visualTag: '1', farmId: pledged.id, farmSlotId: null })
    const answers = []
    for (const [what, , call] of hiding.toReversed()) answers.push([what, (await call()).status])
    // The pen and the animal were removed first: later changes of them return 404.
    const removedFirst = /^an(?:imals?)? .*(?:taken|sold|slaughtered|substituted|released)/
    const removedPen = new Set(['a pen redrawn', 'a pen taken to another farm'])
    const expected = hiding
      .toReversed()
      .map(([what]) => [what, removedPen.has(what) || removedFirst.test(what) ? 404 : 200])
    expect(answers).toEqual(expected)
  })
})

describe('the borrower of a farm', () => {
  test.each([
    ['foreign', 400, { borrowerOrgId: 'unknown' }],
    ['ours', 200, undefined],
    ['also', 200, undefined],
  ] as const)('named %s returns %i', async (whose, status, fields) => {
    const answer = await put('farm', { name: whose, boundary: square(116, 44), borrowerOrgId: borrowers[whose] })
    expect([answer.status, answer.error?.fields]).toEqual([status, fields])
  })

  test('is treated as unknown when foreign', async () => {
    const ask = async (borrowerOrgId: number) =>
      (await put('farm', { name: 'x', boundary: square(116, 44), borrowerOrgId })).error
    expect(await ask(borrowers.foreign)).toEqual(await ask(999_999))
  })
})
