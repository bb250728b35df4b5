import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { TicketDetail } from '#contract/office/tickets.ts'
import { machineNow } from '../../../clock.ts'
import { audit } from '../../../records/audit.ts'
import { toCallError } from '../../../http/errors.ts'
import { details, openTicketWorld, withdraw } from './testTickets.ts'
import { stepsOf } from './ticketKinds.ts'

const world = await openTicketWorld()
const { platform, otherPlatform, platformId, registration, ticketWith, statusOf, decide, noticesOf } = world

afterAll(() => world.close())
beforeEach(() => {
  world.emitted.noticesChanged.length = 0
})

let counter = 0

describe('four-eyes rule', () => {
  test('rejects deciding an own request', async () => {
    const organisationId = await world.organisation('BORROWER', 'Own')
    const ticketId = await ticketWith(
      stepsOf('ORGANISATION_REGISTRATION', {}),
      platformId,
      organisationId,
      organisationId,
    )
    const own = await decide(platform, ticketId, 'APPROVED')
    expect([own.status, own.error.code]).toEqual([403, 'OWN_REQUEST'])
    expect((await world.call<TicketDetail>(platform, 'GET', details(ticketId))).data.canDecide).toBe(false)
    expect((await world.call<TicketDetail>(otherPlatform, 'GET', details(ticketId))).data.canDecide).toBe(true)
  })

  test.each([
    ['an administrator who reset the raiser’s password', 'RESET_PASSWORD', {}, 'DECIDER', 403],
    [
      'an administrator who changed the raiser’s number',
      'EDIT',
      { pendingTelephone: '+8613700000000' },
      'DECIDER',
      403,
    ],
    ['an administrator whose address the raiser changed', 'EDIT', { email: 'x@example.com' }, 'RAISER', 403],
    ['an administrator who renamed the raiser', 'EDIT', { displayName: 'New' }, 'DECIDER', 200],
  ] as const)('judges %s', async (_who, action, after, by, status) => {
    const { ticketId, userId } = await registration()
    const otherId = await world.idOf('platform2')
    const [author, changed] = by === 'DECIDER' ? [otherId, userId] : [userId, otherId]
    const entry = { action, noun: 'user', nounId: changed, before: { displayName: 'Old' }, after }
    await world.sql.begin((sql) => audit(sql, { userId: author, address: '' }, machineNow(), entry))
    const seen = await world.call<TicketDetail>(otherPlatform, 'GET', details(ticketId))
    expect(seen.data.canDecide).toBe(status === 200)
    const reply = await decide(otherPlatform, ticketId, 'APPROVED')
    const code = status === 403 ? ['NOT_ALLOWED', { ticketId: 'credentials' }] : [undefined, undefined]
    expect([reply.status, reply.error?.code, reply.error?.fields]).toEqual([status, ...code])
  })

  test('rejects the maker of a secret of the API key that raised the request', async () => {
    const { data: key } = await world.call<{ id: number }>(platform, 'PUT', '/collateral/web/apiKey/addOrEdit', {
      name: 'Machine',
      scopes: ['projects:read'],
      networks: [],
      expiresAt: machineNow() + 86_400_000,
    })
    const [actor] = await world.sql<{ id: number }[]>`select actor_id as id from api_keys where id = ${key.id}`
    const organisationId = await world.organisation('BORROWER', 'By machine')
    const steps = stepsOf('ORGANISATION_REGISTRATION', {})
    const ticketId = await ticketWith(steps, actor?.id ?? 0, organisationId, organisationId)
    expect((await world.call<TicketDetail>(platform, 'GET', details(ticketId))).data.canDecide).toBe(false)
    const own = await decide(platform, ticketId, 'APPROVED')
    expect([own.status, own.error.code]).toEqual([403, 'NOT_ALLOWED'])
    expect((await world.call<TicketDetail>(otherPlatform, 'GET', details(ticketId))).data.canDecide).toBe(true)
  })

  test.each(['DECIDER', 'RAISER'] as const)(
    'excludes a decider while another can decide: invited by %s',
    async (by) => {
      const { ticketId, userId } = await registration()
      const otherId = await world.idOf('platform2')
      await invite(by === 'DECIDER' ? { by: otherId, userId } : { by: userId, userId: otherId })
      expect((await world.call<TicketDetail>(otherPlatform, 'GET', details(ticketId))).data.canDecide).toBe(false)
      const refused = await decide(otherPlatform, ticketId, 'APPROVED')
      expect([refused.status, refused.error.fields]).toEqual([403, { ticketId: 'credentials' }])
      expect((await decide(platform, ticketId, 'APPROVED')).data.steps).toMatchObject([{ isOfInviter: false }])
    },
  )

  test('lets the inviter decide as the only one who can, and records it', async () => {
    const { ticketId, userId } = await registration()
    await invite({ by: await world.idOf('platform2'), userId })
    await world.sql`update users set status = 'DISABLED' where id = ${platformId}`
    try {
      const seen = await world.call<TicketDetail>(otherPlatform, 'GET', details(ticketId))
      expect(seen.data).toMatchObject({ canDecide: true, isInviter: true })
      const decided = await decide(otherPlatform, ticketId, 'APPROVED')
      expect(decided.data).toMatchObject({ isInviter: false, steps: [{ isOfInviter: true }] })
      const [entry] = await world.sql<
        { detail: object }[]
      >`select detail from audit_entries where noun = 'ticket' and noun_id = ${ticketId} and action = 'APPROVE'`
      expect(entry?.detail).toMatchObject({ isInviter: true })
    } finally {
      await world.sql`update users set status = 'ACTIVE' where id = ${platformId}`
    }
  })

  test('forgets an invitation a week before the request', async () => {
    const { ticketId, userId } = await registration()
    await invite({ by: await world.idOf('platform2'), userId }, machineNow() - 8 * 86_400_000)
    expect((await world.call<TicketDetail>(otherPlatform, 'GET', details(ticketId))).data).toMatchObject({
      canDecide: true,
      isInviter: false,
    })
  })

  const invite = ({ by, userId }: { by: number; userId: number }, at = machineNow()) =>
    world.sql.begin((sql) =>
      audit(sql, { userId: by, address: '' }, at, {
        action: 'ADD',
        noun: 'user',
        nounId: userId,
        before: null,
        after: { displayName: 'New' },
      }),
    )

  test('is enforced by the database, whose errors become call errors', async () => {
    const { ticketId, userId } = await registration()
    const at = machineNow()
    const refusal = async (work: PromiseLike<unknown>) =>
      toCallError(await Promise.resolve(work).catch((error: unknown) => error)).code
    const write = (by: number) => world.sql`
      update ticket_steps set decision = 'APPROVED', decided_by = ${by}, decided_at = ${at} where ticket_id = ${ticketId}`
    expect(await refusal(write(userId))).toBe('OWN_REQUEST')
    expect(await refusal(world.sql`delete from ticket_steps where ticket_id = ${ticketId}`)).toBe('NOT_OPEN')
    await write(platformId)
    expect(await refusal(write(platformId))).toBe('NOT_OPEN')
    const withdrawn = await registration()
    await world.sql`update tickets set state = 'WITHDRAWN', decided_at = ${at} where id = ${withdrawn.ticketId}`
    expect(
      await refusal(world.sql`
      update ticket_steps set decision = 'APPROVED', decided_by = ${platformId}, decided_at = ${at}
      where ticket_id = ${withdrawn.ticketId}`),
    ).toBe('NOT_OPEN')
    expect(await refusal(world.sql`delete from audit_entries`)).toBe('INTERNAL')
  })
})

