import { describe, expect, it } from 'vitest'
import { alertKinds } from '#contract/alerts/alertKinds.ts'
import { evaluate as badPosition } from './badPosition.ts'
import { evaluate as collarRemoved } from './collarRemoved.ts'
import { evaluate as collarsTogether } from './collarsTogether.ts'
import { evaluate as insuranceExpiring } from './insuranceExpiring.ts'
import { evaluate as leftFarm } from './leftFarm.ts'
import { evaluate as noMovement } from './noMovement.ts'
import { evaluate as temperature } from './temperature.ts'

const hour = 3_600_000
const now = 1_000 * hour
const ago = (hours: number) => now - hours * hour
const never = Number.NaN

describe('LEFT_FARM', () => {
  const parameters = alertKinds.LEFT_FARM.parameters.parse({})
  const at = { outsideSinceAt: ago(2), insideSinceAt: ago(1), longitude: 116, latitude: 44 }
  it.each([
    ['well inside', -300, 'clear'],
    ['in a pen of it', 0, 'clear'],
    ['outside by less than is cleared within', 5, 'clear'],
    ['between the levels', 7, 'hold'],
    ['farther', 10.1, 'raise'],
    ['without a position', never, 'hold'],
  ])('%s', (_name, metresOutside, level) => {
    expect(leftFarm({ ...at, metresOutside }, parameters).level).toBe(level)
  })
  it('reports the distance, the position and the first fix outside', () => {
    const verdict = leftFarm({ ...at, metresOutside: 50.4 }, parameters)
    expect([verdict.sinceAt, verdict.detail()]).toEqual([ago(2), { metresOutside: 50, longitude: 116, latitude: 44 }])
  })
})

describe('NO_MOVEMENT', () => {
  const parameters = alertKinds.NO_MOVEMENT.parameters.parse({ stillHours: 12 })
  it.each([
    ['moved just now', ago(0), ago(0), 'clear'],
    ['still for a little less', ago(11.9), ago(0), 'clear'],
    ['still for just as long', ago(12), ago(0), 'raise'],
    ['still when it was heard last, but not for as long', ago(30), ago(20), 'clear'],
    ['still for long when it was heard last', ago(40), ago(20), 'raise'],
    ['never told', never, never, 'hold'],
  ])('%s', (_name, stillSinceAt, motionReportedAt, level) => {
    expect(noMovement({ stillSinceAt, motionReportedAt: motionReportedAt }, parameters).level).toBe(level)
  })
  it('counts from the end of the configured still hours', () => {
    expect(noMovement({ stillSinceAt: ago(20), motionReportedAt: ago(0) }, parameters)).toMatchObject({
      levelSinceAt: ago(8),
      sinceAt: ago(20),
    })
  })
})

describe('COLLAR_REMOVED', () => {
  const parameters = alertKinds.COLLAR_REMOVED.parameters.parse({ stillHours: 24, raisePercent: 60 })
  const still = { tamperSinceAt: never, stillSinceAt: ago(30), motionReportedAt: ago(0), neighbours: 10, moved: 6 }
  it.each([
    ['opened', { ...still, tamperSinceAt: ago(1), stillSinceAt: never, motionReportedAt: never }, 'raise'],
    ['still, and its neighbours moved', still, 'raise'],
    ['still, and too few of its neighbours moved', { ...still, moved: 5 }, 'hold'],
    ['still, with too few neighbours to tell', { ...still, neighbours: 2, moved: 2 }, 'hold'],
    ['still for less', { ...still, stillSinceAt: ago(23) }, 'clear'],
    ['closed, and says nothing of movement', { ...still, stillSinceAt: never, motionReportedAt: never }, 'clear'],
  ])('%s', (_name, facts, level) => {
    expect(collarRemoved(facts, parameters).level).toBe(level)
  })
})

describe('TEMPERATURE', () => {
  it.each([
    [50, {}, 'raise'],
    [49.9, {}, 'hold'],
    [47, {}, 'clear'],
    [20, {}, 'clear'],
    [-27, {}, 'clear'],
    [-29, {}, 'hold'],
    [-30, {}, 'raise'],
    [never, {}, 'hold'],
    // Levels the wrong way round.
    [45, { raiseAboveCelsius: 40, clearAboveCelsius: 60 }, 'raise'],
    [40.5, { raiseAboveCelsius: 41, clearAboveCelsius: 39.5 }, 'hold'],
  ])('%d °C, %o: %s', (celsius, given, level) => {
    expect(temperature(celsius, alertKinds.TEMPERATURE.parameters.parse(given)).level).toBe(level)
  })
})

