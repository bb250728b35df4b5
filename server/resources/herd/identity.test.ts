import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Animal } from '#contract/herd/animals.ts'
import type { Farm } from '#contract/herd/farms.ts'
import type { Gateway } from '#contract/herd/gateways.ts'
import { openWorld, type World } from '../../testing/testWorld.ts'
import { checkedImport } from './imports/testImports.ts'
import { addTestProject, type TestProject } from '../projects/testLedger.ts'

const web = '/collateral/web'
let world: World
let project: TestProject
let farm: Farm
let band: { id: number; deviceId: string }
let gateway: Gateway
let colourId: number

const put = <T>(noun: string, body: object) => world.call<T>(project.pm, 'PUT', `${web}/${noun}/addOrEdit`, body)
const head = (place: number) => project.animalIds[place] ?? 0
const tag = (place: number) => `Id-${place}`

/** Returns the bank's notices caused by a call. */
async function noticesOf(call: () => Promise<{ status: number }>): Promise<{ code: string; params: object }[]> {
  await world.call(project.bank, 'POST', '/api/notices/clear', {})
  expect((await call()).status).toBe(200)
  return (await world.call<{ list: { code: string; params: object }[] }>(project.bank, 'GET', '/api/notices')).data.list
}

beforeAll(async () => {
  world = await openWorld()
  project = await addTestProject(world, 'Id')
  farm = (await world.call<Farm>(project.pm, 'GET', `${web}/farm/detail/${project.farmId}`)).data
  band = (await put<typeof band>('neckband', { deviceId: 'AC233F00AA01', animalId: head(0), reason: 'new' })).data
  gateway = (
    await put<Gateway>('gateway', { mac: 'AC233F00BB01', name: 'G', farmId: farm.id, longitude: 116, latitude: 44 })
  ).data
  const [colour] = await world.sql<{ id: number }[]>`select min(id) as id from lookups where kind = 'COLOUR'`
  colourId = colour?.id ?? 0
})
afterAll(() => world.close())

describe('the identity of a device', () => {
  test('rejects another device id while the neckband is worn', async () => {
    for (const also of [{}, { animalId: null }, { animalId: head(1) }]) {
      const { status, error } = await put('neckband', { id: band.id, deviceId: 'AC233F00DEC0', reason: 'r', ...also })
      expect([status, error.code, error.fields]).toEqual([409, 'CONFLICT', { deviceId: 'worn' }])
    }
    await expect(world.sql`update neckbands set device_id = 'AC233F00DEC0' where id = ${band.id}`).rejects.toThrow(
      /is worn/,
    )
    expect((await put('neckband', { id: band.id, deviceId: band.deviceId, model: 'N2' })).status).toBe(200)
  })

  test('allows another device id for a spare neckband', async () => {
    const spare = (await put<{ id: number }>('neckband', { deviceId: 'AC233F00AA02' })).data
    expect((await put('neckband', { id: spare.id, deviceId: 'AC233F00AA03' })).status).toBe(200)
  })

  test('notifies the bank of the neckband that a pledged head wears from now on', async () => {
    expect(
      await noticesOf(() => put('neckband', { deviceId: 'AC233F00AA04', animalId: head(1), reason: 'torn' })),
    ).toMatchObject([
      {
        code: 'COLLATERAL_PAIRED',
        params: { project: 'Id', by: 'Id.pm', count: '1', tags: tag(1), neckband: 'AC233F00AA04', comment: 'torn' },
      },
    ])
  })

  test('rejects another MAC for a gateway of a pledged farm', async () => {
    const { status, error } = await put('gateway', { ...gateway, mac: 'AC233F00BB99' })
    expect([status, error.code, error.fields]).toEqual([409, 'PLEDGED', { mac: 'pledged' }])
  })
})

describe('edits of collateral', () => {
  const edit = (fields: object) => put<Animal>('animal', { id: head(2), visualTag: tag(2), farmId: farm.id, ...fields })

  test.each([
    ['breed', 'Simmental'],
    ['sex', 'FEMALE'],
    ['birthDate', '2024-03-01'],
  ])('notifies the bank of another %s, single or in bulk', async (field, value) => {
    const notice = (place: number, params = {}) => [
      {
        code: 'COLLATERAL_ANIMAL',
        params: { project: 'Id', by: 'Id.pm', count: '1', tags: tag(place), fields: `animal.${field}`, ...params },
      },
    ]
    expect(await noticesOf(() => edit({ [field]: value }))).toMatchObject(notice(2))
    expect(await noticesOf(() => edit({ [field]: value }))).toEqual([])
    const ids = [head(2), head(3)]
    const editAll = () =>
      world.call(project.pm, 'PUT', `${web}/animal/editInBatch`, { ids, [field]: value, reason: 'measured' })
    expect(await noticesOf(editAll)).toMatchObject(notice(3, { comment: 'measured' }))
  })

  test('notifies the bank of another colour', async () => {
    expect(await noticesOf(() => edit({ colourId }))).toMatchObject([
      { code: 'COLLATERAL_ANIMAL', params: { fields: 'animal.colour' } },
    ])
  })

  test.each([
    ['address', 'address', 'Elsewhere 1'],
    ['county', 'countyCode', '150102'],
  ])("notifies the bank of a farm's other %s", async (label, field, value) => {
    expect(
      await noticesOf(() => put('farm', { id: farm.id, name: farm.name, boundary: farm.boundary, [field]: value })),
    ).toMatchObject([{ code: 'COLLATERAL_FARM', params: { name: farm.name, fields: `farm.${label}` } }])
  })

  test('notifies the bank of gateways added, moved, removed, restored or imported', async () => {
    const gatewayNotice = (action: string, name = 'G') => [
      { code: 'COLLATERAL_GATEWAY', params: { project: 'Id', name, farm: farm.name, action } },
    ]
    const place = { id: gateway.id, mac: gateway.mac, farmId: farm.id, longitude: 116, latitude: 44 }
    expect(await noticesOf(() => put('gateway', { ...place, firmware: '2.0' }))).toEqual([])
    expect(await noticesOf(() => put('gateway', { ...place, longitude: 116.001 }))).toMatchObject(gatewayNotice('EDIT'))
    const another = { mac: 'AC233F00BB02', farmId: farm.id, longitude: 116, latitude: 44 }
    expect(await noticesOf(() => put('gateway', another))).toMatchObject(gatewayNotice('ADD', another.mac))
    const path = (call: string) => `${web}/gateway/${call}/${gateway.id}`
    expect(await noticesOf(() => world.call(project.pm, 'DELETE', path('del')))).toMatchObject(gatewayNotice('REMOVE'))
    expect(await noticesOf(() => world.call(project.pm, 'PUT', path('restore'), {}))).toMatchObject(
      gatewayNotice('RESTORE'),
    )
    const { id } = await checkedImport(world, project.pm, farm.id, {
      noun: 'gateway',
      columns: 'mac,longitude,latitude',
      rows: ['AC233F00BB03,116,44'],
    })
    expect(
      await noticesOf(() => world.call(project.pm, 'PUT', `${web}/import/commit`, { id, leavesOutFaulty: false })),
    ).toMatchObject(gatewayNotice('ADD', 'AC233F00BB03'))
  })
})
