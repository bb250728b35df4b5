import type { Severity } from '#contract/alerts/alertKinds.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { describeList, type ListDescription, type Tone } from '../../list/describe.ts'
import { formDetails } from '../../list/withForm.tsx'
import { ParametersCell } from './parametersField.tsx'

export const ruleTones: Record<Severity, Tone> = {
  CRITICAL: 'critical',
  MAJOR: 'major',
  MINOR: 'minor',
  INFO: 'neutral',
}

/** Columns of a rule list of any scope. */
export const ruleColumns = {
  kind: { titleId: 'rule.kind', width: 160, words: (kind) => `alert.${kind}` },
  severity: {
    titleId: 'rule.severity',
    width: 110,
    words: (severity) => `severity.${severity}`,
    tone: (severity) => ruleTones[severity],
  },
  enabled: {
    titleId: 'rule.enabled',
    width: 90,
    words: (is) => (is === 'true' ? 'rule.on' : 'rule.off'),
    tone: (is) => (is ? 'live' : 'neutral'),
  },
  parameters: {
    titleId: 'rule.parameters',
    width: 420,
    cell: ({ parameters }) => <ParametersCell value={parameters} />,
  },
} as const satisfies ListDescription<typeof endpoints.alertRules.list>['columns']

/** Platform rules, one per kind, in force where no organisation, farm or project has its own. */
export const platformRules = describeList(endpoints.alertRules.list)({
  noun: 'alertRules',
  titleId: 'rule.title',
  countId: 'rule.count',
  emptyId: 'rule.empty',
  nameOf: ({ kind }, intl) => intl.formatMessage({ id: `alert.${kind}` }),
  sort: { field: 'kind', order: 'asc' },
  fixed: { scope: 'PLATFORM' },
  columns: ruleColumns,
  filters: [{ field: 'kind', titleId: 'rule.kind', words: (kind) => `alert.${kind}` }],
  Details: formDetails(async () => (await import('./ruleForm.ts')).ruleForm, undefined, endpoints.alertRules.history),
})