describe('BAD_POSITION', () => {
  it.each([
    [0, {}, 'clear'],
    [1, {}, 'clear'],
    [4, {}, 'hold'],
    [5, {}, 'raise'],
    [1, { raisePositions: 1 }, 'raise'],
    [0, { raisePositions: 1, clearPositions: 8 }, 'clear'],
  ])('%d of eight, %o: %s', (bad, given, level) => {
    expect(badPosition(bad, alertKinds.BAD_POSITION.parameters.parse(given)).level).toBe(level)
  })
})

describe('COLLARS_TOGETHER', () => {
  const parameters = alertKinds.COLLARS_TOGETHER.parameters.parse({})
  const group = (...hours: number[]) => ({
    by: 'PLACE' as const,
    members: hours.map((one, i) => ({ visualTag: `${i + 1}`, hours: one })),
  })
  it.each([
    ['none', [], 'clear'],
    ['three for two days', [group(48, 48, 60)], 'raise'],
    ['three, one of them not for as long', [group(48, 48, 47)], 'hold'],
    ['three, one of them of late', [group(48, 48, 23)], 'clear'],
    ['two pairs are not four', [group(90, 90), group(90, 90)], 'clear'],
  ])('%s', (_name, groups, level) => {
    expect(collarsTogether(groups, parameters).level).toBe(level)
  })
  it('names the largest group', () => {
    const verdict = collarsTogether([group(50, 50, 50), { ...group(49, 60, 70, 80, 90, 99), by: 'SIGNAL' }], parameters)
    expect(verdict.detail()).toEqual({ heads: 6, hours: 49, by: 'SIGNAL', animals: '1\n2\n3\n4\n5' })
  })
})

describe('INSURANCE_EXPIRING', () => {
  const parameters = alertKinds.INSURANCE_EXPIRING.parameters.parse({ raiseDays: 30 })
  const today = '2026-05-01'
  const spell = (startsOn: string, endsOn: string, number = 'P') => ({ startsOn, endsOn, number })
  const until = (endsOn: string, number = 'P', heads = 10) => ({ spells: [spell('2024-06-01', endsOn, number)], heads })
  const by = (...spells: ReturnType<typeof spell>[]) => ({ spells, heads: 10 })
  const now = spell('2025-05-21', '2026-05-20')
  it.each([
    ['nothing is insured', [], 'hold'],
    ['for long', [until('2026-06-01')], 'clear'],
    ['for as many days', [until('2026-05-31')], 'raise'],
    ['ends today', [until('2026-05-01')], 'raise'],
    ['ended lately', [until('2026-03-01')], 'raise'],
    ['ended long ago', [until('2026-01-30')], 'hold'],
    ['some long ago, some soon', [until('2025-01-30'), until('2026-05-02')], 'raise'],
    ['some long ago, the others go on', [until('2025-01-30'), until('2026-12-02')], 'hold'],
    ['another begins on the day after the last', [by(now, spell('2026-05-21', '2027-05-20'))], 'clear'],
    ['another begins before the last', [by(now, spell('2026-05-20', '2027-05-20'))], 'clear'],
    ['another begins a day too late', [by(now, spell('2026-05-22', '2027-05-20'))], 'raise'],
    [
      'a longer one holds over the gap between two others',
      [by(spell('2025-05-21', '2026-12-31'), spell('2026-04-01', '2026-05-10'), spell('2026-05-12', '2026-05-20'))],
      'clear',
    ],
    ['another follows, and ends soon as well', [by(now, spell('2026-05-21', '2026-05-31'))], 'raise'],
    [
      'it has ended lately, and the next is to come',
      [by(spell('2025-05-01', '2026-04-30'), spell('2026-05-02', '2027-05-01'))],
      'raise',
    ],
    [
      'it had ended lately, and goes on since today',
      [by(spell('2025-04-01', '2026-03-31'), spell('2026-05-01', '2027-04-30'))],
      'clear',
    ],
    [
      'it has ended long ago, and the next is to come',
      [by(spell('2025-01-01', '2025-12-31'), spell('2026-05-02', '2027-05-01'))],
      'hold',
    ],
    ['the first is to come, and short', [by(spell('2026-05-02', '2026-05-20'))], 'clear'],
  ])('%s', (_name, insured, level) => {
    expect(insuranceExpiring(insured, today, parameters).level).toBe(level)
  })
  it('reports the expiring policies, their heads and the first end', () => {
    expect(
      insuranceExpiring(
        [until('2026-05-09', 'B', 3), until('2026-05-02', 'A', 4), until('2027-05-02', 'C')],
        today,
        parameters,
      ).detail(),
    ).toEqual({
      policies: 'A\nB',
      heads: 7,
      endsOn: '2026-05-02',
    })
  })
  it('reports the last day before the gap, each policy once', () => {
    const next = spell('2026-08-01', '2027-07-31', 'C')
    expect(insuranceExpiring([by(now), by(now, next)], today, parameters).detail()).toEqual({
      policies: 'P',
      heads: 20,
      endsOn: '2026-05-20',
    })
  })
})
