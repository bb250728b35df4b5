import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AnimalEvent, Stay, Worn } from '#contract/herd/animalHistory.ts'
import type { Animal } from '#contract/herd/animals.ts'
import type { Farm } from '#contract/herd/farms.ts'
import type { Headcount } from '#contract/herd/headcounts.ts'
import type { Pen } from '#contract/herd/pens.ts'
import { openWorld, square, type World } from '../../../testing/testWorld.ts'

const web = '/collateral/web'
const minuteMs = 60_000
interface List<T> {
  list: T[]
  total: number
}

let world: World
let pm: string
let admin: string
let home: Farm
let away: Farm
let pen: Pen
let herd: Animal[]
let made = 0

const put = <T>(noun: string, body: object) => world.call<T>(pm, 'PUT', `${web}/${noun}/addOrEdit`, body)
const add = async (body: object = {}) =>
  (await put<Animal>('animal', { visualTag: `T${++made}`, farmId: home.id, ...body })).data
const transfer = (body: object) =>
  world.call<{ changed: number }>(pm, 'POST', '/collateral/common/animal/transferInBatch', {
    ids: herd.map(({ id }) => id),
    farmId: away.id,
    reason: 'winter',
    ...body,
  })
const setStatus = (body: object) =>
  world.call<{ changed: number }>(pm, 'PUT', `${web}/animal/status`, {
    ids: herd.map(({ id }) => id),
    status: 'DEAD',
    leftOn: '2026-05-01',
    reason: 'a wolf',
    ...body,
  })
const ledger = async (farmId: number, at = world.context.clock.now()) =>
  (await world.call<Headcount>(pm, 'POST', `${web}/headcount`, { farmId, at })).data.ledger
const read = async (id: number) => (await world.call<Animal>(pm, 'GET', `${web}/animal/detail/${id}`)).data
const pass = () => world.context.clock.moveTo(world.context.clock.now() + minuteMs)

beforeAll(async () => {
  world = await openWorld()
  const organisation = await world.organisation('SUPERVISOR', 'A')
  pm = await world.user('pm', 'SUPERVISOR_PM', organisation)
  admin = await world.user('admin', 'ADMIN_SUPERVISOR', organisation)
})
afterAll(() => world.close())
beforeEach(async () => {
  home = (await put<Farm>('farm', { name: `home ${++made}`, boundary: square(116, 44) })).data
  away = (await put<Farm>('farm', { name: `away ${++made}`, boundary: square(117, 44) })).data
  pen = (await put<Pen>('farmSlot', { farmId: away.id, name: 'East', polygon: square(117, 44, 0.0005) })).data
  herd = [await add(), await add(), await add()]
  await pass()
})

describe('a transfer', () => {
  test('moves all named animals and leaves past headcounts unchanged', async () => {
    const before = world.context.clock.now() - 1
    expect((await transfer({ farmSlotId: pen.id })).data).toEqual({ changed: 3 })
    expect(await read(herd[1]?.id ?? 0)).toMatchObject({ farmId: away.id, farmSlotId: pen.id, version: 2 })
    expect([await ledger(home.id), await ledger(away.id)]).toEqual([0, 3])
    expect([await ledger(home.id, before), await ledger(away.id, before)]).toEqual([3, 0])
    expect(world.emitted.recordsChanged.at(-1)).toEqual({
      noun: 'animals',
      ids: herd.map(({ id }) => id),
      farmIds: [home.id, away.id],
    })
  })

  test('moves none when one cannot move', async () => {
    const [first, second] = herd
    await setStatus({ ids: [second?.id] })
    const left = await transfer({})
    expect([left.status, left.error.fields]).toEqual([400, { ids: 'not_in_herd' }])
    const foreign = await transfer({ ids: [first?.id, 999_999] })
    expect(foreign.status).toBe(404)
    // The other farm has a live animal with the same tag.
    await add({ visualTag: first?.visualTag, farmId: away.id })
    const twice = await transfer({ ids: [herd[2]?.id, first?.id] })
    expect([twice.status, twice.error.fields]).toEqual([409, { visualTag: 'taken' }])
    expect([await ledger(home.id), await ledger(away.id)]).toEqual([2, 1])
  })

  test.each([
    ['a pen of another farm', () => ({ farmId: home.id, farmSlotId: pen.id }), { farmSlotId: 'not_of_farm' }],
    ['an unknown farm', () => ({ farmId: 999_999 }), { farmId: 'unknown' }],
    ['no reason', () => ({ reason: ' ' }), { reason: 'too_small' }],
  ])('is rejected for %s', async (_what, body, fields) => {
    const { status, error } = await transfer(body())
    expect([status, error.fields]).toEqual([400, fields])
  })
})

