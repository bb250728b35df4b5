import { ruleKinds, type Severity } from '#contract/alerts/alertKinds.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { describeList, type Tone } from '../../../list/describe.ts'
import type { Moment } from '../past/moments.ts'

const tones: Record<Severity, Tone> = { CRITICAL: 'critical', MAJOR: 'major', MINOR: 'minor', INFO: 'neutral' }

/** Returns the list of alerts on a project's farms, newest first. @param moment past instant; null: now */
export const alertList = (projectId: number, moment: Moment | null) =>
  describeList(endpoints.alerts.list)({
    noun: 'alerts',
    titleId: 'project.tab.alerts',
    countId: 'project.alertCount',
    emptyId: 'project.noAlerts',
    nameOf: ({ kind, subjectName }, intl) => `${intl.formatMessage({ id: `alert.${kind}` })} ${subjectName}`,
    sort: { field: 'raisedAt', order: 'desc' },
    fixed: { projectId, ...moment },
    columns: {
      severity: {
        titleId: 'project.alertSeverity',
        width: 90,
        words: (severity) => `severity.${severity}`,
        tone: (severity) => tones[severity],
      },
      kind: { titleId: 'project.alertKind', width: 150, words: (kind) => `alert.${kind}` },
      subjectName: { titleId: 'project.alertSubject', width: 150 },
      raisedAt: { titleId: 'project.alertRaisedAt', width: 170 },
      clearedAt: { titleId: 'project.alertClearedAt', width: 170, hideOrder: 2 },
      acknowledgedBy: { titleId: 'project.alertAcknowledgedBy', width: 120, hideOrder: 1 },
      comment: { titleId: 'project.alertComment', width: 200, hideOrder: 0 },
    },
    filters: [
      {
        field: 'state',
        titleId: 'project.alertState',
        words: (state) => (state === 'CLEARED' ? 'project.alertState.CLEARED' : 'project.alertState.ACTIVE'),
        only: ['ACTIVE', 'CLEARED'],
      },
      { field: 'kind', titleId: 'project.alertKind', words: (kind) => `alert.${kind}`, only: ruleKinds },
      { from: 'from', to: 'to', titleId: 'project.alertRaisedAt' },
    ],
  })
