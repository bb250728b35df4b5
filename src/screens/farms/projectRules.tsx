import { endpoints } from '#contract/calls/endpoints.ts'
import { ruleTones } from '../../entities/alert-rules/platformRules.tsx'
import { ParametersCell } from '../../entities/alert-rules/parametersField.tsx'
import { projectReference } from '../../entities/alert-rules/projectReference.ts'
import { describeList } from '../../list/describe.ts'
import { formDetails, formToolbar } from '../../list/withForm.tsx'

const noun = 'projectRules'
const load = async () => (await import('./farmRuleForm.ts')).projectRuleForm

/** What alerts are raised by on the farms of single projects, in place of what the farms, their organisation and the platform say. */
export const projectRules = describeList(endpoints.alertRules.list, {
  noun,
  titleId: 'rule.ofProjects',
  countId: 'rule.count',
  emptyId: 'rule.noneOfProjects',
  next: [{ titleId: 'rule.newOfProject', call: endpoints.alertRules.addOrEdit, adds: noun }],
  nameOf: ({ kind }, intl) => intl.formatMessage({ id: `alert.${kind}` }),
  sort: { field: 'kind', order: 'asc' },
  fixed: { scope: 'PROJECT' },
  columns: [
    { field: 'scopeId', titleId: 'rule.project', width: 170, of: projectReference },
    { field: 'kind', titleId: 'rule.kind', width: 160, words: (kind) => `alert.${kind}` },
    { field: 'severity', titleId: 'rule.severity', width: 110, words: (severity) => `severity.${severity}`, tone: (severity) => ruleTones[severity] },
    { field: 'enabled', titleId: 'rule.enabled', width: 90, words: (is) => (is === 'true' ? 'rule.on' : 'rule.off'), tone: (is) => (is ? 'live' : 'neutral') },
    { field: 'parameters', titleId: 'rule.parameters', width: 420, cell: ({ parameters }) => <ParametersCell value={parameters} /> },
  ],
  filters: [
    { field: 'projectId', titleId: 'rule.project', of: projectReference },
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
  Toolbar: formToolbar(noun, 'rule.newOfProject', load),
})
