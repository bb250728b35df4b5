import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Farm } from '#contract/herd/farms.ts'
import type { Pen } from '#contract/herd/pens.ts'
import type { PolygonWarnings } from '#contract/herd/polygonWarnings.ts'
import type { Polygon } from '#contract/values/geo.ts'
import { openWorld, square, type World } from '../../../testing/testWorld.ts'
import { insertProject } from '../projects.ts'

const web = '/collateral/web'
let world: World
let pm: string
let farm: Farm
let east: Pen

const put = <T>(noun: string, body: object) => world.call<T>(pm, 'PUT', `${web}/${noun}/addOrEdit`, body)
const check = (noun: 'farm' | 'farmSlot', body: object) =>
  world.call<PolygonWarnings>(pm, 'POST', `${web}/${noun}/check`, body)

beforeAll(async () => {
  world = await openWorld({ heardInPens: async () => new Map([[1, 1]]) })
  const supervisorOrgId = await world.organisation('SUPERVISOR', 'A')
  pm = await world.user('pm', 'SUPERVISOR_PM', supervisorOrgId)
  const [bankOrgId, borrowerOrgId] = [
    await world.organisation('BANK', 'Bank'),
    await world.organisation('BORROWER', 'Ours'),
  ]
  await world.organisation('BORROWER', 'Theirs')
  const dates = { startsOn: '2026-01-01', endsOn: '2026-12-31', createdAt: world.context.clock.now() }
  await insertProject(world.sql, {
    bankOrgId,
    supervisorOrgId,
    borrowerOrgId,
    contractHeadcount: 1,
    loanAmount: '1',
    ...dates,
    code: 'P',
    name: 'P',
    status: 'ACTIVE',
    farmIds: [],
  })
  farm = (
    await put<Farm>('farm', { name: 'Aobao', borrowerOrgId, countyCode: '152502', boundary: square(116, 44, 0.01) })
  ).data
  east = (await put<Pen>('farmSlot', { farmId: farm.id, name: 'East', polygon: square(116, 44) })).data
  await put<Pen>('farmSlot', { farmId: farm.id, name: 'West', polygon: square(115.99, 44) })
})
afterAll(() => world.close())

test('stores a farm’s county and returns a pen’s heads and heard count', async () => {
  expect(farm.countyCode).toBe('152502')
  await put('animal', { visualTag: '1', farmId: farm.id, farmSlotId: east.id })
  const { data } = await world.call<Pen>(pm, 'GET', `${web}/farmSlot/detail/${east.id}`)
  expect(data).toMatchObject({ id: 1, heads: 1, heard: 1, windowMinutes: 60 })
})

test('lists only borrowers of own projects and farms', async () => {
  const { data, error } = await world.call<{ list: object[]; total: number }>(
    pm,
    'POST',
    `${web}/farm/borrower/list`,
    {},
  )
  expect(error).toBeUndefined()
  expect(data).toMatchObject({ list: [{ id: farm.borrowerOrgId, name: 'Ours' }], total: 1 })
})

test('finds a borrower by its credit code', async () => {
  const code = '91150100MA0NB0RR9X'
  await world.sql`update organisations set credit_code = ${code} where id = ${farm.borrowerOrgId}`
  const found = async (name: string) =>
    (await world.call<{ list: { id: number }[] }>(pm, 'POST', `${web}/farm/borrower/list`, { name })).data.list
  expect((await found(code.toLowerCase())).map(({ id }) => id)).toEqual([farm.borrowerOrgId])
  expect(await found('91150100MA0N00009X')).toEqual([])
})

describe('the check of a pen', () => {
  test.each<[string, object, object[]]>([
    ['nothing inside the farm and next to other pens', { polygon: square(116.005, 44) }, []],
    ['nothing when it overlaps itself', { id: 1, polygon: square(116, 44) }, []],
    [
      'an overlap with another pen',
      { polygon: square(116.0019, 44) },
      [{ kind: 'OVERLAPS', penName: 'East', metres: 8 }],
    ],
    [
      'a part outside the farm',
      { polygon: square(116, 44.0095) },
      [{ kind: 'OUTSIDE_FARM', penId: null, penName: null, metres: 56 }],
    ],
    [
      'both at once',
      { polygon: square(115.9895, 44) },
      [
        { kind: 'OUTSIDE_FARM', penId: null },
        { kind: 'OVERLAPS', penName: 'West' },
      ],
    ],
  ])('reports %s', async (_name, input, warnings) => {
    const { status, data } = await check('farmSlot', { farmId: farm.id, ...input })
    expect(status).toBe(200)
    expect(data.warnings).toMatchObject(warnings)
    expect(data.warnings).toHaveLength(warnings.length)
  })
})

