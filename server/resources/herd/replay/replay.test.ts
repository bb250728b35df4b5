import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/calls/endpoints.ts'
import {
  type AnimalTrack,
  type Fixes,
  type HerdDay,
  type HerdMoment,
  inNoPen,
  noPosition,
  notHeard,
  notThere,
} from '#contract/herd/replay.ts'
import { raiseAlerts } from '../../../db/alerts.ts'
import { setMarks } from '../../../db/marks.ts'
import { addListeningBreak } from '../../../db/listeningBreaks.ts'
import { openWorld, square, type World } from '../../../testing/testWorld.ts'
import { makeDays, storeReadings } from '../hours/testReadings.ts'
import { rollUpHours } from '../hours/rollUp.ts'
import { periodOfDays } from './period.ts'
import { gapOf, thinTrack } from './thinTrack.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const web = '/collateral/web'
let world: World
let pm: string
let stranger: string
let start: number
const ids: Record<string, number> = {}
const id = (name: string) => ids[name] ?? 0

const save = async (noun: string, body: object, token = pm) =>
  (await world.call<{ id: number }>(token, 'PUT', `${web}/${noun}/addOrEdit`, body)).data.id
const ask = <T>(call: keyof typeof endpoints.replay, input: object, token = pm) =>
  world.call<T>(token, 'POST', endpoints.replay[call].path, input)
const ints = (text: string) => [...new Int32Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer)]
const at = (minutes: number) => start + minutes * minuteMs

beforeAll(async () => {
  world = await openWorld()
  const { clock } = world.context
  start = clock.now()
  await makeDays(world, start, start + 24 * hourMs)
  pm = await world.user('pm', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'A'))
  stranger = await world.user('other', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'B'))
  ids['farm'] = await save('farm', { name: 'North', timeZone: 'Asia/Shanghai', boundary: square(116, 44, 0.01) })
  ids['pen'] = await save('farmSlot', { name: 'One', farmId: id('farm'), polygon: square(116, 44) })
  ids['away'] = await save('farm', { name: 'Away', boundary: square(117, 44, 0.01) }, stranger)
  for (const name of ['01', '02', '03']) {
    ids[name] = await save('animal', { visualTag: name, farmId: id('farm'), farmSlotId: id('pen') })
    if (name !== '03')
      ids[`band ${name}`] = await save('neckband', { deviceId: `AC233F0000A${Number(name)}`, animalId: ids[name] })
  }
  // North for an hour, a fix a minute, then a gap of an hour, then outside of the pen.
  const walk = Array.from({ length: 61 }, (_, minute) => ({
    neckbandId: id('band 01'),
    at: at(60 + minute),
    longitude: 116,
    latitude: 44 + minute * 0.00001,
  }))
  await storeReadings(world, [
    ...walk,
    { neckbandId: id('band 01'), at: at(180), longitude: 116.005, latitude: 44 },
    { neckbandId: id('band 01'), at: at(181), longitude: 116.005, latitude: 44.0001 },
    { neckbandId: id('band 02'), at: at(90), longitude: 116, latitude: 44 },
  ])
  await raiseAlerts(world.sql, [
    {
      kind: 'LEFT_PEN',
      severity: 'MAJOR',
      subjectType: 'ANIMAL',
      subjectId: id('01'),
      subjectName: '01',
      farmId: id('farm'),
      penId: id('pen'),
      animalId: id('01'),
      raisedAt: at(180),
      sinceAt: at(180),
      detail: {},
    },
    {
      // Raised the day before and still open.
      kind: 'NECKBAND_SILENT',
      severity: 'MINOR',
      subjectType: 'ANIMAL',
      subjectId: id('02'),
      subjectName: '02',
      farmId: id('farm'),
      penId: id('pen'),
      animalId: id('02'),
      raisedAt: at(-1440),
      sinceAt: at(-1440),
      detail: {},
    },
    {
      kind: 'LOW_BATTERY',
      severity: 'MINOR',
      subjectType: 'ANIMAL',
      subjectId: id('02'),
      subjectName: '02',
      farmId: id('farm'),
      penId: id('pen'),
      animalId: id('02'),
      raisedAt: at(-1440),
      sinceAt: at(-1440),
      detail: {},
    },
  ])
  await world.sql`update alerts set cleared_at = ${at(-1400)} where kind = 'LOW_BATTERY'`
  await addListeningBreak(world.sql, { fromAt: at(125), toAt: at(130) })
  await clock.moveTo(at(200))
  await rollUpHours({
    sql: world.context.sql,
    now: clock.now(),
    oldestWaitingAt: null,
    withinMs: 60_000,
    retentionDays: 90,
  })
})
afterAll(() => world.close())

