import { describe, expect, it } from 'vitest'
import { alertKinds } from '#contract/alerts/alertKinds.ts'
import { evaluate as coverageLow } from './coverageLow.ts'
import { evaluate as dailyLogMissing } from './dailyLogMissing.ts'
import { evaluate as gatewayOffline } from './gatewayOffline.ts'
import { HerdColumns } from '../../herd/columns.ts'
import { evaluate as headcountDrop, factsOf as headcountFacts } from './headcountDrop.ts'
import { evaluate as leftPen } from './leftPen.ts'
import { evaluate as lowBattery } from './lowBattery.ts'
import { evaluate as neckbandSilent } from './neckbandSilent.ts'
import { evaluate as penCrowded } from './penCrowded.ts'
import { evaluate as siteOutage } from './siteOutage.ts'
import { evaluate as wallSilent } from './wallSilent.ts'

const minute = 60_000
const now = 1_000 * minute
const ago = (minutes: number) => now - minutes * minute
const never = Number.NaN

describe('NECKBAND_SILENT', () => {
  const parameters = alertKinds.NECKBAND_SILENT.parameters.parse({ silentMinutes: 60 })
  it.each([
    ['heard just now', ago(0), ago(0), 'clear', ago(0)],
    ['heard within the limit', ago(59), ago(59), 'clear', ago(59)],
    ['silent for just as long as the limit', ago(60), ago(60), 'raise', now],
    ['silent for longer: since the limit was reached', ago(90), ago(90), 'raise', ago(30)],
    ['silent for long, but an outage explained it until of late', ago(90), ago(10), 'hold', never],
    ['never heard, put on long ago', never, ago(61), 'raise', ago(1)],
    ['never heard, put on of late', never, ago(5), 'hold', never],
  ])('%s', (_name, heardAt, silentFromAt, level, levelSinceAt) => {
    expect(
      neckbandSilent({ heardAt, silentFromAt, usualGapMs: never, isExplained: false }, parameters, now),
    ).toMatchObject({ level, levelSinceAt })
  })
  it.each([
    ['one that reports every five seconds', 60, 5 / 60, 'raise'],
    ['one that reports every half hour', 119, 30, 'clear'],
    ['… after four of its gaps', 120, 30, 'raise'],
    ['one that reports twice a day, after a day', 1440, 720, 'raise'],
    ['… before', 1439, 720, 'clear'],
  ])('also uses the neckband’s own rhythm: %s', (_name, minutes, usualMinutes, level) => {
    const facts = {
      heardAt: ago(minutes),
      silentFromAt: ago(minutes),
      usualGapMs: usualMinutes * minute,
      isExplained: false,
    }
    expect(neckbandSilent(facts, parameters, now).level).toBe(level)
    expect(neckbandSilent(facts, { ...parameters, usualGaps: 0 }, now).level).toBe('raise')
  })
  it('is held while an outage explains the silence, but still clears', () => {
    const explained = (minutes: number) =>
      neckbandSilent(
        { heardAt: ago(minutes), silentFromAt: ago(minutes), usualGapMs: never, isExplained: true },
        parameters,
        now,
      ).level
    expect([explained(90), explained(59)]).toEqual(['hold', 'clear'])
  })
})

