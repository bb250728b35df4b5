import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Animal, AnimalCard } from '#contract/herd/animals.ts'
import type { Farm } from '#contract/herd/farms.ts'
import type { Gateway } from '#contract/herd/gateways.ts'
import type { Scene } from '#contract/herd/monitor.ts'
import type { Neckband } from '#contract/herd/neckbands.ts'
import type { Pen } from '#contract/herd/pens.ts'
import { openWorld, square, type World } from '../testing/testWorld.ts'
import { insertProject } from './herd/projects.ts'
import { pledgeHerd } from './projects/pledgeHerd.ts'

interface List<T> {
  list: T[]
  total: number
  current: number
  pageSize: number
}

let world: World
const web = '/collateral/web'
let a: {
  pm: string
  supervisor: number
  bank: string
  bankId: number
  bankuser: string
  borrower: string
  farm: Farm
  pen: Pen
}
let b: { pm: string; bank: string; farm: Farm; pen: Pen }

async function addFarm(token: string, name: string, extra: object = {}) {
  const { data } = await world.call<Farm>(token, 'PUT', `${web}/farm/addOrEdit`, {
    name,
    boundary: square(116, 44, 0.01),
    ...extra,
  })
  const pen = await world.call<Pen>(token, 'PUT', `${web}/farmSlot/addOrEdit`, {
    farmId: data.id,
    name: 'East',
    polygon: square(116, 44),
  })
  return { farm: data, pen: pen.data }
}

let tag = 0
const addAnimal = async (token: string, farmId: number, extra: object = {}) =>
  (await world.call<Animal>(token, 'PUT', `${web}/animal/addOrEdit`, { visualTag: `N-${++tag}`, farmId, ...extra }))
    .data
let device = 0
const nextDevice = () => `AC233F${(++device).toString(16).toUpperCase().padStart(6, '0')}`
const addNeckband = async (token: string, extra: object = {}) =>
  (await world.call<Neckband>(token, 'PUT', `${web}/neckband/addOrEdit`, { deviceId: nextDevice(), ...extra })).data
const addGateway = async (token: string, farmId: number, extra: object = {}) =>
  (
    await world.call<Gateway>(token, 'PUT', `${web}/gateway/addOrEdit`, {
      mac: nextDevice(),
      farmId,
      longitude: 116,
      latitude: 44,
      ...extra,
    })
  ).data

async function project(
  code: string,
  bankOrgId: number,
  supervisorOrgId: number,
  borrowerOrgId: number | null,
  farmIds: number[],
) {
  const parties = { bankOrgId, borrowerOrgId, supervisorOrgId }
  const terms = { contractHeadcount: 100, loanAmount: '1000000', startsOn: '2026-01-01', endsOn: '2026-12-31' }
  return insertProject(world.sql, {
    code,
    name: code,
    ...parties,
    ...terms,
    status: 'ACTIVE',
    farmIds,
    createdAt: world.context.clock.now(),
  })
}

beforeAll(async () => {
  world = await openWorld()
  const [supervisorA, supervisorB] = [
    await world.organisation('SUPERVISOR', 'A'),
    await world.organisation('SUPERVISOR', 'B'),
  ]
  const [bankA, bankB] = [await world.organisation('BANK', 'A'), await world.organisation('BANK', 'B')]
  const borrowerA = await world.organisation('BORROWER', 'A')
  const pmA = await world.user('pmA', 'SUPERVISOR_PM', supervisorA)
  const pmB = await world.user('pmB', 'SUPERVISOR_PM', supervisorB)
  a = {
    pm: pmA,
    supervisor: supervisorA,
    bank: await world.user('bankA', 'ADMIN_BANK', bankA),
    bankId: bankA,
    bankuser: await world.user('bankuserA', 'BANK_USER', bankA),
    borrower: await world.user('borrowerA', 'ADMIN_BORROWER', borrowerA),
    ...(await addFarm(pmA, 'North')),
  }
  b = { pm: pmB, bank: await world.user('bankB', 'ADMIN_BANK', bankB), ...(await addFarm(pmB, 'South')) }
  await project('LOAN-A', bankA, supervisorA, borrowerA, [a.farm.id])
  await project('LOAN-B', bankB, supervisorB, null, [b.farm.id])
})
afterAll(() => world.close())

