import { binCalls, recordCalls } from './testPermissions.ts'

/** Whose screens alerts, their rules, and who is told of them are on: the specification's roles, written out. */
export const alertScreens = {
  'alerts, seen on /dashboard/animal-monitor/monitor': 'ADMIN_SUPERVISOR SUPERVISOR_PM ADMIN_BANK ADMIN_BORROWER BANK_USER OTHERS',
  '/dashboard/animal-monitor/alert': 'ADMIN_SUPERVISOR SUPERVISOR_PM',
  '/dashboard/animal-monitor/alert and /dashboard/settings': 'ADMIN_SUPERVISOR SUPERVISOR_PM ADMIN_PLATFORM',
  'alert rules, asked for by a project manager': 'SUPERVISOR_PM',
} as const

export const alertCalls = {
  'alerts, seen on /dashboard/animal-monitor/monitor': [
    'POST /collateral/web/alert/list',
    'POST /collateral/web/alert/export',
    'GET /collateral/web/alert/detail/{id}',
    'POST /collateral/web/alert/counts',
    'GET /collateral/web/alert/{id}/timeline',
  ],
  '/dashboard/animal-monitor/alert': [
    'POST /collateral/web/alert/{id}/acknowledge',
    'PUT /collateral/web/alert/addOrEdit',
    'DELETE /collateral/web/alert/del/{id}',
    'POST /collateral/web/alert/acknowledge',
    'GET /collateral/web/alert/assignees/{farmId}',
    ...['assign', 'comment', 'shelve', 'unshelve', 'close'].map((act) => `POST /collateral/web/alert/{id}/${act}`),
    'POST /collateral/web/alert/act',
  ],
  '/dashboard/animal-monitor/alert and /dashboard/settings': [...recordCalls('alertRule'), ...binCalls('alertRule'), 'POST /collateral/web/alertRule/inForce', 'POST /collateral/web/alertRule/rehearsal', 'GET /collateral/web/alertRule/rehearsal/detail/{id}', 'POST /collateral/web/alertRule/rehearsal/{id}/cancel'],
  'alert rules, asked for by a project manager': ['POST /collateral/web/alertRule/request', 'POST /collateral/web/alertRule/{id}/removal/request'],
}
