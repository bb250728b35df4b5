import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { insertProject } from '../resources/herd/projects.ts'
import { pledgeHerd } from '../resources/projects/pledgeHerd.ts'
import { message, openTestApp, place, testStart, type TestApp } from '../testing/testApp.ts'

const minuteMs = 60_000
let test: TestApp
let now = testStart
let projectId = 0
beforeAll(async () => {
  test = await openTestApp({ animals: 8 })
  const organisation = async (kind: string) =>
    (await test.sql<{ id: number }[]>`select min(id) as id from organisations where kind = ${kind}`)[0]?.id ?? 0
  projectId = await insertProject(test.sql, {
    code: 'P1',
    name: 'P1',
    bankOrgId: await organisation('BANK'),
    borrowerOrgId: await organisation('BORROWER'),
    supervisorOrgId: await organisation('SUPERVISOR'),
    contractHeadcount: 8,
    loanAmount: '6000.00',
    status: 'ACTIVE',
    startsOn: '2026-01-01',
    endsOn: '2026-12-31',
    farmIds: [test.farmId],
    createdAt: testStart,
  })
  await pledgeHerd(test.sql, {
    projectId,
    farmIds: [test.farmId],
    prices: {},
    defaultPrice: { unitPrice: '1000.00', haircut: '0' },
    priceSource: 'Market',
    reason: 'opened',
    at: testStart,
  })
  await test.restart()
  await hear(8)
}, 60_000)
afterAll(() => test.close())

const alertSchema = z.object({
  severity: z.string(),
  subjectType: z.string(),
  subjectId: z.number(),
  detail: z.record(z.string(), z.unknown()),
})
const alerts = async (kind: string, state = 'ACTIVE') =>
  (
    await test.data(
      'POST',
      '/collateral/web/alert/list',
      { kind, state, projectId, pageSize: 100 },
      z.object({ list: z.array(alertSchema) }),
    )
  ).list
const advance = (minutes: number) => test.clock.moveTo((now += minutes * minuteMs))
/** Sends a reading of the first `heads` animals. */
const hear = async (heads: number) => {
  const readings = Array.from({ length: heads }, (_, index) => ({ index, ...place(20 + index, 50) }))
  if (heads > 0) expect((await test.ingest('json', message(now, readings))).status).toBe(200)
}
/** Sends readings every ten minutes. */
const hearFor = async (heads: number, minutes: number) => {
  for (let passed = 0; passed < minutes; passed += 10) {
    await hear(heads)
    await advance(10)
  }
}

it('raises COVERAGE_LOW for dead heads, clears it when they live', async () => {
  await advance(1)
  expect(await alerts('COVERAGE_LOW')).toEqual([])
  const day = '2026-05-01'
  await test.data(
    'POST',
    `/collateral/common/project/${projectId}/ledger/new`,
    { kind: 'DEATH', animalIds: test.animalIds.slice(0, 1), happenedOn: day, reason: 'a wolf' },
    z.object({}),
  )
  await test.app.recordsChanged()
  await advance(1)
  expect(await alerts('COVERAGE_LOW')).toEqual([
    {
      severity: 'MAJOR',
      subjectType: 'PROJECT',
      subjectId: projectId,
      detail: { ratio: '1.1666', state: 'BELOW_WARNING' },
    },
  ])
  await test.data(
    'PUT',
    '/collateral/web/animal/status',
    { ids: test.animalIds.slice(0, 1), status: 'IN_HERD', reason: 'another one' },
    z.object({}),
  )
  await test.data(
    'PUT',
    '/collateral/web/neckband/addOrEdit',
    { id: test.neckbandIds[0], deviceId: 'AC233F100000', animalId: test.animalIds[0] },
    z.object({}),
  )
  await test.app.recordsChanged()
  await advance(1)
  expect(await alerts('COVERAGE_LOW')).toEqual([])
})

it('raises COVERAGE_LOW by the balance, again at the minimum line', async () => {
  const owe = async (balance: number) => {
    await test.sql`insert into loan_balances (project_id, balance, as_of, note, recorded_at) values (${projectId}, ${balance}, '2026-05-01', 'a statement', now())`
    await test.restart()
    await advance(1)
    return (await alerts('COVERAGE_LOW')).map(({ detail }) => detail)
  }
  expect(await owe(7000)).toEqual([{ ratio: '1.1428', state: 'BELOW_WARNING' }])
  // The open alert shows the ratio of now.
  expect(await owe(7100)).toEqual([{ ratio: '1.1267', state: 'BELOW_WARNING' }])
  // The minimum line raises another alert, and so does the next fall below it.
  expect(await owe(9000)).toEqual([{ ratio: '0.8888', state: 'BELOW_MINIMUM' }])
  expect(await alerts('COVERAGE_LOW')).toMatchObject([{ severity: 'CRITICAL' }])
  expect((await alerts('COVERAGE_LOW', 'CLEARED')).map(({ detail }) => detail)).toContainEqual({
    ratio: '1.1267',
    state: 'BELOW_WARNING',
    clearedBecause: 'TOLD_ANEW',
  })
  expect(await owe(7000)).toEqual([{ ratio: '1.1428', state: 'BELOW_WARNING' }])
  expect(await owe(9000)).toEqual([{ ratio: '0.8888', state: 'BELOW_MINIMUM' }])
})

