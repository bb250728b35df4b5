import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { clearAlerts } from '../../db/alerts.ts'
import { type DutyWorld, openDutyWorld } from '../duty/testDuty.ts'

let duty: DutyWorld
beforeAll(async () => {
  duty = await openDutyWorld()
})
beforeEach(() => duty.clear())
afterAll(() => duty.close())

const act = (path: string, body: object = {}) =>
  duty.world.call<{ done?: object[] }>(duty.tokens.chief, 'POST', `/collateral/web/${path}`, body)

/** Waits until a number of connections wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  const waiting = () =>
    duty.world.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await waiting()).length, { timeout: 5000 }).toBe(count)
}

/** Runs work while alert messages are planned and not yet written. @returns its outcome */
async function duringPlan<T>(work: () => Promise<T>): Promise<T> {
  let planning: Promise<void> | undefined
  let doing: Promise<T> | undefined
  await duty.world.sql.begin(async (sql) => {
    await sql`lock table notices in share mode`
    planning = duty.plan()
    await untilWaiting(1)
    doing = work()
    await untilWaiting(2)
  })
  await planning
  if (doing === undefined) throw new Error('nothing was done')
  return doing
}

test.each([
  ['acknowledged', (id: number) => act(`alert/${id}/acknowledge`, { comment: 'going' })],
  ['closed', (id: number) => act(`alert/${id}/close`, { code: 'FALSE_ALARM', text: 'a fallen tree' })],
  [
    'closed with others',
    (id: number) => act('alert/act', { ids: [id], act: { kind: 'CLOSE', code: 'FALSE_ALARM', text: 'a fallen tree' } }),
  ],
])('lets an alert be %s while its messages are written', async (_, close) => {
  const [id = 0] = await duty.raise(1, 'CRITICAL')
  const { status } = await duringPlan(() => close(id))
  expect([status, await duty.deliveriesOf(id)]).toEqual([
    200,
    ['0 chief CONSOLE SENT', '0 chief MAIL QUEUED', '0 deputy CONSOLE SENT', '0 deputy MAIL QUEUED'],
  ])
  expect(await duty.world.sql`select from alert_escalations where alert_id = ${id} and ended_at is null`).toHaveLength(
    0,
  )
})

test('resends a message while others are written', async () => {
  const [id = 0] = await duty.raise(1, 'CRITICAL')
  await duty.plan()
  await duty.world.context.clock.moveTo(duty.world.context.clock.now() + 20 * 60_000)
  const [first] = await duty.world.sql<
    { id: number }[]
  >`select id from alert_deliveries where alert_id = ${id} and channel = 'CONSOLE' order by id limit 1`
  const { status } = await duringPlan(() =>
    duty.world.call(duty.tokens.chief, 'POST', `/collateral/web/alertDelivery/${first?.id}/resend`),
  )
  expect(status).toBe(200)
})

test('closes alerts without deadlock while they clear in another order', async () => {
  const [first = 0, second = 0] = await duty.raise(2)
  // The commented alert is now the last one changed.
  await act(`alert/${first}/comment`, { text: 'gate 3' })
  const at = duty.world.context.clock.now()
  let clearing: Promise<object> | undefined
  let closing: ReturnType<typeof act> | undefined
  await duty.world.sql.begin(async (sql) => {
    await sql`select from alerts where id = ${second} for no key update`
    clearing = clearAlerts(
      duty.world.sql,
      [second, first].map((id) => ({ id, at, because: null })),
    )
    await untilWaiting(1)
    closing = act('alert/act', { ids: [first, second], act: { kind: 'CLOSE', code: 'FALSE_ALARM' } })
    await untilWaiting(2)
  })
  expect([(await closing)?.status, await clearing]).toMatchObject([200, [{ id: first }, { id: second }]])
})
