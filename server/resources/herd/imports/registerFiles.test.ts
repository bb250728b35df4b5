import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { fileNameHeader } from '#contract/calls/documents.ts'
import type { Import, ImportedNoun, ImportFault } from '#contract/calls/imports.ts'
import { openWorld, square, type World } from '../../../testing/testWorld.ts'
import { newAddress } from '../../../auth/testAuth.ts'

vi.setConfig({ testTimeout: 60_000 })

const web = '/collateral/web'
const paths: Record<ImportedNoun, string> = { animals: 'animal', gateways: 'gateway', neckbands: 'neckband' }
/** What the tests replace by the farm of the test. */
const farmName = 'Test farm'
let world: World
let pm: string
let farm: { id: number }

beforeAll(async () => {
  world = await openWorld()
  pm = await world.user('pm', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'Ours'))
  farm = await put('farm', { name: farmName, boundary: square(117.005, 44.005), timeZone: 'Asia/Shanghai' })
  await put('farmSlot', { farmId: farm.id, name: 'P1', polygon: square(117.005, 44.005, 0.0005) })
})
afterAll(() => world.close())

async function put<T extends object>(noun: string, body: T): Promise<T & { id: number }> {
  const { status, data, error } = await world.call<T & { id: number }>(pm, 'PUT', `${web}/${noun}/addOrEdit`, body)
  if (status !== 200) throw new Error(JSON.stringify(error))
  return data
}

/** Uploads a file and waits until it is checked. */
async function check(noun: ImportedNoun, payload: string | Buffer) {
  await world.server.inject({
    method: 'POST',
    url: `${web}/${paths[noun]}/import`,
    remoteAddress: newAddress(),
    payload,
    headers: { 'x-auth-token': pm, 'content-type': 'text/csv', 'accept-language': 'en-US', [fileNameHeader]: 'x.csv' },
  })
  const one = await vi.waitFor(
    async () => {
      const { data } = await world.call<Import>(pm, 'GET', `${web}/import`)
      expect(data.state).not.toMatch(/READING|WRITING/)
      return data
    },
    { timeout: 30_000, interval: 20 },
  )
  const { data } = await world.call<{ list: ImportFault[] }>(pm, 'POST', `${web}/import/fault/list`, {
    importId: one.id,
    pageSize: 1000,
  })
  const rows = await world.sql<{ columns: Record<string, unknown> }[]>`
    select columns from import_rows where import_id = ${one.id} order by sheet_row`
  return { one, faults: data.list, staged: rows.map(({ columns }) => columns) }
}
const faultsOf = (faults: readonly ImportFault[]) => faults.map(({ row, column, code }) => [row, column, code])

