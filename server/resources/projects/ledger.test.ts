import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LedgerEntry } from '#contract/projects/ledgerEntries.ts'
import { codeOf } from '../../errorCode.ts'
import { openWorld, type World } from '../../testing/testWorld.ts'
import { addDocument, addTestProject, pledge, post, type TestProject } from './testLedger.ts'

const dayMs = 86_400_000
let world: World
let project: TestProject
let spare: TestProject

/** Counts a ledger in each way that the database allows. */
async function counted({ id }: TestProject) {
  const [row] = await world.sql`
    select (select coalesce(sum(ledger_heads), 0)::int from collateral_lines where project_id = ${id}) as lines,
      (select coalesce(sum(heads), 0)::int from ledger_entries where project_id = ${id}) as entries,
      (select coalesce(sum(sign(e.heads)), 0)::int from ledger_heads h join ledger_entries e on e.id = h.entry_id where e.project_id = ${id}) as heads,
      (select count(distinct animal_id)::int from pledges where project_id = ${id} and is_counted) as pledges`
  return row
}
const all = (heads: number) => ({ lines: heads, entries: heads, heads, pledges: heads })
const address = (of: TestProject, call: string) => `/collateral/common/project/${of.id}/${call}`
const note = (of: TestProject, body: object) =>
  world.call<{ changed: number }>(of.pm, 'POST', address(of, 'ledger/new'), {
    reason: 'r',
    happenedOn: '2026-05-01',
    ...body,
  })
const entriesOf = async (of: TestProject, body: object = {}) =>
  (await world.call<{ list: LedgerEntry[]; total: number }>(of.bank, 'POST', address(of, 'ledger/list'), body)).data
const setStatus = (of: TestProject, body: object) =>
  world.call(of.pm, 'PUT', '/collateral/web/animal/status', { reason: 'r', leftOn: '2026-05-01', ...body })
const correct = (of: TestProject, entryId: number, body: object = {}) =>
  world.call(of.pm, 'POST', address(of, `ledger/${entryId}/correct`), { reason: 'a slip', ...body })

beforeAll(async () => {
  world = await openWorld()
  project = await addTestProject(world, 'A')
  spare = await addTestProject(world, 'B')
})
afterAll(() => world.close())

