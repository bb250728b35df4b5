import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AlertDelivery } from '#contract/duty/alertDeliveries.ts'
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