describe('a register of animals', () => {
  test.each<[what: string, content: string | Buffer, tags: string[]]>([
    ['bars between columns', 'visualTag|farmId\r\nPI1|Test farm\r\n', ['PI1']],
    ['a line that names the separator', 'sep=;\r\nvisualTag;farmId\r\n0042;Test farm\r\n', ['0042']],
    ['a line that names a comma', '\uFEFF"sep=,"\nvisualTag,farmId\n0042,Test farm\n', ['0042']],
    [
      'titles below the name of the register',
      '敖包牧场基本档案表,,\r\n可视耳标,养殖场,圈舍\r\nA1,Test farm,P1\r\n',
      ['A1'],
    ],
    [
      'titles below remarks with other separators',
      'Register of cattle, sheep, goats\r\n\r\nMade on: 2026-05-01\r\nvisualTag;farmId\r\nA1;Test farm\r\n',
      ['A1'],
    ],
    ['a number of a program', 'visualTag,farmId\n1042.0,Test farm\n1043.0,Test farm\n', ['1042', '1043']],
    ['an exponent of a program', 'visualTag,farmId\n9.82000123456789E14,Test farm\n', ['982000123456789']],
    ['an exponent with a comma', 'visualTag;farmId\n9,82000123456789E+14;Test farm\n', ['982000123456789']],
    [
      'apostrophes, blanks and full width',
      "visualTag,farmId\n'0043,Test farm\n\u00A00044\u200B,test\u00A0 FARM\n００４５,Test farm\n",
      ['0043', '0044', '0045'],
    ],
    ['UTF-16 without a mark', Buffer.from('可视耳标\t养殖场\r\n0047\tTest farm\r\n', 'utf16le'), ['0047']],
    ['a mark twice', '\uFEFF\uFEFFvisualTag,farmId\n0048,Test farm\n', ['0048']],
  ])('is read with %s', async (_what, content, tags) => {
    const { one, faults, staged } = await check('animals', content)
    expect([one.state, faultsOf(faults), staged.map((columns) => columns['visual_tag'])]).toEqual(['CHECKED', [], tags])
  })

  test('reports its total as no record', async () => {
    const { faults, staged } = await check(
      'animals',
      '敖包牧场基本档案表,,\r\n可视耳标,养殖场,圈舍\r\nA1,Test farm,P1\r\n合计,1,\r\n',
    )
    expect([staged.length, faultsOf(faults)]).toEqual([1, [[4, '可视耳标', 'TOTAL_ROW']]])
  })

  test('refuses what a spreadsheet has destroyed', async () => {
    const { faults } = await check(
      'animals',
      'visualTag,farmId\n9.82E+14,Test farm\n9.82E14,Test farm\n6-Mar,Test farm\nMar-26,Test farm\n3月6日,Test farm\n#N/A,Test farm\n',
    )
    expect(faults.map(({ code }) => code)).toEqual([
      'SHORTENED',
      'SHORTENED',
      'TURNED_INTO_DATE',
      'TURNED_INTO_DATE',
      'TURNED_INTO_DATE',
      'SHEET_ERROR',
    ])
  })

  test('has electronic tags in the forms of readers and labels', async () => {
    const { faults, staged } = await check(
      'animals',
      [
        'visualTag,farmId,electronicTag.scheme,electronicTag.value',
        'E0,Test farm,ISO 11784,982 000000383201',
        'E1,Test farm,ISO 11784,0826000000000657',
        'E2,Test farm,ISO 11784,A 00000 0 982 000000383202',
        'E3,Test farm,ISO 11784,982-000000383203',
        'E4,Test farm,ISO 11784,９８２０００１２３４５６７８９',
        'E5,Test farm,ISO 11784,\u202A982000123456790',
        'E6,Test farm,ISO 11784,"=""982000123456791"""',
        'E7,Test farm,ISO 11784,982000123456792.0',
      ].join('\n'),
    )
    expect([faultsOf(faults), staged.map((columns) => columns['electronic_tag'])]).toEqual([
      [],
      [
        '982000000383201',
        '826000000000657',
        '982000000383202',
        '982000000383203',
        '982000123456789',
        '982000123456790',
        '982000123456791',
        '982000123456792',
      ],
    ])
  })

  test('refuses a tag of zeros and warns of test transponders', async () => {
    const { one, faults, staged } = await check(
      'animals',
      'visualTag,farmId,electronicTag.scheme,electronicTag.value\nZ1,Test farm,ISO 11784,999000000000001\nZ2,Test farm,ISO 11784,000000000000000\n',
    )
    expect(faultsOf(faults)).toEqual([
      [2, 'electronicTag.value', 'TAG_TEST'],
      [3, 'electronicTag.value', 'TAG_ZEROS'],
    ])
    expect([one.sound, one.faulty, one.warned, staged.length]).toEqual([1, 1, 1, 1])
  })

  test('refuses births that cannot be', async () => {
    const { faults } = await check(
      'animals',
      [
        'visualTag,farmId,birthDate',
        'VD0,Test farm,2130-05-01',
        'VD4,Test farm,1899-12-30',
        'VD13,Test farm,0026-05-01',
        'VD14,Test farm,1026-05-01',
        'VD8,Test farm,20240',
        'Y1,Test farm,2024',
        'Y2,Test farm,2026',
        'Y3,Test farm,1/5/26',
        'Y4,Test farm,1985-05-01',
      ].join('\n'),
    )
    expect(faults.map(({ code }) => code)).toEqual([
      'BIRTH_TO_COME',
      'BIRTH_TOO_EARLY',
      'BIRTH_TOO_EARLY',
      'BIRTH_TOO_EARLY',
      'BIRTH_TOO_EARLY',
      'NOT_A_DATE',
      'NOT_A_DATE',
      'NOT_A_DATE',
      'BIRTH_UNLIKELY',
    ])
  })

  test('takes instants as days of the farm’s time zone', async () => {
    const { faults, staged } = await check(
      'animals',
      'visualTag,farmId,birthDate\nIZ1,Test farm,2026-05-01T16:00:00.000Z\nIZ2,Test farm,2026-05-01T15:59:59Z\nIZ3,Test farm,2026-05-01T22:00:00-03:00\nIZ4,Test farm,20260501\n',
    )
    expect([faultsOf(faults), staged.map((columns) => columns['birth_date'])]).toEqual([
      [],
      ['2026-05-02', '2026-05-01', '2026-05-02', '2026-05-01'],
    ])
  })

  test('warns of tags that a spreadsheet has changed', async () => {
    for (const visualTag of ['0043', '3-6', '1.10', 'Ab7']) await put('animal', { visualTag, farmId: farm.id })
    const { one, faults } = await check(
      'animals',
      'visualTag,electronicTag.scheme,electronicTag.value,farmId\n43,,,Test farm\n6-Mar,,,Test farm\n1.1,,,Test farm\nAB7,,,Test farm\n',
    )
    expect(faults.map(({ code, possible }) => [code, possible])).toEqual([
      ['SIMILAR', ['0043']],
      ['TURNED_INTO_DATE', []],
      ['SIMILAR', ['1.10']],
      ['SIMILAR', ['Ab7']],
    ])
    expect([one.sound, one.faulty, one.warned]).toEqual([3, 1, 3])
  })

  test('names the columns that it found when others are missing', async () => {
    const { one } = await check('animals', '耳号,牧场\nA1,Test farm\n')
    expect(one).toMatchObject({ state: 'FAILED', failure: 'MISSING_COLUMNS', ignored: ['耳号', '牧场'] })
  })

  test('names the values that are possible', async () => {
    const { faults } = await check(
      'animals',
      'visualTag,farmId,farmSlotId,sex\nS1,Tset farm,P1,x\nS2,Test farm,P2,Male\n',
    )
    expect(faults.map(({ code, possible }) => [code, possible])).toEqual([
      ['UNKNOWN_NAME', ['Test farm']],
      ['UNKNOWN_WORD', ['female', 'male']],
      ['UNKNOWN_NAME', ['P1']],
    ])
  })
})

