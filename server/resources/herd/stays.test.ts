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

const save = async (noun: string, body: object) => (await world.call<{ id: number }>(pm, 'PUT', `${web}/${noun}/addOrEdit`, body)).data.id
const ledgerAt = async (farmId: number, at: number) => (await world.call<Headcount>(pm, 'POST', `${web}/headcount`, { farmId, at })).data.ledger

/** Something that happens to one of three animals; what does not fit its state is refused and changes nothing. */
const deed = fc.record({
  what: fc.constantFrom('move', 'remove', 'restore', 'purge'),
  animal: fc.integer({ min: 0, max: 2 }),
  farm: fc.integer({ min: 0, max: 1 }),
  afterMinutes: fc.integer({ min: 0, max: 90 }),
})

interface Stood {
  at: number
  /** Where each animal stood from then on: the place of its farm, null in the recycle bin, undefined before it came or after it was purged. */
  farms: (number | null | undefined)[]
}

test('a past headcount is what it was, whatever was done to the animals since', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 12 }), async (deeds) => {
      const { clock } = world.context
      const farmIds = [await save('farm', { name: 'one', boundary: square(116, 44) }), await save('farm', { name: 'other', boundary: square(117, 44) })]
      const tag = `T${++made}`
      const ids: number[] = []
      for (const place of [0, 1, 2]) ids.push(await save('animal', { visualTag: `${tag}-${place}`, farmId: farmIds[0] }))
      const begun = clock.now()
      const history: Stood[] = [{ at: begun, farms: [0, 0, 0] }]
      for (const { what, animal, farm, afterMinutes } of deeds) {
        await clock.moveTo(clock.now() + afterMinutes * minuteMs)
        const farms = [...(history.at(-1)?.farms ?? [])]
        const stands = farms[animal]
        const id = ids[animal] ?? 0
        const answer =
          what === 'move'
            ? await world.call(pm, 'PUT', `${web}/animal/addOrEdit`, { id, visualTag: `${tag}-${animal}`, farmId: farmIds[farm] })
            : await world.call(pm, what === 'restore' ? 'PUT' : 'DELETE', `${web}/animal/${what === 'remove' ? 'del' : what}/${id}`)
        const fits = what === 'move' || what === 'remove' ? typeof stands === 'number' : stands === null
        expect(answer.status).toBe(fits ? 200 : 404)
        if (!fits) continue
        farms[animal] = what === 'move' ? farm : what === 'remove' ? null : what === 'purge' ? undefined : lastFarm(history, animal)
        history.push({ at: clock.now(), farms })
      }
      await clock.moveTo(clock.now() + minuteMs)
      for (const { at } of history) {
        for (const instant of [at, at + minuteMs / 2]) {
          const then = history.findLast((one) => one.at <= instant)?.farms ?? []
          const expected = farmIds.map((_id, farm) => then.filter((one) => one === farm).length)
          expect(await Promise.all(farmIds.map((id) => ledgerAt(id, instant)))).toEqual(expected)
        }
      }
      expect(await ledgerAt(farmIds[0] ?? 0, begun - 1)).toBe(0)
    }),
    { numRuns: 12 },
  )
}, 60_000)

/** The farm that an animal stood on last: where it comes back to. */
function lastFarm(history: readonly Stood[], animal: number): number {
  return history.map(({ farms }) => farms[animal]).findLast((farm) => typeof farm === 'number') ?? 0
}

test('an animal is in the herd or not, and stands in one place at a time', async () => {
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
