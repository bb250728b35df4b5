import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HeadDetail, ProjectHead } from '#contract/projects/projectHeads.ts'
import { toInstant } from '../../../clock.ts'
import { raiseAlerts } from '../../../db/alerts.ts'
import { addListeningBreak } from '../../../db/listeningBreaks.ts'
import { headCodes } from '../../../herd/headcount.ts'
import { openWorld, type World } from '../../../testing/testWorld.ts'
import { makeDays, storeReadings } from '../../herd/hours/testReadings.ts'
import { addTestProject, type TestProject } from '../testLedger.ts'

const minute = 60_000
const begin = Date.UTC(2026, 4, 1, 12)
const at = (minutes: number) => begin + minutes * minute

let world: World
let project: TestProject
let other: TestProject
let gatewayIds: number[]
let outageId = 0
/** Current state of each head: when and by which gateway it was last heard, and how it counts. */
const heard = new Map<number, { code: number; heardAt: number; gatewayId: number }>()

const path = (of = project) => `/collateral/common/project/${of.id}/headcount`
const moment = (minutes?: number) =>
  minutes === undefined ? {} : { happened: toInstant(at(minutes)), recorded: toInstant(at(minutes)) }
const causes = async (minutes?: number) => {
  const { data } = await world.call<{ list: ProjectHead[] }>(project.bank, 'POST', `${path()}/list`, {
    ...moment(minutes),
    sort: { field: 'visualTag', order: 'asc' },
  })
  return data.list.map(({ state, cause }) => cause ?? state)
}
const decisions = async (place: number, minutes?: number) => {
  const { data } = await world.call<HeadDetail>(
    project.bank,
    'GET',
    `${path()}/head/${project.animalIds[place]}?${new URLSearchParams(moment(minutes)).toString()}`,
  )
  return data.decisions.flatMap(({ kind, alertKind, comment }) =>
    kind === 'LEDGER' ? [] : [`${kind} ${alertKind ?? ''} ${comment ?? ''}`],
  )
}

beforeAll(async () => {
  world = await openWorld({
    heads: async ({ animalIds }) => ({
      codes: Uint8Array.from(animalIds, (id) => heard.get(id)?.code ?? headCodes.unaccounted),
      heardAt: Float64Array.from(animalIds, (id) => heard.get(id)?.heardAt ?? Number.NaN),
      gatewayIds: Uint32Array.from(animalIds, (id) => heard.get(id)?.gatewayId ?? 0),
    }),
  })
  const { sql, context, call } = world
  context.clock.hold(begin)
  await makeDays(world, begin - 24 * 60 * minute, at(24 * 60))
  project = await addTestProject(world, 'A', { heads: 4 })
  other = await addTestProject(world, 'B', { heads: 2 })
  const { pm, farmId, animalIds } = project
  const put = async (noun: string, body: object) =>
    (await call<{ id: number }>(pm, 'PUT', `/collateral/web/${noun}/addOrEdit`, body)).data.id
  gatewayIds = [
    await put('gateway', { mac: 'AC233F000001', farmId, longitude: 116, latitude: 44 }),
    await put('gateway', { mac: 'AC233F000002', farmId, longitude: 116, latitude: 44 }),
  ]
  const bands: number[] = []
  for (const [place, animalId] of animalIds.entries())
    bands.push(await put('neckband', { deviceId: `AC233F0000B${place}`, animalId }))
  // The first two are heard by one gateway, the others by another; the last is heard to the end.
  const byWhich = [0, 0, 1, 1].map((place) => gatewayIds[place] ?? 0)
  await storeReadings(
    world,
    bands.map((neckbandId, place) => ({ neckbandId, at: at(10), gatewayId: byWhich[place] ?? 0 })),
  )
  await storeReadings(world, [{ neckbandId: bands[3] ?? 0, at: at(95), gatewayId: gatewayIds[1] ?? 0 }])
  // The second head may also be away by permit, from minute 60.
  context.clock.hold(at(60))
  const admin = await world.user(
    'A.admin',
    'ADMIN_SUPERVISOR',
    (await sql<{ id: number }[]>`select id from organisations where name = 'A supervisor'`)[0]?.id ?? 0,
  )
  const { ticketId } = (
    await call<{ ticketId: number }>(pm, 'POST', '/collateral/web/movementPermit/request', {
      farmId,
      ids: animalIds.slice(1, 2),
      startsAt: at(60),
      endsAt: at(200),
      purpose: 'summer pasture',
      certificateNo: 'QY-1',
    })
  ).data
  await call(admin, 'POST', '/collateral/common/ticket/approve', { ticketId, decision: 'APPROVED', comment: '' })
  const [outage] = await raiseAlerts(sql, [
    {
      kind: 'GATEWAY_OFFLINE',
      severity: 'MAJOR',
      subjectType: 'GATEWAY',
      subjectId: gatewayIds[0] ?? 0,
      subjectName: 'AC233F000001',
      farmId,
      penId: null,
      animalId: null,
      raisedAt: at(30),
      sinceAt: at(12),
      detail: {},
    },
    // Outages of other farms explain nothing here.
    {
      kind: 'SITE_OUTAGE',
      severity: 'CRITICAL',
      subjectType: 'FARM',
      subjectId: other.farmId,
      subjectName: 'B farm',
      farmId: other.farmId,
      penId: null,
      animalId: null,
      raisedAt: at(30),
      sinceAt: at(12),
      detail: {},
    },
  ])
  outageId = outage?.id ?? 0
  const [a0 = 0, a1 = 0, a2 = 0, a3 = 0] = animalIds
  const last = { heardAt: at(10), code: headCodes.unverified }
  heard.set(a0, { ...last, gatewayId: gatewayIds[0] ?? 0 }).set(a1, { ...last, gatewayId: gatewayIds[0] ?? 0 })
  heard
    .set(a2, { heardAt: at(10), code: headCodes.unaccounted, gatewayId: gatewayIds[1] ?? 0 })
    .set(a3, { heardAt: at(95), code: headCodes.heard, gatewayId: gatewayIds[1] ?? 0 })
  context.clock.hold(at(100))
})
afterAll(() => world.close())

