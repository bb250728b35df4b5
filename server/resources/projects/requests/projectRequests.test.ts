import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Project } from '#contract/projects/projects.ts'
import type { TicketDetail } from '#contract/office/tickets.ts'
import { openProjectWorld } from '../testProjects.ts'

const world = await openProjectWorld()
const { pm, pm2, supervisor, banker, clerk, herder, farmId, borrower, draft, details, edit, sql } = world
afterAll(() => world.close())

const submit = (id: number, version: number, token = pm) => world.call<Project>(token, 'POST', `/collateral/common/project/${id}/submit`, { version })
const askToClose = (id: number, version: number, token = pm) => world.call<Project>(token, 'POST', `/collateral/common/project/${id}/close`, { version, reason: 'paid back' })
const decide = (token: string, ticketId: number | null, decision: 'APPROVED' | 'REJECTED' = 'APPROVED') =>
  world.call<TicketDetail>(token, 'POST', '/collateral/common/ticket/approve', { ticketId, decision, comment: 'seen' })
const statusOf = async (id: number) => (await details(pm, id)).data.status
let tags = 0

/** A draft with a line of two animals. */
async function whole(extra: object = {}): Promise<Project> {
  const project = await draft(extra)
  const animals = [`T${++tags}`, `T${++tags}`]
  const [category, unit] = await Promise.all(['CATEGORY', 'UNIT'].map(async (kind) => (await sql<{ id: number }[]>`select id from lookups where kind = ${kind} order by place limit 1`)[0]?.id))
  for (const visualTag of animals) expect((await world.call(pm, 'PUT', '/collateral/web/animal/addOrEdit', { visualTag, farmId, categoryId: category })).status).toBe(200)
  const line = { categoryId: category, unitId: unit, quantity: '2', unitPrice: '12000', pricedOn: '2026-04-30', priceSource: 'Market', haircut: '0.2', tags: animals }
  expect((await world.call(pm, 'POST', `/collateral/common/project/${project.id}/collateral/new`, line)).status).toBe(200)
  return project
}
/** One that waits for its supervisor. */
async function submitted(extra: object = {}): Promise<Project> {
  const { id, version } = await whole(extra)
  const { status, data } = await submit(id, version)
  expect(status).toBe(200)
  return data
}
/** One that runs. */
async function running(): Promise<Project> {
  const { id, openTicketId } = await submitted()
  for (const token of [supervisor, banker, herder]) expect((await decide(token, openTicketId)).status).toBe(200)
  return (await details(pm, id)).data
}
/** What the ledger noted of it. */
const entries = (id: number) => sql<{ kind: string; heads: number }[]>`select kind, heads from ledger_entries where project_id = ${id} order by id`
const live = async (id: number) => (await sql<{ count: number }[]>`select count(*)::int as count from pledges where project_id = ${id} and ended_at is null`)[0]?.count

beforeAll(async () => {
  await world.user('stranger.bank', 'ADMIN_BANK', await world.organisation('BANK', 'Far Bank'))
})