describe('ledger constraints of the database', () => {
  const refusalOf = async (statement: Promise<unknown>) => codeOf(await statement.catch((error: unknown) => error))

  test('accepts one of fifty concurrent entries for one head', async () => {
    const [first = 0] = project.pledgeIds
    for (const adds of [false, true]) {
      const entry = {
        projectId: project.id,
        lineId: project.lineIds[0],
        kind: 'TRANSFER' as const,
        pledgeIds: [first],
        adds,
        reason: 'r',
        happenedAt: 1,
      }
      const tries = await Promise.allSettled(Array.from({ length: 50 }, () => post(world, [entry])))
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const reasons = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
      expect(new Set(reasons.map(({ code, fields }) => `${code} ${fields?.animalIds}`))).toEqual(
        new Set(['CONFLICT counted']),
      )
      expect(await counted(project)).toEqual(all(adds ? 6 : 5))
    }
  })

  test('accepts one entry per head of 48 concurrent entries', async () => {
    const entries = Array.from({ length: 48 }, (_, place) => ({
      projectId: spare.id,
      lineId: spare.lineIds[0],
      kind: 'TRANSFER' as const,
      pledgeIds: [spare.pledgeIds[place % 3] ?? 0],
      adds: false,
      reason: 'r',
      happenedAt: 1,
    }))
    const tries = await Promise.allSettled(entries.map((entry) => post(world, [entry])))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await counted(spare)).toEqual(all(3))
  })

  test('rejects an entry whose heads differ from its count', async () => {
    const { sql } = world
    const [pledgeId = 0] = project.pledgeIds
    const insert = (heads: number, ...pledgeIds: number[]) =>
      sql.begin(async (transaction) => {
        const [entry] = await transaction<{ id: number }[]>`
          insert into ledger_entries (project_id, line_id, kind, heads, reason, happened_at, recorded_at)
          values (${project.id}, ${project.lineIds[0]}, 'TRANSFER', ${heads}, 'r', now(), now()) returning id`
        await transaction`insert into ledger_heads select ${entry?.id ?? 0}, unnest(${pledgeIds}::bigint[])`
      })
    expect(await refusalOf(insert(-1))).toBe('DR007')
    expect(await refusalOf(insert(-2, pledgeId))).toBe('DR007')
    const animalId = (
      await world.call<{ id: number }>(project.pm, 'PUT', '/collateral/web/animal/addOrEdit', {
        visualTag: 'late',
        farmId: project.farmId,
      })
    ).data.id
    const [late = 0] = await pledge(sql, project.id, project.lineIds[0], [animalId], 1)
    const addLate = sql`insert into ledger_heads select min(id), ${late} from ledger_entries where line_id = ${project.lineIds[0]} and heads > 0`
    expect(await refusalOf(addLate)).toBe('DR007')
    // A head of another line.
    expect(await refusalOf(insert(1, ...spare.pledgeIds.slice(0, 1)))).toBe('DR006')
    expect(await counted(project)).toEqual(all(6))
  })

  test.each([
    [
      'a changed line sum',
      () => world.sql`update collateral_lines set ledger_heads = 99 where id = ${project.lineIds[0]}`,
      'DR008',
    ],
    [
      'a changed counted flag of a head',
      () => world.sql`update pledges set is_counted = not is_counted where id = ${project.pledgeIds[0] ?? 0}`,
      'DR008',
    ],
    [
      'another line of a head',
      () => world.sql`update pledges set line_id = ${project.lineIds[1]} where id = ${project.pledgeIds[0] ?? 0}`,
      'DR008',
    ],
    [
      'another animal of a head',
      () =>
        world.sql`update pledges set animal_id = ${spare.animalIds[0] ?? 0} where id = ${project.pledgeIds[0] ?? 0}`,
      'DR008',
    ],
    [
      'ending a counted head',
      () =>
        world.sql`update pledges set ended_at = now(), end_reason = 'REMOVED' where id = ${project.pledgeIds[0] ?? 0}`,
      '23514',
    ],
    ['changing an entry', () => world.sql`update ledger_entries set heads = heads + 1`, 'DR004'],
    ['deleting an entry', () => world.sql`delete from ledger_entries`, 'DR004'],
    ['deleting the heads of an entry', () => world.sql`delete from ledger_heads`, 'DR004'],
    [
      'deleting a head that was counted',
      () => world.sql`delete from pledges where id = ${project.pledgeIds[0] ?? 0}`,
      '23503',
    ],
    [
      'deleting a line with entries',
      () => world.sql`delete from collateral_lines where id = ${project.lineIds[0]}`,
      '23503',
    ],
    [
      'an animal in two pledges',
      () => pledge(world.sql, spare.id, spare.lineIds[0], project.animalIds.slice(0, 1), 1),
      '23505',
    ],
    [
      'a new line with heads',
      () => world.sql`update collateral_lines set ledger_heads = 1 where id = (select max(id) from collateral_lines)`,
      'DR008',
    ],
  ] as const)('rejects %s', async (_what, change, code) => {
    expect(await refusalOf(change())).toBe(code)
    expect(await counted(project)).toEqual(all(6))
  })
})

