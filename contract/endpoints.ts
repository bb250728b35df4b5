import { alertRuleEndpoints } from './alertRules.ts'
import { alertEndpoints } from './alerts.ts'
import { animalEndpoints } from './animals.ts'
import { authEndpoints } from './auth.ts'
import { farmEndpoints } from './farms.ts'
import { gatewayEndpoints } from './gateways.ts'
import { headcountEndpoints } from './headcounts.ts'
import { ingestEndpoints } from './ingest.ts'
import { monitorEndpoints } from './monitor.ts'
import { neckbandEndpoints } from './neckbands.ts'
import { penEndpoints } from './pens.ts'

/** Every call of the product, by noun: what the server binds, the client is typed by and the mocks answer. */
export const endpoints = {
  alertRules: alertRuleEndpoints,
  alerts: alertEndpoints,
  animals: animalEndpoints,
  auth: authEndpoints,
  farms: farmEndpoints,
  gateways: gatewayEndpoints,
  headcounts: headcountEndpoints,
  ingest: ingestEndpoints,
  monitor: monitorEndpoints,
  neckbands: neckbandEndpoints,
  pens: penEndpoints,
}
