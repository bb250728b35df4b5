import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { fileNameHeader } from '#contract/calls/documents.ts'
import type { Import, ImportChange, ImportColumns, ImportedNoun, ImportFault } from '#contract/calls/imports.ts'
import { newAddress } from '../../../auth/testAuth.ts'
import { type Language, languages } from '../../../languages.ts'
import { wordIn } from '../../../records/import/words.ts'
import { openWorld, square, type World } from '../../../testing/testWorld.ts'

vi.setConfig({ testTimeout: 60_000 })

const web = '/collateral/web'
const paths: Record<ImportedNoun, string> = { animals: 'animal', gateways: 'gateway', neckbands: 'neckband' }
let world: World
let pm: string
let farm: { id: number }

beforeAll(async () => {
  world = await openWorld()
  pm = await world.user('pm', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'Ours'))
  farm = await put('farm', { name: 'Aobao', boundary: square(117.005, 44.005) })
  await put('farmSlot', { farmId: farm.id, name: 'P1', polygon: square(117.005, 44.005, 0.0005) })
})
afterAll(() => world.close())

async function put<T extends object>(noun: string, body: T): Promise<T & { id: number; version: number }> {
  const { status, data, error } = await world.call<T & { id: number; version: number }>(
    pm,
    'PUT',
    `${web}/${noun}/addOrEdit`,
    body,
  )
  if (status !== 200) throw new Error(JSON.stringify(error))
  return data
}

/** Uploads a file and waits until it is checked. */
async function check(noun: ImportedNoun, payload: string | Buffer, language = 'en-US') {
  await world.server.inject({
    method: 'POST',
    url: `${web}/${paths[noun]}/import`,
    remoteAddress: newAddress(),
    payload,
    headers: { 'x-auth-token': pm, 'content-type': 'text/csv', 'accept-language': language, [fileNameHeader]: 'x.csv' },
  })
  const one = await settled()
  const read = async <T>(what: string) =>
    (await world.call<{ list: T[] }>(pm, 'POST', `${web}/import/${what}/list`, { importId: one.id, pageSize: 1000 }))
      .data.list
  const faults = (await read<ImportFault>('fault')).map(({ row, column, code }) => [row, column, code])
  const changes = (await read<ImportChange>('change')).map(({ row, column, before, after }) => [
    row,
    column,
    before,
    after,
  ])
  return { one, faults, changes }
}
const settled = () =>
  vi.waitFor(
    async () => {
      const { data } = await world.call<Import>(pm, 'GET', `${web}/import`)
      expect(data.state).not.toMatch(/READING|WRITING/)
      return data
    },
    { timeout: 280_000, interval: 20 },
  )
const commit = async (id: number, leavesOutFaulty = false) => {
  await world.call(pm, 'PUT', `${web}/import/commit`, { id, leavesOutFaulty })
  return settled()
}
const csv = (...rows: string[][]) => rows.map((row) => row.join(',')).join('\r\n')