describe('leaving the herd', () => {
  test.each(['MISSING', 'DEAD', 'SOLD', 'SLAUGHTERED', 'STOLEN', 'SUBSTITUTED', 'RELEASED'])(
    'removes animals from the current ledger with status %s',
    async (status) => {
      const before = world.context.clock.now() - 1
      expect((await setStatus({ status, leftOn: '2026-04-30' })).data).toEqual({ changed: 3 })
      expect(await read(herd[0]?.id ?? 0)).toMatchObject({ status, leftOn: '2026-04-30', leftReason: 'a wolf' })
      // Earlier counts of the day stay the same: the leaving was recorded later.
      expect([await ledger(home.id), await ledger(home.id, before)]).toEqual([0, 3])
      await pass()
      await setStatus({ status: 'IN_HERD', leftOn: null })
      expect(await ledger(home.id)).toBe(3)
      expect(await read(herd[0]?.id ?? 0)).toMatchObject({ status: 'IN_HERD', leftOn: null, leftReason: null })
    },
  )

  test.each([
    ['without a day', { leftOn: undefined }, { leftOn: 'required' }],
    ['on a future day', { leftOn: '2026-05-02' }, { leftOn: 'future' }],
    ['without a reason', { reason: '' }, { reason: 'too_small' }],
  ])('is rejected %s', async (_what, body, fields) => {
    const { status, error } = await setStatus(body)
    expect([status, error.fields]).toEqual([400, fields])
    expect(await ledger(home.id)).toBe(3)
  })

  test('unpairs the neckband', async () => {
    const [animal] = herd
    const deviceId = `AC233F${String(++made).padStart(6, '0')}`
    await put('neckband', { deviceId, animalId: animal?.id, reason: 'new' })
    expect((await read(animal?.id ?? 0)).neckbandId).not.toBeNull()
    await setStatus({ ids: [animal?.id] })
    expect((await read(animal?.id ?? 0)).neckbandId).toBeNull()
    const { data } = await world.call<List<Worn>>(pm, 'POST', `${web}/animal/${animal?.id}/pairings`, {})
    expect(data.list).toMatchObject([{ deviceId, by: 'pm', reason: 'new', to: expect.any(String) }])
  })
})

test('returns an animal’s stays and a timeline of all events', async () => {
  const id = herd[0]?.id ?? 0
  await transfer({ ids: [id], farmSlotId: pen.id })
  await pass()
  await setStatus({ ids: [id] })
  const stays = await world.call<List<Stay>>(pm, 'POST', `${web}/animal/${id}/stays`, {})
  expect(stays.data.list).toMatchObject([
    { farmName: away.name, penName: 'East', to: expect.any(String) },
    { farmName: home.name, penName: null, to: stays.data.list[0]?.from },
  ])
  const { data } = await world.call<List<AnimalEvent>>(pm, 'POST', `${web}/animal/${id}/timeline`, {})
  const places = data.list.filter(({ kind }) => kind !== 'CHANGED').map(({ kind, name }) => `${kind} ${name}`)
  expect(places).toEqual([`LEFT ${away.name}\nEast`, `CAME ${away.name}\nEast`, `CAME ${home.name}`])
  expect(
    data.list
      .filter(({ kind }) => kind === 'CHANGED')
      .map(({ action, by, reason }) => `${action} ${by} ${reason}`)
      .toSorted(),
  ).toEqual(['ADD pm null', 'EDIT pm a wolf', 'EDIT pm winter'])
  expect(data.total).toBe(6)
})

test('requires a reason to restore; only project managers list the bin', async () => {
  const id = herd[0]?.id ?? 0
  await world.call(pm, 'DELETE', `${web}/animal/del/${id}`)
  expect((await world.call(admin, 'POST', `${web}/animal/trash/list`, {})).status).toBe(403)
  expect((await world.call(pm, 'PUT', `${web}/animal/restore/${id}`, {})).error.fields).toEqual({ reason: 'required' })
  expect((await world.call<Animal>(pm, 'PUT', `${web}/animal/restore/${id}`, { reason: 'a mistake' })).data.id).toBe(id)
  const { data } = await world.call<List<{ action: string; reason: string | null }>>(
    pm,
    'POST',
    `${web}/animal/${id}/history`,
    {},
  )
  expect(data.list[0]).toMatchObject({ action: 'RESTORE', reason: 'a mistake' })
})