describe('SITE_OUTAGE', () => {
  const parameters = alertKinds.SITE_OUTAGE.parameters.parse({})
  const herd = (silent: number, all: number, gapMs = 5000) => ({
    heardAt: Array.from({ length: all }, (_, i) => (i < silent ? ago(20 - i / 2) : ago(1))),
    usualGapMs: Array.from({ length: all }, () => gapMs),
    listeningSinceAt: ago(500),
  })
  it.each([
    ['all heard', herd(0, 20), 'clear'],
    ['a quarter silent is neither', herd(5, 20), 'hold'],
    ['half silent is not more than half', herd(10, 20), 'hold'],
    ['more than half', herd(11, 20), 'raise'],
    ['as many, but they report every half hour', herd(11, 20, 30 * minute), 'clear'],
    ['too few to be a site', herd(4, 4), 'hold'],
    ['nobody there', herd(0, 0), 'hold'],
  ])('%s', (_name, facts, level) => {
    expect(siteOutage(facts, parameters, now).level).toBe(level)
  })
  it('starts when the first silent neckband was last heard', () => {
    expect(siteOutage(herd(11, 20), parameters, now).sinceAt).toBe(ago(20))
  })
  it.each([
    ['for less than the limit: nothing can be said', 11, 9, 'hold'],
    ['… but nearly all were heard since', 1, 9, 'clear'],
    ['for longer than the limit', 11, 11, 'raise'],
  ])('when we have listened %s', (_name, silent, minutes, level) => {
    expect(siteOutage({ ...herd(silent, 20), listeningSinceAt: ago(minutes) }, parameters, now).level).toBe(level)
  })
  it('starts with the real silence, even before listening began', () => {
    const { level, sinceAt } = siteOutage({ ...herd(11, 20), listeningSinceAt: ago(11) }, parameters, now)
    expect([level, sinceAt]).toEqual(['raise', ago(20)])
  })
})

describe('GATEWAY_OFFLINE', () => {
  const parameters = alertKinds.GATEWAY_OFFLINE.parameters.parse({ offlineMinutes: 10 })
  it.each([
    ['never seen', never, ago(100), 'hold'],
    ['seen of late', ago(9), ago(100), 'clear'],
    ['not seen for too long', ago(10), ago(100), 'raise'],
    ['not seen for long, but we have not listened for long either', ago(60), ago(5), 'hold'],
  ])('%s', (_name, heardAt, listeningSinceAt, level) => {
    expect(gatewayOffline({ heardAt, listeningSinceAt }, parameters, now).level).toBe(level)
  })
})

describe('WALL_SILENT', () => {
  const parameters = alertKinds.WALL_SILENT.parameters.parse({})
  it.each([
    ['painted just now', ago(0), never, ago(100), 'clear', ago(0)],
    ['painted within the limit', ago(4.9), never, ago(100), 'clear', ago(4.9)],
    ['silent for as long as the limit', ago(5), never, ago(100), 'raise', now],
    ['silent for longer: since the limit was reached', ago(60), never, ago(100), 'raise', ago(55)],
    ['silent for long, but the server has only just come back', ago(60), never, ago(4), 'hold', never],
    ['silent since before the server came back, which is long ago', ago(60), never, ago(6), 'raise', ago(1)],
    ['silent for long in herd time that ran ahead of the wall’s', ago(60), ago(3), ago(100), 'hold', never],
    ['painted of late, and the server has only just come back', ago(1), never, ago(0), 'clear', ago(1)],
  ])('%s', (_name, paintedAt, countsFromAt, listeningSinceAt, level, levelSinceAt) => {
    expect(wallSilent({ paintedAt, countsFromAt, listeningSinceAt }, parameters, now)).toMatchObject({
      level,
      levelSinceAt,
    })
  })
})

describe('LEFT_PEN', () => {
  const parameters = alertKinds.LEFT_PEN.parameters.parse({ bufferMetres: 3, clearMetres: 1 })
  const at = { outsideSinceAt: ago(2), insideSinceAt: ago(1), longitude: 116, latitude: 44, penId: 7 }
  it.each([
    ['well inside', -20, 'clear'],
    ['on the fence', 0, 'clear'],
    ['a little outside', 2, 'hold'],
    ['just as far as positions scatter', 3, 'hold'],
    ['farther', 3.1, 'raise'],
    ['without a pen or a fix', never, 'hold'],
  ])('%s', (_name, metresOutside, level) => {
    expect(leftPen({ ...at, metresOutside }, parameters).level).toBe(level)
  })
  it('counts from the first fix outside', () => {
    expect(leftPen({ ...at, metresOutside: 50 }, parameters)).toMatchObject({ levelSinceAt: ago(2), sinceAt: ago(2) })
    expect(leftPen({ ...at, metresOutside: 50 }, parameters).detail()).toMatchObject({ metresOutside: 50, penId: 7 })
  })
})

