import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/calls/records.ts'
import type { Project } from '#contract/projects/projects.ts'
import type { TicketDetail } from '#contract/office/tickets.ts'
import { send } from '../../../auth/testAuth.ts'
import { openProjectWorld } from '../testProjects.ts'

const world = await openProjectWorld()
const { pm, pm2, supervisor, banker, clerk, herder, farmId, borrower, draft, details, edit, sql } = world
afterAll(() => world.close())

const submit = (id: number, version: number, token = pm) =>
  world.call<Project>(token, 'POST', `/collateral/common/project/${id}/submit`, { version })
const askToClose = (id: number, version: number, token = pm) =>
  world.call<Project>(token, 'POST', `/collateral/common/project/${id}/close`, { version, reason: 'paid back' })
const decide = (token: string, ticketId: number | null, decision: 'APPROVED' | 'REJECTED' = 'APPROVED') =>
  world.call<TicketDetail>(token, 'POST', '/collateral/common/ticket/approve', { ticketId, decision, comment: 'seen' })
/** Approves a closing, with a settlement of the money owed. */
const settle = (
  ticketId: number | null,
  settlement: object | undefined = { repaid: '4100000', writtenOff: '0' },
  decision: 'APPROVED' | 'REJECTED' = 'APPROVED',
) =>
  world.call<TicketDetail>(banker, 'POST', '/collateral/common/ticket/approve', {
    ticketId,
    decision,
    comment: 'seen',
    ...(settlement !== undefined && { settlement }),
  })
const statusOf = async (id: number) => (await details(pm, id)).data.status
const ticketOf = async (token: string, ticketId: number | null) =>
  (await world.call<TicketDetail>(token, 'GET', `/collateral/common/ticket/details/${ticketId}`)).data
/** The figures on the ticket of an opening. */
const opening = ({ ledger, value, coverage }: Record<'ledger' | 'value' | 'coverage', string>) => [
  { measure: 'contracted', before: null, after: '240' },
  { measure: 'ledger', before: '0', after: ledger },
  { measure: 'value', before: null, after: value },
  { measure: 'balance', before: null, after: '4100000.00' },
  { measure: 'coverage', before: null, after: coverage, lines: { warning: '1.2000', minimum: '1.0000' } },
]
let tags = 0

/** Creates a draft with a line of two animals. */
async function whole(extra: object = {}): Promise<Project> {
  const project = await draft(extra)
  await addLine(project.id)
  return project
}
async function addLine(projectId: number, terms: object = {}): Promise<void> {
  const animals = [`T${++tags}`, `T${++tags}`]
  const [category, unit] = await Promise.all(
    ['CATEGORY', 'UNIT'].map(
      async (kind) =>
        (await sql<{ id: number }[]>`select id from lookups where kind = ${kind} order by place limit 1`)[0]?.id,
    ),
  )
  for (const visualTag of animals)
    expect(
      (await world.call(pm, 'PUT', '/collateral/web/animal/addOrEdit', { visualTag, farmId, categoryId: category }))
        .status,
    ).toBe(200)
  const line = {
    categoryId: category,
    unitId: unit,
    quantity: '2',
    unitPrice: '12000',
    pricedOn: '2026-04-30',
    priceSource: 'Market',
    haircut: '0.2',
    tags: animals,
    ...terms,
  }
  expect((await world.call(pm, 'POST', `/collateral/common/project/${projectId}/collateral/new`, line)).status).toBe(
    200,
  )
}
/** Creates a project that waits for its supervisor. */
async function submitted(extra: object = {}): Promise<Project> {
  const { id, version } = await whole(extra)
  const { status, data } = await submit(id, version)
  expect(status).toBe(200)
  return data
}
/** Creates a running project. */
async function running(): Promise<Project> {
  const { id, openTicketId } = await submitted()
  for (const token of [supervisor, banker, herder]) expect((await decide(token, openTicketId)).status).toBe(200)
  return (await details(pm, id)).data
}
/** Reads the ledger entries of a project. */
const entries = (id: number) =>
  sql<{ kind: string; heads: number }[]>`select kind, heads from ledger_entries where project_id = ${id} order by id`
const live = async (id: number) =>
  (
    await sql<
      { count: number }[]
    >`select count(*)::int as count from pledges where project_id = ${id} and ended_at is null`
  )[0]?.count

