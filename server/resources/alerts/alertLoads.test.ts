import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AlertLoad } from '#contract/alerts/alertLoads.ts'
import type { Farm } from '#contract/herd/farms.ts'
import { openWorld, square, type World } from '../../testing/testWorld.ts'

let world: World
let pm: string
let otherPm: string
let farmId: number
const hourMs = 3_600_000
/** Noon UTC on 1 May, which is 20:00 on the farm. */
let now: number

beforeAll(async () => {
  world = await openWorld()
  pm = await world.user('pm', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'A'))
  otherPm = await world.user('other', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'B'))
  farmId = (
    await world.call<Farm>(pm, 'PUT', '/collateral/web/farm/addOrEdit', {
      name: 'North',
      boundary: square(116, 44),
      timeZone: 'Asia/Shanghai',
    })
  ).data.id
  now = world.context.clock.now()
})
afterAll(() => world.close())

const load = async (token: string, month: string) =>
  world.call<AlertLoad>(token, 'POST', '/collateral/web/alert/load', { month })
const raise = (
  count: number,
  over: {
    kind: string
    severity: string
    subject: number
    at: number
    everyMs: number
    isOpen?: boolean
    flaps?: number
  },
) => world.sql`
  insert into alerts (kind, severity, subject_type, subject_id, subject_name, farm_id, animal_id, raised_at, since_at, cleared_at, flaps)
  select ${over.kind}, ${over.severity}, 'ANIMAL', ${over.subject}::bigint + case when ${over.isOpen === true} then n else 0 end, 'cow ' || ${over.subject}::text, ${farmId}, ${over.subject}::bigint, at, at,
    case when ${over.isOpen === true} then null else at + interval '1 minute' end, ${over.flaps ?? 0}::int
  from generate_series(0, ${count - 1}::int) n, lateral (select ${over.at}::timestamptz + n * ${over.everyMs}::int * interval '1 millisecond') as t (at)`

test('counts a month’s alerts by day, shift, rule and animal', async () => {
  // Two floods, one of them longer; then one alert an hour at night; and one open for two days already.
  await raise(10, { kind: 'LEFT_PEN', severity: 'CRITICAL', subject: 1, at: now - 10 * hourMs, everyMs: 60_000 })
  await raise(25, {
    kind: 'LOW_BATTERY',
    severity: 'MINOR',
    subject: 2,
    at: now - 8 * hourMs,
    everyMs: 30_000,
    flaps: 2,
  })
  await raise(3, { kind: 'LOW_BATTERY', severity: 'MINOR', subject: 3, at: now + hourMs, everyMs: hourMs })
  await raise(1, {
    kind: 'NECKBAND_SILENT',
    severity: 'MAJOR',
    subject: 4,
    at: now - 48 * hourMs,
    everyMs: 0,
    isOpen: true,
  })
  await raise(2, { kind: 'LOW_BATTERY', severity: 'MINOR', subject: 5, at: now - hourMs / 2, everyMs: 1000 })

  const { data } = await load(pm, '2026-05')
  expect(data).toMatchObject({ month: '2026-05', alerts: 40, floods: 2, lastHour: 2, operators: [] })
  // Future days are not listed as days without alerts.
  expect(data.days).toEqual([{ day: '2026-05-01', count: 40 }])
  // The day shift is 8:00 to 20:00; alerts from 20:00 on belong to the night shift.
  expect(data.shifts).toEqual([
    { roster: null, from: 480, to: 1200, count: 37, perHour: 3.08 },
    { roster: null, from: 1200, to: 480, count: 3, perHour: 0.38 },
  ])
  expect([data.from, data.to, data.outsideShifts]).toEqual(['2026-04-30T16:00:00.000Z', '2026-05-31T16:00:00.000Z', 0])
  expect(data.severities).toEqual([
    { severity: 'CRITICAL', count: 10 },
    { severity: 'MAJOR', count: 0 },
    { severity: 'MINOR', count: 30 },
    { severity: 'INFO', count: 0 },
  ])
  expect(data.rules).toEqual([
    { kind: 'LOW_BATTERY', farmName: 'North', count: 30 },
    { kind: 'LEFT_PEN', farmName: 'North', count: 10 },
  ])
  expect(data.animals.map(({ animalId, count }) => [animalId, count])).toEqual([
    [2, 25],
    [1, 10],
    [3, 3],
    [5, 2],
  ])
  expect(data.chattering).toEqual([
    {
      kind: 'LOW_BATTERY',
      severity: 'MINOR',
      subjectType: 'ANIMAL',
      subjectName: 'cow 2',
      farmName: 'North',
      flaps: 50,
    },
  ])
  expect(data.standing).toMatchObject({ count: 1, oldest: [{ kind: 'NECKBAND_SILENT', subjectName: 'cow 4' }] })
  const { data: before } = await load(pm, '2026-04')
  expect(before).toMatchObject({ alerts: 1, floods: 0 })
  expect(before.days).toHaveLength(30)
  expect((await load(pm, '2026-06')).data.days).toEqual([])
})

