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
export const alertList = describeList(endpoints.alerts.list, {
  noun: 'alertScreen',
  titleId: 'alertScreen.title',
  countId: 'project.alertCount',
  emptyId: 'alertScreen.none',
  nameOf: ({ kind, subjectName }, intl) => `${intl.formatMessage({ id: `alert.${kind}` })} ${subjectName}`,
  sort: { field: 'raisedAt', order: 'desc' },
  columns: [
    { field: 'severity', titleId: 'project.alertSeverity', words: (severity) => `severity.${severity}` },
    { field: 'kind', titleId: 'project.alertKind', words: (kind) => `alert.${kind}` },
    { field: 'subjectName', titleId: 'project.alertSubject' },
    { field: 'farmId', titleId: 'pen.farm', of: farmReference },
    { field: 'raisedAt', titleId: 'project.alertRaisedAt' },
    { field: 'clearedAt', titleId: 'project.alertClearedAt' },
    { field: 'acknowledgedAt', titleId: 'alertScreen.acknowledgedAt' },
    { field: 'acknowledgedBy', titleId: 'project.alertAcknowledgedBy' },
    { field: 'comment', titleId: 'project.alertComment' },
    { field: 'assignedTo.name', titleId: 'alertScreen.assignedTo' },
    { field: 'shelvedUntil', titleId: 'alertScreen.shelvedUntil' },
    { field: 'closedAt', titleId: 'alertScreen.closedAt' },
    { field: 'closedBy', titleId: 'alertScreen.closedBy' },
    { field: 'closeCode', titleId: 'alertAct.closeCode', words: (code) => `closeCode.${code}` },
    { field: 'flaps', titleId: 'alertScreen.flaps' },
  ],
  filters: [
    { field: 'text', titleId: 'alertScreen.search' },
    { field: 'severities', titleId: 'project.alertSeverity', words: (severity) => `severity.${severity}` },
    { field: 'farmIds', titleId: 'pen.farm', of: farmReference },
    { field: 'kinds', titleId: 'project.alertKind', words: (kind) => `alert.${kind}` },
    { from: 'from', to: 'to', titleId: 'project.alertRaisedAt' },
  ],
})
