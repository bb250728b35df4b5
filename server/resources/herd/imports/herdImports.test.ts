import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { fileNameHeader } from '#contract/calls/documents.ts'
import type { Import, ImportedNoun, ImportFault } from '#contract/calls/imports.ts'
import type { HistoryEntry } from '#contract/calls/records.ts'
import type { Animal } from '#contract/herd/animals.ts'
import { newAddress } from '../../../auth/testAuth.ts'
import { machineNow } from '../../../clock.ts'
import { uploadsName } from '../../../db/embedded/dataDirectory.ts'
import type { Cell } from '../../../exports/cells.ts'
import { xlsxWriter } from '../../../exports/xlsx.ts'
import { type Language, languages } from '../../../languages.ts'
import { ImportEnded, noteProgress } from '../../../records/import/importRows.ts'
import { titlesIn } from '../../../records/import/titles.ts'
import { runs } from '../../../testing/testRuns.ts'
import { openWorld, square, type World } from '../../../testing/testWorld.ts'
import { herdImports } from './herdImports.ts'

vi.setConfig({ testTimeout: 60_000 })

const web = '/collateral/web'
const paths: Record<ImportedNoun, string> = { animals: 'animal', gateways: 'gateway', neckbands: 'neckband' }
let world: World
let pm: string
let made = 0
let farm: { id: number; name: string }
let pen: { id: number; name: string }

beforeAll(async () => {
  world = await openWorld()
  pm = await world.user('pm', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'Ours'))
})
afterAll(() => world.close())
beforeEach(async () => {
  farm = await put('farm', { name: `牧场 ${++made}`, boundary: square(116, 44) })
  pen = await put('farmSlot', { farmId: farm.id, name: 'East', polygon: square(116, 44, 0.0005) })
})

async function put<T extends object>(noun: string, body: T): Promise<T & { id: number }> {
  const { status, data, error } = await world.call<T & { id: number }>(pm, 'PUT', `${web}/${noun}/addOrEdit`, body)
  if (status !== 200) throw new Error(JSON.stringify(error))
  return data
}
async function send(
  payload: Buffer | string,
  { noun = 'animals', language = 'zh-CN', as = pm }: { noun?: ImportedNoun; language?: Language; as?: string } = {},
) {
  const response = await world.server.inject({
    method: 'POST',
    url: `${web}/${paths[noun]}/import`,
    remoteAddress: newAddress(),
    payload,
    headers: {
      'x-auth-token': as,
      'content-type': 'application/octet-stream',
      'accept-language': language,
      [fileNameHeader]: encodeURIComponent('C:\\牛群.xlsx'),
    },
  })
  const { data, error } = response.json<{ data?: Import; error?: { code: string } }>()
  return { status: response.statusCode, data, code: error?.code }
}
const current = async () => (await world.call<Import>(pm, 'GET', `${web}/import`)).data
/** Waits until the import is neither reading nor writing. */
const settled = () =>
  vi.waitFor(
    async () => {
      const now = await current()
      expect(now.state).not.toMatch(/READING|WRITING/)
      return now
    },
    { timeout: 30_000, interval: 50 },
  )
const check = async (payload: Buffer | string, options: Parameters<typeof send>[1] = {}) => {
  expect(await send(payload, options)).toMatchObject({ status: 200, data: { state: 'READING' } })
  return settled()
}
const faultsOf = async (importId: number) =>
  (
    await world.call<{ list: ImportFault[] }>(pm, 'POST', `${web}/import/fault/list`, { importId, pageSize: 1000 })
  ).data.list.map(({ row, column, value, code }) => [row, column, value, code])
const commit = (id: number, leavesOutFaulty = false) =>
  world.call<Import>(pm, 'PUT', `${web}/import/commit`, { id, leavesOutFaulty })
const cancel = (id: number) => world.call<Import>(pm, 'PUT', `${web}/import/cancel`, { id })
const herd = async () =>
  (
    await world.call<{ list: Animal[] }>(pm, 'POST', `${web}/animal/list`, {
      farmId: farm.id,
      pageSize: 1000,
      sort: { field: 'visualTag', order: 'asc' },
    })
  ).data.list