beforeAll(async () => {
  await world.user('stranger.bank', 'ADMIN_BANK', await world.organisation('BANK', 'Far Bank'))
})

describe('opening', () => {
  test('names missing fields', async () => {
    const { id, version } = await draft({ bankOrgId: null, borrowerOrgId: null, farms: [] })
    expect((await submit(id, version)).error).toMatchObject({
      code: 'BAD_SHAPE',
      fields: { bankOrgName: 'required', borrowerOrgName: 'required', farms: 'required', collateral: 'required' },
    })
    expect(await statusOf(id)).toBe('DRAFT')
  })

  test('shows the project’s alert rules, marks looser ones and blocks loosening', async () => {
    const { id, version } = await whole()
    const rule = (kind: string, rest: object) =>
      world.call<{ id: number; version: number }>(pm, 'PUT', '/collateral/web/alertRule/addOrEdit', {
        kind,
        scope: 'PROJECT',
        projectId: id,
        ...rest,
      })
    for (const one of [
      await rule('LOW_BATTERY', { parameters: { raisePercent: 30, clearPercent: 35 } }),
      await rule('COVERAGE_LOW', { enabled: false }),
    ])
      expect(one.status).toBe(200)
    const { data } = await submit(id, version)
    const { data: ticket } = await world.call<TicketDetail>(
      banker,
      'GET',
      `/collateral/common/ticket/details/${data.openTicketId}`,
    )
    expect(ticket.changes.find(({ field }) => field === 'rules')?.after).toMatchObject([
      { kind: 'LOW_BATTERY', enabled: true, parameters: { raisePercent: 30 }, isLooser: false },
      { kind: 'COVERAGE_LOW', enabled: false, isLooser: true },
    ])
    const looser = await world.call(supervisor, 'PUT', '/collateral/web/alertRule/addOrEdit', {
      kind: 'HEADCOUNT_DROP',
      scope: 'PROJECT',
      projectId: id,
      enabled: false,
    })
    expect([looser.status, looser.error.fields]).toEqual([409, { enabled: 'loosened' }])
    expect((await decide(supervisor, data.openTicketId, 'REJECTED')).status).toBe(200)
  })

  test('names categories and units in the language of each reader', async () => {
    const { id, version } = await whole()
    const { data } = await send<Project>(
      world,
      'POST',
      `/collateral/common/project/${id}/submit`,
      { version },
      { token: pm, language: 'zh-CN' },
    )
    const collateralIn = async (language: string) => {
      const path = `/collateral/common/ticket/details/${data.openTicketId}`
      const { data: ticket } = await send<TicketDetail>(world, 'GET', path, {}, { token: banker, language })
      return ticket.changes.find(({ field }) => field === 'collateral')?.after
    }
    const [cattle, head] = await sql<{ names: Record<string, string> }[]>`
      select distinct on (kind) names from lookups where kind in ('CATEGORY', 'UNIT') order by kind, place`
    for (const language of ['zh-CN', 'en-US', 'pt-BR'])
      expect(await collateralIn(language)).toMatchObject([
        { category: cattle?.names[language], unit: head?.names[language] },
      ])
    expect(await collateralIn('en-US')).not.toMatchObject([{ unitId: expect.anything() }])
    expect((await decide(supervisor, data.openTicketId, 'REJECTED')).status).toBe(200)
  })

  test('shows terms on the ticket and activates once all parties approve', async () => {
    await sql`update farms set borrower_org_id = null where id = ${farmId}`
    const one = await submitted({
      name: 'Spring loan',
      bankUsers: [{ id: await world.idOf('clerk'), userName: 'clerk' }],
    })
    expect(one).toMatchObject({ status: 'PENDING_APPROVAL', openTicketId: expect.any(Number) })
    expect(await live(one.id)).toBe(2)
    const { data: ticket } = await world.call<TicketDetail>(
      banker,
      'GET',
      `/collateral/common/ticket/details/${one.openTicketId}`,
    )
    expect(Object.fromEntries(ticket.changes.map(({ field, after }) => [field, after]))).toMatchObject({
      projectName: 'Spring loan',
      bank: 'Steppe Bank',
      borrower: 'Herders',
      people: ['clerk'],
      farms: ['Home farm'],
      loanAmount: '4100000.00',
      contractHeadcount: 240,
      collateral: [{ heads: 2, unitPrice: '12000.00', haircut: '0.2000' }],
    })
    expect(ticket.changes.find(({ field }) => field === 'rules')?.after).toEqual([])
    // Before the opening nothing covers the loan; afterwards all claimed animals do.
    expect(ticket.effects).toEqual([
      {
        projectId: one.id,
        projectCode: one.code,
        figures: opening({ ledger: '2', value: '19200.00', coverage: '0.0046' }),
      },
    ])
    expect((await decide(banker, one.openTicketId)).error.code).toBe('NOT_OPEN')
    expect((await decide(pm2, one.openTicketId)).error.code).toBe('NOT_ALLOWED')
    expect((await decide(supervisor, one.openTicketId)).status).toBe(200)
    expect((await decide(herder, one.openTicketId)).status).toBe(200)
    expect(await statusOf(one.id)).toBe('PENDING_APPROVAL')
    world.emitted.recordsChanged.length = 0
    expect((await decide(banker, one.openTicketId)).status).toBe(200)
    expect((await details(clerk, one.id)).data).toMatchObject({ status: 'ACTIVE', openTicketId: null })
    expect(await entries(one.id)).toEqual([{ kind: 'OPENING', heads: 2 }])
    expect(await sql`select from farms where id = ${farmId} and borrower_org_id = ${borrower}`).toHaveLength(1)
    const changes = world.emitted.recordsChanged.filter(({ noun }) => noun === 'projects')
    expect(new Set(changes.flatMap(({ organisationIds = [] }) => organisationIds))).toEqual(
      new Set([world.watch, world.bank, borrower]),
    )
    // The farm’s rules now include those of the project.
    expect(new Set(changes.flatMap(({ farmIds = [-1] }) => farmIds))).toEqual(new Set([farmId]))
  })

  test('shows effects per line, without dead animals or value for missing ones', async () => {
    const { id, version } = await whole()
    await addLine(id, { unitPrice: '1000', haircut: '0' })
    await submit(id, version)
    const { openTicketId } = (await details(pm, id)).data
    const [dead, missing] = await sql<
      { id: number }[]
    >`select animal_id as id from pledges where project_id = ${id} order by line_id, animal_id limit 2`
    await sql`update animals set status = 'DEAD', left_on = '2026-05-01' where id = ${dead?.id ?? 0}`
    await sql`update animals set status = 'MISSING' where id = ${missing?.id ?? 0}`
    const [effect] = (await ticketOf(banker, openTicketId)).effects
    expect(effect?.figures.filter(({ measure }) => measure !== 'contracted')).toMatchObject([
      { measure: 'ledger', before: '0', after: '3' },
      {
        measure: 'ledger',
        line: { unitPrice: '12000.00', haircut: '0.2000', names: { 'en-US': expect.any(String) } },
        before: '0',
        after: '1',
      },
      { measure: 'ledger', line: { unitPrice: '1000.00' }, before: '0', after: '2' },
      { measure: 'value', before: null, after: '2000.00' },
      { measure: 'balance', before: null, after: '4100000.00' },
      { measure: 'coverage', before: null, after: '0.0004' },
    ])
  })

  test('stores the effects each decision was based on, unchanged by later events', async () => {
    const { id, openTicketId } = await submitted()
    await decide(supervisor, openTicketId)
    const [animal] = await sql<
      { id: number }[]
    >`select animal_id as id from pledges where project_id = ${id} order by 1 limit 1`
    await sql`update animals set status = 'DEAD', left_on = '2026-05-01' where id = ${animal?.id ?? 0}`
    for (const token of [banker, herder]) expect((await decide(token, openTicketId)).status).toBe(200)
    const storedEffects = async () => {
      const { effects, effectsKeptAt, decidedAt, steps } = await ticketOf(banker, openTicketId)
      expect(effectsKeptAt).toBe(decidedAt)
      return [effects, ...steps.map((step) => step.effects)].map((stored) => stored?.[0]?.figures)
    }
    const [two, one] = [
      opening({ ledger: '2', value: '19200.00', coverage: '0.0046' }),
      opening({ ledger: '1', value: '9600.00', coverage: '0.0023' }),
    ]
    expect(await storedEffects()).toEqual([one, two, one, one])
    await sql`update collateral_lines set unit_price = 1 where project_id = ${id}`
    await sql`insert into loan_balances (project_id, balance, as_of, note, recorded_by, recorded_at) values (${id}, 1, '2026-05-01', 'said', ${await world.idOf('bank')}, now())`
    expect(await storedEffects()).toEqual([one, two, one, one])
    await expect(sql`update ticket_step_effects set effects = '[]'`).rejects.toMatchObject({ code: 'DR004' })
    await expect(sql`delete from ticket_step_effects`).rejects.toMatchObject({ code: 'DR004' })
  })

  test('stores the effects of a rejection but none of a failed decision', async () => {
    const one = await submitted()
    await decide(supervisor, one.openTicketId)
    await decide(banker, one.openTicketId, 'REJECTED')
    expect((await ticketOf(banker, one.openTicketId)).effects).toMatchObject([
      { projectCode: one.code, figures: opening({ ledger: '2', value: '19200.00', coverage: '0.0046' }) },
    ])
    const other = await submitted()
    for (const token of [supervisor, herder]) await decide(token, other.openTicketId)
    const readEffects = () => sql`select from ticket_step_effects`
    const before = (await readEffects()).length
    await sql`update projects set status = 'DRAFT' where id = ${other.id}`
    expect((await decide(banker, other.openTicketId)).error.code).toBe('CONFLICT')
    expect((await readEffects()).length).toBe(before)
    await sql`update projects set status = 'PENDING_APPROVAL' where id = ${other.id}`
  })

  test.each(['REJECTED', 'WITHDRAWN'] as const)('returns to a draft and frees its animals when %s', async (end) => {
    const one = await submitted()
    await decide(supervisor, one.openTicketId)
    const ended =
      end === 'REJECTED'
        ? decide(banker, one.openTicketId, end)
        : world.call(pm, 'POST', '/collateral/common/ticket/withdraw', { ticketId: one.openTicketId })
    expect((await ended).status).toBe(200)
    expect(await statusOf(one.id)).toBe('DRAFT')
    expect(await live(one.id)).toBe(0)
    expect((await details(banker, one.id)).status).toBe(404)
    const { data } = await details(pm, one.id)
    expect((await edit(pm, one.id, { ...data, name: 'Second try' })).status).toBe(200)
    expect((await submit(one.id, data.version + 1)).status).toBe(200)
  })

  test('hides earlier drafts, their bank and terms from the current parties', async () => {
    const first = await submitted({
      name: 'Spring loan',
      bankUsers: [{ id: await world.idOf('clerk'), userName: 'clerk' }],
    })
    await decide(supervisor, first.openTicketId)
    await decide(banker, first.openTicketId, 'REJECTED')
    const other = await world.organisation('BANK', 'River Bank')
    const rival = await world.user('rival', 'ADMIN_BANK', other)
    const { data: again } = await details(pm, first.id)
    const { data: changed } = await edit(pm, first.id, {
      ...again,
      bankOrgId: other,
      bankOrgName: 'River Bank',
      bankUsers: [],
      loanAmount: '3000000',
    })
    expect((await submit(first.id, changed.version)).status).toBe(200)
    const history = async (token: string) =>
      (
        await world.call<{ list: HistoryEntry[]; total: number }>(
          token,
          'POST',
          `/collateral/web/project/${first.id}/history`,
          { pageSize: 100 },
        )
      ).data
    for (const token of [rival, herder]) {
      const visible = await history(token)
      expect([
        visible.total,
        visible.list.map(({ before, after }) => [before, after?.['status'], after?.['bankOrgName']]),
      ]).toEqual([1, [[null, 'PENDING_APPROVAL', 'River Bank']]])
      expect(JSON.stringify(visible)).not.toMatch(/Steppe Bank|clerk|4100000/)
    }
    const { openTicketId } = (await details(rival, first.id)).data
    for (const token of [supervisor, rival, herder]) expect((await decide(token, openTicketId)).status).toBe(200)
    expect((await history(rival)).list.map(({ before, after }) => [before?.['status'], after?.['status']])).toEqual([
      ['PENDING_APPROVAL', 'ACTIVE'],
      [undefined, 'PENDING_APPROVAL'],
    ])
    expect((await history(pm)).total).toBe(6)
    expect((await history(pm)).list.at(-2)?.before).toMatchObject({
      status: 'DRAFT',
      bankOrgName: 'Steppe Bank',
      bankUsers: [{ displayName: 'clerk' }],
    })
  })

  test('is requested once by concurrent submits and rejects a stale draft', async () => {
    const { id, version } = await whole()
    const answers = await Promise.all([submit(id, version), submit(id, version, pm2)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await sql`select from tickets where kind = 'PROJECT_OPEN' and subject_id = ${id}`).toHaveLength(1)
    const other = await whole()
    await edit(pm2, other.id, { ...other, name: 'Changed' })
    expect((await submit(other.id, other.version)).error).toMatchObject({
      code: 'CONFLICT',
      fields: { version: 'stale' },
    })
  })

  test('accepts one of fifty concurrent approvals', async () => {
    const { id, openTicketId } = await submitted()
    for (const token of [supervisor, herder]) await decide(token, openTicketId)
    const answers = await Promise.all(Array.from({ length: 50 }, () => decide(banker, openTicketId)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
    expect(await statusOf(id)).toBe('ACTIVE')
    expect(await entries(id)).toEqual([{ kind: 'OPENING', heads: 2 }])
  })

  test('rejects approval when a farm now belongs to another borrower', async () => {
    const one = await submitted()
    for (const token of [supervisor, herder]) await decide(token, one.openTicketId)
    await sql`update farms set borrower_org_id = ${await world.organisation('BORROWER', 'Others')} where id = ${farmId}`
    expect((await decide(banker, one.openTicketId)).error).toMatchObject({
      code: 'CONFLICT',
      fields: { ticketId: 'subject_changed' },
    })
    await sql`update farms set borrower_org_id = ${borrower} where id = ${farmId}`
    expect(await statusOf(one.id)).toBe('PENDING_APPROVAL')
  })
})

describe('closing', () => {
  test('waits for the bank and frees the pledged animals', async () => {
    const one = await running()
    const { data: closing } = await askToClose(one.id, one.version)
    expect(closing).toMatchObject({ status: 'CLOSING', openTicketId: expect.any(Number) })
    expect((await ticketOf(banker, closing.openTicketId)).effects).toEqual([
      {
        projectId: one.id,
        projectCode: one.code,
        figures: [
          { measure: 'contracted', before: '240', after: null },
          { measure: 'ledger', before: '2', after: '0' },
          { measure: 'value', before: '19200.00', after: null },
          { measure: 'balance', before: '4100000.00', after: null },
          { measure: 'coverage', before: '0.0046', after: null, lines: { warning: '1.2000', minimum: '1.0000' } },
        ],
      },
    ])
    expect((await decide(supervisor, closing.openTicketId)).error.code).toBe('NOT_ALLOWED')
    const answers = await Promise.all([settle(closing.openTicketId), settle(closing.openTicketId)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await statusOf(one.id)).toBe('CLOSED')
    expect(world.emitted.recordsChanged.findLast(({ noun }) => noun === 'projects')?.farmIds).toEqual([farmId])
    expect(await live(one.id)).toBe(0)
    expect(await entries(one.id)).toEqual([
      { kind: 'OPENING', heads: 2 },
      { kind: 'RELEASE', heads: -2 },
    ])
  })

  test('withdraws open project requests, notifies requesters and keeps farm requests', async () => {
    const one = await running()
    const [head] = await sql<
      { id: number }[]
    >`select animal_id as id from pledges where project_id = ${one.id} and ended_at is null order by 1 limit 1`
    const { data: release } = await world.call<{ ticketId: number }>(
      herder,
      'POST',
      `/collateral/common/project/${one.id}/release/new`,
      { animalIds: [head?.id], reason: 'sold' },
    )
    await addLine(one.id)
    const { data: permit } = await world.call<{ ticketId: number }>(
      pm,
      'POST',
      '/collateral/web/movementPermit/request',
      {
        farmId,
        ids: [head?.id],
        startsAt: world.context.clock.now(),
        endsAt: world.context.clock.now() + 3_600_000,
        purpose: 'the fair',
      },
    )
    const { data: closing } = await askToClose(one.id, one.version)
    expect((await ticketOf(banker, closing.openTicketId)).effects[0]?.figures.at(-1)).toEqual({
      measure: 'requests',
      before: '2',
      after: '0',
    })
    // The supervisor decides on the release while the bank closes.
    const [closed] = await Promise.all([settle(closing.openTicketId), decide(supervisor, release.ticketId)])
    expect(closed.status).toBe(200)
    expect(await statusOf(one.id)).toBe('CLOSED')
    expect(
      await sql`select kind, state from tickets where subject_type = 'PROJECT' and subject_id = ${one.id} order by id`,
    ).toEqual([
      { kind: 'PROJECT_OPEN', state: 'APPROVED' },
      { kind: 'ANIMAL_RELEASE', state: 'WITHDRAWN' },
      { kind: 'COLLATERAL_CHANGE', state: 'WITHDRAWN' },
      { kind: 'PROJECT_CLOSE', state: 'APPROVED' },
    ])
    expect(await ticketOf(herder, release.ticketId)).toMatchObject({
      state: 'WITHDRAWN',
      withdrawal: { by: null, overtakenBy: closing.openTicketId, comment: '' },
    })
    expect((await decide(banker, release.ticketId)).error.code).toBe('NOT_OPEN')
    const notices = await sql<
      { code: string; by: string }[]
    >`select code, params ->> 'by' as by from notices where user_id = ${await world.idOf('herder')} and path like ${`%=${release.ticketId}`} order by id`
    expect(notices).toEqual([{ code: 'TICKET_OVERTAKEN', by: 'bank' }])
    expect(
      await sql`select from notices where type = 'event' and cleared_at is null and path like ${`%=${release.ticketId}`}`,
    ).toEqual([])
    expect(await live(one.id)).toBe(0)
    expect(await sql`select from collateral_lines where project_id = ${one.id} and status <> 'ENDED'`).toEqual([])
    expect((await ticketOf(pm, permit.ticketId)).state).toBe('PENDING')
  })

  test('requires a settlement of money owed, and stores it with the decision', async () => {
    const one = await running()
    const { data: closing } = await askToClose(one.id, one.version)
    for (const [settlement, fields] of [
      [undefined, { settlement: 'required' }],
      [{ repaid: '4099999.99', writtenOff: '0' }, { settlement: 'not_owed' }],
      [{ repaid: '4100000', writtenOff: '0.01' }, { settlement: 'not_owed' }],
    ] as const) {
      const { status, error } = await (settlement === undefined
        ? decide(banker, closing.openTicketId)
        : settle(closing.openTicketId, settlement))
      expect([status, error.fields, error.details?.['owed']]).toEqual([400, fields, '4100000.00'])
    }
    expect(await statusOf(one.id)).toBe('CLOSING')
    expect((await settle(closing.openTicketId, { repaid: '100000.5', writtenOff: '3999999.5' })).status).toBe(200)
    const settlementFigures = [
      { measure: 'repaid', before: null, after: '100000.50' },
      { measure: 'writtenOff', before: null, after: '3999999.50' },
    ]
    const { effects, steps } = await ticketOf(pm, closing.openTicketId)
    expect(effects[0]?.figures.slice(-2)).toEqual(settlementFigures)
    expect(steps.at(-1)?.effects?.[0]?.figures.slice(-2)).toEqual(settlementFigures)
    const [audited] = await sql<{ detail: object }[]>`
      select detail from audit_entries where noun = 'ticket' and noun_id = ${closing.openTicketId} and action = 'APPROVE'`
    expect(audited?.detail).toMatchObject({ settlement: { repaid: '100000.5', writtenOff: '3999999.5' } })
  })

  test('closes without a settlement when nothing is owed', async () => {
    const one = await running()
    await sql`insert into loan_balances (project_id, balance, as_of, recorded_at) values (${one.id}, 0, '2026-05-01', ${world.context.clock.now()})`
    const { data: closing } = await askToClose(one.id, one.version)
    expect((await decide(banker, closing.openTicketId)).status).toBe(200)
  })

  test('leaves the project running when rejected', async () => {
    const one = await running()
    const { data } = await askToClose(one.id, one.version)
    expect((await decide(banker, data.openTicketId, 'REJECTED')).status).toBe(200)
    expect(await statusOf(one.id)).toBe('ACTIVE')
    expect(await live(one.id)).toBe(2)
    expect((await askToClose(one.id, data.version)).error.code).toBe('CONFLICT')
  })

  test('is requested for running projects only', async () => {
    const one = await draft()
    expect((await askToClose(one.id, one.version)).status).toBe(409)
    expect((await askToClose(999_999, 1)).status).toBe(404)
  })
})
