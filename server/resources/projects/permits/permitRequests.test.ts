import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnimalCard } from '#contract/herd/animals.ts'
import type { Farm } from '#contract/herd/farms.ts'
import type { TicketDetail } from '#contract/office/tickets.ts'
import { currentAndRecentPermits } from '../../../db/permits.ts'
import { openWorld, square, type World } from '../../../testing/testWorld.ts'
import { insertProject } from '../../herd/projects.ts'
import { details } from '../../office/tickets/testTickets.ts'
import { addLine, pledge, post } from '../testLedger.ts'

const hourMs = 3_600_000
let world: World
let now: number
const tokens = { admin: '', otherAdmin: '', pm: '', borrower: '', bank: '', elsewhere: '', otherBorrower: '' }
type Who = keyof typeof tokens
let farmId: number
let ours: number
let borrower: number
let animalIds: number[]
let theirs: number

beforeAll(async () => {
  world = await openWorld()
  now = world.context.clock.now()
  ours = await world.organisation('SUPERVISOR', 'A')
  const other = await world.organisation('SUPERVISOR', 'B')
  borrower = await world.organisation('BORROWER', 'Borrower')
  const bank = await world.organisation('BANK', 'Bank')
  tokens.admin = await world.user('admin', 'ADMIN_SUPERVISOR', ours)
  tokens.otherAdmin = await world.user('admin2', 'ADMIN_SUPERVISOR', ours)
  tokens.pm = await world.user('pm', 'SUPERVISOR_PM', ours)
  tokens.elsewhere = await world.user('elsewhere', 'SUPERVISOR_PM', other)
  tokens.borrower = await world.user('borrower', 'ADMIN_BORROWER', borrower)
  tokens.otherBorrower = await world.user(
    'borrower2',
    'ADMIN_BORROWER',
    await world.organisation('BORROWER', 'Another'),
  )
  tokens.bank = await world.user('bank', 'ADMIN_BANK', bank)
  const put = async (who: Who, noun: string, body: object) =>
    (await world.call<Farm>(tokens[who], 'PUT', `/collateral/web/${noun}/addOrEdit`, body)).data.id
  farmId = await put('pm', 'farm', { name: 'pledged', boundary: square(116, 44) })
  animalIds = []
  for (const visualTag of ['A1', 'A2', 'A3']) animalIds.push(await put('pm', 'animal', { visualTag, farmId }))
  theirs = await put('elsewhere', 'animal', {
    visualTag: 'B1',
    farmId: await put('elsewhere', 'farm', { name: 'elsewhere', boundary: square(117, 44) }),
  })
  await insertProject(world.sql, {
    code: 'P-1',
    name: 'P',
    bankOrgId: bank,
    borrowerOrgId: borrower,
    supervisorOrgId: ours,
    contractHeadcount: 1,
    loanAmount: '1',
    status: 'ACTIVE',
    startsOn: '2026-01-01',
    endsOn: '2026-12-31',
    farmIds: [farmId],
    createdAt: 0,
  })
})
afterAll(() => world.close())

const request = (who: Who, body: object = {}) =>
  world.call<{ ticketId: number }>(tokens[who], 'POST', '/collateral/web/movementPermit/request', {
    farmId,
    tags: ['A1', 'A2'],
    startsAt: now + hourMs,
    endsAt: now + 5 * hourMs,
    purpose: 'the fair',
    certificateNo: 'C-7',
    ...body,
  })
const decide = (who: Who, ticketId: number, decision = 'APPROVED', comment = '') =>
  world.call<TicketDetail>(tokens[who], 'POST', '/collateral/common/ticket/approve', { ticketId, decision, comment })
const ticketOf = async (who: Who, ticketId: number) =>
  (await world.call<TicketDetail>(tokens[who], 'GET', details(ticketId))).data
const permitted = async () =>
  (await currentAndRecentPermits(world.context.sql, now)).map(({ animalId }) => animalId).toSorted((a, b) => a - b)
const cardOf = async (id: number) =>
  (await world.call<AnimalCard>(tokens.pm, 'GET', `/collateral/web/animal/card/${id}`)).data.permit