test('counts each alert once per operator who received it', async () => {
  const userId = await world.idOf('pm')
  await world.sql`
    insert into alert_deliveries (alert_id, organisation_id, step, reason, user_id, channel, state, planned_at, queued_at)
    select a.id, u.organisation_id, step, 'RAISED', u.id, channel, case when channel = 'SMS' then 'SKIPPED' else 'SENT' end, a.raised_at, a.raised_at
    from alerts a, users u, (values (0, 'CONSOLE'), (1, 'MAIL'), (2, 'SMS')) as way (step, channel) where u.id = ${userId}`
  const { data } = await load(pm, '2026-05')
  expect(data.operators).toEqual([
    {
      name: 'pm',
      lastHour: 2,
      month: 40,
      shifts: [
        { shift: 0, count: 37, perHour: 3.08 },
        { shift: 1, count: 3, perHour: 0.38 },
      ],
    },
  ])
  const mine = (token: string) => world.call<{ lastHour: number }>(token, 'GET', '/collateral/web/alert/load/mine')
  expect([(await mine(pm)).data, (await mine(otherPm)).data]).toEqual([{ lastHour: 2 }, { lastHour: 0 }])
})

test('counts alerts by roster shifts in their time zone, others as outside', async () => {
  const [{ id: organisationId } = { id: 0 }] = await world.sql<
    { id: number }[]
  >`select organisation_id as id from users where user_name = 'pm'`
  const chief = await world.user('chief', 'ADMIN_SUPERVISOR', organisationId)
  const personId = await world.idOf('pm')
  // The first of May 2026 is a Friday. In UTC the alerts of the test before came at 2, 4, 11:30 and 13 to 15 o'clock.
  const shift = { layer: 1, personId, days: [1, 2, 3, 4, 5] }
  const shifts = [
    { ...shift, from: 3 * 60, to: 11 * 60 + 31 },
    { ...shift, from: 22 * 60, to: 2 * 60 + 5, days: [4] },
    { ...shift, layer: 2, from: 0, to: 0, days: [1, 2, 3, 4, 5, 6, 7] },
  ]
  expect(
    (
      await world.call(chief, 'PUT', '/collateral/web/roster/addOrEdit', {
        name: 'Pastures',
        timeZone: 'UTC',
        watchedFarmIds: [farmId],
        shifts,
      })
    ).status,
  ).toBe(200)
  const { data } = await load(pm, '2026-05')
  // So far 8.5 hours of the first shift have passed, and 4 of the second, whose night began on Thursday, within the farm's month.
  expect(data.shifts).toEqual([
    { roster: 'Pastures', from: 180, to: 691, count: 27, perHour: 3.17 },
    { roster: 'Pastures', from: 1320, to: 125, count: 5, perHour: 1.22 },
  ])
  expect(data.outsideShifts).toBe(40 - 27 - 5)
  expect(data.operators[0]?.shifts).toEqual([
    { shift: 0, count: 27, perHour: 3.17 },
    { shift: 1, count: 5, perHour: 1.22 },
  ])
})

test('excludes other tenants’ alerts and rejects an invalid month', async () => {
  expect((await load(otherPm, '2026-05')).data).toMatchObject({
    alerts: 0,
    lastHour: 0,
    operators: [],
    standing: { count: 0 },
  })
  expect((await load(pm, '2026-13')).error.fields).toHaveProperty('month')
})

test('starts the month at midnight in the farm’s time zone, not UTC', async () => {
  const at = Date.UTC(2026, 4, 31, 16, 30)
  await world.context.clock.moveTo(at)
  await raise(2, { kind: 'LEFT_PEN', severity: 'CRITICAL', subject: 9, at: at - 40 * 60_000, everyMs: 30 * 60_000 })
  await world.sql`
    insert into alert_deliveries (alert_id, organisation_id, step, reason, user_id, channel, state, planned_at, queued_at)
    select a.id, u.organisation_id, 0, 'RAISED', u.id, 'CONSOLE', 'SENT', a.raised_at, a.raised_at from alerts a, users u where u.id = ${await world.idOf('pm')} and a.subject_id = 9`
  const { data } = await world.call<AlertLoad>(pm, 'POST', '/collateral/web/alert/load', {})
  // One came ten minutes before midnight, one twenty after it.
  expect(data).toMatchObject({
    month: '2026-06',
    present: '2026-06',
    alerts: 1,
    days: [{ day: '2026-06-01', count: 1 }],
    operators: [{ month: 1, lastHour: 1 }],
  })
  const { data: before } = await load(pm, '2026-05')
  expect(before).toMatchObject({ present: '2026-06', alerts: 41, operators: [{ month: 41 }] })
})