const csv = (...rows: string[][]) => rows.map((row) => row.join(',')).join('\r\n')

const text = (value: string): Cell => ({ kind: 'text', text: value })
async function xlsx(titles: string[], rows: Cell[][]): Promise<Buffer> {
  const writer = xlsxWriter({ titles, total: rows.length, timeZone: 'UTC', signal: new AbortController().signal })
  const whole = buffer(writer.stream)
  await writer.write(rows)
  writer.end()
  return whole
}

describe('animals from a sheet', () => {
  test('are checked and then written on confirmation, with their source', async () => {
    const tag = `21525020${String(made).padStart(7, '0')}`
    const sheet = await xlsx(
      ['可视耳标', '编码规则', '电子耳标', '养殖场', '圈舍', '性别', '出生日期', '备注', '种类'],
      [
        [
          text('A1'),
          text('中国畜禽标识'),
          { kind: 'number', value: Number(tag) },
          text(farm.name),
          text('east'),
          text('母'),
          { kind: 'date', day: '2024-02-29' },
          text('?'),
          text('绵羊'),
        ],
        [{ kind: 'number', value: 7 }, null, null, text(farm.name)],
        [text('A3'), null, null, text('nowhere')],
      ],
    )
    const one = await check(sheet)
    expect(one).toMatchObject({
      noun: 'animals',
      fileName: '牛群.xlsx',
      state: 'CHECKED',
      rows: 3,
      sound: 2,
      faulty: 1,
      ignored: ['备注'],
      failure: null,
    })
    expect(await faultsOf(one.id)).toEqual([[4, '养殖场', 'nowhere', 'UNKNOWN_NAME']])
    expect(await herd()).toEqual([])

    const refused = await commit(one.id)
    expect([refused.status, refused.error.fields]).toEqual([409, { leavesOutFaulty: 'required' }])
    expect(await herd()).toEqual([])
    expect((await commit(one.id, true)).data).toMatchObject({ state: 'DONE', done: 2 })
    const [second, first] = await herd()
    expect(first).toMatchObject({
      visualTag: 'A1',
      electronicTag: { scheme: 'CN', value: tag },
      farmSlotId: pen.id,
      sex: 'FEMALE',
      birthDate: '2024-02-29',
      category: 'SHEEP',
      status: 'IN_HERD',
      version: 1,
    })
    expect(second).toMatchObject({ visualTag: '7', electronicTag: null, farmSlotId: null, category: 'CATTLE' })
    const history = await world.call<{ list: HistoryEntry[] }>(pm, 'POST', `${web}/animal/${first?.id}/history`, {})
    expect(history.data.list).toMatchObject([
      {
        action: 'ADD',
        by: 'pm',
        importedFrom: '牛群.xlsx',
        before: null,
        after: { visualTag: 'A1', birthDate: '2024-02-29' },
      },
    ])
    expect(
      await world.sql`select after from audit_entries where noun = 'import' and noun_id = ${one.id}`,
    ).toMatchObject([{ after: { rows: 2, fileName: '牛群.xlsx' } }])
    expect(world.emitted.recordsChanged.at(-1)).toEqual({ noun: 'animals', farmIds: [farm.id] })
    expect(
      await world.sql`select farm_id from stays where animal_id = ${first?.id ?? 0} and to_at is null`,
    ).toHaveLength(1)
    expect(await world.sql`select from import_rows where import_id = ${one.id}`).toHaveLength(0)
    expect(await readdir(join(world.context.settings.DATA_DIR, uploadsName))).toEqual([])
    expect((await commit(one.id, true)).status).toBe(409)
  })

  test('report each fault with row, column and value', async () => {
    await put('animal', { visualTag: 'there', farmId: farm.id })
    const other = await put('farm', { name: `另一 ${made}`, boundary: square(117, 44) })
    await put('farmSlot', { farmId: other.id, name: 'West', polygon: square(117, 44, 0.0005) })
    const f = farm.name
    const rows: [cells: string[], faults: [column: string, value: string | null, code: string][]][] = [
      [['ok', f, '', '', '', '', '', ''], []],
      [['', f, '', '', '', '', '', ''], [['visualTag', null, 'REQUIRED']]],
      [['x'.repeat(65), f, '', '', '', '', '', ''], [['visualTag', 'x'.repeat(65), 'TOO_LONG']]],
      [['1.56E+14', f, '', '', '', '', '', ''], [['visualTag', '1.56E+14', 'SHORTENED']]],
      [['ok', f, '', '', '', '', '', ''], [['visualTag', 'ok', 'TWICE']]],
      // As stored already.
      [['there', f, '', '', '', '', '', ''], []],
      [['a1', f, 'West', '', '', '', '', ''], [['farmSlotId', 'West', 'NOT_OF_FARM']]],
      [['a2', f, 'North', '', '', '', '', ''], [['farmSlotId', 'North', 'UNKNOWN_NAME']]],
      [['a3', f, '', '', '156000212345678', '', '', ''], [['electronicTag.scheme', null, 'REQUIRED']]],
      [['a4', f, '', 'CN', '456000212345678', '', '', ''], [['electronicTag', '456000212345678', 'TAG_SPECIES']]],
      [['a5', f, '', 'CN', '15600021234567', '', '', ''], [['electronicTag', '15600021234567', 'TAG_DIGITS']]],
      [
        ['a6', f, '', 'ISO 11784', '156999999999999', '', '', ''],
        [['electronicTag', '156999999999999', 'TAG_NATIONAL_ID']],
      ],
      [
        ['a7', f, '', '', '', 'dog', 'both', '01/05/2026'],
        [
          ['category', 'dog', 'UNKNOWN_NAME'],
          ['sex', 'both', 'UNKNOWN_WORD'],
          ['birthDate', '01/05/2026', 'NOT_A_DATE'],
        ],
      ],
    ]
    const titles = [
      'visualTag',
      'farmId',
      'farmSlotId',
      'electronicTag.scheme',
      'electronicTag',
      'category',
      'sex',
      'birthDate',
    ]
    const one = await check(csv(titles, ...rows.map(([cells]) => cells)))
    expect(one).toMatchObject({ state: 'CHECKED', rows: rows.length, sound: 1, unchanged: 1, faulty: rows.length - 2 })
    expect(await faultsOf(one.id)).toEqual(
      rows.flatMap(([, faults], place) => faults.map((fault) => [place + 2, ...fault])),
    )
    const file = await world.server.inject({
      method: 'POST',
      url: `${web}/import/fault/export`,
      headers: { 'x-auth-token': pm, 'x-auth-timestamp': String(Date.now()) },
      payload: {
        importId: one.id,
        format: 'csv',
        columns: [
          { field: 'row', title: '行' },
          { field: 'code', title: '原因', words: { TWICE: '重复' } },
        ],
      },
    })
    expect(file.body).toContain('6,重复\r\n')
  })

  test.each(languages.slice(0, runs(1, languages.length)))(
    'have the titles of the template in %s',
    async (language) => {
      const template = await world.server.inject({
        method: 'GET',
        url: `${web}/animal/import/template`,
        headers: { 'x-auth-token': pm, 'accept-language': language },
      })
      expect((await readSheet(template.rawPayload))[0]).toEqual(titlesIn(herdImports.animals, language))
      const one = await check(
        csv(titlesIn(herdImports.animals, language), [
          `L ${language}`,
          '',
          '',
          farm.name,
          pen.name,
          '牛',
          '',
          '',
          '',
          'Bought',
          'Preto',
        ]),
        { language: 'en-US' },
      )
      expect(one).toMatchObject({ state: 'CHECKED', sound: 1, faulty: 0, ignored: [] })
      await cancel(one.id)
    },
  )

  test.each<[string, string, object]>([
    ['a missing title', 'visualTag\r\nA1', { failure: 'MISSING_COLUMNS', titles: ['养殖场'] }],
    ['no rows', 'visualTag,farmId', { failure: 'NO_ROWS' }],
    ['no text', '\u0000\u0001', { failure: 'NOT_A_SHEET' }],
  ])('fail as a whole for %s', async (_name, content, expected) => {
    expect(await check(content)).toMatchObject({ state: 'FAILED', ...expected })
  })

  test.each<[string, string, object]>([
    ['a repeated title', 'visualTag,farmId,可视耳标\r\nA1,x,A2', { failure: 'COLUMN_TWICE', titles: ['可视耳标'] }],
    ['too many rows', `visualTag,farmId\r\n${'a,b\r\n'.repeat(50_001)}`, { failure: 'TOO_MANY_ROWS' }],
  ])('fail as a whole for %s', { tags: 'long' }, async (_name, content, expected) => {
    expect(await check(content)).toMatchObject({ state: 'FAILED', ...expected })
  })

  test('are written all or not at all when a tag was taken', async () => {
    const one = await check(csv(['visualTag', 'farmId'], ['A1', farm.name], ['A2', farm.name], ['A3', farm.name]))
    await put('animal', { visualTag: 'A2', farmId: farm.id })
    expect((await commit(one.id)).data).toMatchObject({ state: 'CHECKED', sound: 2, faulty: 1 })
    expect(await faultsOf(one.id)).toEqual([[3, '可视耳标', null, 'TAKEN']])
    expect((await herd()).map(({ visualTag }) => visualTag)).toEqual(['A2'])
    expect((await commit(one.id, true)).data).toMatchObject({ state: 'DONE', done: 2 })
    expect(await herd()).toHaveLength(3)
  })

  test('are not written to a farm that was removed', async () => {
    const one = await check(csv(['visualTag', 'farmId'], ['A1', farm.name]))
    await world.sql`update farms set deleted_at = now() where id = ${farm.id}`
    expect((await commit(one.id)).data).toMatchObject({ state: 'FAILED', failure: 'NOT_ALLOWED' })
    expect(await world.sql`select from animals where farm_id = ${farm.id}`).toHaveLength(0)
  })

  test('are all or none when cancelled while written', { tags: 'long' }, async () => {
    const one = await check(
      csv(['visualTag', 'farmId'], ...Array.from({ length: 3000 }, (_, place) => [`W${place}`, farm.name])),
    )
    const writing = commit(one.id)
    await vi.waitFor(async () => expect((await current()).state).not.toBe('CHECKED'), { interval: 1 })
    await cancel(one.id)
    await writing
    const { state } = await settled()
    await vi.waitFor(async () => {
      const [count] = await world.sql<
        { n: number }[]
      >`select count(*)::int as n from animals where farm_id = ${farm.id}`
      expect([state, count?.n]).toEqual(state === 'DONE' ? ['DONE', 3000] : ['CANCELLED', 0])
    })
    expect(await world.sql`select from audit_entries where noun = 'import' and noun_id = ${one.id}`).toHaveLength(
      state === 'DONE' ? 1 : 0,
    )
  })
})

