import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { Herd } from '../herd/herd.ts'
import { headCodes } from '../herd/headcount.ts'
import { emptyRegistry, buildRegistry } from '../herd/registry.ts'
import { message, openTestApp, place, testStart, type TestApp } from '../testing/testApp.ts'

const minuteMs = 60_000
let app: TestApp
let now = testStart
beforeAll(async () => {
  app = await openTestApp({ animals: 2 })
}, 60_000)
afterAll(() => app.close())

const alertSchema = z.object({ subjectId: z.number(), sinceAt: z.string() })
const left = async () =>
  (
    await app.data(
      'POST',
      '/collateral/web/alert/list',
      { kind: 'LEFT_PEN', state: 'ACTIVE', pageSize: 100 },
      z.object({ list: z.array(alertSchema) }),
    )
  ).list
const countSchema = z.object({ ledger: z.number(), heard: z.number(), unverified: z.number(), unaccounted: z.number() })
const headcount = (body: object) =>
  app.data('POST', '/collateral/web/headcount', { farmId: app.farmId, ...body }, countSchema)
/** Sends a reading of both animals each minute, `eastMetres` east, for `minutes` minutes. */
const walk = async (eastMetres: number, minutes: number) => {
  for (let minute = 0; minute < minutes; minute++) {
    const readings = app.animalIds.map((_, index) => ({ index, ...place(eastMetres, 50) }))
    expect((await app.ingest('json', message(now, readings))).status).toBe(200)
    await app.clock.moveTo((now += minuteMs))
  }
}

test('raises no exit during a permit, across a restart, only after it', async () => {
  const [permitted = 0, other = 0] = app.animalIds
  const endsAt = now + 30 * minuteMs
  const [ticket] = await app.sql<{ id: number }[]>`
    insert into tickets (kind, subject_type, subject_id, subject_name, payload, raised_by, raised_at)
    select 'MOVEMENT_PERMIT', 'FARM', ${app.farmId}, 'farm', '{}', min(id), now() from users returning id`
  const [permit] = await app.sql<{ id: number }[]>`
    insert into movement_permits (ticket_id, farm_id, starts_at, ends_at, purpose)
    values (${ticket?.id ?? 0}, ${app.farmId}, ${now}, ${endsAt}, 'the fair') returning id`
  await app.sql`insert into movement_permit_animals (permit_id, animal_id) values (${permit?.id ?? 0}, ${permitted})`
  await app.restart()

  await walk(50, 2)
  // 300 m is outside of the pens and of nobody else's.
  await walk(300, 5)
  expect((await left()).map(({ subjectId }) => subjectId)).toEqual([other])
  await app.restart()
  await walk(300, 5)
  expect((await left()).map(({ subjectId }) => subjectId)).toEqual([other])

  // Not heard for five minutes, the one with a permit is unverified, now and when asked later; the other can't be accounted for.
  const silentAt = (now += 5 * minuteMs)
  await app.clock.moveTo(silentAt)
  const counts = { ledger: 2, heard: 0, unverified: 1, unaccounted: 1 }
  expect(await headcount({ windowMinutes: 3 })).toEqual(counts)
  await app.clock.moveTo((now = endsAt - minuteMs))
  expect(await headcount({ windowMinutes: 3, at: silentAt })).toEqual(counts)
  await walk(300, 1)
  expect((await left()).map(({ subjectId }) => subjectId)).toEqual([other])
  await walk(300, 2)
  const late = (await left()).find(({ subjectId }) => subjectId === permitted)
  // It is late since its permit ended, not since it left.
  expect(late?.sinceAt).toBe(new Date(endsAt).toISOString())
  await walk(50, 4)
  expect(await left()).toEqual([])
})

test('counts an animal with a permit and no neckband as unverified', () => {
  const herd = new Herd()
  const animals = [7, 8].map((id) => ({
    id,
    visualTag: `${id}`,
    farmId: 1,
    penId: null,
    neckbandId: null,
    deviceId: null,
    pairedAt: null,
    pledgedTo: 1,
  }))
  const boundary = {
    type: 'Polygon' as const,
    coordinates: [
      [
        [116, 43.9],
        [116.1, 43.9],
        [116.1, 44],
        [116, 43.9],
      ],
    ] satisfies [number, number][][],
  }
  const farm = {
    id: 1,
    name: '',
    supervisorOrgId: null,
    windowMinutes: 60,
    timeZone: 'UTC',
    projects: [],
    insured: [],
    boundary,
  }
  herd.registry = buildRegistry(
    { farms: [farm], pens: [], gateways: [], animals, spares: [], sources: [] },
    emptyRegistry(),
  )
  herd.permits.use([{ animalId: 7, startsAt: now - minuteMs, endsAt: now + minuteMs }])
  expect(herd.headcount(1, now)).toMatchObject({ unverified: 1, unaccounted: 1 })
  expect([...herd.heads({ farmIds: [1], animalIds: [7, 8] }, now, 60).codes]).toEqual([
    headCodes.unverified,
    headCodes.unaccounted,
  ])
})