describe('farms', () => {
  test('returns a farm as saved, with a headcount', async () => {
    expect(a.farm).toMatchObject({ name: 'North', timeZone: 'Asia/Shanghai', windowMinutes: 60, plan: [] })
    expect(a.farm.boundary).toEqual(square(116, 44, 0.01))
    expect(a.farm.headcount).toEqual({
      ledger: 0,
      heard: 0,
      unverified: 0,
      unaccounted: 0,
      windowMinutes: 60,
      at: '2026-05-01T12:00:00.000Z',
    })
  })

  test('keeps fields that an edit omits', async () => {
    const plan = [{ kind: 'water', geometry: { type: 'Point', coordinates: [116, 44] } }]
    const { farm } = await addFarm(a.pm, 'Edited', { address: 'by the river', plan })
    const { data } = await world.call<Farm>(a.pm, 'PUT', `${web}/farm/addOrEdit`, {
      id: farm.id,
      name: 'Renamed',
      boundary: farm.boundary,
      plan,
    })
    expect(data).toMatchObject({ id: farm.id, name: 'Renamed', address: 'by the river', plan })
  })

  test.each([
    [
      {
        boundary: {
          type: 'Polygon',
          coordinates: [
            [
              [116, 44],
              [117, 44],
              [117, 45],
              [116, 45],
            ],
          ],
        },
      },
      { 'boundary.coordinates.0': 'not_closed' },
    ],
    [{ timeZone: 'Mars/Olympus' }, { timeZone: 'unknown_time_zone' }],
    [{ borrowerOrgId: 999_999 }, { borrowerOrgId: 'unknown' }],
    [{ name: '' }, { name: 'too_small' }],
  ])('rejects %j', async (fault, fields) => {
    const body = { name: 'Bad', boundary: square(116, 44), ...fault }
    const { status, error } = await world.call(a.pm, 'PUT', `${web}/farm/addOrEdit`, body)
    expect([status, error.code, error.fields]).toEqual([400, 'BAD_SHAPE', fields])
  })

  test('pages a sorted list and returns the total count', async () => {
    const names = ['pager c', 'pager a', 'pager b']
    for (const name of names)
      await world.call(a.pm, 'PUT', `${web}/farm/addOrEdit`, { name, boundary: square(116, 44) })
    const body = { name: 'PAGER', pageSize: 2, current: 2, sort: { field: 'name', order: 'desc' } }
    const { data } = await world.call<List<Farm>>(a.pm, 'POST', `${web}/farm/list`, body)
    expect(data).toMatchObject({ total: 3, current: 2, pageSize: 2 })
    expect(data.list.map((farm) => farm.name)).toEqual(['pager a'])
    const beyond = await world.call<List<Farm>>(a.pm, 'POST', `${web}/farm/list`, {
      current: 1_000_000_000,
      pageSize: 1000,
    })
    expect([beyond.status, beyond.data.list]).toEqual([200, []])
    const percent = await world.call<List<Farm>>(a.pm, 'POST', `${web}/farm/list`, { name: '%' })
    expect(percent.data.total).toBe(0)
  })

  test('can be deleted only once its pens are deleted', async () => {
    const { farm, pen } = await addFarm(a.pm, 'Short-lived')
    await world.call(a.pm, 'PUT', `${web}/alertRule/addOrEdit`, { kind: 'LEFT_PEN', farmId: farm.id })
    const refused = await world.call(a.pm, 'DELETE', `${web}/farm/del/${farm.id}`)
    expect([refused.status, refused.error.code]).toEqual([409, 'IN_USE'])
    expect((await world.call(a.pm, 'DELETE', `${web}/farmSlot/del/${pen.id}`)).status).toBe(200)
    expect((await world.call(a.pm, 'DELETE', `${web}/farm/del/${farm.id}`)).status).toBe(200)
    expect((await world.call(a.pm, 'GET', `${web}/farm/detail/${farm.id}`)).status).toBe(404)
  })
})

