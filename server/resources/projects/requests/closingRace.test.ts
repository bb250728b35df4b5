import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Project } from '#contract/projects/projects.ts'
import type { TicketDetail } from '#contract/office/tickets.ts'
import { type CollateralWorld, details, openCollateralWorld } from '../collateral/testCollateral.ts'

let world: CollateralWorld
beforeAll(async () => {
  world = await openCollateralWorld()
})
afterAll(() => world.close())

const refused = { status: 409, error: { code: 'CONFLICT', fields: { projectId: 'project_state' } } }
const askForRule = (projectId: number) =>
  world.call<{ ticketId: number }>(world.tokens.pm, 'POST', '/collateral/web/alertRule/request', {
    kind: 'NO_MOVEMENT',
    scope: 'PROJECT',
    projectId,
    parameters: { stillHours: 6 },
    reason: 'calves',
  })

let serial = 0

const approve = (ticketId: number | null) =>
  world.call<{ state: string }>(world.tokens.bank, 'POST', '/collateral/common/ticket/approve', {
    ticketId,
    decision: 'APPROVED',
    settlement: { repaid: '100000', writtenOff: '0' },
  })

/** Creates a running project with a pending closing request. `close` approves it as the bank. */
async function closing() {
  const id = await world.project(`CLOSE-${++serial}`, 'ACTIVE')
  const { data } = await world.call<Project>(world.tokens.pm, 'POST', `/collateral/common/project/${id}/close`, {
    version: 1,
    reason: 'paid back',
  })
  return { id, ticketId: data.openTicketId, close: () => approve(data.openTicketId) }
}

/** Reads the states of the rule requests of a project. */
async function requests(projectId: number): Promise<string[]> {
  const rows = await world.sql<
    { state: string }[]
  >`select state from tickets where subject_type = 'PROJECT' and subject_id = ${projectId} and kind = 'RULE_CHANGE' order by id`
  return rows.map(({ state }) => state)
}

/** Starts a call that waits for a locked table, then a second call, then unlocks the table. @returns both results */
async function amid<First, Second>(
  table: 'alert_rules' | 'audit_entries',
  one: () => Promise<First>,
  other: () => Promise<Second>,
): Promise<[First, Second]> {
  const { sql } = world
  const untilWaiting = async (count: number) => {
    await expect
      .poll(
        async () =>
          (await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
            .length,
        { timeout: 10_000 },
      )
      .toBe(count)
  }
  const calls: [Promise<First>?, Promise<Second>?] = []
  await sql.begin(async (transaction) => {
    await transaction`lock table ${transaction(table)} in share row exclusive mode`
    calls[0] = one()
    await untilWaiting(1)
    calls[1] = other()
    await Promise.race([calls[1], untilWaiting(2)])
  })
  const [first, second] = calls
  if (!first || !second) throw new Error('nothing was called')
  return Promise.all([first, second])
}

test('withdraws a rule request that was made just before the closing', async () => {
  const { id, ticketId, close } = await closing()
  const [{ status, data }, closed] = await amid('alert_rules', () => askForRule(id), close)
  expect([status, closed.status]).toEqual([200, 200])
  const ticket = await world.call<TicketDetail>(world.tokens.pm, 'GET', details(data.ticketId))
  expect(ticket.data).toMatchObject({ state: 'WITHDRAWN', withdrawal: { by: null, overtakenBy: ticketId } })
})

test('rejects a rule request made during or after the closing', async () => {
  const { id, close } = await closing()
  const [closed, requested] = await amid('audit_entries', close, () => askForRule(id))
  expect([closed.status, requested]).toMatchObject([200, refused])
  expect(await askForRule(id)).toMatchObject(refused)
  expect(await requests(id)).toEqual([])
})

test('rejects requests about rules of closed and foreign projects', async () => {
  const { id, close } = await closing()
  const { data: rule } = await world.call<{ id: number }>(
    world.tokens.admin,
    'PUT',
    '/collateral/web/alertRule/addOrEdit',
    { kind: 'NO_MOVEMENT', scope: 'PROJECT', projectId: id, parameters: { stillHours: 6 } },
  )
  await close()
  const removal = await world.call(world.tokens.pm, 'POST', `/collateral/web/alertRule/${rule.id}/removal/request`, {
    reason: 'over',
  })
  expect(removal).toMatchObject({ status: 409, error: { code: 'CONFLICT', fields: { id: 'project_state' } } })
  const foreign = await world.call(world.tokens.otherPm, 'POST', '/collateral/web/alertRule/request', {
    kind: 'NO_MOVEMENT',
    scope: 'PROJECT',
    projectId: id,
    reason: 'calves',
  })
  expect(foreign).toMatchObject({ status: 400, error: { fields: { projectId: 'unknown' } } })
})

test('leaves no rule request open in eight concurrent rounds', { tags: 'long' }, async () => {
  for (let round = 0; round < 8; round++) {
    const { id, close } = await closing()
    const asksFirst = round % 2 === 0
    const early = asksFirst ? askForRule(id) : null
    const closed = close()
    const [{ status }, requested] = await Promise.all([closed, early ?? askForRule(id)])
    expect(status).toBe(200)
    const isRaised = requested.status === 200
    expect(requested).toMatchObject(isRaised ? { status: 200 } : refused)
    expect(await requests(id)).toEqual(isRaised ? ['WITHDRAWN'] : [])
  }
})