describe('events of a head', () => {
  let herd: TestProject
  let document: string
  const tagOf = (place: number) => `C-${place}`

  beforeAll(async () => {
    herd = await addTestProject(world, 'C')
    document = await addDocument(world, 'C.pm')
  })

  test('records one of fifty concurrent deaths and updates the animal', async () => {
    const [first = 0] = herd.animalIds
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        note(herd, { kind: 'DEATH', animalIds: [first], documentId: document, reason: 'bloat' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
    expect(answers.find(({ status }) => status === 409)?.error).toMatchObject({
      code: 'CONFLICT',
      fields: { animalIds: 'counted' },
    })
    expect(await counted(herd)).toEqual(all(5))
    const { list } = await entriesOf(herd, { pageSize: 1 })
    expect(list[0]).toMatchObject({
      kind: 'DEATH',
      heads: -1,
      balance: 5,
      tags: [tagOf(0)],
      reason: 'bloat',
      documentId: document,
      recordedBy: 'C.pm',
      isLate: false,
      corrected: 0,
      happenedAt: '2026-05-01T12:00:00.000Z',
      recordedAt: '2026-05-01T12:00:00.000Z',
    })
    const animal = await world.call<{ status: string }>(herd.pm, 'GET', `/collateral/web/animal/detail/${first}`)
    expect(animal.data).toMatchObject({ status: 'DEAD', leftOn: '2026-05-01' })
  })

  test('emits the change to the project’s parties only', async () => {
    const change = world.emitted.recordsChanged
      .filter(({ noun, ids }) => noun === 'ledgerEntries' && ids?.includes(herd.id))
      .at(-1)
    const parties = await world.sql<
      { id: number }[]
    >`select id from organisations where starts_with(name, 'C ') order by id`
    expect(change?.organisationIds?.toSorted((a, b) => a - b)).toEqual(parties.map(({ id }) => id))
  })

  test('counts a returned animal again by correcting its death', async () => {
    const [first = 0] = herd.animalIds
    const [death] = (await entriesOf(herd)).list
    expect((await setStatus(herd, { ids: [first], status: 'IN_HERD' })).status).toBe(200)
    expect((await entriesOf(herd)).list.slice(0, 2)).toMatchObject([
      { kind: 'CORRECTION', heads: 1, balance: 6, correctsId: death?.id },
      { id: death?.id, corrected: 1 },
    ])
    expect((await setStatus(herd, { ids: [first], status: 'IN_HERD' })).status).toBe(200)
    expect(await counted(herd)).toEqual(all(6))
  })

  test('posts a theft, whose document is due until it follows', async () => {
    const [, second = 0] = herd.animalIds
    expect((await setStatus(herd, { ids: [second], status: 'STOLEN' })).status).toBe(200)
    const theft = async () => (await entriesOf(herd, { kind: ['THEFT'] })).list[0]
    expect(await theft()).toMatchObject({
      heads: -1,
      balance: 5,
      happenedOn: '2026-05-01',
      documentId: null,
      documentDueAt: '2026-05-04T12:00:00.000Z',
    })
    const documentId = await addDocument(world, 'C.pm')
    expect((await setStatus(herd, { ids: [second], status: 'STOLEN', documentId })).status).toBe(200)
    expect((await theft())?.documentDueAt).toBeNull()
    expect((await setStatus(herd, { ids: [second], status: 'IN_HERD' })).status).toBe(200)
    expect((await entriesOf(herd)).list[0]).toMatchObject({ kind: 'CORRECTION', happenedOn: null })
  })

  test.each(['SOLD', 'SLAUGHTERED'])('rejects %s without the bank, even with a document', async (status) => {
    const [, second = 0] = herd.animalIds
    const { error } = await setStatus(herd, { ids: [second], status, documentId: document })
    expect([error.code, error.fields]).toEqual(['PLEDGED', { status: 'pledged' }])
    expect(await counted(herd)).toEqual(all(6))
  })

  test('rejects a loss before the pledge', async () => {
    const { status, error } = await note(herd, {
      kind: 'DEATH',
      animalIds: herd.animalIds.slice(1, 2),
      happenedOn: '2026-04-30',
    })
    expect([status, error.fields]).toEqual([400, { happenedOn: 'before_pledge' }])
    expect(await counted(herd)).toEqual(all(6))
  })

  test('posts no entry for a missing animal, one for its death', async () => {
    const [, , third = 0] = herd.animalIds
    const before = (await entriesOf(herd)).total
    await setStatus(herd, { ids: [third], status: 'MISSING' })
    expect([(await entriesOf(herd)).total, await counted(herd)]).toEqual([before, all(6)])
    await setStatus(herd, { ids: [third], status: 'DEAD' })
    expect(await counted(herd)).toEqual(all(5))
    await setStatus(herd, { ids: [third], status: 'MISSING' })
    expect(await counted(herd)).toEqual(all(6))
    await setStatus(herd, { ids: [third], status: 'IN_HERD' })
  })

  test('marks a late entry as late', async () => {
    const [, , , fourth = 0] = herd.animalIds
    await world.context.clock.moveTo(world.context.clock.now() + 3 * dayMs)
    expect((await note(herd, { kind: 'DEATH', animalIds: [fourth], happenedOn: '2026-05-02' })).status).toBe(200)
    const { list } = await entriesOf(herd, { isLate: true })
    // The end of the day on the farm, in its zone.
    expect(list).toMatchObject([
      { kind: 'DEATH', happenedAt: '2026-05-02T15:59:59.999Z', recordedAt: '2026-05-04T12:00:00.000Z', isLate: true },
    ])
    await setStatus(herd, { ids: [fourth], status: 'IN_HERD', leftOn: undefined })
  })

  test.each([
    [
      'a sale without a document',
      () => note(herd, { kind: 'SALE', animalIds: herd.animalIds.slice(4) }),
      400,
      { documentId: 'required' },
    ],
    [
      'a head of another project',
      () => note(herd, { kind: 'DEATH', animalIds: spare.animalIds.slice(4) }),
      400,
      { animalIds: 'unknown' },
    ],
    [
      'a future day',
      () => note(herd, { kind: 'DEATH', animalIds: herd.animalIds.slice(4), happenedOn: '2026-05-09' }),
      400,
      { happenedOn: 'future' },
    ],
    [
      'another user’s document',
      async () =>
        note(herd, { kind: 'SALE', animalIds: herd.animalIds.slice(4), documentId: await addDocument(world, 'A.pm') }),
      400,
      { documentId: 'unknown' },
    ],
  ] as const)('rejects %s', async (_what, call, status, fields) => {
    const answer = await call()
    expect([answer.status, answer.error.fields]).toEqual([status, fields])
    expect(await counted(herd)).toEqual(all(6))
  })
})

describe('corrections of an entry', () => {
  let herd: TestProject
  const opening = async () =>
    (await entriesOf(herd, { kind: ['OPENING'], sort: { field: 'id', order: 'asc' } })).list[0]?.id ?? 0
  beforeAll(async () => {
    herd = await addTestProject(world, 'D')
  })

  test('rejects removing heads that an entry added', async () => {
    const { status, error } = await correct(herd, await opening(), { animalIds: herd.animalIds.slice(0, 1) })
    expect([status, error.code, error.fields]).toEqual([409, 'PLEDGED', { entryId: 'consent' }])
    expect(await counted(herd)).toEqual(all(6))
  })

  test('accepts one of fifty concurrent corrections of a head and notifies the bank', async () => {
    const [first = 0] = herd.animalIds
    await post(world, [
      {
        projectId: herd.id,
        lineId: herd.lineIds[0],
        kind: 'TRANSFER',
        pledgeIds: herd.pledgeIds.slice(0, 2),
        adds: false,
        reason: 'r',
        happenedAt: 1,
      },
    ])
    const id = (await entriesOf(herd)).list[0]?.id ?? 0
    await world.call(herd.bank, 'POST', '/api/notices/clear', {})
    const answers = await Promise.all(Array.from({ length: 50 }, () => correct(herd, id, { animalIds: [first] })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
    expect(await counted(herd)).toEqual(all(5))
    const { list } = (await world.call<{ list: object[] }>(herd.bank, 'GET', '/api/notices')).data
    expect(list).toMatchObject([
      { code: 'COLLATERAL_LEDGER', params: { project: 'D', by: 'D.pm', count: '1', tags: 'D-0', comment: 'a slip' } },
    ])
    // The heads that remain.
    expect((await correct(herd, id)).data).toEqual({ changed: 1 })
    expect((await entriesOf(herd)).list[0]).toMatchObject({
      kind: 'CORRECTION',
      heads: 1,
      correctsId: id,
      reason: 'a slip',
      recordedBy: 'D.pm',
    })
    expect(await counted(herd)).toEqual(all(6))
    expect((await correct(herd, id)).error).toMatchObject({ code: 'CONFLICT' })
  })

  test('rejects correcting the death of an animal still recorded as dead', async () => {
    const last = herd.animalIds.slice(-1)
    expect((await note(herd, { kind: 'DEATH', animalIds: last, happenedOn: '2026-05-04' })).status).toBe(200)
    const [death] = (await entriesOf(herd)).list
    expect((await correct(herd, death?.id ?? 0)).error.fields).toEqual({ animalIds: 'not_in_herd' })
  })

  test('returns 404 for entries of other projects', async () => {
    expect(
      (await world.call(project.pm, 'POST', address(herd, `ledger/${await opening()}/correct`), { reason: 'r' }))
        .status,
    ).toBe(404)
    expect(
      (await world.call(project.pm, 'POST', address(project, `ledger/${await opening()}/correct`), { reason: 'r' }))
        .status,
    ).toBe(404)
  })
})
