import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Headcount } from '#contract/herd/headcounts.ts'
import { openWorld, square, type World } from '../../testing/testWorld.ts'

const web = '/collateral/web'
const minuteMs = 60_000
let world: World
let pm: string
let made = 0

beforeAll(async () => {
  world = await openWorld()
  pm = await world.user('pm', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'A'))
})
afterAll(() => world.close())

const save = async (noun: string, body: object) =>
  (await world.call<{ id: number }>(pm, 'PUT', `${web}/${noun}/addOrEdit`, body)).data.id
const ledgerAt = async (farmId: number, at: number) =>
  (await world.call<Headcount>(pm, 'POST', `${web}/headcount`, { farmId, at })).data.ledger

/** A change to one of three animals. Changes that its state does not allow are rejected. */
const deed = fc.record({
  what: fc.constantFrom('move', 'transfer', 'leave', 'comeBack', 'remove', 'restore', 'purge'),
  animal: fc.integer({ min: 0, max: 2 }),
  farm: fc.integer({ min: 0, max: 1 }),
  afterMinutes: fc.integer({ min: 0, max: 90 }),
})

interface Standing {
  /** Index of the farm where it stands or returns to. */
  farm: number
  record: 'kept' | 'removed' | 'purged'
  isInHerd: boolean
}
interface Stood {
  at: number
  animals: readonly Standing[]
}

/** Returns the state of an animal after a change, null when rejected, and the expected status. */
function after(was: Standing, { what, farm }: { what: string; farm: number }): [Standing | null, status: number] {
  const isKept = was.record === 'kept'
  switch (what) {
    case 'move':
      return isKept ? [{ ...was, farm }, 200] : [null, 404]
    case 'transfer':
      return isKept && was.isInHerd ? [{ ...was, farm }, 200] : [null, isKept ? 400 : 404]
    case 'leave':
    case 'comeBack':
      return isKept ? [{ ...was, isInHerd: what === 'comeBack' }, 200] : [null, 404]
    case 'remove':
      return isKept ? [{ ...was, record: 'removed' }, 200] : [null, 404]
    default:
      return was.record === 'removed' ? [{ ...was, record: what === 'restore' ? 'kept' : 'purged' }, 200] : [null, 404]
  }
}

test('keeps past headcounts unchanged by later animal changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 12 }), async (deeds) => {
      const { clock } = world.context
      const farmIds = [
        await save('farm', { name: 'one', boundary: square(116, 44) }),
        await save('farm', { name: 'other', boundary: square(117, 44) }),
      ]
      const tag = `T${++made}`
      const ids: number[] = []
      for (const place of [0, 1, 2])
        ids.push(await save('animal', { visualTag: `${tag}-${place}`, farmId: farmIds[0] }))
      const begun = clock.now()
      const history: Stood[] = [{ at: begun, animals: ids.map(() => ({ farm: 0, record: 'kept', isInHerd: true })) }]
      for (const one of deeds) {
        const { animal, farm, afterMinutes } = one
        await clock.moveTo(clock.now() + afterMinutes * minuteMs)
        const animals = history.at(-1)?.animals ?? []
        const was = animals[animal]
        if (was === undefined) continue
        const id = ids[animal] ?? 0
        const calls: Record<typeof one.what, () => ReturnType<typeof world.call>> = {
          move: () =>
            world.call(pm, 'PUT', `${web}/animal/addOrEdit`, {
              id,
              visualTag: `${tag}-${animal}`,
              farmId: farmIds[farm],
            }),
          transfer: () =>
            world.call(pm, 'POST', '/collateral/common/animal/transferInBatch', {
              ids: [id],
              farmId: farmIds[farm],
              reason: 'r',
            }),
          leave: () =>
            world.call(pm, 'PUT', `${web}/animal/status`, {
              ids: [id],
              status: 'DEAD',
              leftOn: '2026-05-01',
              reason: 'r',
            }),
          comeBack: () => world.call(pm, 'PUT', `${web}/animal/status`, { ids: [id], status: 'IN_HERD', reason: 'r' }),
          remove: () => world.call(pm, 'DELETE', `${web}/animal/del/${id}`),
          restore: () => world.call(pm, 'PUT', `${web}/animal/restore/${id}`, { reason: 'r' }),
          purge: () => world.call(pm, 'DELETE', `${web}/animal/purge/${id}`),
        }
        const [is, status] = after(was, one)
        expect((await calls[one.what]()).status).toBe(status)
        if (is !== null) history.push({ at: clock.now(), animals: animals.with(animal, is) })
      }
      await clock.moveTo(clock.now() + minuteMs)
      for (const { at } of history) {
        for (const instant of [at, at + minuteMs / 2]) {
          const standings = history.findLast((one) => one.at <= instant)?.animals ?? []
          const expected = farmIds.map(
            (_id, farm) => standings.filter((one) => one.farm === farm && one.record === 'kept' && one.isInHerd).length,
          )
          expect(await Promise.all(farmIds.map((id) => ledgerAt(id, instant)))).toEqual(expected)
        }
      }
      expect(await ledgerAt(farmIds[0] ?? 0, begun - 1)).toBe(0)
    }),
    { numRuns: 12 },
  )
}, 60_000)

test('keeps one open stay per animal in the herd, without overlaps', async () => {
  const animals = await world.sql`
    select a.id from animals a where (a.in_herd_to is null) <> exists (select from stays s where s.animal_id = a.id and s.to_at is null)
      or (a.deleted_at is not null and a.in_herd_to is null)`
  expect(animals).toHaveLength(0)
  const overlaps = await world.sql`
    select from stays a join stays b on a.animal_id = b.animal_id and a.id < b.id
    where a.from_at < coalesce(b.to_at, 'infinity') and b.from_at < coalesce(a.to_at, 'infinity')`
  expect(overlaps).toHaveLength(0)
  expect((await world.sql`select from stays where to_at is not null`).length).toBeGreaterThan(10)
})
