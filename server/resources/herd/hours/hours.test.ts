import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toInstant } from '../../../clock.ts'
import { dropReadings, readingDays } from '../../../db/readings/days.ts'
import { setMarks } from '../../../db/marks.ts'
import { readSettings } from '../../../settings.ts'
import { openWorld, square, type World } from '../../../testing/testWorld.ts'
import { eachStep, readHours, type Step } from './hourSteps.ts'
import { dropExpired, retentionDays } from './retention.ts'
import { rolledUpTo, rollUpHours } from './rollUp.ts'
import { makeDays, storeReadings } from './testReadings.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const web = '/collateral/web'
let world: World
let pm: string
let start: number
const ids: Record<string, number> = {}

const save = async (noun: string, body: object) =>
  (await world.call<{ id: number }>(pm, 'PUT', `${web}/${noun}/addOrEdit`, body)).data.id
const run = (changes: object = {}) =>
  rollUpHours({
    sql: world.context.sql,
    now: world.context.clock.now(),
    oldestWaitingAt: null,
    withinMs: 60_000,
    retentionDays: 90,
    ...changes,
  })
const id = (name: string) => ids[name] ?? 0

interface Row {
  farm: number
  readings: number
  pen: number | null
  gap: number
  moved: number
}
const rowsOf = async (animal: string, hour: number) => [
  ...(await world.sql<Row[]>`
    select farm_id as farm, readings, pen_id as pen, gap_minutes as gap, round(moved_metres)::int as moved from animal_hours
    where animal_id = ${id(animal)} and hour = ${start + hour * hourMs} order by farm_id`),
]

beforeAll(async () => {
  world = await openWorld()
  start = world.context.clock.now()
  await makeDays(world, start, start + 3 * dayMs)
  pm = await world.user('pm', 'SUPERVISOR_PM', await world.organisation('SUPERVISOR', 'A'))
  ids['farm'] = await save('farm', { name: 'North', boundary: square(116, 44, 0.01) })
  ids['other'] = await save('farm', { name: 'South', boundary: square(117, 44, 0.01) })
  const [outer] = square(116, 44, 0.002).coordinates
  // A pen with another one standing in the middle of it.
  const [hole] = square(116, 44, 0.0005).coordinates
  ids['ring'] = await save('farmSlot', {
    name: 'Ring',
    farmId: id('farm'),
    polygon: { type: 'Polygon', coordinates: [outer, hole] },
  })
  ids['middle'] = await save('farmSlot', { name: 'Middle', farmId: id('farm'), polygon: square(116, 44, 0.0005) })
  ids['gateway'] = await save('gateway', {
    mac: 'AC233F0000F1',
    farmId: id('farm'),
    farmSlotId: id('middle'),
    longitude: 116,
    latitude: 44,
  })
  for (const name of ['01', '02', '03']) {
    ids[name] = await save('animal', { visualTag: name, farmId: id('farm') })
    ids[`band ${name}`] = await save('neckband', { deviceId: `AC233F0000A${Number(name)}`, animalId: ids[name] })
  }
  const at = (minutes: number) => start + minutes * minuteMs
  const band = (name: string) => ({ neckbandId: id(`band ${name}`) })
  await storeReadings(world, [
    // In the ring, then in the middle, and silent for the rest of the hour.
    { ...band('01'), at: at(60), longitude: 116.001, latitude: 44.001, temperatureC: 38, battery: 80 },
    { ...band('01'), at: at(63), longitude: 116.001, latitude: 44.001, temperatureC: 39.5 },
    { ...band('01'), at: at(65), longitude: 116, latitude: 44, battery: 79 },
    { ...band('01'), at: at(71), longitude: 116, latitude: 44 },
    // Never sends a position.
    { ...band('02'), at: at(61), gatewayId: id('gateway'), rssi: -60 },
    { ...band('02'), at: at(62), rssi: -90 },
    // Moves to the other farm in the middle of the hour.
    ...[0, 10, 20, 30, 40, 50].map((minute) => ({
      ...band('03'),
      at: at(120 + minute),
      longitude: minute < 30 ? 116 : 117,
      latitude: 44,
    })),
  ])
  await world.context.clock.moveTo(at(150))
  await world.call(pm, 'POST', '/collateral/common/animal/transferInBatch', {
    ids: [id('03')],
    farmId: id('other'),
    reason: 'r',
  })
  await world.context.clock.moveTo(at(195))
})
afterAll(() => world.close())

