import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Animal } from '#contract/herd/animals.ts'
import type { Lookup, LookupKind } from '#contract/herd/lookups.ts'
import { openWorld, square, type World } from '../../testing/testWorld.ts'

let world: World
let platform = ''
let pm = ''
let farmId = 0

beforeAll(async () => {
  world = await openWorld()
  platform = await world.user('platform', 'ADMIN_PLATFORM', await world.organisation('PLATFORM', 'Drover'))
  pm = await world.user('pm', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'Herd Watch'))
  farmId = (
    await world.call<{ id: number }>(pm, 'PUT', '/collateral/web/farm/addOrEdit', {
      name: 'North',
      boundary: square(116, 44),
    })
  ).data.id
})
afterAll(() => world.close())

const path = '/collateral/web/lookup'
const list = async (kind: LookupKind) =>
  (await world.call<{ list: Lookup[] }>(pm, 'POST', `${path}/list`, { kind, pageSize: 1000 })).data.list
const named = (name: string, names: Partial<Lookup['names']> = {}) => ({
  'zh-CN': name,
  'zh-TW': name,
  'en-US': name,
  'pt-BR': name,
  ...names,
})
const save = (input: Partial<Lookup>) => world.call<Lookup>(platform, 'PUT', `${path}/addOrEdit`, input)
const add = async (kind: LookupKind, name: string) => (await save({ kind, names: named(name) })).data
const codes = async (kind: LookupKind) => (await list(kind)).map(({ code }) => code)
let tags = 0
const saveAnimal = (input: Partial<Animal>) =>
  world.call<Animal>(pm, 'PUT', '/collateral/web/animal/addOrEdit', { farmId, visualTag: `T${tags++}`, ...input })

test('ships default entries in order with names in each language', async () => {
  expect(await codes('CATEGORY')).toEqual(['CATTLE', 'SHEEP', 'GOAT', 'HORSE', 'CAMEL', 'PIG'])
  for (const kind of ['UNIT', 'ORIGIN', 'COLOUR'] as const) expect((await list(kind)).length).toBeGreaterThan(2)
  const { data } = await world.call<{ name: string }[]>(pm, 'GET', '/collateral/common/collateral/unitName/list')
  expect(data.map(({ name }) => name)).toContain('头')
})

test('reads an animal’s category by id or code, by default the first', async () => {
  const [cattle, sheep] = await list('CATEGORY')
  expect((await saveAnimal({})).data).toMatchObject({ category: 'CATTLE', categoryId: cattle?.id, originId: null })
  const { data } = await saveAnimal({ category: 'SHEEP' })
  expect(data).toMatchObject({ category: 'SHEEP', categoryId: sheep?.id })
  // An edit without a category keeps it; the id wins over the code.
  expect((await saveAnimal({ id: data.id, visualTag: data.visualTag })).data.category).toBe('SHEEP')
  expect((await saveAnimal({ id: data.id, category: 'SHEEP', categoryId: cattle?.id ?? 0 })).data.category).toBe(
    'CATTLE',
  )
  expect(await saveAnimal({ category: 'UNICORN' })).toMatchObject({
    status: 400,
    error: { fields: { category: 'unknown' } },
  })
  const [unit] = await list('UNIT')
  expect(await saveAnimal({ colourId: unit?.id ?? 0 })).toMatchObject({
    status: 400,
    error: { fields: { colourId: 'unknown' } },
  })
})

test('retires used entries, which animals keep but cannot newly choose', async () => {
  const roan = await add('COLOUR', 'Roan')
  expect(roan).toMatchObject({ code: 'ROAN', isUsed: false, isRetired: false })
  const { data: animal } = await saveAnimal({ colourId: roan.id })
  expect(await world.call(platform, 'DELETE', `${path}/del/${roan.id}`)).toMatchObject({
    status: 409,
    error: { code: 'IN_USE' },
  })
  const { data: retired } = await save({ ...roan, isRetired: true })
  expect(retired).toMatchObject({ isRetired: true, isUsed: true })
  expect((await saveAnimal({ id: animal.id, visualTag: 'kept', colourId: roan.id })).data.colourId).toBe(roan.id)
  expect(await saveAnimal({ colourId: roan.id })).toMatchObject({
    status: 400,
    error: { fields: { colourId: 'unknown' } },
  })
  // A restored animal keeps its retired colour.
  await world.call(pm, 'DELETE', `/collateral/web/animal/del/${animal.id}`)
  expect(await world.call(platform, 'DELETE', `${path}/del/${roan.id}`)).toMatchObject({ status: 409 })
  expect(
    await world.call<Animal>(pm, 'PUT', `/collateral/web/animal/restore/${animal.id}`, { reason: 'r' }),
  ).toMatchObject({ status: 200, data: { colourId: roan.id } })
  const unused = await add('COLOUR', 'Dun')
  expect((await world.call(platform, 'DELETE', `${path}/del/${unused.id}`)).status).toBe(200)
  expect(await codes('COLOUR')).not.toContain('DUN')
})

