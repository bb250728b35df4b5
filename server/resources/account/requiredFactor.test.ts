import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Account } from '#contract/people/account.ts'
import { deciderRoles } from '#contract/people/roles.ts'
import { createSessions } from '../../auth/sessions.ts'
import { worldPassword } from '../../testing/testWorld.ts'
import { openTicketWorld, type TicketWorld } from '../office/tickets/testTickets.ts'

/** A server whose setting requires a second factor of deciders. */
let world: TicketWorld
beforeAll(async () => {
  world = await openTicketWorld()
  const { sql, context } = world
  Object.assign(context, {
    sessions: createSessions({
      sql,
      events: context.events,
      securityLog: context.securityLog,
      secondFactorRoles: deciderRoles,
    }),
  })
})
afterAll(() => world.close())

const account = '/collateral/web/account'
const profile = async (token: string) =>
  (await world.call<Account>(token, 'GET', '/collateral/app/profile/user')).data.twoFactor

async function setUp(token: string): Promise<void> {
  const begun = await world.call<{ secret: string }>(token, 'POST', `${account}/twoFactor/begin`, {
    password: worldPassword,
  })
  const code = new TOTP({ secret: Secret.fromBase32(begun.data.secret) }).generate()
  expect((await world.call(token, 'POST', `${account}/twoFactor/confirm`, { code })).status).toBe(200)
}

describe('a decider without a second factor', () => {
  test('sets one up before any other call, and cannot turn it off', async () => {
    const { ticketId } = await world.registration()
    const refused = await world.decide(world.platform, ticketId, 'APPROVED')
    expect([refused.status, refused.error.code]).toEqual([403, 'TWO_FACTOR_DUE'])
    expect((await world.call(world.platform, 'GET', '/api/users')).error.code).toBe('TWO_FACTOR_DUE')
    expect(await profile(world.platform)).toMatchObject({ enabled: false, required: true, due: true })
    await setUp(world.platform)
    expect(await profile(world.platform)).toMatchObject({ enabled: true, required: true, due: false })
    const off = await world.call(world.platform, 'POST', `${account}/twoFactor/end`, { password: worldPassword })
    expect(off.error.code).toBe('NOT_ALLOWED')
    expect((await world.decide(world.platform, ticketId, 'APPROVED')).data.state).toBe('APPROVED')
  })

  test('is asked for a recent proof with each decision once it is set up', async () => {
    const { ticketId } = await world.registration()
    await world.sql`update sessions set proven_at = null`
    const refused = await world.decide(world.platform, ticketId, 'APPROVED')
    expect(refused.error.code).toBe('PROOF_REQUIRED')
    expect(await world.sql`select state from tickets where id = ${ticketId}`).toEqual([{ state: 'PENDING' }])
  })

  test.each([
    ['BANK', 'ADMIN_BANK', true],
    ['BORROWER', 'ADMIN_BORROWER', true],
    ['SUPERVISOR', 'ADMIN_SUPERVISOR', true],
    ['SUPERVISOR', 'SUPERVISOR_PM', false],
    ['BANK', 'BANK_USER', false],
  ] as const)('requires it of %s with role %s: %s', async (kind, role, required) => {
    const token = await world.user(`factor.${role}`, role, await world.organisation(kind, `Factor ${role}`))
    expect(await profile(token)).toMatchObject({ required, due: required })
    expect((await world.call(token, 'GET', '/api/users')).status).toBe(required ? 403 : 200)
  })
})
