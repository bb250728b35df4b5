import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AlertDelivery } from '#contract/duty/alertDeliveries.ts'
import { alertsPathOf } from '../../notify/alertTexts.ts'
import { raiseAlerts } from '../../db/alerts.ts'
import { openWorld, type World } from '../../testing/testWorld.ts'
import { addTestProject, type TestProject } from '../projects/testLedger.ts'
import { planAlerts } from './planAlerts.ts'

let world: World
let project: TestProject
let administrator: string
beforeAll(async () => {
  world = await openWorld()
  project = await addTestProject(world, 'B')
  const [bank] = await world.sql<{ id: number }[]>`select bank_org_id as id from projects where id = ${project.id}`
  administrator = await world.user('B.admin', 'ADMIN_BANK', bank?.id ?? 0)
  await world.user('other.admin', 'ADMIN_BANK', await world.organisation('BANK', 'Other bank'))
})
afterAll(() => world.close())

async function raise(subjectType: 'PROJECT' | 'FARM', kind: 'COVERAGE_LOW' | 'SITE_OUTAGE') {
  const at = world.context.clock.now()
  const [alert] = await raiseAlerts(world.sql, [
    {
      kind,
      severity: 'CRITICAL',
      subjectType,
      subjectId: subjectType === 'PROJECT' ? project.id : project.farmId,
      subjectName: 'B',
      farmId: project.farmId,
      penId: null,
      animalId: null,
      raisedAt: at,
      sinceAt: at,
      detail: {},
    },
  ])
  const { sql, events, publicUrl, log } = world.context
  await planAlerts({ sql, events, publicUrl, log }, at)
  return alert?.id ?? 0
}
const consoleNoticesOf = (alertId: number) =>
  world.sql<{ to: string; channel: string; path: string | null }[]>`
    select u.user_name as "to", d.channel, n.path from alert_deliveries d join users u on u.id = d.user_id left join notices n on n.delivery_id = d.id
    where d.alert_id = ${alertId} and u.role in ('ADMIN_BANK', 'BANK_USER') and d.channel = 'CONSOLE' order by 1`

test('notifies the bank of an alert about its loan by the bank’s own duty', async () => {
  const id = await raise('PROJECT', 'COVERAGE_LOW')
  expect(await consoleNoticesOf(id)).toEqual([
    { to: 'B.admin', channel: 'CONSOLE', path: `/dashboard/project/info/${project.id}` },
  ])
  const { data } = await world.call<{ list: AlertDelivery[] }>(
    administrator,
    'GET',
    `/collateral/web/alertDelivery/alert/${id}`,
  )
  expect(new Set(data.list.map(({ recipient }) => recipient)).size).toBe(1)
  expect(await consoleNoticesOf(await raise('FARM', 'SITE_OUTAGE'))).toEqual([])
})

test('notifies the people of the bank’s roster before its administrators', async () => {
  const roster = {
    name: 'Desk',
    timeZone: 'Asia/Shanghai',
    watchedFarmIds: [],
    shifts: [{ layer: 1, personId: await world.idOf('B.bank'), days: [1, 2, 3, 4, 5, 6, 7], from: 0, to: 0 }],
  }
  const save = (body: object) => world.call(administrator, 'PUT', '/collateral/web/roster/addOrEdit', body)
  const [shift] = roster.shifts
  // The supervisor's people and farms are not the bank's to roster.
  expect((await save({ ...roster, shifts: [{ ...shift, personId: await world.idOf('B.pm') }] })).status).toBe(400)
  expect((await save({ ...roster, watchedFarmIds: [project.farmId] })).status).toBe(400)
  expect((await save(roster)).status).toBe(200)
  await world.sql`update alerts set cleared_at = now(), settled_at = now()`
  expect(await consoleNoticesOf(await raise('PROJECT', 'COVERAGE_LOW'))).toMatchObject([{ to: 'B.bank' }])
})

/** The screens of each role, copied from the specification. */
const screens: Record<string, readonly string[]> = {
  ADMIN_SUPERVISOR: ['/dashboard/animal-monitor/alert', '/dashboard/projects', '/dashboard/project/info'],
  SUPERVISOR_PM: ['/dashboard/animal-monitor/alert', '/dashboard/projects', '/dashboard/project/info'],
  ADMIN_BANK: ['/dashboard/projects', '/dashboard/project/info'],
  BANK_USER: ['/dashboard/projects', '/dashboard/project/info'],
}

