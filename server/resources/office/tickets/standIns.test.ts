import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Reply } from '#contract/calls/endpoint.ts'
import type { standInEndpoints } from '#contract/office/standIns.ts'
import type { TicketDetail } from '#contract/office/tickets.ts'
import { machineNow } from '../../../clock.ts'
import { details, openTicketWorld, type TicketWorld } from './testTickets.ts'
import { remindDeciders } from './ticketReminders.ts'

const dayMs = 86_400_000
let world: TicketWorld
let third: string
beforeAll(async () => {
  world = await openTicketWorld()
  third = await world.user(
    'platform3',
    'ADMIN_PLATFORM',
    (await world.sql<{ id: number }[]>`select organisation_id as id from users where user_name = 'platform'`)[0]?.id ??
      null,
  )
})
afterAll(() => world.close())

type StandIns = Reply<typeof standInEndpoints.list>
const ticketOf = async (token: string, ticketId: number) =>
  (await world.call<TicketDetail>(token, 'GET', details(ticketId))).data
const name = (token: string, standInId: number, from = machineNow() - 1000, to = machineNow() + dayMs) =>
  world.call<StandIns>(token, 'PUT', '/collateral/common/ticket/standIn/add', { standInId, startsAt: from, endsAt: to })
const end = (token: string, id: number) =>
  world.call<StandIns>(token, 'POST', `/collateral/common/ticket/standIn/${id}/end`)
const approveFor = (token: string, ticketId: number, absentId: number) =>
  world.call<TicketDetail>(token, 'POST', '/collateral/common/ticket/approve', {
    ticketId,
    decision: 'APPROVED',
    comment: '',
    absentId,
  })
const comment = (token: string, ticketId: number, text: string) =>
  world.call<TicketDetail>(token, 'POST', '/collateral/common/ticket/comment', { ticketId, comment: text })
const codesOf = async (userId: number) =>
  (await world.noticesOf(userId)).map(({ code, cleared }) => `${code}${cleared ? ' cleared' : ''}`)

