import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Neckband } from '#contract/herd/neckbands.ts'
import { toInstant } from '../../../clock.ts'
import { openWorld, square, type World } from '../../../testing/testWorld.ts'
import { drawBatteryTrends } from './batteryTrends.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const web = '/collateral/web'
let world: World
let pm: string
let now: number
const ids: Record<string, number> = {}
const pens: Record<string, number> = {}

const add = async (noun: string, body: object) =>
  (await world.call<{ id: number }>(pm, 'PUT', `${web}/${noun}/addOrEdit`, body)).data.id
const list = async (input: object) =>
  (await world.call<{ list: Neckband[] }>(pm, 'POST', endpoints.neckbands.list.path, { isWorn: true, ...input })).data
    .list
const outlookOf = async (name: string) => {
  const [band] = await list({ deviceId: name })
  return [band?.batteryTrend, band?.batteryPerDay, band?.batteryDaysLeft]
}
const store = (name: string, at: number, battery: number | null) => world.sql`
  insert into readings (at, received_at, neckband_id, gateway_id, source_id, discriminator, battery) values (${at}, ${at}, ${ids[name] ?? 0}, 0, 1, 0, ${battery})`
/** Stores one value per day, the last one two hours ago. */
const storeDays = async (name: string, batteries: readonly (number | null)[]) => {
  for (const [place, battery] of batteries.entries())
    await store(name, now - 2 * hourMs - (batteries.length - 1 - place) * dayMs, battery)
}

beforeAll(async () => {
  world = await openWorld()
  now = world.context.clock.now()
  for (let day = -12; day <= 1; day++)
    await world.sql`call make_readings_partition(${toInstant(now + day * dayMs).slice(0, 10)}::date)`
  pm = await world.user('pm', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'A'))
  const farmId = await add('farm', { name: 'North', boundary: square(116, 44) })
  for (const name of ['Calves', 'Yard'])
    pens[name] = await add('farmSlot', { name, farmId, polygon: square(116, 44, 0.0005) })
  for (const name of ['FALLING', 'STEADY', 'THIN', 'CHANGED', 'UNTOLD']) {
    const animalId = await add('animal', { visualTag: name, farmId })
    ids[name] = await add('neckband', { deviceId: name, animalId })
  }
  for (const [name, pen] of [
    ['FALLING', 'Yard'],
    ['STEADY', 'Yard'],
    ['CHANGED', 'Calves'],
  ] as const)
    await world.sql`insert into neckband_states (neckband_id, saved_at, heard_at, pen_id) values (${ids[name] ?? 0}, ${now}, ${now}, ${pens[pen] ?? 0})`
  await storeDays('FALLING', [59, 57, 55, 53, 51, 49, 47, 45, 43, 41])
  // The last reading of a day with a battery value counts.
  await store('FALLING', now - 11 * hourMs, 99)
  await store('FALLING', now - hourMs, null)
  await storeDays('STEADY', [80, 80, 80, 80, 80, 80, 80])
  await storeDays('THIN', [90, 80, 70, 60])
  await storeDays('CHANGED', [60, 50, 40, 30, 20, 100, 99, 98, 97, 96, 95])
  await storeDays('UNTOLD', [null, null, null, null, null, null])
  await drawBatteryTrends(world.context.sql, now)
})
afterAll(() => world.close())

describe('days left', () => {
  test.each([
    ['FALLING', ['FALLING', 2, 20]],
    ['STEADY', ['STEADY', 0, null]],
    ['THIN', ['THIN', null, null]],
    ['CHANGED', ['FALLING', 1, 94]],
    ['UNTOLD', ['THIN', null, null]],
  ])('are estimated for %s', async (name, outlook) => {
    expect(await outlookOf(name)).toEqual(outlook)
  })

  test('sort by days or pen and filter by due term', async () => {
    const named = async (input: object) => (await list(input)).map(({ deviceId }) => deviceId)
    expect((await named({ sort: { field: 'batteryDaysLeft', order: 'asc' } })).slice(0, 2)).toEqual([
      'FALLING',
      'CHANGED',
    ])
    expect((await named({ sort: { field: 'farmSlotId', order: 'asc' } })).slice(0, 3)).toEqual([
      'CHANGED',
      'FALLING',
      'STEADY',
    ])
    expect(await named({ batteryDue: 'WEEK' })).toEqual([])
    expect(await named({ batteryDue: 'QUARTER' })).toEqual(['FALLING'])
  })
})

test('counts down without new readings until the trend is unknown', async () => {
  await drawBatteryTrends(world.context.sql, now)
  expect(await outlookOf('FALLING')).toEqual(['FALLING', 2, 20])
  const { clock } = world.context
  await clock.moveTo(now + 5 * dayMs)
  await drawBatteryTrends(world.context.sql, clock.now())
  expect(await outlookOf('FALLING')).toEqual(['FALLING', 2, 15])
  await clock.moveTo(now + 31 * dayMs)
  await drawBatteryTrends(world.context.sql, clock.now())
  expect(await outlookOf('FALLING')).toEqual(['THIN', null, null])
})
