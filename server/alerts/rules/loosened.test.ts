import { expect, test } from 'vitest'
import { alertKinds, type Loosening, type RuleKind, ruleKinds, type Severity } from '#contract/alerts/alertKinds.ts'
import { type Schedule, scheduleSchema } from '#contract/alerts/schedules.ts'
import { loosened } from './loosened.ts'
import type { RuleInForce } from './rules.ts'

const rule = (
  name: RuleKind,
  parameters: object = {},
  rest: { enabled?: boolean; severity?: Severity } = {},
): RuleInForce => ({
  name,
  projectId: null,
  ruleId: null,
  enabled: true,
  severity: 'MAJOR',
  parameters: alertKinds[name].parameters.parse(parameters),
  schedule: null,
  ...rest,
})

test.each<[RuleKind, object, string[]]>([
  ['LEFT_PEN', { bufferMetres: 3.1 }, ['parameters.bufferMetres']],
  ['LEFT_PEN', { bufferMetres: 2.9 }, []],
  [
    'LEFT_PEN',
    { clearMetres: 2, raiseDelayMinutes: 1, clearDelayMinutes: 0.5 },
    ['parameters.clearMetres', 'parameters.raiseDelayMinutes', 'parameters.clearDelayMinutes'],
  ],
  ['LEFT_PEN', { clearMetres: 0, raiseDelayMinutes: 0, clearDelayMinutes: 5 }, []],
  ['NECKBAND_SILENT', { silentMinutes: 61 }, ['parameters.silentMinutes']],
  ['NECKBAND_SILENT', { silentMinutes: 30 }, []],
  ['LOW_BATTERY', { raisePercent: 14, clearPercent: 19 }, ['parameters.raisePercent', 'parameters.clearPercent']],
  ['LOW_BATTERY', { raisePercent: 30, clearPercent: 40 }, []],
  ['PEN_CROWDED', { raisePercent: 101 }, ['parameters.raisePercent']],
  ['PEN_CROWDED', { raisePercent: 90, clearPercent: 90 }, []],
  ['DAILY_LOG_MISSING', { dueMinuteOfDay: 1201 }, ['parameters.dueMinuteOfDay']],
  ['DAILY_LOG_MISSING', { dueMinuteOfDay: 1199 }, []],
  ['HEADCOUNT_DROP', { raiseHeads: 11, raisePercent: 6 }, ['parameters.raiseHeads', 'parameters.raisePercent']],
  ['HEADCOUNT_DROP', { raiseHeads: 1, raisePercent: 1 }, []],
  ['HEADCOUNT_DROP', { clearHeads: 6, clearPercent: 3 }, ['parameters.clearHeads', 'parameters.clearPercent']],
  ['COVERAGE_LOW', { raiseDelayMinutes: 1 }, ['parameters.raiseDelayMinutes']],
  ['COVERAGE_LOW', { clearAbovePercent: 1 }, []],
  // A kind that explains silence hides others when it is raised more easily, and itself when it is raised less.
  ['SITE_OUTAGE', { raisePercent: 10 }, ['parameters.raisePercent']],
  ['SITE_OUTAGE', { raisePercent: 90 }, ['parameters.raisePercent']],
  ['GATEWAY_OFFLINE', { offlineMinutes: 1 }, ['parameters.offlineMinutes']],
])('%s with %o loosens %o', (kind, parameters, fields) => {
  expect(loosened(rule(kind), rule(kind, parameters))).toEqual(fields)
})

const everyParameter = ruleKinds.flatMap((kind) =>
  Object.entries<Loosening>(alertKinds[kind].loosenedBy).map(([name, way]) => [kind, name, way] as const),
)

test.each(everyParameter)('%s is loosened as described by a change of %s: %s', (kind, name, way) => {
  const { parameters } = alertKinds[kind]
  const defaults: Record<string, number> = parameters.parse({})
  for (const [step, loosens] of [
    [1, way !== 'lower'],
    [-1, way !== 'higher'],
  ] as const) {
    const changed = { [name]: (defaults[name] ?? 0) + step }
    // A value at its limit cannot go further.
    if (!parameters.safeParse(changed).success) continue
    expect(loosened(rule(kind), rule(kind, changed))).toEqual(loosens ? [`parameters.${name}`] : [])
  }
})

test.each(ruleKinds)('%s is loosened by disabling or a lower severity, not the opposite', (kind) => {
  expect(loosened(rule(kind), rule(kind, {}, { enabled: false }))).toEqual(['enabled'])
  expect(loosened(rule(kind, {}, { enabled: false }), rule(kind))).toEqual([])
  expect(loosened(rule(kind), rule(kind, {}, { severity: 'INFO' }))).toEqual(['severity'])
  expect(loosened(rule(kind), rule(kind, {}, { severity: 'CRITICAL' }))).toEqual([])
})

test('loosens a rule by a shorter schedule; outage rules by any change', () => {
  const nights = scheduleSchema.parse({
    weekly: [{ days: [1, 2, 3, 4, 5, 6, 7], fromMinuteOfDay: 1200, toMinuteOfDay: 360 }],
  })
  const timed = (name: RuleKind, schedule: Schedule | null) => ({ ...rule(name), schedule })
  expect(loosened(timed('LEFT_PEN', null), timed('LEFT_PEN', nights))).toEqual(['schedule'])
  expect(loosened(timed('LEFT_PEN', nights), timed('LEFT_PEN', null))).toEqual([])
  expect(loosened(timed('SITE_OUTAGE', nights), timed('SITE_OUTAGE', null))).toEqual(['schedule'])
  expect(loosened(timed('SITE_OUTAGE', nights), timed('SITE_OUTAGE', nights))).toEqual([])
})

test.each<[RuleKind, object, string[]]>([
  [
    'TEMPERATURE',
    { raiseAboveCelsius: 51, raiseBelowCelsius: -31 },
    ['parameters.raiseAboveCelsius', 'parameters.raiseBelowCelsius'],
  ],
  ['TEMPERATURE', { raiseAboveCelsius: 45, raiseBelowCelsius: -20, clearBelowCelsius: -10, clearAboveCelsius: 40 }, []],
  ['INSURANCE_EXPIRING', { raiseDays: 29 }, ['parameters.raiseDays']],
  ['NECKBAND_SILENT', { usualGaps: 5 }, ['parameters.usualGaps']],
  ['NECKBAND_SILENT', { usualGaps: 0 }, []],
  ['WALL_SILENT', { silentMinutes: 6 }, ['parameters.silentMinutes']],
  ['WALL_SILENT', { silentMinutes: 4 }, []],
  [
    'COLLARS_TOGETHER',
    { raiseHeads: 4, raiseHours: 49, clearHours: 25 },
    ['parameters.raiseHeads', 'parameters.raiseHours', 'parameters.clearHours'],
  ],
])('%s with %o loosens %o', (kind, parameters, fields) => {
  expect(loosened(rule(kind), rule(kind, parameters))).toEqual(fields)
})
