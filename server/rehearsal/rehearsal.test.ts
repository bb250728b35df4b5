import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AlertRule } from '#contract/alerts/alertRules.ts'
import type { RuleKind } from '#contract/alerts/alertKinds.ts'
import type { Sql } from '../db/connect.ts'
import { toInstant } from '../clock.ts'
import { connect } from '../db/connect.ts'
import { allRules } from '../resources/alertRules.ts'
import { shiftsOfFarms } from '../resources/alerts/loadShifts.ts'
import { message, openTestApp, place, type TestApp, testStart } from '../testing/testApp.ts'
import { rehearse } from './simulate.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Half an hour of readings a minute, as the server itself takes them in, with its clock going on and rules judged. */
let app: TestApp
let sql: Sql
let end: number

const hearing = async (at: number, readings: { index: number; [field: string]: unknown }[]) => {
  await app.clock.moveTo(at)
  const { status } = await app.ingest('json', message(at, readings))
  expect(status).toBe(200)
}

/** Animal 0 leaves its pen at minute 40 and comes back at 60, animal 1 is silent from minute 60 to 170, animal 2 has a low battery from 100 on. */
beforeAll(async () => {
  app = await openTestApp({ animals: 3 })
  sql = app.sql
  for (let minute = 1; minute <= 240; minute++) {
    const at = testStart + minute * minuteMs
    const isOut = minute >= 40 && minute < 60
    const readings = [
      { index: 0, ...place(isOut ? -20 : 50, 50), battery: 80 },
      ...(minute < 60 || minute > 170 ? [{ index: 1, ...place(30, 30), battery: 80 }] : []),
      { index: 2, ...place(60, 60), battery: minute < 100 ? 80 : 10 },
    ]
    await hearing(at, readings)
  }
  end = testStart + 241 * minuteMs
  await app.clock.moveTo(end)
  await app.app.alertsSettled()
}, 120_000)
afterAll(() => app.close())

interface Raised {
  kind: RuleKind
  subjectId: number
  raisedAt: number
}
const raisedBy = (kind: RuleKind) =>
  sql<
    Raised[]
  >`select kind, subject_id as "subjectId", raised_at as "raisedAt" from alerts where kind = ${kind} order by raised_at`

async function rehearsed(
  kind: RuleKind,
  parameters: Record<string, number>,
  {
    from = testStart,
    to = end,
    rosters = [],
  }: { from?: number; to?: number; rosters?: Parameters<typeof shiftsOfFarms>[1] } = {},
) {
  const today = await allRules(sql)
  const rule: AlertRule = {
    id: 0,
    version: 0,
    kind,
    scope: 'FARM',
    scopeId: app.farmId,
    severity: 'MAJOR',
    enabled: true,
    parameters,
    schedule: null,
  }
  const shares: number[] = []
  const { target } = app.database
  const news = await rehearse({
    ask: {
      kind,
      farmIds: [app.farmId],
      ...shiftsOfFarms([{ id: app.farmId, timeZone: 'Asia/Shanghai' }], rosters),
      from,
      to,
      today,
      rehearsed: [...today, rule],
    },
    sql: connect({ target, connections: 1 }),
    target,
    onShare: (share) => shares.push(share),
  })
  if (!('result' in news)) throw new Error(JSON.stringify(news))
  expect(shares).toEqual(shares.toSorted((one, other) => one - other))
  return news.result
}

test.each([
  ['LEFT_PEN', 'animalIds', 0],
  ['NECKBAND_SILENT', 'neckbandIds', 1],
  ['LOW_BATTERY', 'neckbandIds', 2],
] as const)('raises the same alerts of %s as the server, within a minute', async (kind, subjects, index) => {
  const raised = await raisedBy(kind)
  expect(raised.map(({ subjectId }) => subjectId)).toEqual([app[subjects][index]])
  const { totals, examples, readings, animals } = await rehearsed(kind, {})
  expect(totals).toMatchObject({ today: 1, rehearsed: 1, same: 1, added: 0, removed: 0 })
  const [example] = examples
  expect(example).toMatchObject({ which: 'SAME', subjectId: app[subjects][index], animalId: app.animalIds[index] })
  expect(Math.abs(Date.parse(example?.raisedAt ?? '') - (raised[0]?.raisedAt ?? 0))).toBeLessThanOrEqual(minuteMs)
  expect([readings, animals]).toEqual([240 * 3 - 111, 3])
})