test('links each role only to screens that it may open', async () => {
  const { sql, context } = world
  await sql`update alerts set cleared_at = now(), settled_at = now() where cleared_at is null`
  const everyDay = { days: [1, 2, 3, 4, 5, 6, 7], from: 0, to: 0 }
  const save = (token: string, personId: number) =>
    world.call(token, 'PUT', '/collateral/web/roster/addOrEdit', {
      name: `All ${personId}`,
      timeZone: 'Asia/Shanghai',
      watchedFarmIds: [],
      shifts: [{ layer: 1, personId, ...everyDay }],
    })
  const [supervisorOrg] = await sql<
    { id: number }[]
  >`select supervisor_org_id as id from projects where id = ${project.id}`
  const chief = await world.user('B.chief', 'ADMIN_SUPERVISOR', supervisorOrg?.id ?? 0)
  for (const name of ['B.bank', 'B.admin']) await save(administrator, await world.idOf(name))
  for (const name of ['B.pm', 'B.chief']) await save(chief, await world.idOf(name))
  await sql`delete from outbox`
  await sql`update users set email = user_name || '@example.com' where role in ('ADMIN_BANK', 'BANK_USER', 'ADMIN_SUPERVISOR', 'SUPERVISOR_PM')`
  const channels = { CRITICAL: ['CONSOLE', 'MAIL'], MAJOR: ['CONSOLE', 'MAIL'], MINOR: ['CONSOLE', 'MAIL'], INFO: [] }
  await sql`
    insert into notification_settings (user_id, language, time_zone, channels, updated_at)
    select id, 'en-US', 'Asia/Shanghai', ${sql.json(channels)}, now() from users on conflict (user_id) do update set channels = excluded.channels`
  const id = await raise('PROJECT', 'COVERAGE_LOW')
  const own = await sql<{ id: number; token: string }[]>`
    select d.id, u.user_name as token from alert_deliveries d join users u on u.id = d.user_id where d.alert_id = ${id} and d.channel = 'MAIL' and u.role in ('ADMIN_BANK', 'BANK_USER')`
  for (const delivery of own) {
    await sql`update alert_deliveries set state = 'SENT' where id = ${delivery.id}`
    expect(
      (await world.call(administrator, 'POST', `/collateral/web/alertDelivery/${delivery.id}/resend`)).status,
    ).toBe(200)
  }
  const at = context.clock.now()
  const farms = await sql<{ id: number }[]>`
    insert into farms (name, boundary, supervisor_org_id, time_zone, created_at, updated_at)
    select name || n, boundary, supervisor_org_id, time_zone, now(), now() from farms, generate_series(1, 12) as n where farms.id = ${project.farmId} returning id`
  await raiseAlerts(
    sql,
    farms.map((farm) => ({
      kind: 'HEADCOUNT_DROP' as const,
      severity: 'MAJOR' as const,
      subjectType: 'PROJECT' as const,
      subjectId: project.id,
      subjectName: 'B',
      farmId: farm.id,
      penId: null,
      animalId: null,
      raisedAt: at,
      sinceAt: at,
      detail: {},
    })),
  )
  await planAlerts({ sql: context.sql, events: context.events, publicUrl: context.publicUrl, log: context.log }, at)
  const links = await sql<{ role: string; path: string }[]>`
    select u.role, substring(o.body from '(/dashboard[^?[:space:]]*)') as path from outbox o join users u on u.email = o.recipient
    union all select u.role, split_part(n.path, '?', 1) from notices n join users u on u.id = n.user_id where n.code like 'ALERT%'`
  expect([...new Set(links.map(({ role }) => role))].toSorted()).toEqual(Object.keys(screens).toSorted())
  expect(
    await sql`select from alert_floods f join users u on u.id = f.user_id where u.role = 'ADMIN_BANK'`,
  ).toHaveLength(1)
  expect(
    links.filter(
      ({ role, path }) => !screens[role]?.some((screen) => path === screen || path.startsWith(`${screen}/`)),
    ),
  ).toEqual([])
})

test('links a bank’s flood to its project, or to its list of projects', () => {
  expect(alertsPathOf([{ projectId: 4 }, { projectId: 4 }])).toBe('/dashboard/project/info/4')
  expect(alertsPathOf([{ projectId: 4 }, { projectId: 5 }])).toBe('/dashboard/projects')
  expect(alertsPathOf([{ projectId: null }, {}])).toBe('/dashboard/animal-monitor/alert')
})
