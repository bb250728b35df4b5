import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Farm } from '#contract/herd/farms.ts'
import type { Gateway } from '#contract/herd/gateways.ts'
import type { Pen } from '#contract/herd/pens.ts'
import type { HistoryEntry } from '#contract/calls/records.ts'
import { openWorld, square, type World } from '../testing/testWorld.ts'

interface List<T> {
  list: T[]
  total: number
}
type Removed<T> = T & { deletedAt: string; deletedBy: string }

const web = '/collateral/web'
let world: World
let pm: string
let colleague: string
let stranger: string
let farm: Farm
let pen: Pen
let made = 0

beforeAll(async () => {
  world = await openWorld()
  const supervisor = await world.organisation('SUPERVISOR', 'A')
  pm = await world.user('pm', 'SUPERVISOR_PM', supervisor)
  colleague = await world.user('colleague', 'ADMIN_SUPERVISOR', supervisor)
  stranger = await world.user('stranger', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'B'))
  farm = (await world.call<Farm>(pm, 'PUT', `${web}/farm/addOrEdit`, { name: 'North', boundary: square(116, 44) })).data
})
afterAll(() => world.close())
beforeEach(async () => {
  pen = (await save({ name: `pen ${++made}` })).data
})

const input = (fields: object) => ({ farmId: farm.id, polygon: square(116, 44), ...fields })
const save = (fields: object, token = pm) => world.call<Pen>(token, 'PUT', `${web}/farmSlot/addOrEdit`, input(fields))
const remove = (id = pen.id) => world.call(pm, 'DELETE', `${web}/farmSlot/del/${id}`)
const restore = (id = pen.id, token = pm) => world.call<Pen>(token, 'PUT', `${web}/farmSlot/restore/${id}`)
const purge = (id = pen.id, token = pm) => world.call(token, 'DELETE', `${web}/farmSlot/purge/${id}`)
const trash = async (token = pm) =>
  (await world.call<List<Removed<Pen>>>(token, 'POST', `${web}/farmSlot/trash/list`, { pageSize: 1000 })).data
const detail = (id = pen.id) => world.call<Pen>(pm, 'GET', `${web}/farmSlot/detail/${id}`)

describe('an edit', () => {
  test('is saved on the current version and increments it', async () => {
    const { data } = await save({ id: pen.id, version: pen.version, name: pen.name, capacity: 5 })
    expect(data).toMatchObject({ capacity: 5, version: pen.version + 1 })
  })

  test('is refused on an older version, with the current record', async () => {
    await save({ id: pen.id, version: pen.version, name: 'theirs' }, colleague)
    const { status, error } = await save({ id: pen.id, version: pen.version, name: 'mine' })
    expect([status, error.code, error.fields]).toEqual([409, 'CONFLICT', { version: 'stale' }])
    expect(error.current).toEqual((await detail()).data)
    expect(error.current).toMatchObject({ name: 'theirs', version: pen.version + 1 })
  })

  test('is saved without a version', async () => {
    await save({ id: pen.id, version: pen.version, name: `one ${made}` })
    expect((await save({ id: pen.id, name: `other ${made}` })).data).toMatchObject({
      name: `other ${made}`,
      version: pen.version + 2,
    })
  })
})

