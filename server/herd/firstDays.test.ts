import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { headcountSchema } from '#contract/herd/headcounts.ts'
import { message, openTestApp, place, testStart, type TestApp } from '../testing/testApp.ts'

const hourMs = 3_600_000
let app: TestApp
let now = testStart
beforeAll(async () => {
  app = await openTestApp()
}, 60_000)
afterAll(() => app.close())

const advance = async (ms: number) => {
  now += ms
  await app.clock.moveTo(now)
}
const idSchema = z.object({ id: z.number() })
const put = (noun: string, body: object) => app.data('PUT', `/collateral/web/${noun}/addOrEdit`, body, idSchema)
async function counts() {
  await app.app.recordsChanged()
  const { ledger, heard, unaccounted, unfitted, unheard } = await app.data(
    'POST',
    '/collateral/web/headcount',
    { farmId: app.farmId },
    headcountSchema,
  )
  return { ledger, heard, unaccounted, unfitted, unheard }
}
const silentBands = async () =>
  (await app.sql<{ id: number }[]>`select subject_id as id from alerts where kind = 'NECKBAND_SILENT'`).map(
    ({ id }) => id,
  )
const hearOthers = () =>
  Promise.all(
    [0, 1, 2].map((index) => app.ingest('json', message(now, [{ index, at: now, ...place(20 + index, 50) }]))),
  )

test('counts heads without a first neckband or reading apart', async () => {
  await advance(60_000)
  await hearOthers()
  const { id: animalId } = await put('animal', { visualTag: 'new', farmId: app.farmId })
  expect(await counts()).toEqual({ ledger: 4, heard: 3, unaccounted: 1, unfitted: 1, unheard: 0 })

  const { id } = await put('neckband', { deviceId: 'AC233FEE0001' })
  await put('neckband', { id, deviceId: 'AC233FEE0001', animalId, reason: 'fitted' })
  expect(await counts()).toEqual({ ledger: 4, heard: 3, unaccounted: 1, unfitted: 0, unheard: 1 })

  for (const hours of [3, 1]) {
    await advance(hours * hourMs)
    await hearOthers()
  }
  expect(await counts()).toEqual({ ledger: 4, heard: 3, unaccounted: 1, unfitted: 0, unheard: 1 })
  expect(await silentBands()).not.toContain(id)

  await advance(21 * hourMs)
  await hearOthers()
  expect(await counts()).toEqual({ ledger: 4, heard: 3, unaccounted: 1, unfitted: 0, unheard: 0 })

  // An animal whose neckband was taken off was fitted once.
  await put('neckband', { id, deviceId: 'AC233FEE0001', animalId: null, reason: 'lost' })
  expect(await counts()).toEqual({ ledger: 4, heard: 3, unaccounted: 1, unfitted: 0, unheard: 0 })
})