describe('pens, gateways, animals', () => {
  test('counts a pen’s heads and rejects a duplicate name on a farm', async () => {
    await addAnimal(a.pm, a.farm.id, { farmSlotId: a.pen.id })
    const { data } = await world.call<Pen>(a.pm, 'GET', `${web}/farmSlot/detail/${a.pen.id}`)
    expect(data.heads).toBeGreaterThan(0)
    const again = { farmId: a.farm.id, name: 'East', polygon: square(116, 44) }
    const { status, error } = await world.call(a.pm, 'PUT', `${web}/farmSlot/addOrEdit`, again)
    expect([status, error.code, error.fields]).toEqual([409, 'CONFLICT', { name: 'taken' }])
    const refused = await world.call(a.pm, 'DELETE', `${web}/farmSlot/del/${a.pen.id}`)
    expect(refused.error.code).toBe('IN_USE')
  })

  test('rejects another farm’s pen for a gateway or animal', async () => {
    const { pen } = await addFarm(a.pm, 'Elsewhere')
    for (const [noun, body] of [
      ['gateway', { mac: nextDevice(), farmId: a.farm.id, farmSlotId: pen.id, longitude: 116, latitude: 44 }],
      ['animal', { visualTag: 'X', farmId: a.farm.id, farmSlotId: pen.id }],
    ] as const) {
      const { status, error } = await world.call(a.pm, 'PUT', `${web}/${noun}/addOrEdit`, body)
      expect([status, error.fields]).toEqual([400, { farmSlotId: 'not_of_farm' }])
    }
  })

  test('normalises a gateway’s MAC and rejects duplicates', async () => {
    const gateway = await addGateway(a.pm, a.farm.id, { mac: 'fe:dc:ba:98:76:54', name: 'Gate' })
    expect(gateway).toMatchObject({ mac: 'FEDCBA987654', state: 'NEVER_SEEN', lastSeenAt: null, rejected: {} })
    const body = { mac: 'FE-DC-BA-98-76-54', farmId: a.farm.id, longitude: 1, latitude: 1 }
    const { status, error } = await world.call(a.pm, 'PUT', `${web}/gateway/addOrEdit`, body)
    expect([status, error.fields]).toEqual([409, { mac: 'taken' }])
    const { data } = await world.call<List<Gateway>>(a.pm, 'POST', `${web}/gateway/list`, { mac: 'dc:ba:98' })
    expect(data.list.map((item) => item.id)).toEqual([gateway.id])
    expect((await world.call(a.pm, 'DELETE', `${web}/gateway/del/${gateway.id}`)).status).toBe(200)
  })

  test('rejects duplicate tags and lets an electronic tag be removed', async () => {
    const electronicTag = { scheme: 'CN', value: '215250200000001' }
    const animal = await addAnimal(a.pm, a.farm.id, { electronicTag, sex: 'FEMALE', birthDate: '2024-02-29' })
    expect(animal).toMatchObject({
      electronicTag,
      sex: 'FEMALE',
      birthDate: '2024-02-29',
      status: 'IN_HERD',
      category: 'CATTLE',
    })
    const twice = { visualTag: 'Other', farmId: a.farm.id, electronicTag }
    expect((await world.call(a.pm, 'PUT', `${web}/animal/addOrEdit`, twice)).error.fields).toEqual({
      electronicTag: 'unusable',
    })
    const sameTag = { visualTag: animal.visualTag, farmId: a.farm.id }
    expect((await world.call(a.pm, 'PUT', `${web}/animal/addOrEdit`, sameTag)).error.fields).toEqual({
      visualTag: 'taken',
    })
    const edit = { id: animal.id, visualTag: animal.visualTag, farmId: a.farm.id, electronicTag: null }
    const { data } = await world.call<Animal>(a.pm, 'PUT', `${web}/animal/addOrEdit`, edit)
    expect(data).toMatchObject({ electronicTag: null, sex: 'FEMALE' })
  })

  test('rejects deleting a pledged animal', async () => {
    const pledged = await addAnimal(a.pm, a.farm.id)
    const refused = await world.call(a.pm, 'DELETE', `${web}/animal/del/${pledged.id}`)
    expect([refused.status, refused.error.fields]).toEqual([409, { id: 'pledged' }])
    const { farm } = await addFarm(a.pm, 'Unpledged')
    const free = await addAnimal(a.pm, farm.id)
    expect((await world.call(a.pm, 'DELETE', `${web}/animal/del/${free.id}`)).status).toBe(200)
  })
})