describe('ear tags', () => {
  test('are rejected on their field when invalid', async () => {
    const refused = await put('animal', {
      visualTag: 'x',
      farmId: home.id,
      electronicTag: { scheme: 'CN', value: '415250212345678' },
    })
    expect([refused.status, refused.error.fields]).toEqual([400, { 'electronicTag.value': 'tag_species' }])
  })

  test('find animals by part of either tag, combined with filters', async () => {
    const electronicTag = { scheme: 'ISO_11784', value: '156000000987654' }
    const { id } = await add({ electronicTag, sex: 'FEMALE', category: 'SHEEP' })
    const found = async (filter: object) =>
      (await world.call<List<Animal>>(pm, 'POST', `${web}/animal/list`, { farmId: home.id, ...filter })).data.list.map(
        (one) => one.id,
      )
    expect(await found({ tag: '0987654' })).toEqual([id])
    expect(await found({ tag: herd[0]?.visualTag.toLowerCase() })).toEqual([herd[0]?.id])
    expect(await found({ category: ['SHEEP', 'GOAT'], sex: 'FEMALE', status: ['IN_HERD'], isWorn: false })).toEqual([
      id,
    ])
    expect(await found({ status: ['DEAD'] })).toEqual([])
  })

  test('are unique among live animals of all organisations', async () => {
    const electronicTag = { scheme: 'CN', value: '215250200001234' }
    const { id } = await add({ electronicTag })
    const other = await world.user('other', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'B'))
    const farm = (
      await world.call<Farm>(other, 'PUT', `${web}/farm/addOrEdit`, { name: 'theirs', boundary: square(118, 44) })
    ).data
    const again = { visualTag: 'same', farmId: farm.id, electronicTag }
    const taken = await world.call(other, 'PUT', `${web}/animal/addOrEdit`, again)
    expect([taken.status, taken.error.fields]).toEqual([409, { electronicTag: 'unusable' }])
    await world.call(pm, 'DELETE', `${web}/animal/del/${id}`)
    expect((await world.call(other, 'PUT', `${web}/animal/addOrEdit`, again)).status).toBe(200)
    expect((await world.call(pm, 'PUT', `${web}/animal/restore/${id}`, { reason: 'r' })).error.fields).toEqual({
      electronicTag: 'unusable',
    })
  })
})

describe('a bulk edit', () => {
  const edit = (body: object) =>
    world.call<{ changed: number }>(pm, 'PUT', `${web}/animal/editInBatch`, {
      ids: herd.map(({ id }) => id),
      reason: 'seen again',
      ...body,
    })

  test('changes only the given fields on all animals', async () => {
    await put('animal', { ...herd[0], breed: 'Angus' })
    expect((await edit({ sex: 'MALE', birthDate: '2025-03-01', breed: null })).data).toEqual({ changed: 3 })
    expect(await read(herd[0]?.id ?? 0)).toMatchObject({
      sex: 'MALE',
      birthDate: '2025-03-01',
      breed: 'Angus',
      visualTag: herd[0]?.visualTag,
      version: 3,
    })
    expect(await read(herd[2]?.id ?? 0)).toMatchObject({
      sex: 'MALE',
      birthDate: '2025-03-01',
      breed: null,
      version: 2,
    })
    const history = await world.call<{ list: object[] }>(pm, 'POST', `${web}/animal/${herd[2]?.id}/history`, {})
    expect(history.data.list[0]).toMatchObject({
      action: 'EDIT',
      reason: 'seen again',
      before: { sex: null },
      after: { sex: 'MALE' },
    })
  })

  test.each([
    ['nothing to change', {}, 400, { categoryId: 'nothing_changes' }],
    ['an unknown category', { categoryId: 999_999 }, 400, { categoryId: 'unknown' }],
    ['an unknown animal', { sex: 'MALE', ids: [999_999] }, 404, undefined],
  ])('changes nothing with %s', async (_what, body, status, fields) => {
    const refused = await edit(body)
    expect([refused.status, refused.error.fields]).toEqual([status, fields])
    expect(await read(herd[0]?.id ?? 0)).toMatchObject({ sex: null, version: 1 })
  })
})
