import { accountEndpoints } from './account.ts'
import { alertRuleEndpoints } from './alertRules.ts'
import { alertEndpoints } from './alerts.ts'
import { animalEndpoints } from './animals.ts'
import { authEndpoints } from './auth.ts'
import { farmEndpoints } from './farms.ts'
import { finderEndpoints } from './finder.ts'
import { gatewayEndpoints } from './gateways.ts'
import { goalEndpoints } from './goals.ts'
import { headcountEndpoints } from './headcounts.ts'
import { ingestEndpoints } from './ingest.ts'
import { insurancePolicyEndpoints } from './insurancePolicies.ts'
import { monitorEndpoints } from './monitor.ts'
import { neckbandEndpoints } from './neckbands.ts'
import { noticeEndpoints } from './notices.ts'
import { organisationEndpoints } from './organisations.ts'
import { outboxEndpoints } from './outbox.ts'
import { penEndpoints } from './pens.ts'
import { userEndpoints } from './users.ts'
import { savedViewEndpoints } from './savedViews.ts'
import { ticketEndpoints } from './tickets.ts'

/** Every call of the product, by noun: what the server binds, the client is typed by and the mocks answer. */
export const endpoints = {
  account: accountEndpoints,
  alertRules: alertRuleEndpoints,
  alerts: alertEndpoints,
  animals: animalEndpoints,
  auth: authEndpoints,
  farms: farmEndpoints,
  finder: finderEndpoints,
  gateways: gatewayEndpoints,
  goals: goalEndpoints,
  headcounts: headcountEndpoints,
  ingest: ingestEndpoints,
  insurancePolicies: insurancePolicyEndpoints,
  monitor: monitorEndpoints,
  neckbands: neckbandEndpoints,
  notices: noticeEndpoints,
  organisations: organisationEndpoints,
  outbox: outboxEndpoints,
  pens: penEndpoints,
  users: userEndpoints,
  savedViews: savedViewEndpoints,
  tickets: ticketEndpoints,
}
