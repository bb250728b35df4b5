import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../testing/testWorld.ts'

let world: World
let pm = ''
beforeAll(async () => {
  world = await openWorld()
  pm = await world.user('pm', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'Herd Watch'))
})
afterAll(() => world.close())

interface Found {
  list: { id: number; name: string; place: string }[]
  total: number
}
const find = async (input: object) =>
  (await world.call<Found>(pm, 'POST', '/collateral/web/farm/county/list', input)).data

test('finds counties by code, name and region', async () => {
  const xilinhot = { id: 152502, name: '锡林浩特市', place: '内蒙古自治区 锡林郭勒盟' }
  for (const input of [{ ids: [152502] }, { name: '152502' }, { name: '锡林浩特' }, { name: '内蒙古 锡林浩特市' }])
    expect((await find(input)).list).toEqual([xilinhot])
  expect((await find({ ids: [999999] })).list).toEqual([])
  // A city without counties is listed itself; towns, which have their county's code, are not.
  expect((await find({ name: '东莞' })).list).toEqual([{ id: 441900, name: '东莞市', place: '广东省' }])
  const { total, list } = await find({ pageSize: 1000 })
  expect(total).toBeGreaterThan(2800)
  expect(total).toBeLessThan(3500)
  expect(list.every(({ id, name, place }) => id >= 110_000 && name !== '' && place !== '')).toBe(true)
})
