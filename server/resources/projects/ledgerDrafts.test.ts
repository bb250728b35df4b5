import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RuleKind } from '#contract/alerts/alertKinds.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { LedgerDraft } from '#contract/alerts/ledgerDrafts.ts'
import type { LedgerEntry } from '#contract/projects/ledgerEntries.ts'
import { raiseAlerts } from '../../db/alerts.ts'
import { openWorld, type World } from '../../testing/testWorld.ts'
import { addDocument, addTestProject, type TestProject } from './testLedger.ts'

let world: World
let project: TestProject
let stranger: TestProject
beforeAll(async () => {
  world = await openWorld()
  project = await addTestProject(world, 'Loan')
  stranger = await addTestProject(world, 'Other')
})
afterAll(() => world.close())

const path = () => `/collateral/common/project/${project.id}/ledger`
const drafts = async (token = project.pm, state?: string) =>
  (
    await world.call<{ list: LedgerDraft[] }>(token, 'POST', `${path()}/draft/list`, {
      ...(state !== undefined && { state }),
    })
  ).data?.list
const entries = async () =>
  (await world.call<{ list: LedgerEntry[] }>(project.bank, 'POST', `${path()}/list`, {})).data.list
const raise = async (animalId: number | null, kind: RuleKind = 'LEFT_PEN', farmId = project.farmId) => {
  const at = world.context.clock.now()
  const [alert] = await raiseAlerts(world.sql, [
    {
      kind,
      severity: 'MAJOR',
      subjectType: 'ANIMAL',
      subjectId: animalId ?? 77,
      subjectName: 'x',
      farmId,
      penId: null,
      animalId,
      raisedAt: at,
      sinceAt: at,
      detail: {},
    },
  ])
  if (!alert) throw new Error('it was not raised')
  return alert.id
}
const close = async (animalId: number | null, code: string, kind?: RuleKind) => {
  const id = await raise(animalId, kind)
  expect(
    (
      await world.call<Alert>(project.pm, 'POST', `/collateral/web/alert/${id}/close`, {
        code,
        text: 'seen by the well',
      })
    ).status,
  ).toBe(200)
  return id
}
const complete = (id: number, over: object = {}, token = project.pm) =>
  world.call<LedgerDraft>(token, 'POST', `${path()}/draft/${id}/complete`, {
    happenedOn: '2026-05-01',
    reason: 'a wolf',
    ...over,
  })
const discard = (id: number, token = project.pm) =>
  world.call<LedgerDraft>(token, 'POST', `${path()}/draft/${id}/discard`, { reason: 'it came back' })

test.each([
  ['ANIMAL_DEAD', 0, 'DEATH'],
  ['ANIMAL_SOLD', 1, 'SALE'],
  ['THEFT', 2, 'THEFT'],
])('opens a draft for %s without changing the ledger', async (code, place, kind) => {
  const before = await entries()
  const alertId = await close(project.animalIds[place] ?? 0, code)
  const [draft] = await drafts()
  expect(draft).toMatchObject({
    kind,
    alertId,
    animalId: project.animalIds[place],
    visualTag: `Loan-${place}`,
    happenedOn: '2026-05-01',
    reason: 'seen by the well',
    state: 'OPEN',
    draftedBy: 'Loan.pm',
  })
  expect(await entries()).toEqual(before)
  expect(world.emitted.recordsChanged.at(-1)).toMatchObject({ noun: 'ledgerDrafts', ids: [project.id] })
})

test.each([
  ['another code', () => project.animalIds[3] ?? 0, 'FALSE_ALARM'],
  ['an alert without an animal', () => null, 'THEFT'],
  ['an animal with an open draft', () => project.animalIds[0] ?? 0, 'THEFT'],
  ['an animal outside the project', () => 999_999, 'THEFT'],
])('opens no draft for %s', async (_what, animalId, code) => {
  const before = (await drafts()).length
  await close(animalId(), code, 'NECKBAND_SILENT')
  expect((await drafts()).length).toBe(before)
})

test('completes a draft once into a ledger entry', async () => {
  const draft = (await drafts()).find(({ kind }) => kind === 'DEATH')
  const [before] = await entries()
  const answers = await Promise.all(Array.from({ length: 5 }, () => complete(draft?.id ?? 0)))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409, 409])
  const [entry] = await entries()
  expect(entry).toMatchObject({
    kind: 'DEATH',
    heads: -1,
    tags: ['Loan-0'],
    reason: 'a wolf',
    balance: (before?.balance ?? 0) - 1,
  })
  expect((await drafts(project.bank, 'COMPLETED')).map(({ id, decidedBy }) => [id, decidedBy])).toEqual([
    [draft?.id, 'Loan.pm'],
  ])
})

test('rejects completing a sale without a document', async () => {
  const sale = (await drafts()).find(({ kind }) => kind === 'SALE')
  const { status, error } = await complete(sale?.id ?? 0)
  expect([status, error.fields]).toEqual([400, { documentId: 'required' }])
  expect((await drafts(project.pm, 'OPEN')).map(({ id }) => id)).toContain(sale?.id)
})