test('names alerts that a looser rule removes, with place and track', async () => {
  const { totals, examples, subjects, days, shifts, outsideShifts } = await rehearsed('LEFT_PEN', { bufferMetres: 30 })
  expect(totals).toEqual({
    today: 1,
    rehearsed: 0,
    same: 0,
    added: 0,
    removed: 1,
    openBefore: { today: 0, rehearsed: 0 },
  })
  const [example] = examples
  const out = place(-20, 50)
  expect(example).toMatchObject({
    which: 'REMOVED',
    subjectName: '01',
    farmId: app.farmId,
    longitude: expect.closeTo(out.longitude, 6),
    latitude: expect.closeTo(out.latitude, 6),
  })
  expect(example?.sinceAt).toBe(toInstant(testStart + 40 * minuteMs))
  expect(example?.clearedAt).not.toBeNull()
  expect(Date.parse(example?.trackFrom ?? '')).toBeLessThan(testStart + 40 * minuteMs)
  expect(subjects).toEqual([expect.objectContaining({ subjectId: app.animalIds[0], today: 1, rehearsed: 0 })])
  expect(days.reduce((sum, { today }) => sum + today, 0)).toBe(1)
  expect(shifts).toEqual([
    { roster: null, from: 480, to: 1200, today: 1, rehearsed: 0 },
    { roster: null, from: 1200, to: 480, today: 0, rehearsed: 0 },
  ])
  expect(outsideShifts).toEqual({ today: 0, rehearsed: 0 })
})

test('counts alerts by shift in the roster’s zone, and outside shifts', { tags: 'long' }, async () => {
  const [raised] = await raisedBy('LEFT_PEN')
  const { hour, minute, dayOfWeek } = Temporal.Instant.fromEpochMilliseconds(raised?.raisedAt ?? 0).toZonedDateTimeISO(
    'UTC',
  )
  const shift = { layer: 1, personId: 1, days: [dayOfWeek] }
  const at = hour * 60 + minute
  const rosters = [
    {
      name: 'Pastures',
      timeZone: 'UTC',
      farmIds: [],
      shifts: [
        { ...shift, from: at - 5, to: at + 5 },
        { ...shift, from: at + 5, to: at + 60 },
      ],
    },
  ]
  const { shifts, outsideShifts } = await rehearsed('LEFT_PEN', { bufferMetres: 30 }, { rosters })
  expect(shifts).toEqual([
    { roster: 'Pastures', from: at - 5, to: at + 5, today: 1, rehearsed: 0 },
    { roster: 'Pastures', from: at + 5, to: at + 60, today: 0, rehearsed: 0 },
  ])
  expect(outsideShifts).toEqual({ today: 0, rehearsed: 0 })
  // With these shifts on another day of the week, the alert is outside.
  const elsewhere = rosters.map((roster) => ({
    ...roster,
    shifts: roster.shifts.map((one) => ({ ...one, days: [(dayOfWeek % 7) + 1] })),
  }))
  expect(await rehearsed('LEFT_PEN', { bufferMetres: 30 }, { rosters: elsewhere })).toMatchObject({
    shifts: [{ today: 0 }, { today: 0 }],
    outsideShifts: { today: 1, rehearsed: 0 },
  })
})

test('adds alerts of a stricter rule', async () => {
  const { totals, examples } = await rehearsed('NECKBAND_SILENT', { silentMinutes: 0.5 })
  expect(totals.today).toBe(1)
  expect(totals.rehearsed).toBeGreaterThan(1)
  expect(totals.rehearsed).toBe(totals.added + totals.same)
  expect(examples.map(({ which }) => which)).toContain('ADDED')
})

test('counts silences that an outage rule explains', { tags: 'long' }, async () => {
  // The only gateway is heard once a minute, so this rule calls it offline each time.
  const { others } = await rehearsed('GATEWAY_OFFLINE', { offlineMinutes: 1 })
  expect(others).toEqual([{ kind: 'NECKBAND_SILENT', today: 1, rehearsed: 0 }])
})

test('uses the pens and neckbands of that time', async () => {
  const before = await rehearsed('LEFT_PEN', {})
  // Later the animal that left its pen is moved, and its neckband is unpaired.
  await app.clock.moveTo(end + hourMs)
  await sql`update animals set pen_id = ${app.penIds[1]}, placed_at = ${end + hourMs} where id = ${app.animalIds[0] ?? 0}`
  await sql`update pairings set to_at = ${end + hourMs} where neckband_id = ${app.neckbandIds[0] ?? 0}`
  await app.app.recordsChanged()
  const after = await rehearsed('LEFT_PEN', {})
  expect(after).toEqual({ ...before, tookMs: after.tookMs })
})

test('fails without readings and for kinds without a stored past', async () => {
  const today = await allRules(sql)
  const ask = {
    kind: 'LEFT_PEN' as const,
    farmIds: [app.farmId],
    shifts: [],
    ofFarms: [],
    from: testStart - 100 * 24 * hourMs,
    to: testStart - 90 * 24 * hourMs,
    today,
    rehearsed: today,
  }
  const { target } = app.database
  const attempt = (given: typeof ask | (Omit<typeof ask, 'kind'> & { kind: 'BAD_POSITION' })) =>
    rehearse({ ask: given, sql: connect({ target, connections: 1 }), target, onShare: () => {} })
  expect(await attempt(ask)).toEqual({ failure: 'NO_READINGS' })
  expect(await attempt({ ...ask, kind: 'BAD_POSITION' })).toEqual({ failure: 'NOT_OF_READINGS' })
})
