import { alertKinds, type RuleKind, ruleKinds, severities } from '#contract/alerts/alertKinds.ts'
import type { Input } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { parametersField } from '../../entities/alert-rules/parametersField.tsx'
import { RuleSentence } from '../../entities/alert-rules/RuleSentence.tsx'
import { scheduleField } from '../../entities/alert-rules/scheduleField.tsx'
import { farmReference } from '../../entities/farmReference.ts'
import { RehearsalStep } from '../../entities/rehearsals/RehearsalStep.tsx'
import { projectReference } from '../../entities/alert-rules/projectReference.ts'
import { describeForm, type FieldsOf } from '../../form/describe.ts'
import { select, toggle } from '../../form/fields.tsx'
import { reference } from '../../form/reference.tsx'
import { useLocale } from '../../locale/locale.ts'

/** What a rule says, of whatever it is; a kind that was just chosen begins with its usual severity and parameters. */
const ruleFields = {
  kind: select('rule.kind', ruleKinds, {
    wordOf: (kind) => `alert.${kind}`,
    lockedWhen: ({ id }) => id != null,
    changes: (kind) => (kind === null ? {} : { severity: alertKinds[kind].severity, parameters: alertKinds[kind].parameters.parse({}) }),
  }),
  severity: select('rule.severity', severities, { wordOf: (severity) => `severity.${severity}` }),
  enabled: toggle('rule.enabled'),
  parameters: parametersField,
  schedule: scheduleField,
} satisfies FieldsOf<Pick<Input<typeof endpoints.alertRules.addOrEdit>, 'id' | 'kind' | 'severity' | 'enabled' | 'parameters' | 'schedule'>>

/** What the forms of all rules have in common. */
const ruleForm = {
  titleOf: ({ kind }: { kind: RuleKind }) => useLocale.getState().messages?.[`alert.${kind}`] ?? kind,
  load: endpoints.alertRules.detail,
  approval: endpoints.alertRules.request,
}

/** A rule of one farm. */
export const farmRuleForm = describeForm(endpoints.alertRules.addOrEdit, {
  ...ruleForm,
  noun: 'farmRules',
  newTitleId: 'rule.new',
  empty: { scope: 'FARM', enabled: true },
  valuesOf: ({ scopeId }) => ({ farmId: scopeId }),
  sections: [{ fields: { farmId: reference('animal.farm', farmReference, { isNeeded: true, lockedWhen: ({ id }) => id != null }), ...ruleFields }, Extra: RuleSentence }, { Extra: RehearsalStep }],
})

/** A rule of one project, which is before those of its farms. */
export const projectRuleForm = describeForm(endpoints.alertRules.addOrEdit, {
  ...ruleForm,
  noun: 'projectRules',
  newTitleId: 'rule.newOfProject',
  empty: { scope: 'PROJECT', enabled: true },
  valuesOf: ({ scopeId }) => ({ projectId: scopeId }),
  sections: [{ fields: { projectId: reference('rule.project', projectReference, { isNeeded: true, lockedWhen: ({ id }) => id != null }), ...ruleFields }, Extra: RuleSentence }, { Extra: RehearsalStep }],
})