test('explains unverified heads by an offline gateway or a permit', async () => {
  expect(await causes()).toEqual(['GATEWAY_OFFLINE', 'PERMIT', 'UNACCOUNTED', 'HEARD'])
  expect(await decisions(0)).toEqual(['ALERT GATEWAY_OFFLINE AC233F000001'])
  expect(await decisions(1)).toEqual(['PERMIT  summer pasture\nQY-1'])
  // Neither the gateway outage nor the site outage concerns these heads.
  expect([await decisions(2), await decisions(3)]).toEqual([[], []])
  const { data } = await world.call<HeadDetail>(project.borrower, 'GET', `${path()}/head/${project.animalIds[1]}`)
  expect(data.decisions.find(({ kind }) => kind === 'PERMIT')).toMatchObject({
    at: toInstant(at(60)),
    by: 'A.admin',
    startsAt: toInstant(at(60)),
    endsAt: toInstant(at(200)),
  })
})

test('explains unverified heads at a past moment', async () => {
  expect(await causes(100)).toEqual(['GATEWAY_OFFLINE', 'PERMIT', 'UNACCOUNTED', 'HEARD'])
  expect(await causes(50)).toEqual(['HEARD', 'HEARD', 'HEARD', 'HEARD'])
  const { sql, context } = world
  context.clock.hold(at(120))
  await world.call(project.pm, 'POST', `/collateral/web/alert/${outageId}/acknowledge`, { comment: 'a cable is torn' })
  await sql`update alerts set acknowledged_at = ${at(120)}, cleared_at = ${at(130)} where id = ${outageId}`
  await raiseAlerts(sql, [
    {
      kind: 'SITE_OUTAGE',
      severity: 'CRITICAL',
      subjectType: 'FARM',
      subjectId: project.farmId,
      subjectName: 'A farm',
      farmId: project.farmId,
      penId: null,
      animalId: null,
      raisedAt: at(140),
      sinceAt: at(11),
      detail: {},
    },
  ])
  context.clock.hold(at(180))
  expect([await decisions(0, 100), await decisions(0, 125)]).toEqual([
    ['ALERT GATEWAY_OFFLINE AC233F000001'],
    ['ACKNOWLEDGED GATEWAY_OFFLINE a cable is torn', 'ALERT GATEWAY_OFFLINE AC233F000001'],
  ])
  expect([await causes(135), await decisions(0, 135)]).toEqual([['UNACCOUNTED', 'PERMIT', 'UNACCOUNTED', 'HEARD'], []])
  expect([await causes(175), await decisions(2, 175)]).toEqual([
    ['SITE_OUTAGE', 'PERMIT', 'SITE_OUTAGE', 'SITE_OUTAGE'],
    ['ALERT SITE_OUTAGE '],
  ])
  expect([await decisions(1, 50), await decisions(1, 100)]).toEqual([[], ['PERMIT  summer pasture\nQY-1']])
})

test('explains silent heads by a listening break', async () => {
  const { sql, context } = world
  await sql`update alerts set cleared_at = ${at(181)} where kind = 'SITE_OUTAGE'`
  await addListeningBreak(sql, { fromAt: at(60), toAt: at(90) })
  context.clock.hold(at(185))
  expect(await causes(92)).toEqual(
    ['GATEWAY_OFFLINE', 'PERMIT', 'UNACCOUNTED', 'UNACCOUNTED'].map((one, place) =>
      place === 1 ? one : 'LISTENING_BREAK',
    ),
  )
  expect(await decisions(2, 92)).toEqual(['LISTENING_BREAK  '])
})

test('hides permits of another farm and returns 404 to its bank', async () => {
  const { sql } = world
  const [ticket] = await sql<{ id: number }[]>`
    insert into tickets (kind, subject_type, subject_id, subject_name, payload, raised_by, raised_org_id, raised_at)
    select 'MOVEMENT_PERMIT', 'FARM', ${other.farmId}, 'B farm', '{}', u.id, u.organisation_id, ${at(1)} from users u where user_name = 'B.pm' returning id`
  const [permit] = await sql<
    { id: number }[]
  >`insert into movement_permits (ticket_id, farm_id, starts_at, ends_at, purpose) values (${ticket?.id ?? 0}, ${other.farmId}, ${at(1)}, ${at(9)}, 'another’s') returning id`
  await sql`insert into movement_permit_animals (permit_id, animal_id) values (${permit?.id ?? 0}, ${project.animalIds[1] ?? 0})`
  expect(await decisions(1)).not.toContainEqual(expect.stringContaining('another’s'))
  expect((await world.call(other.bank, 'GET', `${path()}/head/${project.animalIds[1]}`)).status).toBe(404)
})