describe('stand-ins', () => {
  test('are asked and decide for the absent user, as the step records', async () => {
    const { platform, otherPlatform, platformId, registration } = world
    const otherId = await world.idOf('platform2')
    const { data } = await name(platform, otherId)
    expect(data.list).toMatchObject([{ absentName: 'platform', standInName: 'platform2', isNow: true, isOwn: true }])
    expect(await codesOf(otherId)).toEqual(['STAND_IN_NAMED'])
    const { ticketId } = await registration()
    expect(await codesOf(platformId)).toEqual([])
    expect(await codesOf(otherId)).toEqual(['STAND_IN_NAMED', 'TICKET_TO_DECIDE'])
    expect((await ticketOf(otherPlatform, ticketId)).absent).toEqual([{ id: platformId, name: 'platform' }])
    expect((await ticketOf(third, ticketId)).absent).toEqual([])

    expect(await approveFor(third, ticketId, platformId)).toMatchObject({
      status: 400,
      error: { fields: { absentId: 'unknown' } },
    })
    const decided = await approveFor(otherPlatform, ticketId, platformId)
    expect(decided.data.steps).toMatchObject([{ decision: 'APPROVED', decidedBy: 'platform2', decidedFor: 'platform' }])
    const [entry] = await world.sql<
      { detail: object }[]
    >`select detail from audit_entries where noun = 'ticket' and noun_id = ${ticketId} and action = 'APPROVE'`
    expect(entry?.detail).toMatchObject({ absentId: platformId })
  })

  test('cannot decide the absent user’s own requests or after the end', async () => {
    const { platform, otherPlatform, platformId, ticketWith, organisation } = world
    const subject = await organisation('BORROWER', 'Subject')
    await world.sql`update organisations set status = 'PENDING_APPROVAL' where id = ${subject}`
    const ticketId = await ticketWith(
      [{ place: 1, role: 'ADMIN_PLATFORM', organisationId: null }],
      platformId,
      subject,
      subject,
    )
    expect((await ticketOf(otherPlatform, ticketId)).absent).toEqual([])
    expect((await approveFor(otherPlatform, ticketId, platformId)).status).toBe(400)
    // The database rejects it too.
    const otherId = await world.idOf('platform2')
    const behind = (forId: number, by: number) =>
      world.sql`update ticket_steps set decision = 'APPROVED', decided_by = ${by}, decided_for = ${forId}, decided_at = now() where ticket_id = ${ticketId}`
    await expect(behind(platformId, otherId)).rejects.toMatchObject({ code: 'DR002' })
    await expect(behind(otherId, await world.idOf('platform3'))).rejects.toMatchObject({ code: 'DR009' })

    const { data } = await world.call<StandIns>(platform, 'GET', '/collateral/common/ticket/standIns')
    const own = data.list[0]?.id ?? 0
    expect((await end(otherPlatform, own)).status).toBe(404)
    expect((await end(platform, own)).data.list).toEqual([])
    const { ticketId: next } = await world.registration()
    expect((await approveFor(otherPlatform, next, platformId)).status).toBe(400)
    expect((await codesOf(platformId)).at(-1)).toBe('TICKET_TO_DECIDE')
    // The end time passing ends it too.
    await world.sql`insert into ticket_stand_ins (absent_id, stand_in_id, starts_at, ends_at, named_at) values (${platformId}, ${otherId}, now() - interval '2 days', now() - interval '1 second', now())`
    expect((await approveFor(otherPlatform, next, platformId)).status).toBe(400)
  })

  test('must be present colleagues of the same role without overlapping periods', async () => {
    const { platform, otherPlatform, platformId } = world
    const stranger = await world.user('lender', 'ADMIN_BANK', await world.organisation('BANK', 'Lender'))
    const [otherId, thirdId] = [await world.idOf('platform2'), await world.idOf('platform3')]
    for (const id of [platformId, await world.idOf('lender'), 999_999])
      expect(await name(platform, id)).toMatchObject({ status: 400, error: { fields: { standInId: 'unknown' } } })
    expect(await name(stranger, platformId)).toMatchObject({ status: 400, error: { fields: { standInId: 'unknown' } } })
    expect((await world.call<StandIns>(stranger, 'GET', '/collateral/common/ticket/standIns')).data).toEqual({
      list: [],
      candidates: [],
    })
    expect(await name(platform, otherId, 1000, 2000)).toMatchObject({
      status: 400,
      error: { fields: { endsAt: 'past' } },
    })
    expect(await name(platform, otherId, machineNow(), machineNow() + 93 * dayMs)).toMatchObject({
      status: 400,
      error: { fields: { endsAt: 'period_too_long' } },
    })
    // Both name each other concurrently: only one call succeeds.
    const answers = await Promise.all([name(platform, otherId), name(otherPlatform, platformId)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const winner = answers[0].status === 200 ? platform : otherPlatform
    const loser = winner === platform ? otherPlatform : platform
    expect(await name(winner, thirdId)).toMatchObject({ status: 409, error: { fields: { startsAt: 'away' } } })
    expect(await name(loser, thirdId)).toMatchObject({ status: 409, error: { fields: { startsAt: 'stands_in' } } })
    expect(await name(third, winner === platform ? platformId : otherId)).toMatchObject({
      status: 409,
      error: { fields: { standInId: 'stand_in_away' } },
    })
    const own = answers.find(({ status }) => status === 200)?.data.list[0]?.id ?? 0
    expect((await end(winner, own)).status).toBe(200)
  })
})

test('stores comments for good and notifies the other participants', async () => {
  const one = await world.registration('Ranch that talks')
  const { platform, otherPlatform, platformId } = world
  expect((await comment(platform, one.ticketId, '  ')).status).toBe(400)
  expect((await comment(platform, one.ticketId, 'Which licence?')).data.comments).toMatchObject([
    { author: 'platform', organisationName: 'Drover', comment: 'Which licence?' },
  ])
  const lastNotice = (await world.noticesOf(one.userId)).at(-1)
  expect(lastNotice).toMatchObject({
    code: 'TICKET_COMMENTED',
    params: { by: 'platform', subject: 'Ranch that talks', comment: 'Which licence?' },
  })
  expect((await codesOf(platformId)).at(-1)).toBe('TICKET_TO_DECIDE')
  expect((await comment(otherPlatform, one.ticketId, 'The new one')).status).toBe(200)
  for (const userId of [platformId, await world.idOf('platform3'), one.userId])
    expect((await codesOf(userId)).at(-1)).toBe('TICKET_COMMENTED')
  expect((await ticketOf(otherPlatform, one.ticketId)).comments.map(({ comment: said }) => said)).toEqual([
    'Which licence?',
    'The new one',
  ])
  const stranger = await world.user('elsewhere', 'ADMIN_BORROWER', await world.organisation('BORROWER', 'Elsewhere'))
  expect((await comment(stranger, one.ticketId, 'Hello')).status).toBe(404)
  await expect(world.sql`update ticket_comments set comment = 'x'`).rejects.toMatchObject({ code: 'DR004' })
})

test('reminds deciders before and after the deadline, the requester after it', async () => {
  const one = await world.registration('Ranch that waits')
  const { platform, platformId } = world
  const ofTicket = async (userId: number) =>
    (await world.noticesOf(userId))
      .filter(({ path }) => path.endsWith(`=${one.ticketId}`))
      .map(({ code, cleared }) => `${code}${cleared ? ' cleared' : ''}`)
  const { raisedAt, dueAt, urgency } = await ticketOf(platform, one.ticketId)
  expect([Date.parse(dueAt) - Date.parse(raisedAt), urgency]).toEqual([5 * dayMs, 'NORMAL'])
  const remindAt = async (days: number) => remindDeciders(world.context, Date.parse(raisedAt) + days * dayMs)
  await remindAt(3)
  expect(await ofTicket(platformId)).toEqual(['TICKET_TO_DECIDE'])
  await remindAt(4)
  await remindAt(4.1)
  expect(await ofTicket(platformId)).toEqual(['TICKET_TO_DECIDE cleared', 'TICKET_DUE_SOON'])
  await remindAt(6)
  await remindAt(7)
  expect(await ofTicket(platformId)).toEqual(['TICKET_TO_DECIDE cleared', 'TICKET_DUE_SOON cleared', 'TICKET_OVERDUE'])
  expect(await ofTicket(one.userId)).toEqual(['TICKET_OVERDUE'])

  await world.sql`update tickets set raised_at = raised_at - interval '10 days', due_at = due_at - interval '10 days' where id = ${one.ticketId}`
  const { data } = await world.call<{ list: { ticketId: number; urgency: string }[] }>(
    platform,
    'POST',
    '/collateral/web/ticket/list',
    { sort: { field: 'dueAt', order: 'asc' } },
  )
  expect(data.list[0]).toMatchObject({ ticketId: one.ticketId, urgency: 'OVERDUE' })
  await world.decide(platform, one.ticketId, 'REJECTED', 'late')
  expect((await ticketOf(platform, one.ticketId)).urgency).toBeNull()
  expect((await ofTicket(platformId)).at(-1)).toBe('TICKET_OVERDUE cleared')
  await remindDeciders(world.context, machineNow() + 30 * dayMs)
  expect(await ofTicket(platformId)).toHaveLength(3)
})