test('names raiser and deciders by user name, organisation and time as members', async () => {
  const { ticketId, userId, userName } = await registration('Look-alike')
  const joinedAt = '2026-01-02T00:00:00.000Z'
  const movedAt = Date.UTC(2026, 1, 3)
  await world.sql`update users set created_at = ${joinedAt} where id = any(${[userId, platformId]}::bigint[])`
  await world.sql.begin((sql) =>
    audit(sql, { userId: platformId, address: '' }, movedAt, {
      action: 'EDIT',
      noun: 'user',
      nounId: userId,
      before: { organisationId: 1 },
      after: { organisationId: 2 },
    }),
  )
  const { data } = await decide(platform, ticketId, 'APPROVED')
  const decider = { userName: 'platform', organisationName: 'Drover', memberSince: joinedAt }
  expect(data).toMatchObject({
    raisedByUserName: userName,
    organisationName: 'Look-alike',
    raisedBySince: new Date(movedAt).toISOString(),
    steps: [{ decidedBy: 'platform', decider }],
  })
})

describe('ticket places', () => {
  async function opened() {
    const [BANK, SUPERVISOR, BORROWER] = await Promise.all(
      (['BANK', 'SUPERVISOR', 'BORROWER'] as const).map((kind) => world.organisation(kind, `${kind} ${counter}`)),
    )
    if (BANK === undefined || SUPERVISOR === undefined || BORROWER === undefined) throw new Error('no organisations')
    const name = (role: string) => `${role}${counter}`
    const pm = await world.user(name('pm'), 'SUPERVISOR_PM', SUPERVISOR)
    const supervisor = await world.user(name('supervisor'), 'ADMIN_SUPERVISOR', SUPERVISOR)
    const bank = await world.user(name('bank'), 'ADMIN_BANK', BANK)
    const borrower = await world.user(name('borrower'), 'ADMIN_BORROWER', BORROWER)
    const subject = await world.organisation('BANK', `subject ${counter}`)
    await world.sql`update organisations set status = 'PENDING_APPROVAL' where id = ${subject}`
    const steps = stepsOf('PROJECT_OPEN', { BANK, SUPERVISOR, BORROWER })
    const ticketId = await ticketWith(steps, await world.idOf(name('pm')), SUPERVISOR, subject)
    const ids = {
      bank: await world.idOf(name('bank')),
      borrower: await world.idOf(name('borrower')),
      pm: await world.idOf(name('pm')),
    }
    counter++
    return { ticketId, pm, supervisor, bank, borrower, ids, SUPERVISOR, subject }
  }

  test('open in order and need every approval of a place', async () => {
    const { ticketId, pm, supervisor, bank, borrower, ids, subject } = await opened()
    const early = await decide(bank, ticketId, 'APPROVED')
    expect([early.status, early.error.code]).toEqual([409, 'NOT_OPEN'])
    expect((await world.call<TicketDetail>(bank, 'GET', details(ticketId))).data.canDecide).toBe(false)
    const own = await decide(pm, ticketId, 'APPROVED')
    expect(own.error.code).toBe('OWN_REQUEST')

    const first = await decide(supervisor, ticketId, 'APPROVED')
    expect(first.data).toMatchObject({
      state: 'PENDING',
      steps: [{ decision: 'APPROVED' }, { decision: null }, { decision: null }],
    })
    expect(await noticesOf(ids.bank)).toMatchObject([{ code: 'TICKET_TO_DECIDE', cleared: false }])
    expect(await noticesOf(ids.borrower)).toMatchObject([{ code: 'TICKET_TO_DECIDE', cleared: false }])

    const second = await decide(borrower, ticketId, 'APPROVED')
    expect(second.data).toMatchObject({ state: 'PENDING', canDecide: false })
    expect(await noticesOf(ids.borrower)).toMatchObject([{ cleared: true }])
    expect(await noticesOf(ids.bank)).toMatchObject([{ cleared: false }])
    expect(await noticesOf(ids.pm)).toEqual([])

    const last = await decide(bank, ticketId, 'REJECTED', 'Not covered')
    expect(last.data.state).toBe('REJECTED')
    expect(await statusOf(subject)).toBe('REJECTED')
    expect(await noticesOf(ids.pm)).toMatchObject([{ code: 'TICKET_REJECTED', params: { comment: 'Not covered' } }])
  })

  test('apply the change with the last approval, from any party', async () => {
    const { ticketId, supervisor, bank, borrower, subject } = await opened()
    await decide(supervisor, ticketId, 'APPROVED')
    await decide(bank, ticketId, 'APPROVED')
    expect(await statusOf(subject)).toBe('PENDING_APPROVAL')
    const last = await decide(borrower, ticketId, 'APPROVED')
    expect(last.data.state).toBe('APPROVED')
    expect(await statusOf(subject)).toBe('ACTIVE')
  })

  test('accept decisions only from their role and organisation', async () => {
    const [one, other] = [await opened(), await opened()]
    const stranger = await decide(other.supervisor, one.ticketId, 'APPROVED')
    expect([stranger.status, stranger.error.code]).toEqual([404, 'NOT_FOUND'])
    expect((await world.call(other.bank, 'GET', details(one.ticketId))).status).toBe(404)
    expect((await world.call(platform, 'GET', details(one.ticketId))).status).toBe(404)
    const colleague = await world.user(`colleague${counter++}`, 'SUPERVISOR_PM', one.SUPERVISOR)
    const seen = await decide(colleague, one.ticketId, 'APPROVED')
    expect([seen.status, seen.error.code]).toEqual([403, 'NOT_ALLOWED'])
  })

  test('allow only the raiser to withdraw the ticket', async () => {
    const { ticketId, pm, supervisor } = await opened()
    const theirs = await world.call(supervisor, 'POST', withdraw, { ticketId })
    expect([theirs.status, theirs.error.code]).toEqual([403, 'NOT_ALLOWED'])
    expect((await world.call<TicketDetail>(pm, 'GET', details(ticketId))).data.canWithdraw).toBe(true)
    const { data } = await world.call<TicketDetail>(pm, 'POST', withdraw, { ticketId, comment: 'Wrong herd' })
    expect(data).toMatchObject({ state: 'WITHDRAWN', canWithdraw: false, canDecide: false })
    const again = await world.call(pm, 'POST', withdraw, { ticketId })
    expect([again.status, again.error.code]).toEqual([409, 'NOT_OPEN'])
    expect((await decide(supervisor, ticketId, 'APPROVED')).error.code).toBe('NOT_OPEN')
    expect(world.emitted.noticesChanged.map(({ notice }) => notice?.code)).toEqual(['TICKET_WITHDRAWN'])
  })
})