describe('LOW_BATTERY', () => {
  const parameters = alertKinds.LOW_BATTERY.parameters.parse({ raisePercent: 15, clearPercent: 20 })
  it.each([
    [14.9, 'raise'],
    [15, 'hold'],
    [19.9, 'hold'],
    [20, 'clear'],
    [never, 'hold'],
  ])('%d %%', (battery, level) => {
    expect(lowBattery(battery, parameters).level).toBe(level)
  })
})

describe('PEN_CROWDED', () => {
  it.each([
    [41, 40, {}, 'raise'],
    [40, 40, {}, 'clear'],
    [1, 0, {}, 'raise'],
    [0, 0, {}, 'clear'],
    [45, 40, { raisePercent: 110 }, 'raise'],
    [44, 40, { raisePercent: 110 }, 'hold'],
    [40, 40, { raisePercent: 110 }, 'clear'],
    [33, 40, { clearPercent: 80 }, 'hold'],
    // Levels the wrong way round leave no gap in which an alert is raised and cleared at once.
    [41, 40, { clearPercent: 200 }, 'raise'],
  ])('%d heads, room for %d, %o: %s', (heads, capacity, parameters, level) => {
    expect(penCrowded({ heads, capacity }, alertKinds.PEN_CROWDED.parameters.parse(parameters)).level).toBe(level)
  })
})

describe('DAILY_LOG_MISSING', () => {
  const parameters = alertKinds.DAILY_LOG_MISSING.parameters.parse({ dueMinuteOfDay: 20 * 60 })
  const facts = (
    at: string,
    loggedOn: string | null,
    { startsOn = '2026-04-01', timeZone = 'Asia/Shanghai' } = {},
  ) => ({ startsOn, loggedOn, timeZone, now: Date.parse(at) })
  it.each([
    ['written today', facts('2026-05-01T12:00:00Z', '2026-05-01'), 'clear'],
    ['not today, but not due yet', facts('2026-05-01T11:59:59Z', '2026-04-30'), 'clear'],
    ['not today, and due', facts('2026-05-01T12:00:00Z', '2026-04-30'), 'raise'],
    [
      'the same instant where it is morning',
      facts('2026-05-01T12:00:00Z', '2026-04-30', { timeZone: 'America/Sao_Paulo' }),
      'clear',
    ],
    ['still missing after midnight', facts('2026-05-01T17:00:00Z', '2026-04-30'), 'raise'],
    ['made up for later', facts('2026-05-01T17:00:00Z', '2026-05-02'), 'clear'],
    ['none ever', facts('2026-05-01T12:00:00Z', null), 'raise'],
    [
      'none ever, of a project that begins today',
      facts('2026-05-01T11:00:00Z', null, { startsOn: '2026-05-01' }),
      'hold',
    ],
  ])('%s', (_name, given, level) => {
    expect(dailyLogMissing(given, parameters).level).toBe(level)
  })
  it('names the missing day and when its log was due', () => {
    const verdict = dailyLogMissing(facts('2026-05-01T13:00:00Z', null), parameters)
    expect([verdict.sinceAt, verdict.detail()]).toEqual([Date.parse('2026-05-01T12:00:00Z'), { day: '2026-05-01' }])
  })
})

describe('HEADCOUNT_DROP', () => {
  const parameters = alertKinds.HEADCOUNT_DROP.parameters.parse({
    raiseHeads: 10,
    raisePercent: 5,
    clearHeads: 5,
    clearPercent: 2,
  })
  it.each([
    ['all heard', 1000, 1000, 0, 'clear'],
    ['as many as it takes', 1000, 990, 10, 'raise'],
    ['one fewer, and still more than it clears at', 1000, 991, 9, 'hold'],
    ['as many as it clears below', 1000, 995, 5, 'hold'],
    ['fewer', 1000, 996, 4, 'clear'],
    ['few heads, but more of the herd than it clears below', 100, 98, 2, 'hold'],
    ['fewer of the herd', 100, 99, 1, 'clear'],
    ['few heads, but many of the herd', 20, 19, 1, 'raise'],
    ['an outage explains some: it neither raises nor clears', 1000, 900, 5, 'hold'],
    ['an outage, and more than it explains', 1000, 900, 12, 'raise'],
    ['nothing is pledged', 0, 0, 0, 'hold'],
  ])('%s', (_name, ledger, heard, unexplained, level) => {
    const verdict = headcountDrop({ ledger, heard, unexplained }, parameters)
    expect([verdict.level, verdict.detail()]).toEqual([level, level === 'hold' ? {} : { unexplained, heard, ledger }])
  })
})

