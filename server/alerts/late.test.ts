import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { message, openTestApp, place, testStart } from '../testing/testApp.ts'
import type { TestApp } from '../testing/testApp.ts'

const minuteMs = 60_000
let test: TestApp
let now = testStart
beforeAll(async () => {
  test = await openTestApp()
}, 60_000)
afterAll(() => test.close())

const alertSchema = z.object({ subjectId: z.number(), isLate: z.boolean() })
const hear = async (index: number, eastMetres: number, at: number) =>
  expect((await test.ingest('json', message(now, [{ index, ...place(eastMetres, 50), at }]))).status).toBe(200)

it('marks an exit as late when its reading arrives long afterwards', async () => {
  await test.clock.moveTo((now += minuteMs))
  for (const index of [0, 1]) await hear(index, 50, now)
  await test.clock.moveTo((now += 40 * minuteMs))
  await hear(0, 190, now)
  await hear(1, 190, now - 16 * minuteMs)
  await test.app.alertsSettled()
  const { list } = await test.data(
    'POST',
    '/collateral/web/alert/list',
    { kind: 'LEFT_PEN', state: 'ACTIVE', pageSize: 10 },
    z.object({ list: z.array(alertSchema) }),
  )
  expect(
    list
      .map(({ subjectId, isLate }) => [test.animalIds.indexOf(subjectId), isLate])
      .toSorted(([one], [other]) => Number(one) - Number(other)),
  ).toEqual([
    [0, false],
    [1, true],
  ])
}, 60_000)
