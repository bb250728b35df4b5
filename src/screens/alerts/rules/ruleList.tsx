import { type AlertRule, ruleChangers } from '#contract/alerts/alertRules.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { useSession } from '../../../api/session.ts'
import { removeRule } from '../../../entities/alert-rules/narrowRules.tsx'
import { ruleColumns } from '../../../entities/alert-rules/platformRules.tsx'
import { projectReference } from '../../../entities/projects/projectReference.ts'
import { farmReference } from '../../../entities/farmReference.ts'
import { describeList } from '../../../list/describe.ts'
import { formDetails, formToolbar, type LoadForm } from '../../../list/withForm.tsx'
import { ReachCell } from './ReachCell.tsx'
import { ScopeCell } from './ScopeCell.tsx'

const load: LoadForm = async () => (await import('../../../entities/alert-rules/narrowRuleForms.ts')).anyRuleForm

/** Returns whether a rule is read-only here: the platform's, or of a scope that the user's role may not change. */
const isOthers = ({ scope }: AlertRule): boolean => {
  const role = useSession.getState().session?.role
  return scope === 'PLATFORM' || role == null || !ruleChangers[scope].includes(role)
}

const { kind, severity, enabled, parameters } = ruleColumns

/** All rules for an organisation's alerts: the platform's, its own, and those of its farms and projects. */
export const ruleList = describeList(endpoints.alertRules.list)({
  noun: 'rules',
  titleId: 'rule.ofAll',
  countId: 'rule.count',
  emptyId: 'rule.empty',
  nameOf: ({ kind }, intl) => intl.formatMessage({ id: `alert.${kind}` }),
  sort: { field: 'kind', order: 'asc' },
  columns: {
    kind,
    scope: {
      titleId: 'rule.scope',
      width: 170,
      words: (scope) => `rule.scopeName.${scope}`,
      cell: (rule) => <ScopeCell rule={rule} />,
    },
    severity,
    enabled: { ...enabled, width: 250, cell: (rule) => <ReachCell rule={rule} /> },
    parameters,
  },
  filters: [
    { field: 'scope', titleId: 'rule.scope', words: (scope) => `rule.scopeName.${scope}` },
    { field: 'kind', titleId: 'rule.kind', words: (kind) => `alert.${kind}` },
    { field: 'farmId', titleId: 'animal.farm', of: farmReference },
    { field: 'projectId', titleId: 'rule.project', of: projectReference },
  ],
  actions: [{ ...removeRule, appliesTo: (rule) => !isOthers(rule) }],
  Details: formDetails(load, isOthers, endpoints.alertRules.history),
  Toolbar: formToolbar('rules', 'rule.new', load),
})
