import type { AlertRule } from '#contract/alerts/alertRules.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { farmReference } from '../farmReference.ts'
import { ruleColumns } from './platformRules.tsx'
import { projectReference } from '../projects/projectReference.ts'
import type { Reference } from '../../api/references.ts'
import { describeList, type RowAction } from '../../list/describe.ts'
import { formDetails, formToolbar, type LoadForm } from '../../list/withForm.tsx'
import type { MessageId } from '../../locale/languages.ts'

/** Removes a rule, so that the wider rule is in force again. Where a project depends on the rule, a project manager requests it. */
export const removeRule: RowAction<AlertRule> = {
  key: 'remove',
  titleId: 'rule.remove',
  danger: true,
  confirmId: 'rule.removeText',
  doneId: 'rule.removed',
  run: ({ id }, ask) => ask(endpoints.alertRules.remove, { id }),
  approval: {
    key: 'requestRemoval',
    titleId: 'approval.send',
    confirmId: 'approval.text',
    reasonId: 'approval.reason',
    doneId: 'approval.sent',
    run: ({ id }, ask, reason) => ask(endpoints.alertRules.requestRemoval, { id, reason }),
  },
}

interface Narrow {
  noun: string
  scope: 'FARM' | 'PROJECT'
  titleId: MessageId
  emptyId: MessageId
  newTitleId: MessageId
  /** Scope of the rules: the field that filters the list, and its label and reference. */
  field: 'farmId' | 'projectId'
  fieldTitleId: MessageId
  of: Reference
  load: LoadForm
}

/** List of rules that override wider ones. */
const rulesOf = ({ noun, scope, titleId, emptyId, newTitleId, field, fieldTitleId, of, load }: Narrow) =>
  describeList(endpoints.alertRules.list)({
    noun,
    titleId,
    countId: 'rule.count',
    emptyId,
    next: [{ titleId: newTitleId, call: endpoints.alertRules.addOrEdit, adds: noun }],
    nameOf: ({ kind }, intl) => intl.formatMessage({ id: `alert.${kind}` }),
    sort: { field: 'kind', order: 'asc' },
    fixed: { scope },
    columns: { scopeId: { titleId: fieldTitleId, width: 170, of }, ...ruleColumns },
    filters: [
      { field, titleId: fieldTitleId, of },
      { field: 'kind', titleId: 'rule.kind', words: (kind) => `alert.${kind}` },
    ],
    actions: [removeRule],
    Details: formDetails(load, undefined, endpoints.alertRules.history),
    Toolbar: formToolbar(noun, newTitleId, load),
  })

/** Rules of single farms, which override those of their organisation and the platform. */
export const farmRules = rulesOf({
  noun: 'farmRules',
  scope: 'FARM',
  titleId: 'rule.ofFarms',
  emptyId: 'rule.noneOfFarms',
  newTitleId: 'rule.new',
  field: 'farmId',
  fieldTitleId: 'animal.farm',
  of: farmReference,
  load: async () => (await import('./narrowRuleForms.ts')).farmRuleForm,
})

/** Rules of single projects, which override those of farms, organisation and platform. */
export const projectRules = rulesOf({
  noun: 'projectRules',
  scope: 'PROJECT',
  titleId: 'rule.ofProjects',
  emptyId: 'rule.noneOfProjects',
  newTitleId: 'rule.newOfProject',
  field: 'projectId',
  fieldTitleId: 'rule.project',
  of: projectReference,
  load: async () => (await import('./narrowRuleForms.ts')).projectRuleForm,
})
