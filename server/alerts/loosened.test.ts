import { expect, test } from 'vitest'
import { alertKinds, type RuleKind, ruleKinds, type Severity } from '#contract/alerts/alertKinds.ts'
import { loosened } from './loosened.ts'
import type { RuleInForce } from './rules.ts'

const rule = (name: RuleKind, parameters: object = {}, rest: { enabled?: boolean; severity?: Severity } = {}): RuleInForce => ({
  name, enabled: true, severity: 'MAJOR', parameters: alertKinds[name].parameters.parse(parameters), ...rest,
})

test.each<[RuleKind, object, string[]]>([
  ['LEFT_PEN', { bufferMetres: 3.1 }, ['parameters.bufferMetres']],
  ['LEFT_PEN', { bufferMetres: 2.9 }, []],
  ['LEFT_PEN', { clearMetres: 2, raiseDelayMinutes: 1, clearDelayMinutes: 0.5 }, ['parameters.clearMetres', 'parameters.raiseDelayMinutes', 'parameters.clearDelayMinutes']],
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
  ['COVERAGE_LOW', { raiseDelayMinutes: 1 }, ['parameters.raiseDelayMinutes']],
  // What explains silence hides some when it is raised more easily, and itself when it is raised less.
  ['SITE_OUTAGE', { raisePercent: 10 }, ['parameters.raisePercent']],
  ['SITE_OUTAGE', { raisePercent: 90 }, ['parameters.raisePercent']],
  ['GATEWAY_OFFLINE', { offlineMinutes: 1 }, ['parameters.offlineMinutes']],
])('%s with %o loosens %o', (kind, parameters, fields) => {
  expect(loosened(rule(kind), rule(kind, parameters))).toEqual(fields)
})

test.each(ruleKinds)('%s is loosened by switching it off or telling it as less severe, not by the opposite', (kind) => {
  expect(loosened(rule(kind), rule(kind, {}, { enabled: false }))).toEqual(['enabled'])
  expect(loosened(rule(kind, {}, { enabled: false }), rule(kind))).toEqual([])
  expect(loosened(rule(kind), rule(kind, {}, { severity: 'INFO' }))).toEqual(['severity'])
  expect(loosened(rule(kind), rule(kind, {}, { severity: 'CRITICAL' }))).toEqual([])
})