test('discards a draft for good with a reason', async () => {
  const theft = (await drafts()).find(({ kind }) => kind === 'THEFT')
  const { status, data } = await discard(theft?.id ?? 0)
  expect([status, data.state, data.discardedBecause]).toEqual([200, 'DISCARDED', 'it came back'])
  const again = await complete(theft?.id ?? 0)
  expect([again.status, again.error.fields, again.error.details?.['by']]).toEqual([
    409,
    { draftId: 'decided' },
    'Loan.pm',
  ])
  await expect(world.sql`update ledger_drafts set reason = 'x' where id = ${theft?.id ?? 0}`).rejects.toThrow(
    /never changed/,
  )
  // A new loss opens another draft.
  await close(project.animalIds[2] ?? 0, 'THEFT', 'NECKBAND_SILENT')
  expect((await drafts(project.pm, 'OPEN')).map(({ animalId }) => animalId)).toContain(project.animalIds[2])
})

test('rejects discarding by the bank and hides drafts from other tenants', async () => {
  const sale = (await drafts()).find(({ kind }) => kind === 'SALE')
  expect((await discard(sale?.id ?? 0, project.bank)).status).toBe(403)
  for (const token of [stranger.pm, stranger.bank]) expect(await drafts(token)).toBeUndefined()
  expect((await discard(sale?.id ?? 0, stranger.pm)).status).toBe(404)
})

test('settles the open draft of a head that leaves by another entry', async () => {
  const { sql, call } = world
  const own = await addTestProject(world, 'Settle')
  const orgs = await sql<{ supervisor: number; bank: number }[]>`
    select supervisor_org_id as supervisor, bank_org_id as bank from projects where id = ${own.id}`
  const [admin, banker] = [
    await world.user('settle.admin', 'ADMIN_SUPERVISOR', orgs[0]?.supervisor ?? 0),
    await world.user('settle.banker', 'ADMIN_BANK', orgs[0]?.bank ?? 0),
  ]
  const [dead = 0, stolen = 0, sold = 0, kept = 0] = own.animalIds
  const ownPath = `/collateral/common/project/${own.id}`
  const closeAs = async (animalId: number, code: string) => {
    const id = await raise(animalId, 'LEFT_PEN', own.farmId)
    await call(own.pm, 'POST', `/collateral/web/alert/${id}/close`, { code, text: 'by the gate' })
  }
  for (const [animalId, code] of [
    [dead, 'ANIMAL_DEAD'],
    [stolen, 'THEFT'],
    [sold, 'ANIMAL_SOLD'],
    [kept, 'THEFT'],
  ] as const)
    await closeAs(animalId, code)
  const listed = async () =>
    (await call<{ list: LedgerDraft[] }>(own.pm, 'POST', `${ownPath}/ledger/draft/list`, {})).data.list
  const saleId = (await listed()).find(({ animalId }) => animalId === sold)?.id ?? 0

  // Before the release, no call posts the sale.
  const documentId = await addDocument(world, 'Settle.pm')
  const sale = { happenedOn: '2026-05-01', documentId, reason: 'auction' }
  const refused = [
    await call(own.pm, 'POST', `${ownPath}/ledger/draft/${saleId}/complete`, sale),
    await call(own.pm, 'POST', `${ownPath}/ledger/new`, { ...sale, kind: 'SALE', animalIds: [sold] }),
    await call(own.pm, 'POST', `${ownPath}/ledger/new`, { ...sale, kind: 'SLAUGHTER', animalIds: [sold] }),
  ]
  for (const { status, error } of refused)
    expect([status, error.code, error.fields]).toEqual([409, 'PLEDGED', { kind: 'release_first' }])

  const leftOn = '2026-05-01'
  await call(own.pm, 'PUT', '/collateral/web/animal/status', { ids: [dead], status: 'DEAD', leftOn, reason: 'bloat' })
  const drowned = { kind: 'DEATH', animalIds: [stolen], happenedOn: leftOn, reason: 'found drowned' }
  expect((await call(own.pm, 'POST', `${ownPath}/ledger/new`, drowned)).status).toBe(200)
  const { data } = await call<{ ticketId: number }>(own.pm, 'POST', `${ownPath}/release/new`, {
    animalIds: [sold],
    reason: 'sold, paid off',
  })
  for (const token of [admin, banker])
    await call(token, 'POST', '/collateral/common/ticket/approve', {
      ticketId: data.ticketId,
      decision: 'APPROVED',
      comment: 'yes',
    })
  const states = (await listed()).map((draft) => [draft.animalId, draft.state, draft.discardedBecause, draft.decidedBy])
  expect(new Set(states)).toEqual(
    new Set([
      [dead, 'COMPLETED', null, 'Settle.pm'],
      [stolen, 'DISCARDED', 'found drowned', 'Settle.pm'],
      [sold, 'DISCARDED', 'sold, paid off', 'settle.banker'],
      [kept, 'OPEN', null, null],
    ]),
  )
  const audited =
    await sql`select from audit_entries where noun = 'ledgerDraft' and noun_id = ${saleId} and action = 'EDIT'`
  expect(audited.length).toBe(1)
  expect(
    world.emitted.recordsChanged.filter(({ noun, ids }) => noun === 'ledgerDrafts' && ids?.includes(own.id)).length,
  ).toBeGreaterThan(6)
})