test('permits exactly the requested animals once the supervisor approves', async () => {
  const farms = await world.call<{ list: object[] }>(
    tokens.borrower,
    'POST',
    '/collateral/web/movementPermit/farm/list',
    {},
  )
  expect(farms.data.list).toEqual([{ id: farmId, name: 'pledged' }])
  const {
    data: { ticketId },
  } = await request('borrower')
  expect(await permitted()).toEqual([])
  const ticket = await ticketOf('admin', ticketId)
  expect(ticket).toMatchObject({
    kind: 'MOVEMENT_PERMIT',
    subjectType: 'FARM',
    subjectName: 'pledged',
    canDecide: true,
    effects: [],
  })
  // A permit that begins in an hour is decided within the hour.
  expect(Date.parse(ticket.dueAt) - Date.parse(ticket.raisedAt)).toBe(hourMs)
  expect(ticket.changes).toEqual([
    { field: 'heads', before: null, after: 2 },
    { field: 'startsAt', before: null, after: new Date(now + hourMs).toISOString(), as: 'INSTANT' },
    { field: 'endsAt', before: null, after: new Date(now + 5 * hourMs).toISOString(), as: 'INSTANT' },
    { field: 'purpose', before: null, after: 'the fair' },
    { field: 'certificateNo', before: null, after: 'C-7' },
    { field: 'animals', before: null, after: ['A1', 'A2'], as: 'TAGS' },
  ])
  for (const who of ['elsewhere', 'otherBorrower'] as const)
    expect((await world.call(tokens[who], 'GET', details(ticketId))).status).toBe(404)

  // Only one of several concurrent decisions succeeds.
  const answers = await Promise.all([
    decide('admin', ticketId),
    decide('otherAdmin', ticketId, 'REJECTED', 'no'),
    decide('otherAdmin', ticketId),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  const { state } = await ticketOf('pm', ticketId)
  expect(await permitted()).toEqual(state === 'APPROVED' ? animalIds.slice(0, 2) : [])
})

test('notifies bank and rule engine, audits and shows an approved permit', async () => {
  const [project] = await world.sql<{ id: number }[]>`select id from projects where code = 'P-1'`
  const projectId = project?.id ?? 0
  const lineId = await addLine(world.sql, projectId)
  const [pledgeId = 0] = await pledge(world.sql, projectId, lineId, [animalIds[2] ?? 0], now)
  const {
    data: { ticketId },
  } = await request('pm', { tags: undefined, ids: [animalIds[2]], startsAt: now - hourMs })
  const emittedBefore = world.emitted.rulesChanged.length
  expect((await decide('admin', ticketId)).status).toBe(200)
  expect(world.emitted.rulesChanged.length).toBe(emittedBefore + 1)
  expect(await cardOf(animalIds[2] ?? 0)).toMatchObject({
    ticketId,
    purpose: 'the fair',
    certificateNo: 'C-7',
    endsAt: new Date(now + 5 * hourMs).toISOString(),
  })
  const bankId = await world.idOf('bank')
  const [notice] = await world.sql<
    { code: string; params: object }[]
  >`select code, params from notices where user_id = ${bankId} order by id desc limit 1`
  expect(notice).toMatchObject({
    code: 'COLLATERAL_PERMIT',
    params: { project: 'P-1', by: 'admin', count: '1', tags: 'A3', name: 'pledged', comment: 'the fair' },
  })
  const [noted] =
    await world.sql`select action, user_id as "userId", detail from audit_entries where noun = 'movementPermit' order by id desc limit 1`
  expect(noted).toEqual({ action: 'ADD', userId: await world.idOf('admin'), detail: { ticketId } })
  await world.sql`update pledges set ended_at = ${now}, end_reason = 'RELEASED' where id = ${pledgeId}`
  await expect(world.sql`update movement_permits set ends_at = ends_at + interval '1 day'`).rejects.toMatchObject({
    code: 'DR004',
  })
})

test('rejects approving expired permits and those of dead animals', async () => {
  const {
    data: { ticketId },
  } = await request('pm')
  world.context.clock.hold(now + 6 * hourMs)
  expect(await decide('admin', ticketId)).toMatchObject({
    status: 409,
    error: { code: 'CONFLICT', fields: { ticketId: 'past' } },
  })
  world.context.clock.hold(now)
  await world.sql`update animals set status = 'DEAD', left_on = '2026-05-01' where id = ${animalIds[0] ?? 0}`
  expect(await decide('admin', ticketId)).toMatchObject({
    status: 409,
    error: { fields: { ticketId: 'subject_changed' } },
  })
  expect((await ticketOf('pm', ticketId)).state).toBe('PENDING')
  await world.sql`update animals set status = 'IN_HERD', left_on = null where id = ${animalIds[0] ?? 0}`
})

test.each<[Who, () => object, object]>([
  ['otherBorrower', () => ({}), { status: 400, error: { fields: { farmId: 'unknown' } } }],
  ['elsewhere', () => ({}), { status: 400, error: { fields: { farmId: 'unknown' } } }],
  ['bank', () => ({}), { status: 403 }],
  ['admin', () => ({}), { status: 403 }],
  ['pm', () => ({ tags: undefined, ids: [theirs] }), { status: 400, error: { fields: { ids: 'unknown' } } }],
  [
    'pm',
    () => ({ tags: ['A1', 'B1', 'nobody'] }),
    { status: 400, error: { fields: { tags: 'unknown_tags' }, details: { tags: 'B1\nnobody', count: '2' } } },
  ],
  ['pm', () => ({ tags: [] }), { status: 400, error: { fields: { tags: 'required' } } }],
  ['pm', () => ({ startsAt: now - 2 * hourMs, endsAt: now }), { status: 400, error: { fields: { endsAt: 'past' } } }],
  ['pm', () => ({ endsAt: now + 32 * 24 * hourMs }), { status: 400, error: { fields: { endsAt: 'period_too_long' } } }],
  ['pm', () => ({ endsAt: now - hourMs }), { status: 400, error: { fields: { endsAt: 'before_start' } } }],
])('rejects a request by %s with %o', async (who, body, refusal) => {
  expect(await request(who, body())).toMatchObject(refusal)
})

test('shows effects per project, to each bank only its own', async () => {
  const { sql } = world
  const [{ id: projectId } = { id: 0 }] = await sql<{ id: number }[]>`select id from projects where code = 'P-1'`
  const other = await insertProject(sql, {
    code: 'Q-1',
    name: 'Q',
    bankOrgId: await world.organisation('BANK', 'Other bank'),
    borrowerOrgId: borrower,
    supervisorOrgId: ours,
    contractHeadcount: 3,
    loanAmount: '36',
    status: 'ACTIVE',
    startsOn: '2026-01-01',
    endsOn: '2026-12-31',
    farmIds: [farmId],
    createdAt: 0,
  })
  for (const [id, ids] of [
    [projectId, animalIds.slice(1)],
    [other, animalIds.slice(0, 1)],
  ] as const) {
    const lineId = await addLine(sql, id, '10.00', '0.1')
    await post(world, [
      {
        projectId: id,
        lineId,
        kind: 'OPENING',
        pledgeIds: await pledge(sql, id, lineId, ids, now),
        adds: true,
        reason: 'opened',
        happenedAt: now,
      },
    ])
  }
  const {
    data: { ticketId },
  } = await request('pm', { tags: ['A1', 'A2', 'A3'] })
  const lines = { warning: '1.2000', minimum: '1.0000' }
  expect((await ticketOf('admin', ticketId)).effects).toEqual([
    {
      projectId,
      projectCode: 'P-1',
      figures: [
        { measure: 'contracted', before: '1', after: '1' },
        { measure: 'ledger', before: '2', after: '2' },
        { measure: 'value', before: '18.00', after: '18.00' },
        { measure: 'coverage', before: '18.0000', after: '18.0000', lines },
        { measure: 'unverified', before: null, after: '2' },
      ],
    },
    {
      projectId: other,
      projectCode: 'Q-1',
      figures: [
        { measure: 'contracted', before: '3', after: '3' },
        { measure: 'ledger', before: '1', after: '1' },
        { measure: 'value', before: '9.00', after: '9.00' },
        { measure: 'coverage', before: '0.2500', after: '0.2500', lines },
        { measure: 'unverified', before: null, after: '1' },
      ],
    },
  ])

  // Each bank reads the ticket with its own project only; a bank without a project on the farm reads nothing.
  const otherBank = await world.user(
    'other.bank',
    'ADMIN_BANK',
    (await sql<{ id: number }[]>`select bank_org_id as id from projects where id = ${other}`)[0]?.id ?? 0,
  )
  const farBank = await world.user('far.bank', 'ADMIN_BANK', await world.organisation('BANK', 'Far bank'))
  const shown = async (token: string) => (await world.call<TicketDetail>(token, 'GET', details(ticketId))).data
  const list = async (token: string, body: object) =>
    (
      await world.call<{ list: { ticketId: number }[] }>(token, 'POST', '/collateral/web/ticket/list', body)
    ).data.list.map((one) => one.ticketId)
  await world.call(tokens.pm, 'POST', '/collateral/common/ticket/comment', { ticketId, comment: 'between us' })
  for (const [token, own, foreign] of [
    [tokens.bank, projectId, other],
    [otherBank, other, projectId],
  ] as const) {
    expect(await shown(token)).toMatchObject({ canDecide: false, canWithdraw: false, canComment: false, comments: [] })
    expect((await shown(token)).effects.map((effect) => effect.projectId)).toEqual([own])
    const { changes } = await shown(token)
    expect([changes[0]?.after, changes.at(-1)?.after]).toEqual(own === projectId ? [2, ['A2', 'A3']] : [1, ['A1']])
    expect(await list(token, { projectId: own })).toContain(ticketId)
    expect(await list(token, { projectId: foreign })).toEqual([])
    expect(
      (await world.call(token, 'POST', '/collateral/common/ticket/comment', { ticketId, comment: 'why?' })).error.code,
    ).toBe('NOT_ALLOWED')
    expect(
      (await world.call(token, 'POST', '/collateral/common/ticket/approve', { ticketId, decision: 'APPROVED' })).error
        .code,
    ).toBe('NOT_ALLOWED')
  }
  expect(await list(farBank, {})).toEqual([])
  expect(await list(farBank, { projectId })).toEqual([])
  expect((await world.call(farBank, 'GET', details(ticketId))).status).toBe(404)
  expect((await decide('admin', ticketId)).data.effects).toHaveLength(2)
  // Stored effects are filtered as well.
  expect((await shown(otherBank)).effects.map((effect) => effect.projectId)).toEqual([other])
  expect(
    (await shown(otherBank)).steps.flatMap((step) => step.effects ?? []).map((effect) => effect.projectId),
  ).toEqual([other])
  await sql`update projects set status = 'CLOSED' where id = ${other}`
  expect((await world.call(otherBank, 'GET', details(ticketId))).status).toBe(404)
  await sql`update projects set status = 'ACTIVE' where id = ${other}`

  // A permit of one bank's heads is nothing that another bank of the farm sees, in lists, details or changes.
  const alone = (await request('pm', { tags: ['A1'] })).data.ticketId
  expect(await list(tokens.bank, {})).not.toContain(alone)
  expect(await list(tokens.bank, { projectId })).not.toContain(alone)
  expect(await list(tokens.pm, { projectId })).not.toContain(alone)
  expect((await world.call(tokens.bank, 'GET', details(alone))).status).toBe(404)
  expect(await list(otherBank, { projectId: other })).toContain(alone)
  const bankOf = async (id: number) =>
    (await sql<{ id: number }[]>`select bank_org_id as id from projects where id = ${id}`)[0]?.id ?? 0
  await decide('admin', alone)
  const emittedChange = world.emitted.recordsChanged.findLast(
    ({ noun, ids }) => noun === 'tickets' && ids?.includes(alone),
  )
  expect(emittedChange?.organisationIds).toContain(await bankOf(other))
  expect(emittedChange?.organisationIds).not.toContain(await bankOf(projectId))
  await sql`update projects set status = 'CLOSED' where id = ${other}`
  expect(await list(tokens.pm, { projectId })).toContain(ticketId)
})

test('hides earlier requests from a bank whose project opened later', async () => {
  const { sql } = world
  const animal = { visualTag: 'A4', farmId }
  const lentOn = (await world.call<Farm>(tokens.pm, 'PUT', '/collateral/web/animal/addOrEdit', animal)).data.id
  const {
    data: { ticketId },
  } = await request('pm', { tags: ['A4'] })
  await decide('admin', ticketId, 'REJECTED', 'no')
  const bankId = await world.organisation('BANK', 'Late bank')
  const late = await world.user('late.bank', 'ADMIN_BANK', bankId)
  const id = await insertProject(sql, {
    code: 'L-1',
    name: 'L',
    bankOrgId: bankId,
    borrowerOrgId: borrower,
    supervisorOrgId: ours,
    contractHeadcount: 1,
    loanAmount: '1',
    status: 'ACTIVE',
    startsOn: '2026-01-01',
    endsOn: '2026-12-31',
    farmIds: [farmId],
    createdAt: 0,
  })
  await pledge(sql, id, await addLine(sql, id), [lentOn], now)
  await sql`
    insert into tickets (kind, subject_type, subject_id, subject_name, payload, raised_by, raised_org_id, raised_at)
    values ('PROJECT_OPEN', 'PROJECT', ${id}, 'L-1', '{}', ${await world.idOf('pm')}, ${ours}, now() + interval '1 hour')`
  expect((await world.call(late, 'GET', details(ticketId))).status).toBe(404)
  await sql`update tickets set raised_at = now() - interval '1 hour' where subject_type = 'PROJECT' and subject_id = ${id}`
  expect((await world.call(late, 'GET', details(ticketId))).status).toBe(200)
})
