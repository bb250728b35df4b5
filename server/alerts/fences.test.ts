import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

const alertSchema = z.object({
  kind: z.string(),
  subjectId: z.number(),
  sinceAt: z.string(),
  detail: z.record(z.string(), z.unknown()),
})
const open = async (kind: string) =>
  (
    await test.data(
      'POST',
      '/collateral/web/alert/list',
      { kind, state: 'ACTIVE', pageSize: 100 },
      z.object({ list: z.array(alertSchema) }),
    )
  ).list
const advance = (minutes: number) => test.clock.moveTo((now += minutes * minuteMs))
const hear = async (index: number, eastMetres: number) =>
  expect((await test.ingest('json', message(now, [{ index, ...place(eastMetres, 50) }]))).status).toBe(200)
const instant = (at: number) => new Date(at).toISOString()

it('raises an exit from one position, since the crossing of the fence', async () => {
  await advance(1)
  await hear(0, 50)
  await advance(20)
  await hear(0, 90)
  const beforeAt = now
  await advance(20)
  // Half of the way is outside the fence at 100 m.
  await hear(0, 110)
  await test.app.alertsSettled()
  expect(await open('LEFT_PEN')).toMatchObject([
    { subjectId: test.animalIds[0], sinceAt: instant(beforeAt + 10 * minuteMs) },
  ])
})

it('raises no exit between two positions inside', async () => {
  await advance(1)
  await hear(0, 50)
  await advance(20)
  await hear(0, 95)
  await advance(2)
  expect(await open('LEFT_PEN')).toEqual([])
})

it('raises LEFT_FARM across a restart until the animal is back', async () => {
  await hear(1, 50)
  await advance(30)
  await hear(1, 800)
  const awayAt = now
  await test.restart()
  await advance(1)
  const [alert] = await open('LEFT_FARM')
  expect(alert).toMatchObject({ subjectId: test.animalIds[1], detail: { metresOutside: 200 } })
  expect(Date.parse(alert?.sinceAt ?? '')).toBeLessThan(awayAt)
  expect(Date.parse(alert?.sinceAt ?? '')).toBeGreaterThan(awayAt - 30 * minuteMs)
  await hear(1, 500)
  await advance(0.5)
  expect(await open('LEFT_FARM')).toHaveLength(1)
  await advance(1)
  expect([(await open('LEFT_FARM')).length, (await open('LEFT_PEN')).length]).toEqual([0, 1])
})

it('holds LEFT_PEN back while the animal is outside the farm', async () => {
  const openKinds = async (index: number) => {
    const found = await Promise.all(['LEFT_PEN', 'LEFT_FARM'].map(async (kind) => ({ kind, alerts: await open(kind) })))
    return found.flatMap(({ kind, alerts }) =>
      alerts.some(({ subjectId }) => subjectId === test.animalIds[index]) ? kind : [],
    )
  }
  const raised = async (index: number) =>
    test.sql<{ kind: string; because: string | null }[]>`
      select kind, detail ->> 'clearedBecause' as because from alerts where animal_id = ${test.animalIds[index] ?? 0} and kind like 'LEFT%' order by id`
  await hear(2, 50)
  await advance(1)
  await hear(2, 300)
  await advance(1)
  expect(await openKinds(2)).toEqual(['LEFT_PEN'])
  await hear(2, 800)
  await advance(1)
  expect(await openKinds(2)).toEqual(['LEFT_FARM'])
  await test.restart()
  await advance(1)
  expect(await openKinds(2)).toEqual(['LEFT_FARM'])
  await hear(2, 300)
  await advance(2)
  expect(await openKinds(2)).toEqual(['LEFT_PEN'])
  await hear(2, 50)
  await advance(2)
  await hear(2, 800)
  await advance(1)
  expect(await openKinds(2)).toEqual(['LEFT_FARM'])
  await hear(2, 50)
  await advance(2)
  expect(await openKinds(2)).toEqual([])
  expect(await raised(2)).toEqual([
    { kind: 'LEFT_PEN', because: 'LEFT_FARM' },
    { kind: 'LEFT_FARM', because: null },
    // The second exit came within ten minutes, so it reopened the first alert.
    { kind: 'LEFT_PEN', because: null },
  ])
})

