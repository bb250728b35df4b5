import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectHeadcount } from '#contract/projects/projectHeadcounts.ts'
import { toInstant } from '../../../clock.ts'
import { clearAlerts, openOrRecentlyCleared, raiseAlerts, unclearedAlerts } from '../../../db/alerts.ts'
import { openWorld, type World } from '../../../testing/testWorld.ts'
import { makeDays, storeReadings } from '../../herd/hours/testReadings.ts'
import { addTestProject } from '../testLedger.ts'

const minute = 60_000
const begin = Date.UTC(2026, 4, 1, 12)

let world: World
beforeAll(async () => {
  world = await openWorld()
  await makeDays(world, begin, begin + 24 * 60 * minute)
})
afterAll(() => world.close())

test('keeps the past headcount when an outage flaps', async () => {
  const { sql, context } = world
  context.clock.hold(begin)
  const project = await addTestProject(world, 'F')
  const { data: band } = await world.call<{ id: number }>(project.pm, 'PUT', '/collateral/web/neckband/addOrEdit', {
    deviceId: 'AC233F0000F1',
    animalId: project.animalIds[0],
  })
  const at = (minutes: number) => begin + minutes * minute
  await storeReadings(world, [{ neckbandId: band.id, at: at(1) }])
  const raise = async (raised: number, since: number) => {
    const [alert] = await raiseAlerts(sql, [
      {
        kind: 'SITE_OUTAGE',
        severity: 'MAJOR',
        subjectType: 'FARM',
        subjectId: project.farmId,
        subjectName: 'F farm',
        farmId: project.farmId,
        penId: null,
        animalId: null,
        raisedAt: at(raised),
        sinceAt: at(since),
        detail: {},
      },
    ])
    return alert?.id ?? 0
  }
  const id = await raise(70, 2)
  context.clock.hold(at(200))
  const unverified = async (minutes: number) => {
    const query = `?happened=${toInstant(at(minutes))}&recorded=${toInstant(at(minutes))}`
    const path = `/collateral/common/project/${project.id}/headcount${query}`
    return (await world.call<ProjectHeadcount>(project.bank, 'GET', path)).data.unverified
  }
  await clearAlerts(sql, [{ id, at: at(90), because: null }])
  const past = [await unverified(80), await unverified(93)]
  expect(past).toEqual([1, 0])
  expect(await raise(95, 94)).toBe(id)
  expect([await unverified(80), await unverified(93)]).toEqual(past)
  // A server that starts reads what the one before it held in memory.
  expect((await unclearedAlerts(sql)).find((one) => one.id === id)?.sinceAt).toBe(at(94))
  expect(
    (await openOrRecentlyCleared(sql, ['SITE_OUTAGE'], begin)).map(({ sinceAt, clearedAt }) => [sinceAt, clearedAt]),
  ).toEqual([
    [at(2), at(90)],
    [at(94), null],
  ])
})

test('shows statuses of a replay by the herd’s clock', async () => {
  const { context } = world
  context.clock.hold(begin)
  const project = await addTestProject(world, 'R')
  const at = (hours: number) => begin + hours * 60 * minute
  context.clock.hold(at(2))
  const missing = { ids: project.animalIds.slice(0, 1), status: 'MISSING', leftOn: '2026-05-01', reason: 'r' }
  expect((await world.call(project.pm, 'PUT', '/collateral/web/animal/status', missing)).status).toBe(200)
  context.clock.hold(at(5))
  const missingAt = async (hours: number) => {
    const query = `?happened=${toInstant(at(hours))}&recorded=${toInstant(at(hours))}`
    const path = `/collateral/common/project/${project.id}/headcount${query}`
    return (await world.call<ProjectHeadcount>(project.bank, 'GET', path)).data.missing
  }
  // The test runs in another year than its herd.
  expect([await missingAt(1), await missingAt(3)]).toEqual([0, 1])
})