describe('opening', () => {
  test('names what is missing', async () => {
    const { id, version } = await draft({ bankOrgId: null, borrowerOrgId: null, farms: [] })
    expect((await submit(id, version)).error).toMatchObject({ code: 'BAD_SHAPE', fields: { bankOrgName: 'required', borrowerOrgName: 'required', farms: 'required', collateral: 'required' } })
    expect(await statusOf(id)).toBe('DRAFT')
  })

  test('shows each party its terms, and makes it run once all of them have agreed in their order', async () => {
    await sql`update farms set borrower_org_id = null where id = ${farmId}`
    const one = await submitted({ name: 'Spring loan', bankUsers: [{ id: await world.idOf('clerk') }] })
    expect(one).toMatchObject({ status: 'PENDING_APPROVAL', openTicketId: expect.any(Number) })
    expect(await live(one.id)).toBe(2)
    const { data: ticket } = await world.call<TicketDetail>(banker, 'GET', `/collateral/common/ticket/details/${one.openTicketId}`)
    expect(Object.fromEntries(ticket.changes.map(({ field, after }) => [field, after]))).toMatchObject({
      projectName: 'Spring loan', bank: 'Steppe Bank', borrower: 'Herders', people: ['clerk'], farms: ['Home farm'], loanAmount: '4100000.00', contractHeadcount: 240,
      collateral: [{ heads: 2, unitPrice: '12000.00', haircut: '0.2000' }],
    })
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
    const told = world.emitted.recordsChanged.filter(({ noun }) => noun === 'projects')
    expect(new Set(told.flatMap(({ organisationIds = [] }) => organisationIds))).toEqual(new Set([world.watch, world.bank, borrower]))
    // From now on its farm is judged by it, too.
    expect(new Set(told.flatMap(({ farmIds = [-1] }) => farmIds))).toEqual(new Set([farmId]))
  })

  test.each(['REJECTED', 'WITHDRAWN'] as const)('that is %s leaves a draft whose animals are free', async (end) => {
    const one = await submitted()
    await decide(supervisor, one.openTicketId)
    const ended = end === 'REJECTED' ? decide(banker, one.openTicketId, end) : world.call(pm, 'POST', '/collateral/common/ticket/withdraw', { ticketId: one.openTicketId })
    expect((await ended).status).toBe(200)
    expect(await statusOf(one.id)).toBe('DRAFT')
    expect(await live(one.id)).toBe(0)
    expect((await details(banker, one.id)).status).toBe(404)
    const { data } = await details(pm, one.id)
    expect((await edit(pm, one.id, { ...data, name: 'Second try' })).status).toBe(200)
    expect((await submit(one.id, data.version + 1)).status).toBe(200)
  })

  test('asked for by two at once is asked for once; a draft that was changed meanwhile is not', async () => {
    const { id, version } = await whole()
    const answers = await Promise.all([submit(id, version), submit(id, version, pm2)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await sql`select from tickets where kind = 'PROJECT_OPEN' and subject_id = ${id}`).toHaveLength(1)
    const other = await whole()
    await edit(pm2, other.id, { ...other, name: 'Changed' })
    expect((await submit(other.id, other.version)).error).toMatchObject({ code: 'CONFLICT', fields: { version: 'stale' } })
  })

  test('of fifty approvals at once one counts', async () => {
    const { id, openTicketId } = await submitted()
    for (const token of [supervisor, herder]) await decide(token, openTicketId)
    const answers = await Promise.all(Array.from({ length: 50 }, () => decide(banker, openTicketId)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
    expect(await statusOf(id)).toBe('ACTIVE')
    expect(await entries(id)).toEqual([{ kind: 'OPENING', heads: 2 }])
  })

  test('is refused where a farm has become another borrower’s', async () => {
    const one = await submitted()
    for (const token of [supervisor, herder]) await decide(token, one.openTicketId)
    await sql`update farms set borrower_org_id = ${await world.organisation('BORROWER', 'Others')} where id = ${farmId}`
    expect((await decide(banker, one.openTicketId)).error).toMatchObject({ code: 'CONFLICT', fields: { ticketId: 'subject_changed' } })
    await sql`update farms set borrower_org_id = ${borrower} where id = ${farmId}`
    expect(await statusOf(one.id)).toBe('PENDING_APPROVAL')
  })
})

describe('closing', () => {
  test('waits for the bank, and frees what was pledged', async () => {
    const one = await running()
    const { data: closing } = await askToClose(one.id, one.version)
    expect(closing).toMatchObject({ status: 'CLOSING', openTicketId: expect.any(Number) })
    expect((await decide(supervisor, closing.openTicketId)).error.code).toBe('NOT_ALLOWED')
    const answers = await Promise.all([decide(banker, closing.openTicketId), decide(banker, closing.openTicketId)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await statusOf(one.id)).toBe('CLOSED')
    expect(world.emitted.recordsChanged.findLast(({ noun }) => noun === 'projects')?.farmIds).toEqual([farmId])
    expect(await live(one.id)).toBe(0)
    expect(await entries(one.id)).toEqual([{ kind: 'OPENING', heads: 2 }, { kind: 'RELEASE', heads: -2 }])
  })

  test('that is refused leaves it running', async () => {
    const one = await running()
    const { data } = await askToClose(one.id, one.version)
    expect((await decide(banker, data.openTicketId, 'REJECTED')).status).toBe(200)
    expect(await statusOf(one.id)).toBe('ACTIVE')
    expect(await live(one.id)).toBe(2)
    expect((await askToClose(one.id, data.version)).error.code).toBe('CONFLICT')
  })

  test('is asked for of a running project alone', async () => {
    const one = await draft()
    expect((await askToClose(one.id, one.version)).status).toBe(409)
    expect((await askToClose(999_999, 1)).status).toBe(404)
  })
})
