import { afterAll, beforeAll, expect, test } from 'vitest'
import { machineNow } from '../../clock.ts'
import { deleteOldDeliveries } from './deleteOldDeliveries.ts'
import { allDay, type DutyWorld, openDutyWorld } from './testDuty.ts'

const dayMs = 86_400_000
let duty: DutyWorld
beforeAll(async () => {
  duty = await openDutyWorld()
  const { world, tokens, ids } = duty
  await world.call(tokens.chief, 'PUT', '/collateral/web/roster/addOrEdit', {
    name: 'Day',
    timeZone: 'UTC',
    watchedFarmIds: [],
    shifts: allDay([ids.anna]),
  })
})
afterAll(() => duty.close())

const act = (ids: number[], assigneeId: number | null, by: 'anna' | 'bold' = 'anna') =>
  duty.world.call<{ done: { id: number }[] }>(duty.tokens[by], 'POST', '/collateral/web/alert/act', {
    ids,
    act: { kind: 'ASSIGN', assigneeId },
  })
const ofBold = async (id: number) =>
  (await duty.deliveriesOf(id))
    .filter((line) => line.includes('bold'))
    .map((line) => line.split(' ').slice(2).join(' '))

test('notifies the assignee by their channels and continues the escalation plan', async () => {
  const [id = 0] = await duty.raise(1, 'CRITICAL')
  // Assigned before anybody was notified of the alert.
  expect((await act([id], duty.ids.bold)).data.done).toHaveLength(1)
  expect(await ofBold(id)).toEqual(['CONSOLE SENT', 'MAIL QUEUED'])
  const [mail] = await duty.world.sql<
    { recipient: string; body: string }[]
  >`select recipient, body from outbox where kind = 'MAIL' order by id desc limit 1`
  expect(mail).toMatchObject({ recipient: 'bold@example.com', body: expect.stringMatching(/指派给您[^]*tag 0/) })
  expect(await duty.world.sql`select code from notices where user_id = ${duty.ids.bold}`).toMatchObject([
    { code: 'ALERT_ASSIGNED' },
  ])
  await duty.plan()
  expect((await duty.deliveriesOf(id)).filter((line) => line.startsWith('0 anna'))).not.toEqual([])

  // Each new assignment is notified; repeating the current one is not.
  const before = (await ofBold(id)).length
  await act([id], duty.ids.bold)
  expect(await ofBold(id)).toHaveLength(before)
  await act([id], null)
  expect(await ofBold(id)).toHaveLength(before)
  await act([id], duty.ids.bold)
  expect(await ofBold(id)).toHaveLength(2 * before)
  const { data } = await duty.world.call<{
    list: { reason: string; recipient: string; about: { kind: string; farmName: string } | null }[]
  }>(duty.tokens.bold, 'POST', '/collateral/web/alertDelivery/list', { toldPersonId: duty.ids.bold })
  expect(data.list[0]).toMatchObject({
    reason: 'ASSIGNED',
    recipient: 'bold',
    about: { kind: 'LEFT_PEN', farmName: 'Ovoo' },
  })
})

test('does not notify of own or failed assignments', async () => {
  const [mine = 0, theirs = 0] = await duty.raise(2)
  await act([mine], duty.ids.bold, 'bold')
  expect(await ofBold(mine)).toEqual([])
  const stale = await duty.world.call(duty.tokens.anna, 'POST', `/collateral/web/alert/${theirs}/assign`, {
    assigneeId: duty.ids.bold,
    version: 99,
  })
  expect([stale.status, await ofBold(theirs)]).toEqual([409, []])
})

test('collapses a bulk assignment into one notice, except critical alerts', async () => {
  const many = await duty.raise(30, 'MAJOR')
  const [grave = 0] = await duty.raise(1, 'CRITICAL')
  const before = await duty.world.sql`select from outbox`
  await act([...many, grave], duty.ids.cara)
  const rows = await duty.world.sql<{ state: string; count: number }[]>`
    select state, count(*)::int as count from alert_deliveries where user_id = ${duty.ids.cara} and alert_id is not null group by state order by state`
  expect(rows).toMatchObject([{ state: 'FOLDED', count: 30 }, { state: 'QUEUED' }, { state: 'SENT', count: 1 }])
  const after = await duty.world.sql`select from outbox`
  expect(after.length - before.length).toBeLessThanOrEqual(4)
})

test('deletes deliveries older than 400 days unless they are queued', async () => {
  const { sql } = duty.world
  const now = machineNow()
  const count = async () =>
    (
      await sql<
        { old: number; all: number }[]
      >`select count(*) filter (where queued_at < ${now - 400 * dayMs}::timestamptz)::int as old, count(*)::int as all from alert_deliveries`
    )[0]
  const all = (await count())?.all ?? 0
  await sql`update alert_deliveries set queued_at = ${now - 401 * dayMs} where id in (select id from alert_deliveries where state <> 'QUEUED' order by id limit 7)`
  await sql`update alert_deliveries set queued_at = ${now - 401 * dayMs} where id = (select min(id) from alert_deliveries where state = 'QUEUED')`
  await deleteOldDeliveries(duty.world.context.sql, now, () => false)
  expect(await count()).toEqual({ old: 1, all: all - 7 })
})
