import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { headcountSchema } from '#contract/herd/headcounts.ts'
import { deviceId, message, openTestApp, place, testStart, type TestApp } from '../testing/testApp.ts'

const minuteMs = 60_000
let app: TestApp
let now = testStart
beforeAll(async () => {
  app = await openTestApp()
}, 60_000)
afterAll(() => app.close())

const advance = async (minutes: number) => {
  now += minutes * minuteMs
  await app.clock.moveTo(now)
}
const hear = (index: number, at = now) => app.ingest('json', message(now, [{ index, at, ...place(20 + index, 50) }]))

/** The heads that memory counts, and those that the stored readings give for the same instant. */
async function counts() {
  const count = (at: object) =>
    app.data('POST', '/collateral/web/headcount', { farmId: app.farmId, ...at }, headcountSchema)
  return [await count({}), await count({ at: now })].map(({ ledger, heard, unverified, unaccounted }) => ({
    ledger,
    heard,
    unverified,
    unaccounted,
  }))
}

test('counts a re-paired neckband’s readings only for the animal wearing it', async () => {
  await advance(1)
  for (const index of [0, 1, 2]) expect((await hear(index)).status).toBe(200)
  const both = { ledger: 3, heard: 3, unverified: 0, unaccounted: 0 }
  expect(await counts()).toEqual([both, both])

  await advance(1)
  const { id } = await app.data(
    'PUT',
    '/collateral/web/animal/addOrEdit',
    { visualTag: 'new', farmId: app.farmId, farmSlotId: app.penIds[0] },
    z.object({ id: z.number() }),
  )
  const worn = { id: app.neckbandIds[0], deviceId: deviceId(0), animalId: id, reason: 'swapped' }
  await app.data('PUT', '/collateral/web/neckband/addOrEdit', worn, z.object({ id: z.number() }))
  await app.app.recordsChanged()
  const after = { ledger: 4, heard: 2, unverified: 0, unaccounted: 2 }
  expect(await counts()).toEqual([after, after])

  // A reading from the time when the other animal wore it comes late.
  await advance(1)
  expect((await hear(0, now - 2 * minuteMs + 1)).status).toBe(200)
  expect(await counts()).toEqual([after, after])
  await app.restart()
  expect(await counts()).toEqual([after, after])

  await advance(1)
  await hear(0)
  const heard = { ledger: 4, heard: 3, unverified: 0, unaccounted: 1 }
  expect(await counts()).toEqual([heard, heard])
})