describe('an account', () => {
  test('has one import at a time and may cancel it', async () => {
    const sheet = csv(['visualTag', 'farmId'], ['A1', farm.name])
    const [first, second] = [await send(sheet), await send(sheet)]
    expect([first.status, second.status, second.code]).toEqual([200, 503, 'BUSY'])
    expect((await cancel(first.data?.id ?? 0)).data.state).toBe('CANCELLED')
    // A new upload replaces a checked sheet.
    const third = await check(sheet)
    const fourth = await check(sheet)
    expect(fourth.id).toBeGreaterThan(third.id)
    expect((await commit(third.id)).status).toBe(409)
  })

  test('finds a broken-off import and may begin again', async () => {
    const { data } = await send(csv(['visualTag', 'farmId'], ['A1', farm.name]))
    await settled()
    await world.sql`update imports set state = 'READING', touched_at = now() - interval '2 minutes' where id = ${data?.id ?? 0}`
    expect(await current()).toMatchObject({ state: 'FAILED', failure: 'BROKEN_OFF' })
  })

  test('imports nothing to farms of others', async () => {
    const theirs = await world.user(
      `theirs${made}`,
      'SUPERVISOR_PM',
      await world.organisation('SUPERVISOR', `Theirs ${made}`),
    )
    const { data: foreign } = await world.call<{ id: number }>(theirs, 'PUT', `${web}/farm/addOrEdit`, {
      name: `Foreign ${made}`,
      boundary: square(116, 44),
    })
    const one = await check(csv(['visualTag', 'farmId'], ['A1', `Foreign ${made}`]))
    expect([foreign.id > 0, await faultsOf(one.id)]).toEqual([true, [[2, 'farmId', `Foreign ${made}`, 'UNKNOWN_NAME']]])
  })

  test('is rejected without access to animals', async () => {
    const bank = await world.user(`bank${made}`, 'ADMIN_BANK', await world.organisation('BANK', `Bank ${made}`))
    // The answer to a refused upload takes a second.
    const refused = await Promise.all([bank, ''].map((as) => send('visualTag,farmId\r\nA1,x', { as })))
    expect(refused).toMatchObject([
      { status: 403, code: 'NOT_ALLOWED' },
      { status: 401, code: 'NOT_SIGNED_IN' },
    ])
  })
})

