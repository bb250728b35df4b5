import { endpoints } from '#contract/calls/endpoints.ts'
import { ruleTones } from '../../entities/alert-rules/platformRules.tsx'
import { ParametersCell } from '../../entities/alert-rules/parametersField.tsx'
import { farmReference } from '../../entities/farmReference.ts'
import { describeList } from '../../list/describe.ts'
import { formDetails, formToolbar } from '../../list/withForm.tsx'

const noun = 'farmRules'
const load = async () => (await import('./farmRuleForm.ts')).farmRuleForm

/** What alerts are raised by on single farms, in place of what their organisation and the platform say. */
export const farmRules = describeList(endpoints.alertRules.list, {
  noun,
  titleId: 'rule.ofFarms',
  countId: 'rule.count',
  emptyId: 'rule.noneOfFarms',
  next: [{ titleId: 'rule.new', call: endpoints.alertRules.addOrEdit, adds: noun }],
  nameOf: ({ kind }, intl) => intl.formatMessage({ id: `alert.${kind}` }),
  sort: { field: 'kind', order: 'asc' },
  fixed: { scope: 'FARM' },
  columns: [
    { field: 'scopeId', titleId: 'animal.farm', width: 170, of: farmReference },
    { field: 'kind', titleId: 'rule.kind', width: 160, words: (kind) => `alert.${kind}` },
    { field: 'severity', titleId: 'rule.severity', width: 110, words: (severity) => `severity.${severity}`, tone: (severity) => ruleTones[severity] },
    { field: 'enabled', titleId: 'rule.enabled', width: 90, words: (is) => (is === 'true' ? 'rule.on' : 'rule.off'), tone: (is) => (is ? 'live' : 'neutral') },
    { field: 'parameters', titleId: 'rule.parameters', width: 420, cell: ({ parameters }) => <ParametersCell value={parameters} /> },
  ],
  filters: [
    { field: 'farmId', titleId: 'animal.farm', of: farmReference },
    { field: 'kind', titleId: 'rule.kind', words: (kind) => `alert.${kind}` },
  ],
  actions: [
    {
      key: 'remove',
      titleId: 'rule.remove',
      danger: true,
      askId: 'rule.removeText',
      doneId: 'rule.removed',
      run: ({ id }, ask) => ask(endpoints.alertRules.remove, { id }),
      approval: {
        key: 'requestRemoval',
        titleId: 'approval.send',
        askId: 'approval.text',
        reasonId: 'approval.reason',
        doneId: 'approval.sent',
        run: ({ id }, ask, reason) => ask(endpoints.alertRules.requestRemoval, { id, reason }),
      },
    },
  ],
  Details: formDetails(load, undefined, endpoints.alertRules.history),
  Toolbar: formToolbar(noun, 'rule.new', load),
})