describe('animals that exist', () => {
  test('are changed cell by cell, with before and after', async () => {
    const animal = await put('animal', { visualTag: 'U1', farmId: farm.id, sex: 'FEMALE', breed: 'Angus' })
    await put('animal', { visualTag: 'U2', farmId: farm.id, breed: 'Angus' })
    const { one, faults, changes } = await check(
      'animals',
      csv(
        ['visualTag', 'farmId', 'farmSlotId', 'sex', 'breed'],
        ['U1', 'Aobao', 'P1', 'MALE', ''],
        ['U2', 'Aobao', '', '', 'Angus'],
        ['U3', 'Aobao', '', 'MALE', ''],
      ),
    )
    expect(faults).toEqual([])
    expect(one).toMatchObject({ sound: 2, changed: 1, unchanged: 1, faulty: 0 })
    expect(changes).toEqual([
      [2, 'farmSlotId', null, 'P1'],
      [2, 'sex', 'female', 'male'],
    ])
    // Nothing is written by the check.
    expect(await world.sql`select sex from animals where id = ${animal.id}`).toEqual([{ sex: 'FEMALE' }])
    expect(await commit(one.id)).toMatchObject({ state: 'DONE', done: 2 })
    expect(
      await world.sql`select visual_tag as tag, sex, breed from animals where farm_id = ${farm.id} and visual_tag like 'U%' order by 1`,
    ).toEqual([
      { tag: 'U1', sex: 'MALE', breed: 'Angus' },
      { tag: 'U2', sex: null, breed: 'Angus' },
      { tag: 'U3', sex: 'MALE', breed: null },
    ])
    const [entry] = await world.sql<{ action: string; detail: object }[]>`
      select action, detail from audit_entries where noun = 'animal' and noun_id = ${animal.id} order by id desc limit 1`
    expect(entry).toMatchObject({ action: 'EDIT', detail: { importedFrom: 'x.csv' } })
    expect((await check('animals', csv(['visualTag', 'farmId', 'sex'], ['U1', 'Aobao', 'MALE']))).one).toMatchObject({
      sound: 0,
      unchanged: 1,
      faulty: 0,
    })
  })

  test('are found by their electronic tag when the visual one is new', async () => {
    const value = '982000000000001'
    await put('animal', { visualTag: 'V1', farmId: farm.id, electronicTag: { scheme: 'ISO_11784', value } })
    const { one, changes } = await check(
      'animals',
      csv(['visualTag', 'farmId', 'electronicTag.scheme', 'electronicTag.value'], ['V9', 'Aobao', 'ISO 11784', value]),
    )
    expect([one.changed, changes]).toEqual([1, [[2, 'visualTag', 'V1', 'V9']]])
  })

  test('fault a row whose two tags belong to two animals', async () => {
    const value = '982000000000002'
    await put('animal', { visualTag: 'W1', farmId: farm.id, electronicTag: { scheme: 'ISO_11784', value } })
    await put('animal', { visualTag: 'W2', farmId: farm.id })
    const { faults } = await check(
      'animals',
      csv(['visualTag', 'farmId', 'electronicTag.scheme', 'electronicTag.value'], ['W2', 'Aobao', 'ISO 11784', value]),
    )
    expect(faults).toEqual([[2, 'electronicTag.value', 'TAKEN']])
  })

  test('stay as they are when one was changed since the check', async () => {
    const animal = await put('animal', { visualTag: 'X1', farmId: farm.id, breed: 'a' })
    const { one } = await check(
      'animals',
      csv(['visualTag', 'farmId', 'breed'], ['X1', 'Aobao', 'b'], ['X2', 'Aobao', 'b']),
    )
    await put('animal', { id: animal.id, visualTag: 'X1', farmId: farm.id, breed: 'c' })
    expect(await commit(one.id)).toMatchObject({ state: 'CHECKED', sound: 1, faulty: 1 })
    expect(await world.sql`select breed from animals where visual_tag in ('X1', 'X2')`).toEqual([{ breed: 'c' }])
  })
})

describe('an exported list', () => {
  /** Columns as the animals' list shows them, and the words of their titles. */
  const columns = [
    ['visualTag', 'animal.visualTag'],
    ['status', 'animal.status'],
    ['farmId', 'animal.farm'],
    ['farmSlotId', 'animal.pen'],
    ['electronicTag.value', 'animal.electronicTag'],
    ['breed', 'animal.breed'],
    ['birthDate', 'animal.birthDate'],
    ['sex', 'animal.sex'],
  ] as const
  async function exported(format: string, language: Language, owned: { id: number; name: string }, penId: number) {
    const response = await world.server.inject({
      method: 'POST',
      url: `${web}/animal/export`,
      remoteAddress: newAddress(),
      headers: { 'x-auth-token': pm, 'x-auth-timestamp': String(Date.now()), 'accept-language': language },
      payload: {
        format,
        farmId: owned.id,
        columns: columns.map(([field, titleId]) => ({
          field,
          title: wordIn(language, titleId),
          ...(field === 'sex' && {
            words: { FEMALE: wordIn(language, 'sex.FEMALE'), MALE: wordIn(language, 'sex.MALE') },
          }),
          ...(field === 'farmId' && { words: { [owned.id]: owned.name } }),
          ...(field === 'farmSlotId' && { words: { [penId]: '1.0' } }),
        })),
      },
    })
    expect(response.statusCode).toBe(200)
    return response.rawPayload
  }
  async function seedHerd(name: string, count: number) {
    const owned = await put('farm', { name, boundary: square(117.005, 44.005) })
    const pen = await put('farmSlot', { farmId: owned.id, name: '1.0', polygon: square(117.005, 44.005, 0.0005) })
    await world.sql`
      insert into animals (farm_id, pen_id, visual_tag, electronic_scheme, electronic_tag, breed, birth_date, sex, in_herd_from, placed_at, updated_at, category_id)
      select ${owned.id}, ${pen.id}, case n % 3 when 0 then lpad(n::text, 6, '0') when 1 then n || '.0' else n || 'E+14' end,
        'ISO_11784', '98200' || ${String(owned.id % 100).padStart(2, '0')}::text || lpad(n::text, 8, '0'), '0042', date '2024-02-29', case n % 2 when 0 then 'MALE' else 'FEMALE' end, now(), now(), now(), (select min(id) from lookups where kind = 'CATEGORY')
      from generate_series(1, ${count}::int) n`
    return { owned: { id: owned.id, name }, penId: pen.id }
  }

  test.each((['csv', 'xlsx'] as const).flatMap((format) => languages.map((language) => [format, language] as const)))(
    'changes nothing as %s in %s',
    async (format, language) => {
      const { owned, penId } = await seedHerd(`List ${format} ${language}`, 6)
      const file = await exported(format, language, owned, penId)
      const { one, faults } = await check('animals', file, language)
      expect(faults).toEqual([])
      expect(one).toMatchObject({ state: 'CHECKED', sound: 0, changed: 0, unchanged: 6, faulty: 0 })
    },
  )

  test('changes nothing with 20,000 animals', { tags: 'long', timeout: 300_000 }, async () => {
    const { owned, penId } = await seedHerd('Large', 20_000)
    const file = await exported('xlsx', 'en-US', owned, penId)
    const { one } = await check('animals', file)
    expect(one).toMatchObject({ state: 'CHECKED', sound: 0, unchanged: 20_000, faulty: 0 })
  })
})

