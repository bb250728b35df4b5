import { afterEach, beforeEach, expect, test } from 'vitest'
import { clearAlerts } from '../../db/alerts.ts'
import { type DutyWorld, openDutyWorld } from '../duty/testDuty.ts'

let duty: DutyWorld
beforeEach(async () => {
  duty = await openDutyWorld()
})
afterEach(() => duty.close())

const act = (path: string, body: object = {}) => duty.world.call<{ done?: object[] }>(duty.tokens.chief, 'POST', `/collateral/web/${path}`, body)

/** Waits until so many others wait for what somebody holds. */
async function untilWaiting(count: number): Promise<void> {
  const waiting = () => duty.world.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await waiting()).length, { timeout: 5000 }).toBe(count)
}

/** Somebody is being told of alerts, and has not written it yet, while something else is done to them. @returns what came of it */
async function amidTelling<T>(work: () => Promise<T>): Promise<T> {
  let telling: Promise<void> | undefined
  let doing: Promise<T> | undefined
  await duty.world.sql.begin(async (sql) => {
    await sql`lock table notices in share mode`
    telling = duty.plan()
    await untilWaiting(1)
    doing = work()
    await untilWaiting(2)
  })
  await telling
  if (doing === undefined) throw new Error('nothing was done')
  return doing
}

test.each([
  ['acknowledged', (id: number) => act(`alert/${id}/acknowledge`, { comment: 'going' })],
  ['closed', (id: number) => act(`alert/${id}/close`, { code: 'FALSE_ALARM', text: 'a fallen tree' })],
  ['closed with others', (id: number) => act('alert/act', { ids: [id], act: { kind: 'CLOSE', code: 'FALSE_ALARM', text: 'a fallen tree' } })],
])('an alert is %s in the moment in which somebody is told of it', async (_, close) => {
  const [id = 0] = await duty.raise(1, 'CRITICAL')
  const { status } = await amidTelling(() => close(id))
  expect([status, await duty.told(id)]).toEqual([200, ['0 chief CONSOLE SENT', '0 chief MAIL QUEUED', '0 deputy CONSOLE SENT', '0 deputy MAIL QUEUED']])
  expect(await duty.world.sql`select from alert_escalations where alert_id = ${id} and ended_at is null`).toHaveLength(0)
})

test('somebody is told again in the moment in which others are', async () => {
  const [id = 0] = await duty.raise(1, 'CRITICAL')
  await duty.plan()
  await duty.world.context.clock.moveTo(duty.world.context.clock.now() + 20 * 60_000)
  const [first] = await duty.world.sql<{ id: number }[]>`select id from alert_deliveries where alert_id = ${id} and channel = 'CONSOLE' order by id limit 1`
  const { status } = await amidTelling(() => duty.world.call(duty.tokens.chief, 'POST', `/collateral/web/alertDelivery/${first?.id}/resend`))
  expect(status).toBe(200)
})

test('alerts are closed by a person in the moment in which they clear, in another order', async () => {
  const [first = 0, second = 0] = await duty.raise(2)
  // The last change stands last.
  await act(`alert/${first}/comment`, { text: 'gate 3' })
  const at = duty.world.context.clock.now()
  let clearing: Promise<object> | undefined
  let closing: ReturnType<typeof act> | undefined
  await duty.world.sql.begin(async (sql) => {
    await sql`select from alerts where id = ${second} for no key update`
    clearing = clearAlerts(duty.world.sql, [second, first].map((id) => ({ id, at, because: null })))
    await untilWaiting(1)
    closing = act('alert/act', { ids: [first, second], act: { kind: 'CLOSE', code: 'FALSE_ALARM' } })
    await untilWaiting(2)
  })
  expect([(await closing)?.status, await clearing]).toMatchObject([200, [{ id: first }, { id: second }]])
})