it('raises HEADCOUNT_DROP after window and delay, unchanged by an outage', { tags: 'long' }, async () => {
  await hearFor(8, 20)
  await hearFor(6, 100)
  expect(await alerts('HEADCOUNT_DROP')).toEqual([])
  await hearFor(6, 20)
  expect(await alerts('HEADCOUNT_DROP')).toEqual([
    {
      severity: 'MAJOR',
      subjectType: 'PROJECT',
      subjectId: projectId,
      detail: { unexplained: 2, heard: 6, ledger: 8 },
    },
  ])
  // A silent site clears nothing.
  await advance(120)
  expect(await alerts('SITE_OUTAGE')).toHaveLength(1)
  expect(await alerts('HEADCOUNT_DROP')).toHaveLength(1)
  await hearFor(8, 50)
  expect(await alerts('HEADCOUNT_DROP')).toEqual([])
})

it('raises DAILY_LOG_MISSING when due, clears it by the log', async () => {
  const missing = () => alerts('DAILY_LOG_MISSING')
  // Eight in the evening on the farm.
  const dueAt = Date.UTC(2026, 4, 2, 12)
  now = dueAt - minuteMs
  const log = async (day: string) => {
    await test.data(
      'POST',
      `/collateral/common/project/${projectId}/dailylog/new`,
      {
        key: randomUUID(),
        farmId: test.farmId,
        day,
        monitorStatus: 'NORMAL',
        handCount: 8,
        counts: [],
        text: '',
        photos: [],
        writtenAt: now,
        correctsId: null,
      },
      z.object({}),
    )
    await test.app.recordsChanged()
  }
  test.clock.hold(now)
  await log('2026-05-01')
  await advance(0.5)
  expect(await missing()).toEqual([])
  await advance(2)
  expect(await missing()).toMatchObject([
    { subjectType: 'PROJECT', subjectId: projectId, detail: { day: '2026-05-02' } },
  ])
  await log('2026-05-02')
  await advance(1)
  expect(await missing()).toEqual([])
  now += 23 * 60 * minuteMs
  test.clock.hold(now)
  await advance(60)
  expect((await missing()).map(({ detail }) => detail)).toEqual([{ day: '2026-05-03' }])
})

it('applies the rules of the loan’s own project only', { tags: 'long' }, async () => {
  const [parties] = await test.sql<{ bankOrgId: number; borrowerOrgId: number; supervisorOrgId: number }[]>`
    select bank_org_id as "bankOrgId", borrower_org_id as "borrowerOrgId", supervisor_org_id as "supervisorOrgId" from projects where id = ${projectId}`
  if (parties === undefined) throw new Error('there is no project')
  const other = await insertProject(test.sql, {
    ...parties,
    code: 'P2',
    name: 'P2',
    contractHeadcount: 8,
    loanAmount: '6000.00',
    status: 'ACTIVE',
    startsOn: '2026-05-01',
    endsOn: '2026-12-31',
    farmIds: [test.farmId],
    createdAt: testStart,
  })
  await test.sql`insert into alert_rules (kind, scope, scope_id, severity, enabled, parameters, updated_at) values ('DAILY_LOG_MISSING', 'PROJECT', ${projectId}, 'MINOR', false, '{}', now())`
  await test.restart()
  await advance(1)
  const reasons = async (of: number, state?: string) =>
    (
      await test.data(
        'POST',
        '/collateral/web/alert/list',
        { kind: 'DAILY_LOG_MISSING', state, projectId: of, pageSize: 100 },
        z.object({ list: z.array(alertSchema) }),
      )
    ).list.map(({ detail }) => detail['clearedBecause'])
  expect([
    await reasons(projectId, 'ACTIVE'),
    await reasons(projectId, 'CLEARED'),
    await reasons(other, 'ACTIVE'),
  ]).toEqual([[], ['RULE_OFF', undefined], [undefined]])
  await test.sql`delete from alert_rules where scope = 'PROJECT'`
  await test.sql`update projects set status = 'CLOSED' where id = ${other}`
  await test.restart()
  await advance(1)
  expect(await reasons(projectId, 'ACTIVE')).toEqual([undefined])
})

it('clears all alerts when the project closes', async () => {
  await test.sql`update projects set status = 'CLOSED' where id = ${projectId}`
  await test.restart()
  await advance(1)
  for (const kind of ['COVERAGE_LOW', 'DAILY_LOG_MISSING'])
    expect((await alerts(kind, 'CLEARED'))[0]?.detail).toMatchObject({ clearedBecause: 'NO_RUNNING_PROJECT' })
})
