import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AlertRule } from '#contract/alerts/alertRules.ts'
import type { Animal } from '#contract/herd/animals.ts'
import { machineNow, toInstant } from '../clock.ts'
import { connect } from '../db/connect.ts'
import { type RunningProject, readProjects } from '../db/projects/farmFinance.ts'
import { projectAt } from '../db/rehearsal/pastLoans.ts'
import { audit } from '../records/audit.ts'
import { addTestProject, post, type TestProject } from '../resources/projects/testLedger.ts'
import { openWorld, type World } from '../testing/testWorld.ts'
import { rehearse } from './simulate.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const nobody = { userId: 0, address: '' }
/** Three heads of each line: 3 × 9,000 + 3 × 5,000 = 42,000 stand for 30,000; the warning line is 1.2, the minimum line 1. */
const open = (mark: string) => addTestProject(world, mark)
const dayOf = (at: number) => toInstant(at + 8 * 3_600_000).slice(0, 10)
const pay = async (project: TestProject, balance: string) =>
  (
    await world.call(project.bank, 'POST', `/collateral/common/project/${project.id}/balance/new`, {
      balance,
      asOf: dayOf(world.context.clock.now()),
      source: 'Statement',
    })
  ).status
const lose = (project: TestProject, line: 0 | 1, places: readonly number[], happenedAt = world.context.clock.now()) =>
  post(world, [
    {
      projectId: project.id,
      lineId: project.lineIds[line],
      kind: 'DEATH',
      pledgeIds: places.map((place) => project.pledgeIds[place] ?? 0),
      adds: false,
      reason: 'snow',
      happenedAt,
    },
  ])
async function reprice({ lineIds: [lineId] }: TestProject, price: string): Promise<void> {
  await world.sql`update collateral_lines set unit_price = ${price}::numeric where id = ${lineId}`
  await world.sql`
    insert into collateral_prices (line_id, unit_price, priced_on, price_source, haircut, recorded_at)
    select id, unit_price, priced_on, price_source, haircut, ${world.context.clock.now()}::timestamptz from collateral_lines where id = ${lineId}`
}

/** Waits for the next millisecond, the audit's unit of time. */
async function nextMoment(): Promise<number> {
  const before = machineNow()
  await expect.poll(machineNow, { interval: 1 }).toBeGreaterThan(before)
  return machineNow()
}

test('reads a past loan unchanged by later entries', async () => {
  const { sql, context } = world
  const begun = machineNow()
  context.clock.hold(begun)
  const project = await open('Then')
  await sql`
    insert into collateral_prices (line_id, unit_price, priced_on, price_source, haircut, recorded_at)
    select id, unit_price, priced_on, price_source, haircut, ${begun}::timestamptz from collateral_lines where project_id = ${project.id}`
  const setStatus = async (to: string) => {
    const [was] = await sql<
      { status: string; warningLine: string }[]
    >`select status, warning_line as "warningLine" from projects where id = ${project.id}`
    await sql`update projects set status = ${to}, warning_line = 1.5 where id = ${project.id}`
    await audit(sql, nobody, machineNow(), {
      action: 'EDIT',
      noun: 'project',
      nounId: project.id,
      before: { ...was, farms: [{ id: project.farmId, name: '' }] },
      after: { status: to, warningLine: '1.5000', farms: [{ id: project.farmId, name: '' }] },
    })
  }
  const animal = async () =>
    (await world.call<Animal>(project.pm, 'GET', `/collateral/web/animal/detail/${project.animalIds[0]}`)).data
  const missing = async (status: string) => {
    const before = await animal()
    await sql`update animals set status = ${status} where id = ${before.id}`
    await audit(sql, nobody, machineNow(), {
      action: 'EDIT',
      noun: 'animal',
      nounId: before.id,
      before,
      after: await animal(),
    })
  }
  const acts: (() => Promise<unknown>)[] = [
    () => pay(project, '36000'),
    () => lose(project, 0, [1]),
    () => missing('MISSING'),
    () => reprice(project, '12000.00'),
    () => missing('IN_HERD'),
    () => lose(project, 1, [3, 4, 5]),
    () => pay(project, '20000'),
    () => setStatus('CLOSING'),
    () => lose(project, 0, [0, 2]),
    () => setStatus('CLOSED'),
  ]
  const plain = (one: Pick<RunningProject, 'code' | 'startsOn' | 'loan'> | null | undefined) =>
    one ? { code: one.code, startsOn: one.startsOn, loan: one.loan } : null
  const judged: { at: number; project: ReturnType<typeof plain> }[] = []
  for (const act of [() => Promise.resolve(), ...acts]) {
    context.clock.hold(await nextMoment())
    await act()
    judged.push({
      at: await nextMoment(),
      project: plain((await readProjects(sql, [project.farmId])).get(project.farmId)?.[0]),
    })
  }
  context.clock.hold(Date.UTC(2026, 4, 1, 12))
  expect(new Set(judged.map((one) => JSON.stringify(one.project))).size).toBe(acts.length + 1)
  for (const { at, project: then } of judged) expect(plain(await projectAt(sql, project.id, at))).toEqual(then)
  expect(await projectAt(sql, project.id, begun - 1)).toBeNull()
})

