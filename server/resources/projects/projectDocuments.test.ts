import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectDocument } from '#contract/projects/projectDocuments.ts'
import { openWorld, type World } from '../../testing/testWorld.ts'
import { addDocument, addTestProject, type TestProject } from './testLedger.ts'

let world: World
let grass: TestProject
let steppe: TestProject
beforeAll(async () => {
  world = await openWorld()
  grass = await addTestProject(world, 'Grass')
  steppe = await addTestProject(world, 'Steppe')
})
afterAll(() => world.close())

const add = (token: string, { id }: TestProject, documentId: string, about = 'lease') =>
  world.call<ProjectDocument>(token, 'POST', `/collateral/common/project/${id}/document/new`, { documentId, about })
const shown = async (token: string, { id }: TestProject) =>
  (await world.call<{ documents: ProjectDocument[] }>(token, 'GET', `/collateral/common/project/${id}/documents`)).data
    .documents

test('adds a document that all parties see with author and time', async () => {
  const document = await addDocument(world, 'Grass.pm')
  const { data } = await add(grass.pm, grass, document, ' lease of the barn ')
  expect(data).toMatchObject({
    documentId: document,
    about: 'lease of the barn',
    entryKind: null,
    ticketKind: null,
    attachedBy: 'Grass.pm',
    attachedAt: '2026-05-01T12:00:00.000Z',
  })
  for (const token of [grass.pm, grass.borrower, grass.bank]) expect(await shown(token, grass)).toEqual([data])
  expect([
    ...(await world.sql`select source, row_key from seal_queue where row_key = ${document} or source = 'project_documents' order by source`),
  ]).toEqual([
    { source: 'files', row_key: document },
    { source: 'project_documents', row_key: String(data.ofId) },
  ])
  // A document cannot be added twice.
  expect((await add(grass.pm, grass, document)).error).toMatchObject({
    code: 'CONFLICT',
    fields: { documentId: 'taken' },
  })
  expect((await add(grass.pm, grass, await addDocument(world, 'Grass.pm'), ' ')).error).toMatchObject({
    code: 'BAD_SHAPE',
    fields: { about: expect.any(String) },
  })
})

test('rejects documents from non-writers, of other uploaders and for closed projects', async () => {
  const [own, theirs] = [await addDocument(world, 'Grass.borrower'), await addDocument(world, 'Steppe.pm')]
  expect((await add(grass.borrower, grass, own)).error.code).toBe('NOT_ALLOWED')
  await world.sql`insert into project_users (project_id, user_id, org_role) select ${grass.id}, id, 'BORROWER' from users where user_name = 'Grass.borrower'`
  await world.sql`insert into daily_log_users (project_id, user_id, added_by, added_at) select ${grass.id}, id, id, now() from users where user_name = 'Grass.borrower'`
  expect((await add(grass.borrower, grass, own)).status).toBe(200)
  expect((await add(grass.pm, grass, theirs)).error).toMatchObject({
    code: 'BAD_SHAPE',
    fields: { documentId: 'unknown' },
  })
  expect((await add(steppe.pm, grass, theirs)).error.code).toBe('NOT_FOUND')
  expect((await shown(steppe.pm, steppe)).length).toBe(0)
  await world.sql`update projects set status = 'CLOSED' where id = ${steppe.id}`
  expect((await add(steppe.pm, steppe, theirs)).error.code).toBe('CONFLICT')
})

test('omits documents added after the requested moment', async () => {
  const before = await shown(grass.pm, grass)
  world.context.clock.hold(Date.UTC(2026, 4, 1, 14))
  expect((await add(grass.pm, grass, await addDocument(world, 'Grass.pm'), 'permit')).status).toBe(200)
  world.context.clock.hold(Date.UTC(2026, 4, 1, 16))
  const documentsAsOf = async (moment: string) =>
    (
      await world.call<{ documents: ProjectDocument[] }>(
        grass.pm,
        'GET',
        `/collateral/common/project/${grass.id}/documents?happened=${moment}&recorded=${moment}`,
      )
    ).data.documents
  expect(await documentsAsOf('2026-05-01T13:00:00.000Z')).toEqual(before)
  expect((await documentsAsOf('2026-05-01T15:00:00.000Z'))[0]).toMatchObject({ about: 'permit' })
})