describe('a removed record', () => {
  test('is listed only in the recycle bin, with its remover', async () => {
    await remove()
    expect((await detail()).status).toBe(404)
    const { data } = await world.call<List<Pen>>(pm, 'POST', `${web}/farmSlot/list`, { pageSize: 1000 })
    expect(data.list.map(({ id }) => id)).not.toContain(pen.id)
    expect((await trash()).list[0]).toMatchObject({
      id: pen.id,
      name: pen.name,
      deletedBy: 'pm',
      deletedAt: expect.stringMatching(/^\d{4}-/),
    })
    expect((await trash(stranger)).total).toBe(0)
    expect((await restore(pen.id, stranger)).status).toBe(404)
    expect((await save({ id: pen.id, name: 'edited' })).status).toBe(404)
  })

  test('is restored unchanged', async () => {
    await remove()
    const { data } = await restore()
    expect(data).toEqual({ ...pen, version: data.version })
    expect((await restore()).status).toBe(404)
  })

  test('frees its name and can’t return while another has it', async () => {
    await remove()
    const { data: other } = await save({ name: pen.name })
    const { status, error } = await restore()
    expect([status, error.code, error.fields]).toEqual([409, 'CONFLICT', { name: 'taken' }])
    await remove(other.id)
    expect((await restore()).status).toBe(200)
  })

  test('is deleted permanently when purged, and not before', async () => {
    expect((await purge()).status).toBe(404)
    await remove()
    expect((await purge(pen.id, stranger)).status).toBe(404)
    expect((await purge()).status).toBe(200)
    expect((await restore()).status).toBe(404)
    expect(await world.sql`select from pens where id = ${pen.id}`).toHaveLength(0)
  })

  test('can’t be removed while another record needs it', async () => {
    const gateway = await world.call<Gateway>(pm, 'PUT', `${web}/gateway/addOrEdit`, {
      mac: `GATEWAY-${made}`,
      farmId: farm.id,
      farmSlotId: pen.id,
      longitude: 116,
      latitude: 44,
    })
    expect((await remove()).error.code).toBe('IN_USE')
    await world.call(pm, 'DELETE', `${web}/gateway/del/${gateway.data.id}`)
    expect((await remove()).status).toBe(200)
    // The pen is gone, so the gateway comes back without one.
    const back = await world.call<Gateway>(pm, 'PUT', `${web}/gateway/restore/${gateway.data.id}`)
    expect([back.status, back.data.farmSlotId]).toEqual([200, null])
  })

  test('can’t be restored to a farm that was removed', async () => {
    const other = await world.call<Farm>(pm, 'PUT', `${web}/farm/addOrEdit`, {
      name: 'Short-lived',
      boundary: square(116, 44),
    })
    const { data } = await save({ farmId: other.data.id, name: 'its pen' })
    await remove(data.id)
    expect((await world.call(pm, 'DELETE', `${web}/farm/del/${other.data.id}`)).status).toBe(200)
    expect((await restore(data.id)).status).toBe(404)
    expect((await world.call(pm, 'PUT', `${web}/farm/restore/${other.data.id}`)).status).toBe(200)
    expect((await restore(data.id)).status).toBe(200)
  })
})

test('lists who changed a record, when, with values before and after', async () => {
  const begun = Date.now()
  await save({ id: pen.id, version: pen.version, name: pen.name, capacity: 7 }, colleague)
  await remove()
  const history = (token: string) =>
    world.call<List<HistoryEntry>>(token, 'POST', `${web}/farmSlot/${pen.id}/history`, { pageSize: 2 })
  const { data } = await history(pm)
  expect(data.total).toBe(3)
  expect(data.list).toMatchObject([
    { action: 'REMOVE', by: 'pm', before: { capacity: 7 }, after: null },
    { action: 'EDIT', by: 'colleague', before: { capacity: null }, after: { capacity: 7 } },
  ])
  // Herd time stands still at another year: a change is dated by the clock on the wall.
  for (const { at } of data.list) expect(Math.abs(Date.parse(at) - begun)).toBeLessThan(60_000)
  expect((await history(stranger)).status).toBe(404)
})

test('finds records by id regardless of the page', async () => {
  const { data } = await world.call<List<Pen>>(pm, 'POST', `${web}/farmSlot/list`, { ids: [pen.id, 999_999] })
  expect(data.list.map(({ id }) => id)).toEqual([pen.id])
  expect((await world.call<List<Pen>>(stranger, 'POST', `${web}/farmSlot/list`, { ids: [pen.id] })).data.list).toEqual(
    [],
  )
})

test('emits a change with its noun, id and farm', async () => {
  const before = world.emitted.recordsChanged.length
  await save({ id: pen.id, name: pen.name, capacity: 3 })
  expect(world.emitted.recordsChanged.slice(before)).toEqual([{ noun: 'pens', ids: [pen.id], farmIds: [farm.id] }])
})