describe('neckbands', () => {
  test('ends the earlier pairing when paired with another animal', async () => {
    const [first, second] = [await addAnimal(a.pm, a.farm.id), await addAnimal(a.pm, a.farm.id)]
    const neckband = await addNeckband(a.pm, { animalId: first.id })
    expect(neckband).toMatchObject({ animalId: first.id, farmId: a.farm.id, battery: null, lastSeenAt: null })
    const edit = { id: neckband.id, deviceId: neckband.deviceId, animalId: second.id, reason: 'fell off' }
    expect((await world.call<Neckband>(a.pm, 'PUT', `${web}/neckband/addOrEdit`, edit)).data.animalId).toBe(second.id)
    const same = { id: neckband.id, deviceId: neckband.deviceId, model: 'MWC' }
    expect((await world.call<Neckband>(a.pm, 'PUT', `${web}/neckband/addOrEdit`, same)).data).toMatchObject({
      animalId: second.id,
      model: 'MWC',
    })
    const history =
      await world.sql`select animal_id, to_at is null as open, reason from pairings where neckband_id = ${neckband.id} order by id`
    expect([...history]).toEqual([
      { animal_id: first.id, open: false, reason: '编辑项圈时配对' },
      { animal_id: second.id, open: true, reason: 'fell off' },
    ])
    expect((await world.call<Animal>(a.pm, 'GET', `${web}/animal/detail/${second.id}`)).data.neckbandId).toBe(
      neckband.id,
    )
  })

  test('flags firmware that differs from most of its model and owner', async () => {
    const ids: number[] = []
    for (const firmware of ['3.2', '3.2', '3.0', null])
      ids.push((await addNeckband(a.pm, { model: 'F1', firmware })).id)
    await addNeckband(a.pm, { model: 'F2', firmware: '3.0' })
    const { list } = (await world.call<{ list: Neckband[] }>(a.pm, 'POST', `${web}/neckband/list`, { ids })).data
    expect(list.toSorted((one, other) => one.id - other.id).map(({ firmwareDiffers }) => firmwareDiffers)).toEqual([
      false,
      false,
      true,
      false,
    ])
  })

  test('rejects a second neckband for an animal', async () => {
    const animal = await addAnimal(a.pm, a.farm.id)
    await addNeckband(a.pm, { animalId: animal.id })
    const { status, error } = await world.call(a.pm, 'PUT', `${web}/neckband/addOrEdit`, {
      deviceId: nextDevice(),
      animalId: animal.id,
    })
    expect([status, error.code, error.fields]).toEqual([409, 'CONFLICT', { animalId: 'taken' }])
  })

  test('can be deleted only if never worn', async () => {
    const worn = await addNeckband(a.pm, { animalId: (await addAnimal(a.pm, a.farm.id)).id })
    expect((await world.call(a.pm, 'DELETE', `${web}/neckband/del/${worn.id}`)).error.code).toBe('IN_USE')
    const spare = await addNeckband(a.pm)
    expect((await world.call(a.pm, 'DELETE', `${web}/neckband/del/${spare.id}`)).status).toBe(200)
  })

  test('shows an unpaired neckband only to its owner', async () => {
    const spare = await addNeckband(a.pm)
    expect((await world.call(a.pm, 'GET', `${web}/neckband/detail/${spare.id}`)).status).toBe(200)
    expect((await world.call(b.pm, 'GET', `${web}/neckband/detail/${spare.id}`)).status).toBe(404)
  })
})

