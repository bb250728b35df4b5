import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { leftPen } from '../alerts/kinds/leftPen.ts'
import { Herd } from '../herd/herd.ts'
import { message, openTestApp, place, type TestApp, testStart } from '../testing/testApp.ts'

let world: TestApp
let now = testStart
beforeAll(async () => {
  world = await openTestApp()
}, 120_000)
afterAll(() => world.close())
afterEach(() => vi.restoreAllMocks())

const fail = () => {
  throw new TypeError('a mistake of our own')
}
const open = async () => {
  const reply = z.object({ list: z.array(z.object({ kind: z.string() })) })
  const { list } = await world.data('POST', '/collateral/web/alert/list', { state: 'ACTIVE', pageSize: 100 }, reply)
  return list.map(({ kind }) => kind).toSorted()
}
const faults = async () => {
  const answer = await fetch(new URL('/health/ready', world.app.url))
  return z.object({ faults: z.array(z.string()).optional() }).parse(await answer.json()).faults ?? []
}
const hear = async (...readings: Parameters<typeof message>[1]) => {
  await world.clock.moveTo((now += 60_000))
  return (await world.ingest('json', message(now, readings))).status
}

test('leaves out only the reading that makes the herd throw', async () => {
  vi.spyOn(Herd.prototype, 'hear').mockImplementationOnce(fail)
  expect(await hear({ index: 0, battery: 80 }, { index: 1, battery: 70 })).toBe(200)
  const list = z.object({ list: z.array(z.object({ battery: z.number().nullable() })) })
  const bands = await world.data('POST', '/collateral/web/neckband/list', {}, list)
  expect(bands.list.flatMap(({ battery }) => battery ?? [])).toEqual([70])
  expect(await faults()).toEqual(['reading'])
})

test('goes on with the other rules when one throws', async () => {
  vi.spyOn(leftPen, 'judge').mockImplementation(fail)
  expect(await hear({ index: 0, ...place(140, 50) }, { index: 1, battery: 9 })).toBe(200)
  await world.clock.moveTo((now += 60_000))
  expect(await open()).toEqual(['LOW_BATTERY'])
  expect(await faults()).toEqual(['reading', 'rule LEFT_PEN'])
  vi.restoreAllMocks()
  await world.clock.moveTo((now += 60_000))
  expect(await open()).toEqual(['LEFT_PEN', 'LOW_BATTERY'])
})