test('reads neckband ids that a program has stored as numbers', async () => {
  const { faults, staged } = await check(
    'neckbands',
    'deviceId\n112233445566.0\n861001000719969.0\n8.61001000719968E14\nA:0:1F:C:2:3\nAC23.3FE0.0102\n\u200BAC 23 3F E0 01 03\n',
  )
  expect([faultsOf(faults), staged.map((columns) => columns['device_id'])]).toEqual([
    [],
    ['112233445566', '861001000719969', '861001000719968', '0A001F0C0203', 'AC233FE00102', 'AC233FE00103'],
  ])
  const again = await check('neckbands', 'deviceId\n112233445566.0\n861001000719969.0\n8.61001000719969E14\n')
  expect(faultsOf(again.faults)).toEqual([[4, 'deviceId', 'TWICE']])
})

test('compares gateways with their farm', async () => {
  const { faults } = await check(
    'gateways',
    [
      'mac,farmId,longitude,latitude',
      'AC233FE00101,Test farm,44.005,17.005',
      'AC233FE00104,Test farm,0,0',
      'AC233FE00105,Test farm,44.005,77.005',
      'AC233FE00106,Test farm,117.005,44.005',
      'AC233FE0010,Test farm,117.005,44.005',
    ].join('\n'),
  )
  expect(faultsOf(faults)).toEqual([
    [2, 'longitude', 'FAR_FROM_FARM'],
    [3, 'longitude', 'AT_ZERO'],
    [4, 'longitude', 'FAR_FROM_FARM'],
    [6, 'mac', 'ID_LENGTH'],
  ])
})