it('HEADCOUNT_DROP clears only below its raise level despite a higher clear level', () => {
  const parameters = alertKinds.HEADCOUNT_DROP.parameters.parse({
    raiseHeads: 3,
    raisePercent: 100,
    clearHeads: 50,
    clearPercent: 100,
  })
  const levels = [3, 2].map(
    (silent) => headcountDrop({ ledger: 1000, heard: 1000 - silent, unexplained: 0 }, parameters).level,
  )
  expect(levels).toEqual(['hold', 'clear'])
})

describe('COVERAGE_LOW', () => {
  const parameters = alertKinds.COVERAGE_LOW.parameters.parse({})
  const loan = (heads: number | null, balance = '1000.00') => ({
    balance,
    warningLine: '1.2000',
    minimumLine: '1.0000',
    lines: heads === null ? [] : [{ lineId: 1, heads, unitPrice: '100.00', haircut: '0.0000' }],
  })
  it.each([
    ['at the warning line', loan(12), 'clear', {}],
    ['below it', loan(11), 'raise', { ratio: '1.1000', state: 'BELOW_WARNING' }],
    ['below the minimum line', loan(9), 'raise', { ratio: '0.9000', state: 'BELOW_MINIMUM' }],
    ['every head is gone', loan(0), 'raise', { ratio: '0.0000' }],
    ['nothing is owed', loan(0, '0.00'), 'clear', {}],
    ['nothing was ever pledged', loan(null), 'hold', {}],
    [
      'its last line was removed',
      { ...loan(null), wasPledged: true },
      'raise',
      { ratio: '0.0000', state: 'BELOW_MINIMUM' },
    ],
  ])('%s', (_name, given, level, detail) => {
    const verdict = coverageLow(given, parameters)
    expect(verdict.level).toBe(level)
    expect(verdict.detail()).toMatchObject(detail)
  })

  it('clears only as far above the warning line as configured', () => {
    const above = alertKinds.COVERAGE_LOW.parameters.parse({ clearAbovePercent: 25 })
    expect([11, 12, 14, 15].map((heads) => coverageLow(loan(heads), above).level)).toEqual([
      'raise',
      'hold',
      'hold',
      'clear',
    ])
    expect(coverageLow(loan(0, '0.00'), above).level).toBe('clear')
    // To the very place, which a binary float misses: 1.1 × 1.1.
    const exact = { ...loan(121, '10000.00'), warningLine: '1.1000' }
    expect(coverageLow(exact, alertKinds.COVERAGE_LOW.parameters.parse({ clearAbovePercent: 10 })).level).toBe('clear')
    expect(coverageLow(exact, alertKinds.COVERAGE_LOW.parameters.parse({ clearAbovePercent: 10.1 })).level).toBe('hold')
  })
})

it('HEADCOUNT_DROP counts heads in the window of the project', () => {
  const slot = (animalId: number) => ({
    animalId,
    visualTag: '',
    neckbandId: animalId,
    pairedAt: never,
    pledgedTo: 7,
    penId: 0,
  })
  const columns = new HerdColumns([slot(1), slot(2), slot(3)], [116, 44])
  columns.heardAt.set([ago(10), ago(100), ago(300)])
  const farm = { columns, listeningSinceAt: ago(900), explainedUntil: () => Number.NaN, isAway: () => false }
  const heardIn = (windowMinutes: number) => headcountFacts(farm, { id: 7, loan: { windowMinutes } }, now)
  expect(heardIn(60)).toEqual({ ledger: 3, heard: 1, unexplained: 2 })
  expect(heardIn(240)).toEqual({ ledger: 3, heard: 2, unexplained: 1 })
})
