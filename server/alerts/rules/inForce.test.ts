import { expect, test } from 'vitest'
import type { RuleKind } from '#contract/alerts/alertKinds.ts'
import type { AlertRule, RuleScope } from '#contract/alerts/alertRules.ts'
import { rulesFor } from './inForce.ts'
import { rulesByPlace } from './rules.ts'

const farm = {
  id: 1,
  supervisorOrgId: 2,
  projects: [
    { id: 10, firstFarmId: 1 },
    { id: 11, firstFarmId: 1 },
  ],
}
const rule = (
  id: number,
  kind: RuleKind,
  scope: RuleScope,
  scopeId: number | null,
  parameters: Record<string, number>,
  rest: Partial<AlertRule> = {},
): AlertRule => ({
  id,
  version: 0,
  kind,
  scope,
  scopeId,
  severity: 'MAJOR',
  enabled: true,
  parameters,
  schedule: null,
  ...rest,
})
const found = (kind: RuleKind, rules: readonly AlertRule[], of: typeof farm = farm) =>
  rulesFor(of, rulesByPlace(rules), [kind]).map(({ projectId, ruleId, enabled }) => [projectId, ruleId, enabled])

test('applies each loan its own project’s rules', () => {
  const rules = [
    rule(1, 'HEADCOUNT_DROP', 'PLATFORM', null, {}),
    rule(2, 'HEADCOUNT_DROP', 'PROJECT', 10, {}, { enabled: false }),
    rule(3, 'HEADCOUNT_DROP', 'PROJECT', 99, {}),
  ]
  expect(found('HEADCOUNT_DROP', rules)).toEqual([
    [10, 2, false],
    [11, 1, true],
  ])
  expect(found('HEADCOUNT_DROP', [...rules, rule(4, 'HEADCOUNT_DROP', 'PROJECT', 11, {})])).toEqual([
    [10, 2, false],
    [11, 4, true],
  ])
  expect(found('HEADCOUNT_DROP', rules, { ...farm, projects: [] })).toEqual([[null, 1, true]])
  expect(found('HEADCOUNT_DROP', [])).toEqual([
    [10, null, true],
    [11, null, true],
  ])
})

const narrow = (id: number, projectId: number, bufferMetres: number, rest: Partial<AlertRule> = {}) =>
  rule(id, 'LEFT_PEN', 'PROJECT', projectId, { bufferMetres }, rest)
const wide = rule(1, 'LEFT_PEN', 'FARM', 1, { bufferMetres: 3 })
test.each<[string, AlertRule[], number | null]>([
  ['that of the only project', [wide, narrow(2, 10, 1)], 2],
  ['that of another project, where it raises more', [wide, narrow(2, 10, 2), narrow(3, 11, 1)], 3],
  ['that of the first, where it raises more', [wide, narrow(2, 10, 1), narrow(3, 11, 2)], 2],
  ['that of the first, where both raise the same', [wide, narrow(2, 10, 1), narrow(3, 11, 1)], 2],
  ['the farm’s, where the only project’s would loosen what holds for the other', [wide, narrow(2, 10, 5)], 1],
  ['that of another, where the first’s is off', [wide, narrow(2, 10, 1, { enabled: false }), narrow(3, 11, 5)], 3],
  ['the defaults, where a project’s is looser', [narrow(2, 11, 5)], null],
])('applies %s to a kind that projects share', (_name, rules, id) => {
  expect(found('LEFT_PEN', rules)).toEqual([[null, id, true]])
})

test('applies the stricter value of each measure to a shared kind', () => {
  const nights: AlertRule['schedule'] = {
    weekly: [{ days: [1, 2, 3, 4, 5, 6, 7], fromMinuteOfDay: 1200, toMinuteOfDay: 300 }],
    fromDay: null,
    toDay: null,
    seasonFrom: null,
    seasonTo: null,
    restDays: [],
  }
  const rules = [
    narrow(2, 10, 1, { severity: 'MINOR', schedule: nights }),
    narrow(3, 11, 5, { severity: 'CRITICAL', parameters: { bufferMetres: 5, raiseDelayMinutes: 0 } }),
  ]
  const [one] = rulesFor(farm, rulesByPlace(rules), ['LEFT_PEN'])
  expect(one).toMatchObject({
    ruleId: 2,
    severity: 'CRITICAL',
    schedule: null,
    parameters: { bufferMetres: 1, raiseDelayMinutes: 0 },
  })
})

test('applies the longest-running project’s rule to kinds that explain silence', () => {
  const rules = [rule(2, 'SITE_OUTAGE', 'PROJECT', 10, {}), rule(3, 'SITE_OUTAGE', 'PROJECT', 11, { raisePercent: 5 })]
  expect(found('SITE_OUTAGE', rules)).toEqual([[null, 2, true]])
})

test('evaluates a once-per-project kind only on the project’s first farm', () => {
  expect(
    found('COVERAGE_LOW', [], {
      ...farm,
      projects: [
        { id: 10, firstFarmId: 7 },
        { id: 11, firstFarmId: 1 },
      ],
    }),
  ).toEqual([[11, null, true]])
  expect(found('COVERAGE_LOW', [], { ...farm, projects: [] })).toEqual([[null, null, true]])
})

test('applies the only project’s rule even when it is looser', () => {
  expect(found('LEFT_PEN', [wide, narrow(2, 10, 5)], { ...farm, projects: [{ id: 10, firstFarmId: 1 }] })).toEqual([
    [null, 2, true],
  ])
})