describe('an exported list', () => {
  const exported = async (
    noun: ImportedNoun,
    columns: { field: string; words?: Record<string, string> }[],
    format: string,
    filters: object = {},
  ) => {
    const response = await world.server.inject({
      method: 'POST',
      url: `${web}/${paths[noun]}/export`,
      remoteAddress: newAddress(),
      headers: { 'x-auth-token': pm, 'x-auth-timestamp': String(Date.now()) },
      payload: { format, columns: columns.map((column) => ({ title: column.field, ...column })), ...filters },
    })
    expect(response.statusCode).toBe(200)
    return response.rawPayload
  }
  const tags = [
    '3-6',
    '0043',
    '1E6',
    '00:12',
    '2/3',
    '1.10',
    'JAN1',
    '6-Mar',
    '=1+1',
    '-5',
    '+7',
    '@x',
    '1E+14',
    '9.82E+14',
    '1042.0',
    '0042',
    '982000123456787',
    "'12",
    'A;B|C',
    'true',
    '８８',
    'x y',
  ]

  test.each(['csv', 'xlsx'])('returns animals unchanged by %s', async (format) => {
    const owned = await put('farm', { name: `North, ${format} 1.10`, boundary: square(117.005, 44.005) })
    for (const [place, visualTag] of tags.entries())
      await put('animal', {
        visualTag,
        farmId: owned.id,
        electronicTag: { scheme: 'ISO_11784', value: `98200${format.length}${String(place).padStart(9, '0')}` },
        breed: visualTag,
        birthDate: '2024-02-29',
        sex: 'FEMALE',
      })
    const read = () => world.sql`
      select visual_tag, electronic_scheme, electronic_tag, breed, birth_date::text, sex from animals where farm_id = ${owned.id} and deleted_at is null order by visual_tag`
    const before = await read()
    const file = await exported(
      'animals',
      [
        { field: 'visualTag' },
        { field: 'electronicTag.scheme' },
        { field: 'electronicTag.value' },
        { field: 'farmId', words: { [owned.id]: `North, ${format} 1.10`, [farm.id]: farmName } },
        { field: 'breed' },
        { field: 'sex', words: { FEMALE: 'female' } },
        { field: 'birthDate' },
      ],
      format,
      { farmId: owned.id },
    )
    // As it stands nothing changes.
    expect((await check('animals', file)).one).toMatchObject({ sound: 0, faulty: 0, unchanged: tags.length })
    await world.sql`update animals set deleted_at = now() where deleted_at is null`
    const { one, faults } = await check('animals', file)
    expect(faultsOf(faults)).toEqual([])
    await world.call(pm, 'PUT', `${web}/import/commit`, { id: one.id })
    expect(await read()).toEqual(before)
    expect(before).toHaveLength(tags.length)
  })

  test.each(['csv', 'xlsx'])('returns devices unchanged by %s', async (format) => {
    await world.sql`update neckbands set deleted_at = now() where deleted_at is null`
    await world.sql`update gateways set deleted_at = now() where deleted_at is null`
    const ids = ['861001000719969', '112233445566', 'AC233FE00199', '00E1', '4-5']
    for (const [place, id] of ids.entries()) {
      await put('neckband', { deviceId: `${id}${place}`, model: '1.10' })
      await put('gateway', {
        mac: `${id}${place}`,
        farmId: farm.id,
        name: '0042',
        firmware: '1.0',
        longitude: 117.005,
        latitude: 44.005,
      })
    }
    const read = async () => [
      await world.sql`select device_id, model from neckbands where deleted_at is null order by device_id`,
      await world.sql`select mac, name, firmware, longitude, latitude from gateways where deleted_at is null order by mac`,
    ]
    const before = await read()
    const files = {
      neckbands: await exported('neckbands', [{ field: 'deviceId' }, { field: 'model' }], format),
      gateways: await exported(
        'gateways',
        ['mac', 'name', 'farmId', 'longitude', 'latitude', 'firmware'].map((field) => ({
          field,
          ...(field === 'farmId' && { words: { [farm.id]: farmName } }),
        })),
        format,
      ),
    }
    await world.sql`update neckbands set deleted_at = now() where deleted_at is null`
    await world.sql`update gateways set deleted_at = now() where deleted_at is null`
    for (const noun of ['neckbands', 'gateways'] as const) {
      const { one } = await check(noun, files[noun])
      await world.call(pm, 'PUT', `${web}/import/commit`, { id: one.id })
    }
    expect(await read()).toEqual(before)
  })
})
