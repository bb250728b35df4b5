import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Queries } from '../../../db/connect.ts'
import { createCountedHeads } from '../../../db/projects/countedHeads.ts'
import { countStatements } from '../../../testing/testStatements.ts'
import { openWorld, type World } from '../../../testing/testWorld.ts'
import { addTestProject, post, type TestProject } from '../testLedger.ts'

let world: World
let project: TestProject
beforeAll(async () => {
  world = await openWorld()
  project = await addTestProject(world, 'A')
})
afterAll(() => world.close())

const reader = createCountedHeads()
const counted = async (sql: Queries) => {
  const heads = (await reader.read(sql, [project.id])).get(project.id)
  return { lines: heads?.lines.map(({ heads: count }) => count), animalIds: [...(heads?.animalIds ?? [])] }
}
const lose = (place: number) =>
  post(world, [
    {
      projectId: project.id,
      lineId: project.lineIds[place < 3 ? 0 : 1],
      kind: 'DEATH',
      pledgeIds: [project.pledgeIds[place] ?? 0],
      adds: false,
      reason: 'r',
      happenedAt: 1,
    },
  ])
const without = (...places: number[]) => project.animalIds.filter((_id, place) => !places.includes(place))

test('reads heads once per ledger state, even for concurrent callers', async () => {
  const { sql, made } = countStatements(world.context.sql)
  expect(await counted(sql)).toEqual({ lines: [3, 3], animalIds: without() })
  expect(made()).toBe(2)
  expect(await counted(sql)).toEqual({ lines: [3, 3], animalIds: without() })
  expect(made()).toBe(3)
  await lose(4)
  const screens = await Promise.all(Array.from({ length: 20 }, () => counted(sql)))
  expect(new Set(screens.map((one) => JSON.stringify(one)))).toEqual(
    new Set([JSON.stringify({ lines: [3, 2], animalIds: without(4) })]),
  )
  expect(made()).toBe(3 + 20 + 1)
})

test('caches nothing read in a transaction that is rolled back', async () => {
  const { sql } = world.context
  const seen: number[][] = []
  const rolledBack = sql.begin(async (transaction) => {
    const [entry] = await transaction<{ id: number }[]>`
      insert into ledger_entries (project_id, line_id, kind, heads, reason, happened_at, recorded_at)
      values (${project.id}, ${project.lineIds[0]}, 'DEATH', -1, 'r', now(), now()) returning id`
    await transaction`insert into ledger_heads (entry_id, pledge_id) values (${entry?.id ?? 0}, ${project.pledgeIds[0] ?? 0})`
    for (const queries of [transaction, sql]) seen.push((await counted(queries)).lines ?? [])
    throw new Error('taken back')
  })
  await expect(rolledBack).rejects.toThrow('taken back')
  expect(seen).toEqual([
    [2, 2],
    [3, 2],
  ])
  expect(await counted(sql)).toEqual({ lines: [3, 2], animalIds: without(4) })
  // As many entries as in the transaction, but a different one.
  await lose(1)
  expect(await counted(sql)).toEqual({ lines: [2, 2], animalIds: without(1, 4) })
})