describe('the day of a herd', () => {
  const dayOf = async (input: object = {}) => (await ask<HerdDay>('day', { farmId: id('farm'), ...input })).data

  test('returns each animal’s pen and position every five minutes', async () => {
    const { animals, steps, stepMinutes, from, until, timeZone, farm } = await dayOf()
    expect(farm).toMatchObject({ name: 'North', windowMinutes: 60 })
    expect([timeZone, stepMinutes, new Date(from).toISOString(), until]).toEqual([
      'Asia/Shanghai',
      5,
      '2026-04-30T16:00:00.000Z',
      at(200),
    ])
    expect(animals.tags).toEqual(['01', '02', '03'])
    const [pens, latitudes] = [ints(animals.pens), ints(animals.latitudes)]
    expect(pens).toHaveLength(3 * steps)
    const step = (minutes: number) => Math.floor((at(minutes) - from) / (5 * minuteMs))
    expect([59, 61, 118, 130, 181].map((minutes) => pens[step(minutes)])).toEqual([
      notHeard,
      id('pen'),
      id('pen'),
      notHeard,
      inNoPen,
    ])
    // The last fix of the step that begins at minute 60.
    expect([latitudes[step(60)], latitudes[step(130)]]).toEqual([44_000_040, noPosition])
    expect([
      pens[steps + step(90)],
      pens[steps + step(95)],
      pens.slice(2 * steps + step(0)).every((pen) => pen === notHeard),
    ]).toEqual([id('pen'), notHeard, true])
    // Before it was added to the farm, it was not in the herd.
    expect([
      pens[step(-1)],
      pens[step(0)],
      pens.slice(2 * steps, 2 * steps + step(0)).every((pen) => pen === notThere),
    ]).toEqual([notThere, notHeard, true])
  })

  test('has its alerts and listening breaks', async () => {
    const { alerts, breaks } = await dayOf()
    expect(alerts).toMatchObject([
      { kind: 'NECKBAND_SILENT', at: at(-1440) },
      { kind: 'LEFT_PEN', severity: 'MAJOR', animalId: id('01'), subjectName: '01', at: at(180), clearedAt: null },
    ])
    expect(breaks).toEqual([{ from: at(125), to: at(130), why: 'SERVER' }])
  })

  test('returns retention ends, is empty before and rejects future days', async () => {
    expect(await dayOf()).toMatchObject({
      readingsUntil: '2026-07-30T00:00:00.000Z',
      hoursUntil: '2029-04-29T16:00:00.000Z',
    })
    expect((await dayOf({ day: '2026-04-01' })).animals.ids).toEqual([])
    expect((await ask('day', { farmId: id('farm'), day: '2026-05-02' })).error).toMatchObject({
      code: 'BAD_SHAPE',
      fields: { day: 'future' },
    })
  })
})

describe('the herd at an instant', () => {
  const momentOf = async (minutes: number) =>
    (await ask<HerdMoment>('moment', { farmId: id('farm'), at: at(minutes) })).data

  test('has pen, position and last heard time of each animal', async () => {
    const { animals } = await momentOf(150)
    expect(animals).toEqual({
      ids: [id('01'), id('02'), id('03')],
      tags: ['01', '02', '03'],
      keptIn: [id('pen'), id('pen'), id('pen')],
      penIds: [id('pen'), id('pen'), null],
      heardAt: [at(120), at(90), null],
      longitudes: [116, 116, null],
      latitudes: [44.0006, 44, null],
    })
    expect((await momentOf(181)).animals).toMatchObject({
      penIds: [null, id('pen'), null],
      heardAt: [at(181), at(90), null],
    })
  })

  test('falls back to steps when readings were dropped', async () => {
    const exact = await momentOf(150)
    await setMarks(world.sql, { readings_dropped: start })
    const { isExact, animals } = await momentOf(150)
    await setMarks(world.sql, { readings_dropped: 0 })
    expect([exact.isExact, isExact]).toEqual([true, false])
    expect(animals).toEqual(exact.animals)
  })

  test('rejects a future instant', async () => {
    expect((await ask('moment', { farmId: id('farm'), at: at(300) })).error.fields).toEqual({ at: 'future' })
  })
})

describe('the track of an animal', () => {
  test('has every fix and the gaps between them', async () => {
    const { data } = await ask<AnimalTrack>('track', { animalId: id('01') })
    expect(data).toMatchObject({
      source: 'READINGS',
      fixes: 63,
      animal: { visualTag: '01' },
      gaps: [{ from: at(120), to: at(180) }],
    })
    expect([data.at.length, data.at[0], data.latitudes.at(-1)]).toEqual([63, at(60), 44.0001])
    expect(data.alerts.map(({ kind }) => kind)).toEqual(['LEFT_PEN'])
    expect(data.farms.map(({ name }) => name)).toEqual(['North'])
  })

  test('uses steps for a period of weeks', async () => {
    const { data } = await ask<AnimalTrack>('track', { animalId: id('01'), day: '2026-04-20', days: 31 })
    expect(data).toMatchObject({ source: 'STEPS', fixes: 14 })
  })

  test('returns its fixes page by page', async () => {
    const { data } = await ask<Fixes>('fixes', { animalId: id('01'), day: '2026-05-01', after: at(170) })
    expect(data).toMatchObject({
      source: 'READINGS',
      at: [at(180), at(181)],
      longitudes: [116.005, 116.005],
      next: null,
    })
  })

  test('shows each farm only the fixes of its own period', async () => {
    const { clock } = world.context
    await clock.moveTo(at(210))
    // By SQL, as no user sees both farms.
    await world.sql`update animals set farm_id = ${id('away')}, pen_id = null, placed_at = ${clock.now()} where id = ${id('02')}`
    await clock.moveTo(at(220))
    await storeReadings(world, [{ neckbandId: id('band 02'), at: at(215), longitude: 117, latitude: 44 }])
    const fixTimes = async (token: string) => (await ask<AnimalTrack>('track', { animalId: id('02') }, token)).data.at
    expect([await fixTimes(pm), await fixTimes(stranger)]).toEqual([[at(90)], [at(215)]])
    expect((await ask<HerdDay>('day', { farmId: id('away') }, stranger)).data.animals.tags).toEqual(['02'])
  })
})

