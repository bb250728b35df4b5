import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Organisation } from '#contract/people/organisations.ts'
import type { Ticket, TicketDetail } from '#contract/office/tickets.ts'
import { machineNow } from '../../../clock.ts'
import { toCallError } from '../../../http/errors.ts'
import { openWorld, type World } from '../../../testing/testWorld.ts'
import { type PlannedStep, stepsOf } from './ticketKinds.ts'
import { ticketPath } from './ticketNotices.ts'
import { raiseRegistration } from './tickets.ts'

const list = '/collateral/web/ticket/list'
const details = (ticketId: number) => `/collateral/common/ticket/details/${ticketId}`
const approve = '/collateral/common/ticket/approve'
const withdraw = '/collateral/common/ticket/withdraw'

let world: World
let platform: string
let otherPlatform: string
let platformId: number

beforeAll(async () => {
  world = await openWorld()
  const house = await world.organisation('PLATFORM', 'Drover')
  platform = await world.user('platform', 'ADMIN_PLATFORM', house)
  otherPlatform = await world.user('platform2', 'ADMIN_PLATFORM', house)
  platformId = await idOf('platform')
})
afterAll(() => world.close())
beforeEach(() => {
  world.emitted.noticesChanged.length = 0
})

async function idOf(userName: string): Promise<number> {
  const [row] = await world.sql<{ id: number }[]>`select id from users where user_name = ${userName}`
  return row?.id ?? 0
}

let counter = 0

/** A registration that its registrant has activated. */
async function registration(name = `Ranch ${counter}`) {
  const userName = `registrant${counter++}`
  const organisationId = await world.organisation('BORROWER', name)
  const token = await world.user(userName, 'ADMIN_BORROWER', organisationId)
  const userId = await idOf(userName)
  await world.sql`update organisations set status = 'PENDING_APPROVAL', address = '敖包路 1 号' where id = ${organisationId}`
  const at = machineNow()
  const { ticketId } = await world.sql.begin((sql) => raiseRegistration(sql, { organisationId, userId, language: 'en-US', at }))
  return { ticketId, organisationId, userId, userName, token, status: async () => statusOf(organisationId) }
}

async function statusOf(organisationId: number): Promise<string> {
  const [row] = await world.sql<Pick<Organisation, 'status'>[]>`select status from organisations where id = ${organisationId}`
  return row?.status ?? ''
}

/** A ticket with steps of one's own choosing; what it does in the end is what a registration does. */
async function ticketWith(steps: PlannedStep[], raisedBy: number, organisationId: number, subjectId: number): Promise<number> {
  const at = machineNow()
  const payload = JSON.stringify({
    role: 'BORROWER', name: 'x', creditCode: null, contact: null, telephone: null, email: null, address: null, licenceImageId: null, userName: 'x', language: 'zh-CN',
  })
  const [row] = await world.sql<{ id: number }[]>`
    insert into tickets (kind, subject_type, subject_id, subject_name, payload, raised_by, raised_org_id, raised_at)
    values ('ORGANISATION_REGISTRATION', 'ORGANISATION', ${subjectId}, 'Ranch', ${payload}::text::jsonb, ${raisedBy}, ${organisationId}, ${at})
    returning id`
  const id = row?.id ?? 0
  for (const step of steps) {
    await world.sql`
      insert into ticket_steps (ticket_id, place, approver_role, approver_org_id)
      values (${id}, ${step.place}, ${step.role}, ${step.organisationId})`
  }
  return id
}

const decide = (token: string, ticketId: number, decision: 'APPROVED' | 'REJECTED', comment?: string) =>
  world.call<TicketDetail>(token, 'POST', approve, { ticketId, decision, comment })

const noticesOf = async (userId: number) =>
  world.sql<{ code: string; path: string; cleared: boolean; params: Record<string, string> }[]>`
    select code, path, params, cleared_at is not null as cleared from notices where user_id = ${userId} order by id`

