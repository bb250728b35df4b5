import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../testing/testWorld.ts'
import { addLine, addTestProject, pledge, post, type TestProject } from '../projects/testLedger.ts'
import { insertProject } from './projects.ts'

let world: World
let first: TestProject
/** Animals on the shared farm: pledged to the first bank, to the second, and to nobody. */
let [own, others, free] = [0, 0, 0]
beforeAll(async () => {
  world = await openWorld()
  first = await addTestProject(world, 'One')
  ;[own = 0] = first.animalIds
  const add = async (visualTag: string) =>
    (
      await world.call<{ id: number }>(first.pm, 'PUT', '/collateral/web/animal/addOrEdit', {
        visualTag,
        farmId: first.farmId,
      })
    ).data.id
  others = await add('Two-0')
  free = await add('Free-0')
  const at = world.context.clock.now()
  const [parties] = await world.sql<{ borrowerOrgId: number; supervisorOrgId: number }[]>`
    select borrower_org_id as "borrowerOrgId", supervisor_org_id as "supervisorOrgId" from projects where id = ${first.id}`
  const bankOrgId = await world.organisation('BANK', 'Two bank')
  await world.user('Two.bank', 'BANK_USER', bankOrgId)
  const projectId = await insertProject(world.sql, {
    code: 'Two',
    name: 'Two loan',
    bankOrgId,
    borrowerOrgId: parties?.borrowerOrgId ?? 0,
    supervisorOrgId: parties?.supervisorOrgId ?? 0,
    contractHeadcount: 1,
    loanAmount: '1.00',
    status: 'ACTIVE',
    startsOn: '2026-01-01',
    endsOn: '2026-12-31',
    farmIds: [first.farmId],
    createdAt: at,
  })
  const lineId = await addLine(world.sql, projectId)
  const pledgeIds = await pledge(world.sql, projectId, lineId, [others], at)
  await post(world, [{ projectId, lineId, kind: 'OPENING', pledgeIds, adds: true, reason: 'opened', happenedAt: at }])
})
afterAll(() => world.close())

/** Returns the notices that an act gives to each bank, by user name. */
async function noticesAfter(act: () => Promise<{ status: number }>) {
  await world.sql`delete from notices`
  expect((await act()).status).toBe(200)
  return world.sql<{ to: string; code: string; count: string | null; tags: string | null }[]>`
    select u.user_name as "to", n.code, n.params ->> 'count' as count, n.params ->> 'tags' as tags from notices n join users u on u.id = n.user_id
    where u.role = 'BANK_USER' order by 1, 2`
}

test('notifies only the bank whose pledge an animal is in', async () => {
  const status = (ids: number[], to: object) =>
    noticesAfter(() => world.call(first.pm, 'PUT', '/collateral/web/animal/status', { ids, reason: 'r', ...to }))
  const dead = { status: 'DEAD', leftOn: '2026-05-01' }
  expect(await status([own, others, free], { status: 'MISSING', leftOn: '2026-05-01' })).toEqual([
    { to: 'One.bank', code: 'COLLATERAL_STATUS', count: '1', tags: 'One-0' },
    { to: 'Two.bank', code: 'COLLATERAL_STATUS', count: '1', tags: 'Two-0' },
  ])
  expect(await status([others], { status: 'IN_HERD' })).toMatchObject([{ to: 'Two.bank', tags: 'Two-0' }])
  expect(await status([own], dead)).toMatchObject([{ to: 'One.bank', tags: 'One-0' }])
  expect(await status([free], dead)).toEqual([])
})

test('notifies only the bank of a pledge about its new ear tag', async () => {
  const rename = (id: number, visualTag: string) =>
    noticesAfter(() =>
      world.call(first.pm, 'PUT', '/collateral/web/animal/addOrEdit', { id, visualTag, farmId: first.farmId }),
    )
  expect(await rename(others, 'Two-9')).toMatchObject([{ to: 'Two.bank', code: 'COLLATERAL_TAG' }])
})
