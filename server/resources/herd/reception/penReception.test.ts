import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Pen } from '#contract/herd/pens.ts'
import { toInstant } from '../../../clock.ts'
import { openWorld, square, type World } from '../../../testing/testWorld.ts'

const minuteMs = 60_000
const web = '/collateral/web'
let world: World
let pm: string
let now: number
const gateways: Record<string, number> = {}

const add = async (noun: string, body: object) =>
  (await world.call<{ id: number }>(pm, 'PUT', `${web}/${noun}/addOrEdit`, body)).data.id
const list = async (input: object, token = pm) => {
  const { data } = await world.call<{ list: Pen[] }>(token, 'POST', endpoints.pens.list.path, {
    ...input,
    sort: { field: 'name', order: 'asc' },
  })
  return data.list
}

beforeAll(async () => {
  world = await openWorld()
  const { clock } = world.context
  pm = await world.user('pm', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'A'))
  const farmId = await add('farm', { name: 'North', boundary: square(116, 44) })
  gateways['east'] = await add('gateway', {
    mac: 'AC233F000001',
    name: 'East gate',
    farmId,
    longitude: 116,
    latitude: 44,
  })
  gateways['west'] = await add('gateway', { mac: 'AC233F000002', farmId, longitude: 116, latitude: 44 })
  const begun = clock.now()
  await clock.moveTo(begun + 240 * minuteMs)
  now = clock.now()
  /** Minutes since each neckband in a pen was heard, and by which gateway; null: an animal that wears none. */
  const neckbandsByPen: Record<string, readonly ({ ago: number; by?: string } | null)[]> = {
    'by a gateway': [{ ago: 5, by: 'east' }, { ago: 10, by: 'west' }, { ago: 200, by: 'west' }, null],
    'by position alone': [{ ago: 5 }],
    'long ago': [{ ago: 61, by: 'west' }],
    'no neckband': [null],
    'on another animal': [{ ago: 5, by: 'east' }],
    empty: [],
  }
  for (const [name, animals] of Object.entries(neckbandsByPen)) {
    const farmSlotId = await add('farmSlot', { name, farmId, polygon: square(116, 44, 0.0005) })
    for (const [place, heard] of animals.entries()) {
      const animalId = await add('animal', { visualTag: `${name} ${place}`, farmId, farmSlotId })
      if (heard === null) continue
      const neckbandId = await add('neckband', {
        deviceId: `${name} ${place}`.replaceAll(' ', '-').toUpperCase(),
        animalId,
      })
      await world.sql`update pairings set from_at = ${name === 'on another animal' ? now - minuteMs : begun} where neckband_id = ${neckbandId}`
      await world.sql`
        insert into neckband_states (neckband_id, saved_at, heard_at, gateway_id)
        values (${neckbandId}, ${now}, ${now - heard.ago * minuteMs}, ${heard.by === undefined ? null : (gateways[heard.by] ?? 0)})`
    }
  }
})
afterAll(() => world.close())

test('marks pens as blind when no gateway heard their worn neckbands', async () => {
  expect((await list({ isBlind: true })).map(({ name }) => name)).toEqual([
    'by position alone',
    'long ago',
    'on another animal',
  ])
  expect((await list({ isBlind: false })).map(({ name }) => name)).toEqual(['by a gateway', 'empty', 'no neckband'])
  const other = await world.user('other', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'B'))
  expect(await list({ isBlind: true }, other)).toEqual([])
})

test('returns each pen’s heard heads, gateways and last gateway', async () => {
  const at = (ago: number) => toInstant(now - ago * minuteMs)
  const pens = new Map((await list({})).map((pen) => [pen.name, pen]))
  expect(pens.get('by a gateway')).toMatchObject({
    heads: 4,
    worn: 3,
    heardByGateway: 2,
    gateways: ['AC233F000002', 'East gate'],
    lastHeardAt: at(5),
    lastGatewayId: gateways['east'],
  })
  expect(pens.get('by position alone')).toMatchObject({
    worn: 1,
    heardByGateway: 0,
    gateways: [],
    lastHeardAt: at(5),
    lastGatewayId: null,
  })
  expect(pens.get('long ago')).toMatchObject({
    worn: 1,
    heardByGateway: 0,
    gateways: [],
    lastHeardAt: at(61),
    lastGatewayId: gateways['west'],
  })
  expect(pens.get('on another animal')).toMatchObject({
    worn: 1,
    heardByGateway: 0,
    lastHeardAt: null,
    lastGatewayId: null,
  })
  expect(pens.get('no neckband')).toMatchObject({ heads: 1, worn: 0, lastHeardAt: null })
})