test('warns about pens outside a redrawn boundary', async () => {
  expect((await check('farm', { id: farm.id, boundary: square(116, 44, 0.002) })).data.warnings).toMatchObject([
    { kind: 'OUTSIDE_FARM', penName: 'West' },
  ])
  expect((await check('farm', { boundary: square(116, 44, 0.002) })).data.warnings).toEqual([])
})

const boxOf = (west: number, south: number, east: number, north: number): Polygon => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
})

test.each<[string, Polygon, string[]]>([
  ['at 0/0', boxOf(-0.01, -0.01, 0.01, 0.01), ['AT_ZERO']],
  ['over half the world', boxOf(-170, -60, 170, 60), ['LARGE']],
  ['over a county', boxOf(116, 44, 117, 45), ['LARGE']],
  ['over the 180th meridian', boxOf(179.99, -17.02, -179.99, -17), ['ANTIMERIDIAN']],
])('warns about a boundary %s', async (_name, boundary, kinds) => {
  expect((await check('farm', { boundary })).data.warnings.map(({ kind }) => kind)).toEqual(kinds)
})

test('warns about a pen whose latitude and longitude are swapped', async () => {
  const { data } = await check('farmSlot', { farmId: farm.id, polygon: boxOf(44, 89, 44.001, 89.001) })
  expect(data.warnings.map(({ kind }) => kind)).toEqual(['OUTSIDE_FARM'])
  const brazil = (await put<Farm>('farm', { name: 'Sul', boundary: square(-54, -20, 0.01) })).data
  const swapped = await check('farmSlot', { farmId: brazil.id, polygon: square(-20, -54) })
  expect(swapped.data.warnings.map(({ kind }) => kind)).toEqual(['SWAPPED', 'OUTSIDE_FARM'])
})

test.each<[string, Polygon, string]>([
  ['the 180th meridian', boxOf(179.99, -17.02, -179.99, -17), 'crosses_antimeridian'],
  ['a country', boxOf(100, 30, 110, 40), 'too_large_area'],
])('refuses a farm over %s', async (_name, boundary, code) => {
  const { status, error } = await put('farm', { name: 'Odd', boundary })
  expect([status, error.fields]).toEqual([400, { 'boundary.coordinates': code }])
})

const bowTie: Polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [116, 44],
      [116.01, 44.01],
      [116.01, 44],
      [116, 44.01],
      [116, 44],
    ],
  ],
}
const many: Polygon = {
  type: 'Polygon',
  coordinates: [1, 2].map((part) => {
    const corners = Array.from({ length: 1100 }, (_, place): [number, number] => [
      116 + Math.cos(place) / 1000 / part,
      44 + Math.sin(place) / 1000 / part,
    ])
    return [...corners, corners[0]!]
  }),
}

describe('a farm or pen', () => {
  test.each<[string, Polygon, string, string]>([
    ['a crossing boundary', bowTie, '.coordinates.0.0', 'crosses_itself'],
    ['too many corners', many, '.coordinates', 'too_many_corners'],
    ['coordinates off the earth', square(200, 44), '.coordinates.0.0.0', 'too_big'],
    [
      'no area',
      {
        type: 'Polygon',
        coordinates: [
          [
            [116, 44],
            [116.01, 44],
            [116.005, 44],
            [116, 44],
          ],
        ],
      },
      '.coordinates.0',
      'no_area',
    ],
  ])('is rejected with %s', async (_name, polygon, path, code) => {
    const ofFarm = await put('farm', { name: 'Bad', boundary: polygon })
    expect([ofFarm.status, ofFarm.error.fields?.[`boundary${path}`]]).toEqual([400, code])
    const ofPen = await put('farmSlot', { farmId: farm.id, name: 'Bad', polygon })
    expect([ofPen.status, ofPen.error.fields?.[`polygon${path}`]]).toEqual([400, code])
  })

  test('is rejected with a county code without six digits', async () => {
    const { status, error } = await put('farm', { name: 'Bad', countyCode: '15250', boundary: square(116, 44) })
    expect([status, error.fields]).toEqual([400, { countyCode: 'county_code' }])
  })
})