describe('calls about other farms', () => {
  test.each([
    ['day', () => ({ farmId: id('farm') })],
    ['moment', () => ({ farmId: id('farm'), at: at(100) })],
    ['track', () => ({ animalId: id('01') })],
    ['fixes', () => ({ animalId: id('01') })],
  ] as const)('%s returns 404', async (call, input) => {
    expect((await ask(call, input(), stranger)).status).toBe(404)
  })
})

test('gives a day its hours in the farm’s time zone', () => {
  const hours = (day: string, timeZone: string) => {
    const { from, to } = periodOfDays({ day }, timeZone, Date.UTC(2026, 10, 20))
    return (to - from) / hourMs
  }
  expect([
    hours('2026-03-29', 'Europe/Madrid'),
    hours('2026-10-25', 'Europe/Madrid'),
    hours('2026-05-01', 'Asia/Kathmandu'),
  ]).toEqual([23, 25, 24])
})

describe('a thinned track', () => {
  test('keeps turns, rests and the ends of gaps', () => {
    // East for 1,000 steps, a rest of 1,000, north for 1,000, an hour of silence, north again.
    const fixes = { at: [] as number[], longitudes: [] as number[], latitudes: [] as number[] }
    for (let n = 0; n < 4000; n++) {
      fixes.at.push(n * minuteMs + (n >= 3000 ? hourMs : 0))
      fixes.longitudes.push(116 + Math.min(n, 1000) * 0.0001)
      fixes.latitudes.push(44 + Math.max(0, n - 2000) * 0.0001)
    }
    expect(gapOf(fixes.at)).toBe(10 * minuteMs)
    expect(
      thinTrack(fixes, 8, gapOf(fixes.at)).filter((index) => [0, 1000, 2000, 2999, 3000, 3999].includes(index)),
    ).toEqual([0, 1000, 2000, 2999, 3000, 3999])
  })

  test('has the requested number of points, including first and last', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 })),
          { minLength: 2, maxLength: 200 },
        ),
        fc.integer({ min: 20, max: 100 }),
        (legs, maxPoints) => {
          const fixes = { at: [] as number[], longitudes: [] as number[], latitudes: [] as number[] }
          let [time, x, y] = [0, 0, 0]
          for (const [minutes, east, north] of legs) {
            ;[time, x, y] = [time + minutes * minuteMs, x + east * 0.001, y + north * 0.001]
            fixes.at.push(time)
            fixes.longitudes.push(x)
            fixes.latitudes.push(y)
          }
          const thinned = thinTrack(fixes, maxPoints, 40 * minuteMs)
          expect(thinned).toHaveLength(Math.min(maxPoints, legs.length))
          expect(thinned).toEqual(thinned.toSorted((a, b) => a - b))
          expect([thinned[0], thinned.at(-1)]).toEqual([0, legs.length - 1])
        },
      ),
    )
  })
})

describe('after midnight', () => {
  test('returns each animal’s last position before the day', async () => {
    await world.context.clock.moveTo(at(970))
    const { from, animals } = (await ask<HerdDay>('day', { farmId: id('farm') })).data
    expect(new Date(from).toISOString()).toBe('2026-05-01T16:00:00.000Z')
    expect(animals).toMatchObject({
      tags: ['01', '03'],
      before: {
        penIds: [null, null],
        heardAt: [at(181), null],
        longitudes: [116.005, null],
        latitudes: [44.0001, null],
      },
    })
  })

  test('searches last positions within a day or the longer farm window', async () => {
    await world.context.clock.moveTo(at(181 + 1441))
    const heardAt = async () =>
      (await ask<HerdMoment>('moment', { farmId: id('farm'), at: at(181 + 1440) })).data.animals.heardAt
    expect(await heardAt()).toEqual([null, null])
    await world.sql`update farms set window_minutes = 2880 where id = ${id('farm')}`
    expect(await heardAt()).toEqual([at(181), null])
  })
})