it('preserves stillness, tampering and bad positions over a stop', { tags: 'long' }, async () => {
  const sendStill = (more: object) =>
    test.ingest('json', message(now, [{ index: 2, ...place(20, 20), moving: false, ...more }]))
  for (let hour = 0; hour < 7; hour++) {
    await sendStill({})
    await advance(60)
  }
  await test.restart()
  for (let hour = 0; hour < 6; hour++) {
    await sendStill({ longitude: 0, latitude: 0 })
    await advance(60)
  }
  expect(await open('NO_MOVEMENT')).toMatchObject([{ subjectId: test.animalIds[2], detail: { stillHours: 12 } }])
  expect(await open('BAD_POSITION')).toMatchObject([{ subjectId: test.neckbandIds[2], detail: { badPositions: 5 } }])
  expect(await open('COLLAR_REMOVED')).toEqual([])
  await sendStill({ moving: true, tamper: true, temperatureC: 60 })
  await advance(11)
  expect([(await open('NO_MOVEMENT')).length, (await open('COLLAR_REMOVED')).length]).toEqual([0, 1])
  expect(await open('TEMPERATURE')).toMatchObject([{ detail: { celsius: 60 } }])
  await sendStill({ moving: true, tamper: false, temperatureC: 20 })
  await advance(11)
  expect([(await open('COLLAR_REMOVED')).length, (await open('TEMPERATURE')).length]).toEqual([0, 0])
})

it('raises an expiring insurance until another continues it', async () => {
  const insure = async (number: string, startsOn: string, endsOn: string) => {
    const policy = { farmId: test.farmId, insurer: '人保', number, startsOn, endsOn, sumPerHead: '8000.00' }
    const { id } = await test.data('PUT', '/collateral/web/insurance/addOrEdit', policy, z.object({ id: z.number() }))
    await test.sql`insert into policy_animals (policy_id, animal_id) select ${id}, unnest(${test.animalIds}::bigint[])`
    await test.app.recordsChanged()
    await advance(1)
    return open('INSURANCE_EXPIRING')
  }
  const raised = [{ subjectId: test.farmId, detail: { policies: 'A', heads: 3, endsOn: '2026-05-20' } }]
  expect(await insure('A', '2026-01-01', '2026-05-20')).toMatchObject(raised)
  expect(await insure('C', '2026-08-01', '2027-07-31')).toMatchObject(raised)
  expect(await insure('B', '2026-05-21', '2026-07-31')).toEqual([])
})

describe('pens of one zone', () => {
  const penSchema = z.object({ farmId: z.number(), name: z.string(), polygon: z.unknown(), version: z.number() })
  const setZone = async (zone: string | null) => {
    for (const id of test.penIds) {
      const pen = await test.data('GET', `/collateral/web/farmSlot/detail/${id}`, undefined, penSchema)
      await test.data('PUT', '/collateral/web/farmSlot/addOrEdit', { id, ...pen, zone }, z.object({ id: z.number() }))
    }
    await test.app.recordsChanged()
  }
  it('count as one place when animals leave', async () => {
    await hear(0, 50)
    await advance(3)
    expect((await open('LEFT_PEN')).some(({ subjectId }) => subjectId === test.animalIds[0])).toBe(false)
    await setZone('育肥区')
    await hear(0, 160)
    await advance(3)
    expect((await open('LEFT_PEN')).some(({ subjectId }) => subjectId === test.animalIds[0])).toBe(false)
    await hear(0, 250)
    await advance(3)
    expect((await open('LEFT_PEN')).find(({ subjectId }) => subjectId === test.animalIds[0])?.detail).toMatchObject({
      metresOutside: 40,
      penId: test.penIds[0],
    })
    await hear(0, 160)
    await advance(3)
    expect((await open('LEFT_PEN')).some(({ subjectId }) => subjectId === test.animalIds[0])).toBe(false)
    await setZone(null)
    await hear(0, 161)
    await advance(3)
    expect((await open('LEFT_PEN')).some(({ subjectId }) => subjectId === test.animalIds[0])).toBe(true)
  })
})