test('stores nothing without time; the next run rolls everything up', async () => {
  await run({ withinMs: 0 })
  await run({ isStopping: () => true })
  expect((await world.sql`select from animal_hours`).length).toBe(0)
  await run()
  expect(await rolledUpTo(world.sql)).toBe(start + 3 * hourMs)
})

describe('an hour of an animal', () => {
  test('summarises readings, positions, temperature, movement and gaps', async () => {
    const [row] = await world.sql`select * from animal_hours where animal_id = ${id('01')} and hour = ${start + hourMs}`
    expect(row).toMatchObject({
      farm_id: id('farm'),
      readings: 4,
      first_at: start + 60 * minuteMs,
      last_at: start + 71 * minuteMs,
      first_longitude: 116.001,
      last_longitude: 116,
      pen_id: id('middle'),
      lowest_temperature_c: 38,
      highest_temperature_c: 39.5,
      battery: 79,
      gap_minutes: 45,
    })
    expect(row?.['mean_longitude']).toBeCloseTo(116.0005, 6)
    expect(row?.['moved_metres']).toBeGreaterThan(130)
    expect(row?.['moved_metres']).toBeLessThan(145)
  })

  test('uses the strongest gateway’s pen without a position', async () => {
    expect(await rowsOf('02', 1)).toEqual([{ farm: id('farm'), readings: 2, pen: id('middle'), gap: 55, moved: 0 }])
  })

  test('has one row per farm with the readings heard there', async () => {
    expect((await rowsOf('03', 2)).map(({ farm, readings }) => [farm, readings])).toEqual([
      [id('farm'), 3],
      [id('other'), 3],
    ])
  })

  test('has no row without a reading', async () => {
    expect(await rowsOf('02', 2)).toEqual([])
  })

  test('has the last fix and pen of every five minutes', async () => {
    const hours = await readHours(
      world.context.sql,
      { from: start + hourMs, until: start + 2 * hourMs },
      world.sql`h.animal_id = ${id('01')}`,
      world.sql`s.animal_id = ${id('01')}`,
    )
    const steps: Step[] = []
    eachStep(hours, (step) => void steps.push({ ...step }))
    expect(steps.map(({ at, longitude, pen }) => [(at - start) / minuteMs, longitude, pen])).toEqual([
      [60, 116_001_000, id('ring')],
      [65, 116_000_000, id('middle')],
      [70, 116_000_000, id('middle')],
    ])
  })
})

test('computes the same hours from readings before the rollup', async () => {
  const all = () =>
    readHours(
      world.context.sql,
      { from: start, until: start + 3 * hourMs },
      world.sql`h.farm_id = ${id('farm')}`,
      world.sql`s.farm_id = ${id('farm')}`,
    )
  const rolledUp = await all()
  await setMarks(world.sql, { hours_rolled: start })
  expect(await all()).toEqual(rolledUp)
  await setMarks(world.sql, { hours_rolled: start + 3 * hourMs })
  expect(rolledUp.length).toBe(2)
})

test('rolls up only the hour of a late reading again', async () => {
  const { clock } = world.context
  await clock.moveTo(start + 200 * minuteMs)
  await run()
  const before = await rowsOf('01', 1)
  await world.sql`update animal_hours set readings = 99 where animal_id = ${id('02')}`
  await clock.moveTo(start + 205 * minuteMs)
  await storeReadings(world, [
    {
      neckbandId: id('band 01'),
      at: start + 100 * minuteMs,
      receivedAt: clock.now() - minuteMs,
      longitude: 116,
      latitude: 44,
    },
  ])
  await Promise.all([run(), run()])
  expect(await rowsOf('01', 1)).toEqual(before.map((row) => ({ ...row, readings: 5, gap: row.gap - 5 })))
  expect((await rowsOf('02', 1))[0]?.readings).toBe(99)
  expect((await world.sql`select from animal_hours_due`).length).toBe(0)
})

