import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, square, type World } from '../../../testing/testWorld.ts'
import { findChosen } from './chosenAnimals.ts'
import { preferExact } from './taggedAnimals.ts'

const web = '/collateral/web'
let world: World
let pm: string
let farmId: number
const ids = new Map<string, number>()

beforeAll(async () => {
  world = await openWorld()
  pm = await world.user('pm', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'A'))
  const put = async (noun: string, body: object) =>
    (await world.call<{ id: number }>(pm, 'PUT', `${web}/${noun}/addOrEdit`, body)).data.id
  farmId = await put('farm', { name: 'Aobao', boundary: square(116, 44) })
  for (const visualTag of ['Ab1', 'AB1', 'C2'])
    ids.set(
      visualTag,
      await put('animal', {
        visualTag,
        farmId,
        ...(visualTag === 'C2' && { electronicTag: { scheme: 'ISO_11784', value: '982000123456789' } }),
      }),
    )
  await put('neckband', { deviceId: 'AC233F000001' })
})
afterAll(() => world.close())

test.each<[tag: string, animal: string | null]>([
  ['c2', 'C2'],
  ['AB1', 'AB1'],
  ['Ab1', 'Ab1'],
  ['ab1', null],
  ['982000123456789', 'C2'],
  ['none', null],
])('finds by the tag %s the animal %s', async (tag, animal) => {
  const { animalIds, unknownTags } = await findChosen(world.sql, farmId, { tags: [tag] })
  expect([animalIds, unknownTags]).toEqual(animal === null ? [[], [tag]] : [[ids.get(animal)], []])
})

test.each<[tag: string, result: unknown]>([
  ['ab1', { earTag: 'several' }],
  ['nobody', { earTag: 'unknown' }],
  ['c2', 'C2'],
  ['982 000123456789', 'C2'],
])('pairs a neckband by the tag %s', async (earTag, result) => {
  const { status, error, data } = await world.call<{ animalId: number }>(pm, 'PUT', `${web}/neckband/pair`, {
    deviceId: 'ac:23:3f:00:00:01',
    earTag,
    reason: 'new',
  })
  expect(status === 200 ? [...ids].find(([, id]) => id === data.animalId)?.[0] : error.fields).toEqual(result)
})

test('prefers exact tags', () => {
  const rows = [
    { tag: 'a', isExact: false, id: 1 },
    { tag: 'a', isExact: true, id: 2 },
    { tag: 'b', isExact: false, id: 3 },
  ]
  expect(preferExact(rows).map(({ id }) => id)).toEqual([2, 3])
})