describe('tenant isolation', () => {
  test('hides another supervisor’s records from every call', async () => {
    const animal = await addAnimal(a.pm, a.farm.id)
    const neckband = await addNeckband(a.pm, { animalId: animal.id })
    const gateway = await addGateway(a.pm, a.farm.id)
    const theirs = {
      farm: a.farm.id,
      farmSlot: a.pen.id,
      gateway: gateway.id,
      neckband: neckband.id,
      animal: animal.id,
    }
    for (const [noun, id] of Object.entries(theirs)) {
      for (const [method, call] of [
        ['GET', 'detail'],
        ['DELETE', 'del'],
      ] as const) {
        const { status, error } = await world.call(b.pm, method, `${web}/${noun}/${call}/${id}`)
        expect([noun, status, error.code]).toEqual([noun, 404, 'NOT_FOUND'])
      }
      const { data } = await world.call<List<{ id: number }>>(b.pm, 'POST', `${web}/${noun}/list`, { pageSize: 1000 })
      expect(data.list.map((item) => item.id)).not.toContain(id)
    }
    const edits = [
      ['farm', { id: a.farm.id, name: 'Mine', boundary: square(1, 1) }, 404],
      ['farmSlot', { id: a.pen.id, farmId: b.farm.id, name: 'Mine', polygon: square(1, 1) }, 404],
      ['farmSlot', { farmId: a.farm.id, name: 'Mine', polygon: square(1, 1) }, 400],
      ['gateway', { id: gateway.id, mac: gateway.mac, farmId: b.farm.id, longitude: 1, latitude: 1 }, 404],
      ['gateway', { mac: nextDevice(), farmId: a.farm.id, longitude: 1, latitude: 1 }, 400],
      ['animal', { id: animal.id, visualTag: 'Mine', farmId: b.farm.id }, 404],
      ['animal', { visualTag: 'Mine', farmId: a.farm.id }, 400],
      ['neckband', { id: neckband.id, deviceId: neckband.deviceId }, 404],
      ['neckband', { deviceId: nextDevice(), animalId: animal.id }, 400],
      ['alertRule', { kind: 'LEFT_PEN', farmId: a.farm.id }, 400],
    ] as const
    for (const [noun, body, expected] of edits) {
      expect([noun, (await world.call(b.pm, 'PUT', `${web}/${noun}/addOrEdit`, body)).status]).toEqual([noun, expected])
    }
    expect((await world.call(b.pm, 'POST', `${web}/neckband/${neckband.id}/readings`, {})).status).toBe(404)
  })

  test('limits the monitor scene to the caller’s own loans', async () => {
    const sceneOf = async (token: string) => (await world.call<Scene>(token, 'GET', `${web}/monitor/scene`)).data
    for (const token of [a.bank, a.bankuser, a.borrower]) {
      const scene = await sceneOf(token)
      expect(scene.farms.map((farm) => farm.id)).toEqual([a.farm.id])
      expect(scene.projects).toEqual([
        {
          id: expect.any(Number),
          code: 'LOAN-A',
          name: 'LOAN-A',
          contractHeadcount: 100,
          farmIds: [a.farm.id],
          farms: 1,
          left: 0,
        },
      ])
    }
    expect((await sceneOf(b.bank)).farms.map((farm) => farm.id)).toEqual([b.farm.id])
    const others = await sceneOf(await world.user('others', 'OTHERS', a.supervisor))
    expect(others).toEqual({ farms: [], pens: [], gateways: [], projects: [] })
    const misfit = await sceneOf(await world.user('misfit', 'ADMIN_BANK', a.supervisor))
    expect(misfit.farms).toEqual([])
  })

  test('shows an animal’s card only to users who see its farm', async () => {
    const { farm, pen } = await addFarm(a.pm, 'Carded')
    const animal = await addAnimal(a.pm, farm.id, { farmSlotId: pen.id })
    const projectId = await project('LOAN-C', a.bankId, a.supervisor, null, [farm.id])
    const card = async () => (await world.call<AnimalCard>(a.bank, 'GET', `${web}/animal/card/${animal.id}`)).data
    const unpledged = await card()
    expect(unpledged).toMatchObject({
      id: animal.id,
      farmName: 'Carded',
      penName: 'East',
      projectCode: null,
      deviceId: null,
    })
    await pledgeHerd(world.sql, {
      projectId,
      farmIds: [farm.id],
      prices: {},
      defaultPrice: { unitPrice: '9000', haircut: '0' },
      priceSource: 'market',
      reason: 'opened',
      at: world.context.clock.now(),
    })
    const data = await card()
    expect(data).toMatchObject({ id: animal.id, projectId, projectCode: 'LOAN-C', pledgedAt: expect.any(String) })
    expect(new Set(data.strip)).toEqual(new Set(['none']))
    expect((await world.call(b.bank, 'GET', `${web}/animal/card/${animal.id}`)).status).toBe(404)
  })
})

test('audits every change and emits it', async () => {
  const before = world.emitted.recordsChanged.length
  const { farm } = await addFarm(a.pm, 'Audited')
  expect(world.emitted.recordsChanged.length).toBe(before + 2)
  const entries = await world.sql`
    select e.action, u.user_name from audit_entries e join users u on u.id = e.user_id where noun = 'farm' and noun_id = ${farm.id}`
  expect([...entries]).toEqual([{ action: 'ADD', user_name: 'pmA' }])
})

test('stores nothing of a rejected change', async () => {
  const deviceId = nextDevice()
  const body = { deviceId, animalId: 999_999 }
  expect((await world.call(a.pm, 'PUT', `${web}/neckband/addOrEdit`, body)).status).toBe(400)
  expect(await world.sql`select from neckbands where device_id = ${deviceId}`).toHaveLength(0)
})
