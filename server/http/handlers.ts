import { accountHandlers } from '../resources/account.ts'
import { alertRuleHandlers } from '../resources/alertRules.ts'
import { alertHandlers } from '../resources/alerts.ts'
import { animalHandlers } from '../resources/animals.ts'
import { authHandlers } from '../resources/auth.ts'
import { farmHandlers } from '../resources/farms.ts'
import { finderHandlers } from '../resources/finder.ts'
import { gatewayHandlers } from '../resources/gateways.ts'
import { goalHandlers } from '../resources/goals.ts'
import { headcountHandlers } from '../resources/headcounts.ts'
import { ingestHandlers } from '../resources/ingest.ts'
import { monitorHandlers } from '../resources/monitor.ts'
import { neckbandHandlers } from '../resources/neckbands.ts'
import { noticeHandlers } from '../resources/notices.ts'
import { organisationHandlers } from '../resources/organisations.ts'
import { outboxHandlers } from '../resources/outbox.ts'
import { penHandlers } from '../resources/pens.ts'
import { userHandlers } from '../resources/users.ts'
import { savedViewHandlers } from '../resources/savedViews.ts'
import { ticketHandlers } from '../resources/tickets.ts'
import type { Handlers } from './handler.ts'

/** What answers each call of the endpoint table. */
export const handlers: Handlers = {
  account: accountHandlers,
  alertRules: alertRuleHandlers,
  alerts: alertHandlers,
  animals: animalHandlers,
  auth: authHandlers,
  farms: farmHandlers,
  finder: finderHandlers,
  gateways: gatewayHandlers,
  goals: goalHandlers,
  headcounts: headcountHandlers,
  ingest: ingestHandlers,
  monitor: monitorHandlers,
  neckbands: neckbandHandlers,
  notices: noticeHandlers,
  organisations: organisationHandlers,
  outbox: outboxHandlers,
  pens: penHandlers,
  users: userHandlers,
  savedViews: savedViewHandlers,
  tickets: ticketHandlers,
}
