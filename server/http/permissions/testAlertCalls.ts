import { alertEvidencePath } from '#contract/alerts/alertEvidence.ts'
import { binCalls, recordCalls } from './testPermissions.ts'

/** Roles whose screens show alerts, alert rules and deliveries, copied from the specification. */
export const alertScreens = {
  'alerts, seen on /dashboard/animal-monitor/monitor':
    'ADMIN_SUPERVISOR SUPERVISOR_PM ADMIN_BANK ADMIN_BORROWER BANK_USER OTHERS',
  '/dashboard/animal-monitor/alert': 'ADMIN_SUPERVISOR SUPERVISOR_PM',
  'duty, on /dashboard/animal-monitor/alert': 'ADMIN_SUPERVISOR SUPERVISOR_PM ADMIN_BANK BANK_USER',
  '/dashboard/animal-monitor/alert and /dashboard/settings': 'ADMIN_SUPERVISOR SUPERVISOR_PM ADMIN_PLATFORM',
  'alert rules, asked for by a project manager': 'SUPERVISOR_PM',
  'rosters and policy, on /dashboard/animal-monitor/alert': 'ADMIN_SUPERVISOR ADMIN_BANK',
  'one’s own channels, on /dashboard/account':
    'ADMIN_PLATFORM ADMIN_SUPERVISOR ADMIN_BORROWER ADMIN_BANK SUPERVISOR_PM BANK_USER BANK_USER_NO_ORG BORROWER_USER SUPERVISOR_USER OTHERS',
} as const

export const alertCalls = {
  'alerts, seen on /dashboard/animal-monitor/monitor': [
    'POST /collateral/web/alert/list',
    'POST /collateral/web/alert/export',
    'GET /collateral/web/alert/detail/{id}',
    'POST /collateral/web/alert/counts',
    'GET /collateral/web/alert/{id}/timeline',
    'GET /collateral/web/alert/{id}/related',
  ],
  '/dashboard/animal-monitor/alert': [
    'POST /collateral/web/alert/load',
    'GET /collateral/web/alert/load/mine',
    'POST /collateral/web/alert/{id}/acknowledge',
    'PUT /collateral/web/alert/addOrEdit',
    'DELETE /collateral/web/alert/del/{id}',
    'POST /collateral/web/alert/acknowledge',
    'GET /collateral/web/alert/pledges',
    'GET /collateral/web/alert/assignees/{farmId}',
    ...['assign', 'comment', 'shelve', 'unshelve', 'close'].map((act) => `POST /collateral/web/alert/{id}/${act}`),
    'POST /collateral/web/alert/act',
    `POST ${alertEvidencePath}`,
  ],
  'duty, on /dashboard/animal-monitor/alert': [
    ...['list', 'export', '{id}/history'].map((call) => `POST /collateral/web/alertChannel/${call}`),
    'GET /collateral/web/alertChannel/detail/{id}',
    'GET /collateral/web/alertPolicy',
    'GET /collateral/web/alertDelivery/alert/{toldAlertId}',
    ...['list', 'export', '{id}/resend', 'shown', 'alert/{toldAlertId}/read'].map(
      (call) => `POST /collateral/web/alertDelivery/${call}`,
    ),
    ...['list', '{id}/week', '{id}/handOvers'].map((call) => `GET /collateral/web/roster/${call}`),
    'POST /collateral/web/roster/{id}/handOver',
  ],
  '/dashboard/animal-monitor/alert and /dashboard/settings': [
    ...recordCalls('alertRule'),
    ...binCalls('alertRule'),
    'POST /collateral/web/alertRule/inForce',
    'GET /collateral/web/alertRule/reach',
    'POST /collateral/web/alertRule/rehearsal',
    'GET /collateral/web/alertRule/rehearsal/detail/{id}',
    'POST /collateral/web/alertRule/rehearsal/{id}/cancel',
  ],
  'rosters and policy, on /dashboard/animal-monitor/alert': [
    ...['alertChannel/addOrEdit', 'alertPolicy/edit', 'roster/addOrEdit', 'roster/standIn/add'].map(
      (call) => `PUT /collateral/web/${call}`,
    ),
    ...binCalls('alertChannel'),
    ...['alertChannel', 'roster'].map((noun) => `DELETE /collateral/web/${noun}/del/{id}`),
    ...['alertChannel/{id}/test', 'roster/standIn/{standInOfRosterId}/end'].map(
      (call) => `POST /collateral/web/${call}`,
    ),
  ],
  'one’s own channels, on /dashboard/account': [
    'GET /collateral/web/account/notification',
    'PUT /collateral/web/account/notification/edit',
  ],
  'alert rules, asked for by a project manager': [
    'POST /collateral/web/alertRule/request',
    'POST /collateral/web/alertRule/{id}/removal/request',
  ],
}