describe('a registration', () => {
  test('is shown to the platform with all that it names', async () => {
    const { ticketId, userName } = await registration('Ranch of details')
    const { data } = await world.call<TicketDetail>(platform, 'GET', details(ticketId))
    expect(data).toMatchObject({
      kind: 'ORGANISATION_REGISTRATION', state: 'PENDING', subjectName: 'Ranch of details', raisedBy: userName,
      organisationName: 'Ranch of details', canDecide: true, canWithdraw: false, decidedAt: null,
      steps: [{ place: 1, approverRole: 'ADMIN_PLATFORM', approverOrganisationId: null, decision: null }],
    })
    expect(data.changes).toContainEqual({ field: 'address', before: null, after: '敖包路 1 号' })
    expect(data.changes).toContainEqual({ field: 'userName', before: null, after: userName })
  })

  test('asks every platform administrator, and nobody once it is decided', async () => {
    const { ticketId, userName } = await registration('Ranch that asks')
    const path = ticketPath(ticketId)
    const asked = (await noticesOf(platformId)).find((one) => one.path === path)
    expect(asked).toMatchObject({
      code: 'TICKET_TO_DECIDE', cleared: false,
      params: { ticketId: String(ticketId), kind: 'ORGANISATION_REGISTRATION', subject: 'Ranch that asks', by: userName },
    })
    await decide(otherPlatform, ticketId, 'APPROVED')
    expect((await noticesOf(platformId)).find((one) => one.path === path)?.cleared).toBe(true)
    const told = world.emitted.noticesChanged.filter((one) => one.userId === platformId)
    expect(told.map(({ notice }) => notice)).toEqual([null])
  })

  test('approved makes the organisation active and tells who registered it', async () => {
    const one = await registration()
    const { status, data } = await decide(platform, one.ticketId, 'APPROVED', 'Welcome')
    expect(status).toBe(200)
    expect(data).toMatchObject({
      state: 'APPROVED', canDecide: false,
      steps: [{ decision: 'APPROVED', decidedBy: 'platform', comment: 'Welcome' }],
    })
    expect(data.decidedAt).not.toBeNull()
    expect(await one.status()).toBe('ACTIVE')
    expect(await noticesOf(one.userId)).toMatchObject([{ code: 'TICKET_APPROVED', params: { by: 'platform', comment: 'Welcome' } }])
    expect(world.emitted.noticesChanged).toContainEqual(
      expect.objectContaining({ userId: one.userId, counts: { notifyCount: 1, unreadCount: 1 }, notice: expect.objectContaining({ code: 'TICKET_APPROVED' }) }),
    )
    const entries = await world.sql`
      select user_id as "userId", action, noun, address, before ->> 'state' as "stateBefore", before ->> 'status' as "statusBefore",
        after ->> 'state' as state, after ->> 'status' as status
      from audit_entries where noun = 'ticket' and noun_id = ${one.ticketId} or noun = 'organisation' and noun_id = ${one.organisationId}
      order by noun`
    expect(entries).toMatchObject([
      { noun: 'organisation', userId: platformId, action: 'APPROVE', address: '127.0.0.1', statusBefore: 'PENDING_APPROVAL', status: 'ACTIVE' },
      { noun: 'ticket', userId: platformId, action: 'APPROVE', address: '127.0.0.1', stateBefore: 'PENDING', state: 'APPROVED' },
    ])
  })

  test('is rejected with a reason only', async () => {
    const one = await registration()
    const silent = await decide(platform, one.ticketId, 'REJECTED', '  ')
    expect([silent.status, silent.error.code, silent.error.fields]).toEqual([422, 'COMMENT_REQUIRED', { comment: 'required' }])
    expect(await one.status()).toBe('PENDING_APPROVAL')
    const { data } = await decide(platform, one.ticketId, 'REJECTED', '执照不清晰')
    expect(data.state).toBe('REJECTED')
    expect(await one.status()).toBe('REJECTED')
    expect(await noticesOf(one.userId)).toMatchObject([{ code: 'TICKET_REJECTED', params: { comment: '执照不清晰' } }])
  })

  test('is decided once', async () => {
    const { ticketId } = await registration()
    await decide(platform, ticketId, 'APPROVED')
    for (const decision of ['APPROVED', 'REJECTED'] as const) {
      const { status, error } = await decide(otherPlatform, ticketId, decision, 'no')
      expect([status, error.code]).toEqual([409, 'NOT_OPEN'])
    }
  })

  test('of two who decide at once one wins, and the other is told', async () => {
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

  test('whose organisation went another way is not approved', async () => {
    const one = await registration()
    await world.sql`update organisations set status = 'REJECTED' where id = ${one.organisationId}`
    const { status, error } = await decide(platform, one.ticketId, 'APPROVED')
    expect([status, error.code]).toEqual([409, 'CONFLICT'])
    const { data } = await world.call<TicketDetail>(platform, 'GET', details(one.ticketId))
    expect(data).toMatchObject({ state: 'PENDING', steps: [{ decision: null }] })
  })
})

describe('a mail', () => {
  const mailsTo = async (recipient: string) =>
    world.sql<{ subject: string; body: string }[]>`select subject, body from outbox where recipient = ${recipient} order by id`

  test('tells who registered that they may sign in, in the language that they registered in', async () => {
    const one = await registration('Ranch by mail')
    await world.sql`update users set email = 'ranch@example.com' where id = ${one.userId}`
    await decide(platform, one.ticketId, 'APPROVED')
    expect(await mailsTo('ranch@example.com')).toEqual([
      { subject: 'Ranch by mail has been approved', body: expect.stringContaining(`sign in as ${one.userName}:\n\nhttps://drover.test/user/login`) },
    ])
  })

  test('tells why not', async () => {
    const one = await registration('Ranch refused')
    await world.sql`update users set email = 'refused@example.com' where id = ${one.userId}`
    await decide(platform, one.ticketId, 'REJECTED', 'The licence can’t be read')
    expect(await mailsTo('refused@example.com')).toEqual([
      { subject: 'Ranch refused has not been approved', body: expect.stringContaining('The licence can’t be read') },
    ])
  })

  test('is not written for a decision that is taken back', async () => {
    const one = await registration()
    await world.sql`update users set email = 'nobody@example.com' where id = ${one.userId}`
    await world.sql`update organisations set status = 'DISABLED' where id = ${one.organisationId}`
    expect((await decide(platform, one.ticketId, 'APPROVED')).status).toBe(409)
    expect(await mailsTo('nobody@example.com')).toEqual([])
  })
})

describe('four eyes', () => {
  test('nobody decides what they raised', async () => {
    const organisationId = await world.organisation('BORROWER', 'Own')
    const ticketId = await ticketWith(stepsOf('ORGANISATION_REGISTRATION', {}), platformId, organisationId, organisationId)
    const own = await decide(platform, ticketId, 'APPROVED')
    expect([own.status, own.error.code]).toEqual([403, 'OWN_REQUEST'])
    expect((await world.call<TicketDetail>(platform, 'GET', details(ticketId))).data.canDecide).toBe(false)
    expect((await world.call<TicketDetail>(otherPlatform, 'GET', details(ticketId))).data.canDecide).toBe(true)
  })

  test('the database itself keeps it, and is understood', async () => {
    const { ticketId, userId } = await registration()
    const at = machineNow()
    const refusal = async (work: PromiseLike<unknown>) => toCallError(await Promise.resolve(work).catch((error: unknown) => error)).code
    const write = (by: number) => world.sql`
      update ticket_steps set decision = 'APPROVED', decided_by = ${by}, decided_at = ${at} where ticket_id = ${ticketId}`
    expect(await refusal(write(userId))).toBe('OWN_REQUEST')
    expect(await refusal(world.sql`delete from ticket_steps where ticket_id = ${ticketId}`)).toBe('NOT_OPEN')
    await write(platformId)
    expect(await refusal(write(platformId))).toBe('NOT_OPEN')
    const withdrawn = await registration()
    await world.sql`update tickets set state = 'WITHDRAWN', decided_at = ${at} where id = ${withdrawn.ticketId}`
    expect(await refusal(world.sql`
      update ticket_steps set decision = 'APPROVED', decided_by = ${platformId}, decided_at = ${at}
      where ticket_id = ${withdrawn.ticketId}`)).toBe('NOT_OPEN')
    expect(await refusal(world.sql`delete from audit_entries`)).toBe('INTERNAL')
  })
})

describe('places', () => {
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
    const ticketId = await ticketWith(steps, await idOf(name('pm')), SUPERVISOR, subject)
    const ids = { bank: await idOf(name('bank')), borrower: await idOf(name('borrower')), pm: await idOf(name('pm')) }
    counter++
    return { ticketId, pm, supervisor, bank, borrower, ids, SUPERVISOR, subject }
  }

  test('open one after the other, and all of a place have to agree', async () => {
    const { ticketId, pm, supervisor, bank, borrower, ids, subject } = await opened()
    const early = await decide(bank, ticketId, 'APPROVED')
    expect([early.status, early.error.code]).toEqual([409, 'NOT_OPEN'])
    expect((await world.call<TicketDetail>(bank, 'GET', details(ticketId))).data.canDecide).toBe(false)
    const own = await decide(pm, ticketId, 'APPROVED')
    expect(own.error.code).toBe('OWN_REQUEST')

    const first = await decide(supervisor, ticketId, 'APPROVED')
    expect(first.data).toMatchObject({ state: 'PENDING', steps: [{ decision: 'APPROVED' }, { decision: null }, { decision: null }] })
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

  test('the last approval makes the change, whoever gives it', async () => {
    const { ticketId, supervisor, bank, borrower, subject } = await opened()
    await decide(supervisor, ticketId, 'APPROVED')
    await decide(bank, ticketId, 'APPROVED')
    expect(await statusOf(subject)).toBe('PENDING_APPROVAL')
    const last = await decide(borrower, ticketId, 'APPROVED')
    expect(last.data.state).toBe('APPROVED')
    expect(await statusOf(subject)).toBe('ACTIVE')
  })

  test('are for their own role and organisation alone', async () => {
    const [one, other] = [await opened(), await opened()]
    const stranger = await decide(other.supervisor, one.ticketId, 'APPROVED')
    expect([stranger.status, stranger.error.code]).toEqual([404, 'NOT_FOUND'])
    expect((await world.call(other.bank, 'GET', details(one.ticketId))).status).toBe(404)
    expect((await world.call(platform, 'GET', details(one.ticketId))).status).toBe(404)
    const colleague = await world.user(`colleague${counter++}`, 'SUPERVISOR_PM', one.SUPERVISOR)
    const seen = await decide(colleague, one.ticketId, 'APPROVED')
    expect([seen.status, seen.error.code]).toEqual([403, 'NOT_ALLOWED'])
  })

  test('their raiser may withdraw, and nobody else', async () => {
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

describe('the list', () => {
  test('filters, sorts and pages', async () => {
    const names = ['Listed 100% A', 'Listed 100% B', 'Listed 100_ C']
    const made = []
    for (const name of names) made.push(await registration(name))
    await decide(platform, made[1]?.ticketId ?? 0, 'APPROVED')
    const ask = async (body: object) => (await world.call<{ list: Ticket[]; total: number }>(platform, 'POST', list, body)).data
    const named = async (body: object) => (await ask({ text: 'listed 100%', ...body })).list.map(({ subjectName }) => subjectName)

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

  test('shows nothing to those who have no part in anything', async () => {
    const stranger = await world.user('lonely', 'ADMIN_BANK', await world.organisation('BANK', 'Lonely'))
    const { data } = await world.call<{ list: Ticket[]; total: number }>(stranger, 'POST', list, {})
    expect(data).toMatchObject({ list: [], total: 0 })
    const { ticketId } = await registration()
    expect((await decide(stranger, ticketId, 'APPROVED')).status).toBe(404)
    expect((await world.call(stranger, 'POST', withdraw, { ticketId })).status).toBe(404)
  })
})
