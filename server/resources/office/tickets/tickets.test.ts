import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ticket, TicketDetail } from '#contract/office/tickets.ts'
import { details, openTicketWorld, withdraw } from './testTickets.ts'
import { ticketPath } from './ticketNotices.ts'

const list = '/collateral/web/ticket/list'
const world = await openTicketWorld()
const { platform, otherPlatform, platformId, registration, decide, noticesOf } = world

afterAll(() => world.close())
beforeEach(() => {
  world.emitted.noticesChanged.length = 0
})

describe('registration ticket', () => {
  test('is shown to the platform with all its fields', async () => {
    const { ticketId, userName } = await registration('Ranch of details')
    const { data } = await world.call<TicketDetail>(platform, 'GET', details(ticketId))
    expect(data).toMatchObject({
      kind: 'ORGANISATION_REGISTRATION',
      state: 'PENDING',
      subjectName: 'Ranch of details',
      raisedBy: userName,
      organisationName: 'Ranch of details',
      canDecide: true,
      canWithdraw: false,
      decidedAt: null,
      steps: [{ place: 1, approverRole: 'ADMIN_PLATFORM', approverOrganisationId: null, decision: null }],
    })
    expect(data.changes).toContainEqual({ field: 'address', before: null, after: '敖包路 1 号' })
    expect(data.changes).toContainEqual({ field: 'userName', before: null, after: userName })
  })

  test('notifies platform administrators and clears the notice once decided', async () => {
    const { ticketId, userName } = await registration('Ranch that asks')
    const path = ticketPath(ticketId)
    const request = (await noticesOf(platformId)).find((one) => one.path === path)
    expect(request).toMatchObject({
      code: 'TICKET_TO_DECIDE',
      cleared: false,
      params: {
        ticketId: String(ticketId),
        kind: 'ORGANISATION_REGISTRATION',
        subject: 'Ranch that asks',
        by: userName,
      },
    })
    await decide(otherPlatform, ticketId, 'APPROVED')
    expect((await noticesOf(platformId)).find((one) => one.path === path)?.cleared).toBe(true)
    const emittedToPlatform = world.emitted.noticesChanged.filter((one) => one.userId === platformId)
    expect(emittedToPlatform.map(({ notice }) => notice)).toEqual([null])
  })

  test('activates the organisation and notifies the registrant when approved', async () => {
    const one = await registration()
    const { status, data } = await decide(platform, one.ticketId, 'APPROVED', 'Welcome')
    expect(status).toBe(200)
    expect(data).toMatchObject({
      state: 'APPROVED',
      canDecide: false,
      steps: [{ decision: 'APPROVED', decidedBy: 'platform', comment: 'Welcome' }],
    })
    expect(data.decidedAt).not.toBeNull()
    expect(await one.status()).toBe('ACTIVE')
    expect(await noticesOf(one.userId)).toMatchObject([
      { code: 'TICKET_APPROVED', params: { by: 'platform', comment: 'Welcome' } },
    ])
    expect(world.emitted.noticesChanged).toContainEqual(
      expect.objectContaining({
        userId: one.userId,
        counts: { notifyCount: 1, unreadCount: 1 },
        notice: expect.objectContaining({ code: 'TICKET_APPROVED' }),
      }),
    )
    const entries = await world.sql`
      select user_id as "userId", action, noun, address, before ->> 'state' as "stateBefore", before ->> 'status' as "statusBefore",
        after ->> 'state' as state, after ->> 'status' as status
      from audit_entries where noun = 'ticket' and noun_id = ${one.ticketId} or noun = 'organisation' and noun_id = ${one.organisationId}
      order by noun`
    expect(entries).toMatchObject([
      {
        noun: 'organisation',
        userId: platformId,
        action: 'APPROVE',
        address: '127.0.0.1',
        statusBefore: 'PENDING_APPROVAL',
        status: 'ACTIVE',
      },
      {
        noun: 'ticket',
        userId: platformId,
        action: 'APPROVE',
        address: '127.0.0.1',
        stateBefore: 'PENDING',
        state: 'APPROVED',
      },
    ])
  })

  test('requires a reason to be rejected', async () => {
    const one = await registration()
    const silent = await decide(platform, one.ticketId, 'REJECTED', '  ')
    expect([silent.status, silent.error.code, silent.error.fields]).toEqual([
      422,
      'COMMENT_REQUIRED',
      { comment: 'required' },
    ])
    expect(await one.status()).toBe('PENDING_APPROVAL')
    const { data } = await decide(platform, one.ticketId, 'REJECTED', '执照不清晰')
    expect(data.state).toBe('REJECTED')
    expect(await one.status()).toBe('REJECTED')
    expect(await noticesOf(one.userId)).toMatchObject([{ code: 'TICKET_REJECTED', params: { comment: '执照不清晰' } }])
  })

  test('rejects a second decision', async () => {
    const { ticketId } = await registration()
    await decide(platform, ticketId, 'APPROVED')
    for (const decision of ['APPROVED', 'REJECTED'] as const) {
      const { status, error } = await decide(otherPlatform, ticketId, decision, 'no')
      expect([status, error.code]).toEqual([409, 'NOT_OPEN'])
    }
  })

  test('accepts one of three concurrent decisions', async () => {
    for (let round = 0; round < 5; round++) {
      const one = await registration()
      const answers = await Promise.all([
        decide(platform, one.ticketId, 'APPROVED'),
        decide(otherPlatform, one.ticketId, 'REJECTED', 'no'),
        decide(platform, one.ticketId, 'APPROVED'),
      ])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
      const winner = answers.find(({ status }) => status === 200)
      expect(await one.status()).toBe(winner?.data.state === 'APPROVED' ? 'ACTIVE' : 'REJECTED')
    }
  })

  test('cannot be approved when the organisation’s status changed', async () => {
    const one = await registration()
    await world.sql`update organisations set status = 'REJECTED' where id = ${one.organisationId}`
    const { status, error } = await decide(platform, one.ticketId, 'APPROVED')
    expect([status, error.code]).toEqual([409, 'CONFLICT'])
    const { data } = await world.call<TicketDetail>(platform, 'GET', details(one.ticketId))
    expect(data).toMatchObject({ state: 'PENDING', steps: [{ decision: null }] })
  })
})

