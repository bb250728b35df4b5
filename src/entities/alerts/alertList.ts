import type { Severity } from '#contract/alerts/alertKinds.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import { farmReference } from '../farmReference.ts'
import { describeList, type Tone } from '../../list/describe.ts'

export const severityTones: Record<Severity, Tone> = {
  CRITICAL: 'critical',
  MAJOR: 'major',
  MINOR: 'minor',
  INFO: 'neutral',
}

/** Filters of the alert screen and columns of its export. The screen draws its own rows. */
export const alertList = describeList(endpoints.alerts.list)({
  noun: 'alertScreen',
  titleId: 'alertScreen.title',
  countId: 'project.alertCount',
  emptyId: 'alertScreen.none',
  nameOf: ({ kind, subjectName }, intl) => `${intl.formatMessage({ id: `alert.${kind}` })} ${subjectName}`,
  sort: { field: 'raisedAt', order: 'desc' },
  columns: {
    severity: { titleId: 'project.alertSeverity', words: (severity) => `severity.${severity}` },
    kind: { titleId: 'project.alertKind', words: (kind) => `alert.${kind}` },
    subjectName: { titleId: 'project.alertSubject' },
    farmId: { titleId: 'pen.farm', of: farmReference },
    raisedAt: { titleId: 'project.alertRaisedAt' },
    clearedAt: { titleId: 'project.alertClearedAt' },
    acknowledgedAt: { titleId: 'alertScreen.acknowledgedAt' },
    acknowledgedBy: { titleId: 'project.alertAcknowledgedBy' },
    comment: { titleId: 'project.alertComment' },
    'assignedTo.name': { titleId: 'alertScreen.assignedTo' },
    shelvedUntil: { titleId: 'alertScreen.shelvedUntil' },
    closedAt: { titleId: 'alertScreen.closedAt' },
    closedBy: { titleId: 'alertScreen.closedBy' },
    closeCode: { titleId: 'alertAct.closeCode', words: (code) => `closeCode.${code}` },
    flaps: { titleId: 'alertScreen.flaps' },
  },
  filters: [
    { field: 'text', titleId: 'alertScreen.search' },
    { field: 'severities', titleId: 'project.alertSeverity', words: (severity) => `severity.${severity}` },
    { field: 'farmIds', titleId: 'pen.farm', of: farmReference },
    { field: 'kinds', titleId: 'project.alertKind', words: (kind) => `alert.${kind}` },
    { from: 'from', to: 'to', titleId: 'project.alertRaisedAt' },
  ],
})