test('rejects duplicate names in any language and numbers duplicate codes', async () => {
  await add('ORIGIN', 'Leased')
  expect(await save({ kind: 'ORIGIN', names: named('Rented', { 'pt-BR': 'LEASED' }) })).toMatchObject({
    status: 409,
    error: { fields: { names: 'taken' } },
  })
  expect((await save({ kind: 'ORIGIN', names: named('租', { 'en-US': 'Leased!' }) })).data.code).toBe('LEASED_2')
  expect((await save({ kind: 'UNIT', names: named('Leased') })).status).toBe(200)
  const [first] = await list('ORIGIN')
  expect(await save({ ...first, kind: 'UNIT' })).toMatchObject({ status: 400, error: { fields: { kind: 'fixed' } } })
})

test('requires every entry in an order and keeps places contiguous', async () => {
  const ids = (await list('CATEGORY')).map(({ id }) => id)
  const order = (given: number[], token = platform) =>
    world.call<{ changed: number }>(token, 'PUT', `${path}/order`, { kind: 'CATEGORY', ids: given })
  const sheepFirst = [ids[1] ?? 0, ids[0] ?? 0, ...ids.slice(2)]
  expect((await order(ids)).data).toEqual({ changed: 0 })
  expect((await order(sheepFirst)).data).toEqual({ changed: 2 })
  expect((await codes('CATEGORY')).slice(0, 2)).toEqual(['SHEEP', 'CATTLE'])
  expect((await saveAnimal({})).data.category).toBe('SHEEP')
  for (const wrong of [ids.slice(1), [...ids, 999_999], [...ids.slice(1), ids[1] ?? 0]])
    expect((await order(wrong)).status).toBe(409)
  expect((await order(ids, pm)).status).toBe(403)
  const both = await Promise.all([order(ids), order([...sheepFirst].toReversed())])
  expect(both.map(({ status }) => status)).toContain(200)
  const places = (await list('CATEGORY')).map(({ place }) => place)
  expect(places).toEqual(places.map((_place, index) => index + 1))
  await order(ids)
})

test('filters and sorts animals by entries and emits changes to everybody', async () => {
  const [cattle, sheep] = await list('CATEGORY')
  const black = (await list('COLOUR')).find(({ code }) => code === 'BLACK')
  const { data: ewe } = await saveAnimal({ categoryId: sheep?.id ?? 0, colourId: black?.id ?? 0 })
  const found = async (filters: object) =>
    (
      await world.call<{ list: Animal[] }>(pm, 'POST', '/collateral/web/animal/list', { ...filters, pageSize: 1000 })
    ).data.list.map(({ id }) => id)
  expect(await found({ colourIds: [black?.id], categoryIds: [sheep?.id, cattle?.id] })).toEqual([ewe.id])
  expect(await found({ category: ['SHEEP'], colourIds: [black?.id] })).toEqual([ewe.id])
  expect(await found({ categoryIds: [cattle?.id], colourIds: [black?.id] })).toEqual([])
  expect((await found({ sort: { field: 'category', order: 'desc' } }))[0]).toBe(ewe.id)
  const changes = world.emitted.recordsChanged.filter(({ noun }) => noun === 'lookups')
  expect(changes.length).toBeGreaterThan(3)
  expect(changes.every(({ farmIds, organisationIds }) => farmIds === undefined && organisationIds === undefined)).toBe(
    true,
  )
})

test('migrates every category of animals, unknown ones as written', async () => {
  const migration = await readFile(new URL('../../db/migrations/024-lookups.sql', import.meta.url), 'utf8')
  const rows = await world.sql.begin(async (sql) => {
    await sql
      .unsafe(`
      create schema before;
      set local search_path = before;
      create table record_columns (like public.record_columns including defaults);
      create table animals (id bigint, category text not null);
      insert into animals values (1, 'SHEEP'), (2, 'Yak'), (3, 'Alpaca'), (4, 'Yak')`)
      .simple()
    await sql.unsafe(migration).simple()
    return sql<{ code: string; name: string; place: number }[]>`
      select l.code, l.names ->> 'pt-BR' as name, l.place from animals a join lookups l on l.id = a.category_id order by a.id`
  })
  expect(rows.map(({ code, name, place }) => [code, name, place])).toEqual([
    ['SHEEP', 'Ovino', 2],
    ['Yak', 'Yak', 8],
    ['Alpaca', 'Alpaca', 7],
    ['Yak', 'Yak', 8],
  ])
})
