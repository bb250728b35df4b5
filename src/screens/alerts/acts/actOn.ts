import { type AlertAct, type FailedAct, maxActs } from '#contract/alerts/alertActs.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Input } from '#contract/calls/endpoint.ts'
import { call } from '../../../api/call.ts'
import { inPlace } from '../../../api/failures.ts'
import { takeAlerts } from '../../../store/alerts.ts'

export type ActInput = Input<typeof endpoints.alerts.act>['act']
export type ActKind = AlertAct['kind']

/** The outcome of an act on some alerts. */
export interface Acted {
  done: Alert[]
  failed: FailedAct[]
}

/**
 * Does one thing to alerts, as the screen shows them: where somebody was first, that one fails and says who.
 * Of more than `maxActs` as many at once. @throws CallError where nothing was done with the rest
 */
export async function actOn(alerts: readonly Alert[], act: ActInput): Promise<Acted> {
  const acted: Acted = { done: [], failed: [] }
  for (let from = 0; from < alerts.length; from += maxActs) {
    const some = alerts.slice(from, from + maxActs)
    const { done, failed } = await call(endpoints.alerts.act, { ids: some.map(({ id }) => id), versions: some.map(({ version }) => version), act }, { shows: inPlace })
    takeAlerts(done)
    acted.done.push(...done)
    acted.failed.push(...failed)
  }
  return acted
}
