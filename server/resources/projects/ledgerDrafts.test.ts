import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RuleKind } from '#contract/alerts/alertKinds.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import type { LedgerDraft } from '#contract/alerts/ledgerDrafts.ts'
import type { LedgerEntry } from '#contract/projects/ledgerEntries.ts'
import { raiseAlerts } from '../../db/alerts.ts'
import { openWorld, type World } from '../../testing/testWorld.ts'
import { addTestProject, type TestProject } from './testLedger.ts'

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
const raise = async (animalId: number | null, kind: RuleKind = 'LEFT_PEN') => {
  const at = world.context.clock.now()
  const [alert] = await raiseAlerts(world.sql, [
    {
      kind,
      severity: 'MAJOR',
      subjectType: 'ANIMAL',
      subjectId: animalId ?? 77,
      subjectName: 'x',
      farmId: project.farmId,
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