test('keeps the import of a slow sheet alive', async () => {
  const { sql } = world.context
  const { id } = await check(csv(['visualTag', 'farmId'], ['A1', farm.name]))
  await expect(noteProgress(sql, id, { from: 'READING' })).rejects.toThrow(ImportEnded)
  const before = machineNow()
  await sql`update imports set state = 'READING', touched_at = ${before - 3_600_000} where id = ${id}`
  await noteProgress(sql, id, { from: 'READING' })
  expect(await sql`select touched_at >= ${before} as "isKept" from imports where id = ${id}`).toEqual([
    { isKept: true },
  ])
  await sql`update imports set state = 'CANCELLED' where id = ${id}`
})

test('imports gateways with faults reported', async () => {
  const one = await check(
    csv(
      ['MAC 地址', '名称', '养殖场', '圈舍', '经度', '纬度'],
      ['ac:23:3f:00:00:01', 'G1', farm.name, 'East', '116.5', '44'],
      ['AC233F000001', 'G2', farm.name, '', '200', 'x'],
    ),
    { noun: 'gateways' },
  )
  expect(await faultsOf(one.id)).toEqual([
    [3, '经度', '200', 'OUT_OF_RANGE'],
    [3, '纬度', 'x', 'NOT_A_NUMBER'],
  ])
  expect((await commit(one.id, true)).data).toMatchObject({ state: 'DONE', done: 1 })
  const { data } = await world.call<{ list: object[] }>(pm, 'POST', `${web}/gateway/list`, { farmId: farm.id })
  expect(data.list).toMatchObject([
    { mac: 'AC233F000001', name: 'G1', farmSlotId: pen.id, longitude: 116.5, state: 'NEVER_SEEN' },
  ])
})

test('imports neckbands of the own organisation', async () => {
  const one = await check(csv(['设备编号', '型号'], ['AC-23-3F-00-00-A1', 'B7'], ['ac233f0000a1', '']), {
    noun: 'neckbands',
  })
  expect(await faultsOf(one.id)).toEqual([[3, '设备编号', 'ac233f0000a1', 'TWICE']])
  expect((await commit(one.id, true)).data).toMatchObject({ state: 'DONE', done: 1 })
  const { data } = await world.call<{ list: object[] }>(pm, 'POST', `${web}/neckband/list`, {
    deviceId: 'AC233F0000A1',
  })
  expect(data.list).toMatchObject([{ deviceId: 'AC233F0000A1', model: 'B7', animalId: null }])
  expect(world.emitted.recordsChanged.at(-1)).toEqual({ noun: 'neckbands', farmIds: [] })
})
