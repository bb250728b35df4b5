import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, square, type World } from '../../testing/testWorld.ts'

const web = '/collateral/web'
let world: World
let pm: string
const animals = new Map<string, number>()

beforeAll(async () => {
  world = await openWorld()
  pm = await world.user('pm', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'A'))
  const put = async (noun: string, body: object) =>
    (await world.call<{ id: number }>(pm, 'PUT', `${web}/${noun}/addOrEdit`, body)).data.id
  const farmId = await put('farm', { name: 'Aobao', boundary: square(116, 44) })
  for (const visualTag of ['A1', 'A2', 'A3']) animals.set(visualTag, await put('animal', { visualTag, farmId }))
  await put('neckband', { deviceId: 'AC233F000001' })
})
afterAll(() => world.close())

const pair = (earTag: string, more: object = {}) =>
  world.call<{ animalId: number }>(pm, 'PUT', `${web}/neckband/pair`, {
    deviceId: 'AC233F000001',
    earTag,
    reason: 'r',
    ...more,
  })

test('moves a worn neckband only off the animal that the caller named', async () => {
  expect((await pair('A1')).data.animalId).toBe(animals.get('A1'))
  // Pairing it again with its wearer moves nothing.
  expect((await pair('A1')).status).toBe(200)
  const refused = await pair('A2')
  expect([refused.status, refused.error.fields, refused.error.details]).toEqual([
    409,
    { deviceId: 'worn_by_other' },
    { wearerId: String(animals.get('A1')), wearer: 'A1', animal: 'A2' },
  ])
  expect((await pair('A2', { fromEarTag: 'A1' })).data.animalId).toBe(animals.get('A2'))
  // Another person moved it since the question.
  const late = await pair('A3', { fromEarTag: 'A1' })
  expect([late.status, late.error.details?.['wearer']]).toEqual([409, 'A2'])
})
