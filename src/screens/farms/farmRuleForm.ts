import { alertKinds, ruleKinds, severities } from '#contract/alerts/alertKinds.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { parametersField } from '../../entities/alert-rules/parametersField.tsx'
import { farmReference } from '../../entities/farmReference.ts'
import { RehearsalStep } from '../../entities/rehearsals/RehearsalStep.tsx'
import { describeForm } from '../../form/describe.ts'
import { select, toggle } from '../../form/fields.tsx'
import { reference } from '../../form/reference.tsx'
import { useLocale } from '../../locale/locale.ts'

/** A rule of one farm; a kind that was just chosen begins with its usual severity and parameters. */
export const farmRuleForm = describeForm(endpoints.alertRules.addOrEdit, {
  noun: 'farmRules',
  newTitleId: 'rule.new',
  titleOf: ({ kind }) => useLocale.getState().messages?.[`alert.${kind}`] ?? kind,
  load: endpoints.alertRules.detail,
  approval: endpoints.alertRules.request,
  empty: { scope: 'FARM', enabled: true },
  valuesOf: ({ scopeId }) => ({ farmId: scopeId }),
  sections: [
    {
      fields: {
        farmId: reference('animal.farm', farmReference, { isNeeded: true, lockedWhen: ({ id }) => id != null }),
        kind: select('rule.kind', ruleKinds, {
          wordOf: (kind) => `alert.${kind}`,
          lockedWhen: ({ id }) => id != null,
          changes: (kind) => (kind === null ? {} : { severity: alertKinds[kind].severity, parameters: alertKinds[kind].parameters.parse({}) }),
        }),
        severity: select('rule.severity', severities, { wordOf: (severity) => `severity.${severity}` }),
        enabled: toggle('rule.enabled'),
        parameters: parametersField,
      },
      Extra: RehearsalStep,
    },
  ],
})