describe('decision mail', () => {
  const mailsTo = async (recipient: string) =>
    world.sql<
      { subject: string; body: string }[]
    >`select subject, body from outbox where recipient = ${recipient} order by id`

  test('announces the approval in the registrant’s language', async () => {
    const one = await registration('Ranch by mail')
    await world.sql`update users set email = 'ranch@example.com' where id = ${one.userId}`
    await decide(platform, one.ticketId, 'APPROVED')
    expect(await mailsTo('ranch@example.com')).toEqual([
      {
        subject: 'Ranch by mail has been approved',
        body: expect.stringContaining(`sign in as ${one.userName}:\n\nhttps://drover.test/user/login`),
      },
    ])
  })

  test('gives the reason of a rejection', async () => {
    const one = await registration('Ranch refused')
    await world.sql`update users set email = 'refused@example.com' where id = ${one.userId}`
    await decide(platform, one.ticketId, 'REJECTED', 'The licence can’t be read')
    expect(await mailsTo('refused@example.com')).toEqual([
      { subject: 'Ranch refused wasn’t approved', body: expect.stringContaining('The licence can’t be read') },
    ])
  })

  test('is not sent when the decision is rolled back', async () => {
    const one = await registration()
    await world.sql`update users set email = 'nobody@example.com' where id = ${one.userId}`
    await world.sql`update organisations set status = 'DISABLED' where id = ${one.organisationId}`
    expect((await decide(platform, one.ticketId, 'APPROVED')).status).toBe(409)
    expect(await mailsTo('nobody@example.com')).toEqual([])
  })
})

describe('ticket list', () => {
  test('filters, sorts and pages', async () => {
    const names = ['Listed 100% A', 'Listed 100% B', 'Listed 100_ C']
    const made = []
    for (const name of names) made.push(await registration(name))
    await decide(platform, made[1]?.ticketId ?? 0, 'APPROVED')
    const ask = async (body: object) =>
      (await world.call<{ list: Ticket[]; total: number }>(platform, 'POST', list, body)).data
    const named = async (body: object) =>
      (await ask({ text: 'listed 100%', ...body })).list.map(({ subjectName }) => subjectName)

    expect(await named({})).toEqual(['Listed 100% B', 'Listed 100% A'])
    expect(await named({ sort: { field: 'ticketId', order: 'asc' } })).toEqual(['Listed 100% A', 'Listed 100% B'])
    expect(await named({ state: ['PENDING'] })).toEqual(['Listed 100% A'])
    expect(await named({ state: [] })).toHaveLength(2)
    expect(await named({ kind: ['PROJECT_OPEN'] })).toEqual([])
    expect(await named({ mine: 'TO_DECIDE' })).toEqual(['Listed 100% A'])
    expect(await named({ mine: 'RAISED' })).toEqual([])
    expect(await named({ current: 2, pageSize: 1 })).toEqual(['Listed 100% A'])
    expect((await ask({ text: 'listed 100%', current: 2, pageSize: 1 })).total).toBe(2)
    const mine = await world.call<{ list: Ticket[] }>(made[1]?.token ?? '', 'POST', list, { mine: 'RAISED' })
    expect(mine.data.list.map(({ subjectName }) => subjectName)).toEqual(['Listed 100% B'])
  })

  test('shows nothing to users who are not involved', async () => {
    const stranger = await world.user('lonely', 'ADMIN_BANK', await world.organisation('BANK', 'Lonely'))
    const { data } = await world.call<{ list: Ticket[]; total: number }>(stranger, 'POST', list, {})
    expect(data).toMatchObject({ list: [], total: 0 })
    const { ticketId } = await registration()
    expect((await decide(stranger, ticketId, 'APPROVED')).status).toBe(404)
    expect((await world.call(stranger, 'POST', withdraw, { ticketId })).status).toBe(404)
  })
})
