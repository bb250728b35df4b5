import { alertRuleHandlers } from '../resources/alertRules.ts'
import { alertHandlers } from '../resources/alerts.ts'
import { animalHandlers } from '../resources/animals.ts'
import { authHandlers } from '../resources/auth.ts'
import { farmHandlers } from '../resources/farms.ts'
import { gatewayHandlers } from '../resources/gateways.ts'
import { headcountHandlers } from '../resources/headcounts.ts'
import { ingestHandlers } from '../resources/ingest.ts'
import { monitorHandlers } from '../resources/monitor.ts'
import { neckbandHandlers } from '../resources/neckbands.ts'
import { penHandlers } from '../resources/pens.ts'
import type { Handlers } from './handler.ts'

/** What answers each call of the endpoint table. */
export const handlers: Handlers = {
  alertRules: alertRuleHandlers,
  alerts: alertHandlers,
  animals: animalHandlers,
  auth: authHandlers,
  farms: farmHandlers,
  gateways: gatewayHandlers,
  headcounts: headcountHandlers,
  ingest: ingestHandlers,
  monitor: monitorHandlers,
  neckbands: neckbandHandlers,
  pens: penHandlers,
}