test('rolls up missed days and assigns hours to each neckband’s wearer', async () => {
  const { clock } = world.context
  await clock.moveTo(start + dayMs)
  await world.call(pm, 'PUT', `${web}/neckband/addOrEdit`, {
    id: id('band 01'),
    version: 1,
    deviceId: 'AC233F0000A1',
    animalId: null,
  })
  await world.call(pm, 'PUT', `${web}/neckband/addOrEdit`, {
    id: id('band 02'),
    version: 1,
    deviceId: 'AC233F0000A2',
    animalId: null,
  })
  await world.call(pm, 'PUT', `${web}/neckband/addOrEdit`, {
    id: id('band 01'),
    version: 2,
    deviceId: 'AC233F0000A1',
    animalId: id('02'),
  })
  await storeReadings(
    world,
    [-30, 30].map((minutes) => ({
      neckbandId: id('band 01'),
      at: start + dayMs + minutes * minuteMs,
      longitude: 116,
      latitude: 44,
    })),
  )
  await clock.moveTo(start + 3 * dayMs)
  await run()
  expect(await rolledUpTo(world.sql)).toBe(start + 3 * dayMs - hourMs)
  expect((await rowsOf('01', 23)).map(({ readings }) => readings)).toEqual([1])
  expect((await rowsOf('02', 24)).map(({ readings }) => readings)).toEqual([1])
  expect(await rowsOf('01', 24)).toEqual([])
})

describe('retention', () => {
  const settings = readSettings({ KEEP_READINGS_DAYS: '10', KEEP_HOURS_DAYS: '20', MAX_READING_AGE_DAYS: '7' })
  const log = { info: () => {} }
  const day = (number: number) => Math.floor(start / dayMs) * dayMs + number * dayMs
  const drop = (now: number) => dropExpired(world.context.sql, settings, now, log)

  let counted: number[][]
  const counts = async () => {
    const requests = [62, 90, 130, 200].map((minutes) =>
      world.call<{ ledger: number; heard: number }>(pm, 'POST', `${web}/headcount`, {
        farmId: id('farm'),
        at: start + minutes * minuteMs,
        windowMinutes: 60,
      }),
    )
    return (await Promise.all(requests)).map(({ data: { ledger, heard } }) => [ledger, heard])
  }

  test('never drops days that may still receive readings', () => {
    expect(retentionDays({ KEEP_READINGS_DAYS: 10, KEEP_HOURS_DAYS: 8, MAX_READING_AGE_DAYS: 30 })).toEqual({
      readings: 30,
      hours: 30,
    })
  })

  test('drops at most two rolled-up days per run, not by clock alone', async () => {
    expect(await readingDays(world.sql)).toEqual([0, 1, 2, 3].map(day))
    counted = await counts()
    // Nothing was heard since the third day: a clock that is far ahead drops nothing.
    await drop(day(400))
    expect(await readingDays(world.sql)).toEqual([0, 1, 2, 3].map(day))
    await makeDays(world, day(14), day(14))
    await drop(day(15))
    // The fourth day is not rolled up.
    expect(await readingDays(world.sql)).toEqual([2, 3, 14].map(day))
    await drop(day(15))
    expect(await readingDays(world.sql)).toEqual([3, 14].map(day))
    await setMarks(world.sql, { hours_rolled: day(14) })
    await drop(day(15))
    expect(await readingDays(world.sql)).toEqual([day(14)])
    expect((await rowsOf('01', 1)).length).toBe(1)
  })

  test('leaves headcounts of dropped days unchanged to five minutes', async () => {
    expect(counted.slice(0, 3)).toEqual([
      [3, 2],
      [3, 2],
      [3, 2],
    ])
    expect(await counts()).toEqual(counted)
  })

  test('drops hours after their own retention', async () => {
    await makeDays(world, day(21), day(21))
    await drop(day(21))
    const left = await world.sql<{ hour: number }[]>`select distinct hour from animal_hours order by hour`
    expect(left[0] && toInstant(left[0].hour) >= toInstant(day(1))).toBe(true)
    expect(left.length).toBeGreaterThan(0)
  })

  test('prevents the server role from dropping the newest days', async () => {
    await expect(dropReadings(world.context.sql, day(15))).rejects.toMatchObject({ code: '42501' })
  })
})