const [from, to] = [Date.UTC(2026, 4, 2), Date.UTC(2026, 4, 20)]
const minute = (day: number, hour: number, minutes = 0) => Date.UTC(2026, 4, day, hour, minutes)
const rule = (of: Partial<AlertRule>): AlertRule => ({
  id: 0,
  version: 0,
  kind: 'COVERAGE_LOW',
  scope: 'PLATFORM',
  scopeId: null,
  severity: 'MAJOR',
  enabled: true,
  parameters: {},
  schedule: null,
  ...of,
})
async function rehearsed({ farmId }: TestProject, today: Partial<AlertRule>, proposed: Partial<AlertRule>) {
  const rules = [rule(today)]
  const news = await rehearse({
    ask: {
      kind: 'COVERAGE_LOW',
      farmIds: [farmId],
      shifts: [],
      ofFarms: [],
      from,
      to,
      today: rules,
      rehearsed: [...rules, rule(proposed)],
    },
    sql: connect({ target: world.target, connections: 1 }),
    target: world.target,
    onShare: () => {},
  })
  if (!('result' in news)) throw new Error(JSON.stringify(news))
  return news.result
}

test('raises low cover after losses, clears it after payments', async () => {
  const { clock } = world.context
  clock.hold(minute(1, 12))
  const project = await open('Pasture')
  clock.hold(minute(5, 7, 2))
  // 42,000 / 36,000 = 1.1666.
  expect(await pay(project, '36000')).toBe(200)
  clock.hold(minute(7, 9))
  // 42,000 / 34,000 = 1.2352.
  expect(await pay(project, '34000')).toBe(200)
  clock.hold(minute(9, 10, 1))
  // Noted a day late, of two heads: 24,000 / 34,000 = 0.7058.
  await lose(project, 0, [0, 1], minute(8, 10))
  clock.hold(minute(12, 0))
  // 24,000 / 20,000 = 1.2: no longer below.
  expect(await pay(project, '20000')).toBe(200)

  const farm = { scope: 'FARM', scopeId: project.farmId } as const
  const same = await rehearsed(project, {}, farm)
  expect(same.totals).toEqual({
    today: 2,
    rehearsed: 2,
    added: 0,
    removed: 0,
    same: 2,
    openBefore: { today: 0, rehearsed: 0 },
  })
  expect(same.examples.map(({ subjectName, raisedAt, clearedAt }) => [subjectName, raisedAt, clearedAt])).toEqual([
    ['Pasture', '2026-05-05T07:05:00.000Z', '2026-05-07T09:00:00.000Z'],
    ['Pasture', '2026-05-09T10:05:00.000Z', '2026-05-12T00:00:00.000Z'],
  ])
  expect(same.assumptions).toEqual(['JUDGED_EACH_FIVE_MINUTES', 'RECORDS_AS_ENTERED'])
  // Fifty hours: the first was over two minutes before, the second is raised that much later.
  const slow = { parameters: { raiseDelayMinutes: 3000 } }
  const slower = await rehearsed(project, {}, { ...farm, ...slow })
  expect(slower.totals).toMatchObject({ today: 2, rehearsed: 1, added: 0, removed: 1, same: 1 })
  expect(slower.examples.find(({ which }) => which === 'SAME')?.raisedAt).toBe('2026-05-11T12:05:00.000Z')
  expect((await rehearsed(project, slow, farm)).totals).toMatchObject({
    today: 1,
    rehearsed: 2,
    added: 1,
    removed: 0,
    same: 1,
  })
  // A rule of the project is in force while that runs.
  expect(
    (await rehearsed(project, {}, { scope: 'PROJECT', scopeId: project.id, enabled: false })).totals,
  ).toMatchObject({ today: 2, rehearsed: 0, removed: 2 })
})

test('allows rehearsals only to users who may save the rule', async () => {
  const project = await open('Own')
  const stranger = await world.user('stranger', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'Stranger'))
  const begin = async (token: string, body: object) =>
    (await world.call(token, 'POST', '/collateral/web/alertRule/rehearsal', { kind: 'COVERAGE_LOW', ...body })).status
  for (const body of [{ farmId: project.farmId }, { scope: 'PROJECT', projectId: project.id }]) {
    expect([await begin(project.bank, body), await begin(project.borrower, body), await begin(stranger, body)]).toEqual(
      [403, 403, 404],
    )
  }
})