test('an exported gateway list needs no hidden positions', async () => {
  await put('gateway', { mac: 'AC23AA00000A', farmId: farm.id, name: 'g', longitude: 117.005, latitude: 44.005 })
  const { one } = await check('gateways', csv(['mac', 'name', 'farmId'], ['AC23AA00000A', 'h', 'Aobao']))
  expect(one).toMatchObject({ changed: 1, faulty: 0 })
  expect((await check('gateways', csv(['mac', 'name', 'farmId'], ['AC23AA00000B', 'h', 'Aobao']))).faults).toEqual([
    [2, 'Longitude', 'REQUIRED'],
    [2, 'Latitude', 'REQUIRED'],
  ])
})

describe('neckbands with ear tags', () => {
  test('are paired, with moves and conflicts row by row', async () => {
    const animals = new Map<string, number>()
    for (const tag of ['N1', 'N2', 'N3', 'N4'])
      animals.set(tag, (await put('animal', { visualTag: tag, farmId: farm.id })).id)
    const pair = (deviceId: string, animalId: number | undefined) =>
      put('neckband', { deviceId, animalId, reason: 'r' })
    await put('neckband', { deviceId: 'AC233F300001' })
    await pair('AC233F300002', animals.get('N2'))
    await pair('AC233F300003', animals.get('N3'))
    const { one, faults, changes } = await check(
      'neckbands',
      csv(
        ['deviceId', 'Ear tag'],
        ['AC233F300001', 'N1'],
        ['AC233F300002', 'N4'],
        ['AC233F300004', 'N3'],
        ['AC233F300005', 'none'],
        ['AC233F300003', 'N3'],
      ),
    )
    expect(faults).toEqual([
      [3, 'Ear tag', 'MOVES'],
      [4, 'Ear tag', 'TAKEN'],
      [5, 'Ear tag', 'UNKNOWN_NAME'],
    ])
    expect(changes).toEqual([
      [2, 'Ear tag', null, 'N1'],
      [3, 'Ear tag', 'N2', 'N4'],
    ])
    expect(one).toMatchObject({ sound: 2, changed: 2, unchanged: 1, faulty: 2 })
    expect(await commit(one.id, true)).toMatchObject({ state: 'DONE', done: 2 })
    const worn = await world.sql<{ tag: string; reason: string }[]>`
      select a.visual_tag as tag, p.reason from pairings p join animals a on a.id = p.animal_id join neckbands n on n.id = p.neckband_id
      where p.to_at is null and n.device_id like 'AC233F30000%' order by n.device_id`
    expect(worn).toEqual([
      { tag: 'N1', reason: 'x.csv' },
      { tag: 'N4', reason: 'x.csv' },
      { tag: 'N3', reason: 'r' },
    ])
  })
})

test('changes a gateway by its MAC', async () => {
  const at = { longitude: 117.005, latitude: 44.005 }
  await put('gateway', { mac: 'AC23AA000009', farmId: farm.id, name: 'old', ...at })
  const { one, changes } = await check(
    'gateways',
    csv(['mac', 'name', 'farmId', 'longitude', 'latitude'], ['ac:23:aa:00:00:09', 'new', 'Aobao', '117.005', '44.005']),
  )
  expect([one.changed, changes]).toEqual([1, [[2, 'name', 'old', 'new']]])
})

test('remembers how a person has mapped columns', async () => {
  const sheet = csv(['No.', 'farmId', 'Rasse'], ['M1', 'Aobao', 'Angus'])
  expect((await check('animals', sheet)).one).toMatchObject({ state: 'FAILED', failure: 'MISSING_COLUMNS' })
  const columns = [
    { title: 'No.', field: 'visualTag' },
    { title: 'RASSE ', field: null },
  ]
  const map = (some: object[]) =>
    world.call<ImportColumns>(pm, 'PUT', `${web}/import/columns`, { noun: 'animals', columns: some })
  expect((await map(columns)).data.mapped).toEqual([
    { title: 'no', field: 'visualTag' },
    { title: 'rasse', field: null },
  ])
  const { one } = await check('animals', sheet)
  expect(one).toMatchObject({ state: 'CHECKED', sound: 1, ignored: [] })
  expect((await map([{ title: 'x', field: 'nothing' }])).error.fields).toEqual({ 'columns.0.field': 'unknown' })
})