it('raises nothing outside the schedule and clears on a good reading', async () => {
  const clock = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('Asia/Shanghai')
  const from = clock.hour * 60 + clock.minute + 30
  const days = [1, 2, 3, 4, 5, 6, 7]
  const isOut = async () => (await open('LEFT_PEN')).some(({ subjectId }) => subjectId === test.animalIds[0])
  await test.data(
    'PUT',
    '/collateral/web/alertRule/addOrEdit',
    {
      farmId: test.farmId,
      kind: 'LEFT_PEN',
      schedule: { weekly: [{ days, fromMinuteOfDay: from % 1440, toMinuteOfDay: (from + 60) % 1440 }] },
    },
    z.object({ id: z.number() }),
  )
  await test.app.recordsChanged()
  await advance(1)
  // It was out before.
  expect(await isOut()).toBe(true)
  await hear(0, 50)
  await advance(3)
  expect(await isOut()).toBe(false)
  await hear(0, 160)
  await advance(3)
  expect(await isOut()).toBe(false)
  await advance(25)
  expect(await isOut()).toBe(true)
})

it('starts the delay when the schedule starts, through saved changes', { tags: 'long' }, async () => {
  const clock = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('Asia/Shanghai')
  const from = clock.hour * 60 + clock.minute + 40
  const isOut = async () => (await open('LEFT_PEN')).some(({ subjectId }) => subjectId === test.animalIds[0])
  const rule = {
    weekly: [{ days: [1, 2, 3, 4, 5, 6, 7], fromMinuteOfDay: from % 1440, toMinuteOfDay: (from + 90) % 1440 }],
  }
  const save = async (body: object) => {
    await test.data(
      'PUT',
      '/collateral/web/alertRule/addOrEdit',
      { farmId: test.farmId, ...body },
      z.object({ id: z.number() }),
    )
    await test.app.recordsChanged()
  }
  await save({ kind: 'LEFT_PEN', schedule: rule, parameters: { raiseDelayMinutes: 20 } })
  await hear(0, 50)
  await advance(3)
  await hear(0, 160)
  await advance(40)
  expect(await isOut()).toBe(false)
  await save({ kind: 'TEMPERATURE', enabled: false })
  await test.data(
    'PUT',
    '/collateral/web/animal/addOrEdit',
    { visualTag: '97', farmId: test.farmId },
    z.object({ id: z.number() }),
  )
  await test.app.recordsChanged()
  await advance(1)
  expect(await isOut()).toBe(false)
  await advance(20)
  expect(await isOut()).toBe(true)
})

describe('a pen added while a project runs', () => {
  it('does not hide that animals have left the farm and their pen', async () => {
    const corners = [
      [1450, 0],
      [1550, 0],
      [1550, 100],
      [1450, 100],
      [1450, 0],
    ] as const
    const far = { type: 'Polygon', coordinates: [corners.map(([x, y]) => Object.values(place(x, y)))] }
    const { id } = await test.data(
      'PUT',
      '/collateral/web/farmSlot/addOrEdit',
      { farmId: test.farmId, name: 'Far', polygon: far, zone: 'Z' },
      z.object({ id: z.number() }),
    )
    const [project] = await test.sql<{ id: number }[]>`
      insert into projects (code, name, bank_org_id, supervisor_org_id, contract_headcount, loan_amount, status, starts_on, ends_on, created_at)
      select 'LF', 'LF', id, id, 3, 1, 'ACTIVE', '2026-01-01', '2026-12-31', now() from organisations limit 1 returning id`
    await test.sql`insert into project_farms (project_id, farm_id) values (${project?.id ?? 0}, ${test.farmId})`
    await test.sql`
      insert into tickets (kind, subject_type, subject_id, subject_name, payload, raised_by, raised_at, state, decided_at)
      select 'PROJECT_OPEN', 'PROJECT', ${project?.id ?? 0}, 'LF', '{}', min(id), now(), 'APPROVED', now() - interval '1 day' from users`
    await test.sql`update pens set zone_name = 'Z' where farm_id = ${test.farmId}`
    await test.sql`update pens set created_at = now() - interval '2 days' where id <> ${id}`
    await test.app.recordsChanged()
    await hear(1, 50)
    await advance(30)
    await hear(1, 1500)
    await advance(1)
    expect((await open('LEFT_FARM')).map(({ subjectId }) => subjectId)).toContain(test.animalIds[1])
    await hear(1, 550)
    await advance(2)
    expect((await open('LEFT_PEN')).map(({ subjectId }) => subjectId)).toContain(test.animalIds[1])
  })
})
