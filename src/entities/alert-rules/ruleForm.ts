import { severities } from '#contract/alerts/alertKinds.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { RehearsalStep } from '../rehearsals/RehearsalStep.tsx'
import { describeForm } from '../../form/describe.ts'
import { select, toggle } from '../../form/fields.tsx'
import { useLocale } from '../../locale/locale.ts'
import { parametersField } from './parametersField.tsx'
import { RuleSentence } from './RuleSentence.tsx'
import { scheduleField } from './scheduleField.tsx'

/** Form of an existing rule, whose kind and scope cannot change. */
export const ruleForm = describeForm(endpoints.alertRules.addOrEdit, {
  noun: 'alertRules',
  newTitleId: 'rule.title',
  titleOf: ({ kind }) => useLocale.getState().messages?.[`alert.${kind}`] ?? kind,
  load: endpoints.alertRules.detail,
  sections: [
    {
      fields: {
        severity: select('rule.severity', severities, { wordOf: (severity) => `severity.${severity}` }),
        enabled: toggle('rule.enabled'),
        parameters: parametersField,
        schedule: scheduleField,
      },
      Extra: RuleSentence,
    },
    {
      Extra: RehearsalStep,
    },
  ],
})
