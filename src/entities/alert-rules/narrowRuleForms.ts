import { alertKinds, ruleKinds, severities } from '#contract/alerts/alertKinds.ts'
import { ruleChangers, type RuleScope, ruleScopes } from '#contract/alerts/alertRules.ts'
import type { Input } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { parametersField } from './parametersField.tsx'
import { RuleSentence } from './RuleSentence.tsx'
import { scheduleField } from './scheduleField.tsx'
import { useSession } from '../../api/session.ts'
import { farmReference } from '../farmReference.ts'
import { RehearsalStep } from '../rehearsals/RehearsalStep.tsx'
import { projectReference } from '../projects/projectReference.ts'
import { describeForm, type FieldsOf } from '../../form/describe.ts'
import { select, toggle } from '../../form/fields.tsx'
import { reference } from '../../form/reference.tsx'
import type { MessageId } from '../../locale/languages.ts'
import { useLocale } from '../../locale/locale.ts'

/** Fields of a rule of any scope; choosing a kind fills in its default severity and parameters. */
const ruleFields = {
  kind: select('rule.kind', ruleKinds, {
    wordOf: (kind) => `alert.${kind}`,
    lockedWhen: ({ id }) => id != null,
    changesWith: (kind) =>
      kind === null ? {} : { severity: alertKinds[kind].severity, parameters: alertKinds[kind].parameters.parse({}) },
  }),
  severity: select('rule.severity', severities, { wordOf: (severity) => `severity.${severity}` }),
  enabled: toggle('rule.enabled'),
  parameters: parametersField,
  schedule: scheduleField,
} satisfies FieldsOf<
  Pick<Input<typeof endpoints.alertRules.addOrEdit>, 'id' | 'kind' | 'severity' | 'enabled' | 'parameters' | 'schedule'>
>

/** Returns the scopes, except the platform's, for which the signed-in user may set rules. */
const ownScopes = () => {
  const role = useSession.getState().session?.role
  return ruleScopes.filter((scope) => scope !== 'PLATFORM' && role != null && ruleChangers[scope].includes(role))
}

interface Narrow {
  noun: string
  newTitleId: MessageId
  /** Fixed scope of a new rule; null: the user chooses. */
  scope: RuleScope | null
}

/** Form of a rule that overrides wider ones. The scope of an existing rule cannot change. */
const ruleForm = ({ noun, newTitleId, scope }: Narrow) =>
  describeForm(endpoints.alertRules.addOrEdit, {
    noun,
    newTitleId,
    titleOf: ({ kind }) => useLocale.getState().messages?.[`alert.${kind}`] ?? kind,
    load: endpoints.alertRules.detail,
    approval: endpoints.alertRules.request,
    initialValues: { enabled: true, ...(scope !== null && { scope }) },
    valuesOf: ({ scope: own, scopeId }) => ({
      ...(own === 'FARM' && { farmId: scopeId }),
      ...(own === 'PROJECT' && { projectId: scopeId }),
    }),
    sections: [
      {
        fields: {
          ...(scope === null && {
            scope: select('rule.scope', ownScopes, {
              wordOf: (one) => `rule.scopeName.${one}`,
              isMandatory: true,
              lockedWhen: ({ id }) => id != null,
              changesWith: () => ({ farmId: null, projectId: null }),
            }),
          }),
          farmId: reference('animal.farm', farmReference, {
            isMandatory: true,
            lockedWhen: ({ id }) => id != null,
            shownWhen: ({ scope: own }) => own === 'FARM',
          }),
          projectId: reference('rule.project', projectReference, {
            isMandatory: true,
            lockedWhen: ({ id }) => id != null,
            shownWhen: ({ scope: own }) => own === 'PROJECT',
          }),
          ...ruleFields,
        },
        Extra: RuleSentence,
      },
      { Extra: RehearsalStep },
    ],
  })

/** Form of a rule for a whole organisation, a farm or a project. */
export const anyRuleForm = ruleForm({ noun: 'rules', newTitleId: 'rule.new', scope: null })

/** Form of a farm's rule. */
export const farmRuleForm = ruleForm({ noun: 'farmRules', newTitleId: 'rule.new', scope: 'FARM' })

/** Form of a project's rule, which takes precedence over those of its farms. */
export const projectRuleForm = ruleForm({ noun: 'projectRules', newTitleId: 'rule.newOfProject', scope: 'PROJECT' })
