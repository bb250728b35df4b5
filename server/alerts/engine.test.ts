import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { connect } from '../db/connect.ts'
import { message, openTestApp, place, testStart } from '../testing/testApp.ts'
import type { TestApp } from '../testing/testApp.ts'

const minuteMs = 60_000
let test: TestApp
let now = testStart
beforeAll(async () => {
  test = await openTestApp({ animals: 8 })
}, 60_000)
afterAll(() => test.close())

const alertSchema = z.object({
  kind: z.string(),
  subjectType: z.string(),
  subjectId: z.number(),
  subjectName: z.string(),
  farmSlotId: z.number().nullable(),
  raisedAt: z.string(),
  sinceAt: z.string(),
  detail: z.record(z.string(), z.unknown()),
})
const alerts = async (kind: string, state = 'ACTIVE') =>
  (
    await test.data(
      'POST',
      '/collateral/web/alert/list',
      { kind, state, pageSize: 100 },
      z.object({ list: z.array(alertSchema) }),
    )
  ).list
const advance = (minutes: number) => test.clock.moveTo((now += minutes * minuteMs))
const instant = (at: number) => new Date(at).toISOString()
const put = (noun: string, body: object) =>
  test.data('PUT', `/collateral/web/${noun}/addOrEdit`, body, z.object({ id: z.number() }))
const setRule = async (body: object) => {
  await put('alertRule', { farmId: test.farmId, ...body })
  await test.app.recordsChanged()
}
/** Sends readings: the first `inFirst` animals in the first pen, the others in the second. */
const hear = async (inFirst: number) => {
  const readings = test.animalIds.map((_, index) => ({ index, ...place(index < inFirst ? 20 + index : 150, 50) }))
  expect((await test.ingest('json', message(now, readings))).status).toBe(200)
}
const penSchema = z.object({ farmId: z.number(), name: z.string(), polygon: z.unknown() })
const setCapacity = async (capacity: number | null) => {
  const [id] = test.penIds
  const pen = await test.data('GET', `/collateral/web/farmSlot/detail/${id}`, undefined, penSchema)
  await put('farmSlot', { id, ...pen, capacity })
  await test.app.recordsChanged()
}

describe('PEN_CROWDED', () => {
  it('is raised when a pen exceeds its capacity throughout its delay', async () => {
    await setRule({ kind: 'LEFT_PEN', enabled: false })
    await hear(6)
    await advance(30)
    expect(await alerts('PEN_CROWDED')).toEqual([])
    await setCapacity(5)
    await advance(1)
    const beganAt = now
    await advance(9)
    expect(await alerts('PEN_CROWDED')).toEqual([])
    await advance(1)
    const [alert] = await alerts('PEN_CROWDED')
    expect(alert).toMatchObject({
      subjectType: 'PEN',
      subjectId: test.penIds[0],
      subjectName: '1 号圈',
      farmSlotId: test.penIds[0],
      detail: { heads: 6, capacity: 5 },
    })
    // It began when the level was reached, not when its delay was over.
    const { raisedAt, sinceAt } = alertSchema.parse(alert)
    expect(Date.parse(sinceAt)).toBeLessThanOrEqual(beganAt)
    expect(Date.parse(raisedAt)).toBe(Date.parse(sinceAt) + 10 * minuteMs)
  })

  it('survives a restart and silence, and clears when there is room', async () => {
    await test.restart()
    await advance(70)
    expect(await alerts('PEN_CROWDED')).toHaveLength(1)
    await hear(5)
    await advance(9)
    expect(await alerts('PEN_CROWDED')).toHaveLength(1)
    await advance(2)
    expect(await alerts('PEN_CROWDED')).toEqual([])
  })

  it('clears when the pen’s capacity is removed', async () => {
    await hear(6)
    await advance(11)
    expect(await alerts('PEN_CROWDED')).toHaveLength(1)
    await setCapacity(null)
    await advance(1)
    expect(await alerts('PEN_CROWDED')).toEqual([])
    expect((await alerts('PEN_CROWDED', 'CLEARED'))[0]?.detail).toMatchObject({
      clearedBecause: 'PEN_WITHOUT_CAPACITY',
    })
  })
})

describe('a delay', () => {
  const battery = async (percent: number) =>
    expect((await test.ingest('json', message(now, [{ index: 0, battery: percent }]))).status).toBe(200)

  it('starts again when the level was left in between', async () => {
    await setRule({ kind: 'LOW_BATTERY', parameters: { raiseDelayMinutes: 10 } })
    await advance(1)
    await battery(10)
    await advance(8)
    await battery(90)
    await advance(1)
    await battery(10)
    const beganAt = now
    await advance(9)
    await battery(10)
    await advance(0.5)
    expect(await alerts('LOW_BATTERY')).toEqual([])
    await advance(1)
    expect(await alerts('LOW_BATTERY')).toMatchObject([{ sinceAt: instant(beganAt) }])
  })
})

it('acknowledges readings without waiting for alerts', async () => {
  await advance(1)
  const blocker = connect({ target: test.database.target, connections: 1 })
  await setRule({ kind: 'LOW_BATTERY', parameters: {} })
  await blocker.begin(async (transaction) => {
    await transaction`lock table alerts in exclusive mode`
    expect(
      (
        await test.ingest(
          'json',
          message(
            now,
            test.animalIds.map((_, index) => ({ index, battery: 5 })),
          ),
        )
      ).status,
    ).toBe(200)
    const [count] = await test.sql<
      { open: number }[]
    >`select count(*) as open from alerts where kind = 'LOW_BATTERY' and cleared_at is null`
    expect(count?.open).toBe(1)
  })
  await blocker.end()
  await test.app.alertsSettled()
  expect(await alerts('LOW_BATTERY')).toHaveLength(8)
})
