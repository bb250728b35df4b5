import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../testing/testWorld.ts'
import { transact } from './write.ts'

let world: World
let ids: number[]
beforeAll(async () => {
  world = await openWorld()
  ids = [await world.organisation('SUPERVISOR', 'One'), await world.organisation('SUPERVISOR', 'Another')]
})
afterAll(() => world.close())

/** Resolves when it was called `count` times. */
function meeting(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let missing = count
  return () => {
    if (--missing === 0) resolve()
    return promise
  }
}

test('retries a deadlocked transaction and runs afterCommit once', async () => {
  const barrier = meeting(2)
  const begun: string[] = []
  const followed: string[] = []
  const add = (name: string, order: readonly number[]) =>
    transact(world.context, async ({ sql, afterCommit }) => {
      begun.push(name)
      afterCommit(() => void followed.push(name))
      for (const id of order) {
        await sql`update organisations set version = version + 1 where id = ${id}`
        await barrier()
      }
      return {}
    })
  await Promise.all([add('up', ids), add('down', ids.toReversed())])
  // The one that begins again may be there first, and meet the other once more.
  expect(begun.length).toBeGreaterThanOrEqual(3)
  expect(followed.toSorted()).toEqual(['down', 'up'])
  expect(await world.sql`select version from organisations where id = any(${ids}::bigint[])`).toMatchObject([
    { version: 3 },
    { version: 3 },
  ])
})

test('rejects with any other error at once', async () => {
  let begun = 0
  const failed = transact(world.context, async ({ sql }) => {
    begun++
    return sql`select 1 / 0`
  })
  await expect(failed).rejects.toMatchObject({ code: '22012' })
  expect(begun).toBe(1)
})
