import { type AlertAct, type FailedAct, maxActs } from '#contract/alerts/alertActs.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Input } from '#contract/calls/endpoint.ts'
import { call } from '../../../api/call.ts'
import { inPlace } from '../../../api/failures.ts'
import { mergeAlerts } from '../../../store/alerts.ts'

export type ActInput = Input<typeof endpoints.alerts.act>['act']
export type ActKind = AlertAct['kind']

/** Result of an action on several alerts. */
export interface Acted {
  done: Alert[]
  failed: FailedAct[]
}

/**
 * Acts on alerts in the versions that the screen shows. An alert that another person changed first fails and names that person.
 * Sends at most `maxActs` alerts per call. @throws CallError when a call fails as a whole
 */
export async function actOn(alerts: readonly Alert[], act: ActInput): Promise<Acted> {
  const acted: Acted = { done: [], failed: [] }
  for (let from = 0; from < alerts.length; from += maxActs) {
    const batch = alerts.slice(from, from + maxActs)
    const { done, failed } = await call(
      endpoints.alerts.act,
      { ids: batch.map(({ id }) => id), versions: batch.map(({ version }) => version), act },
      { shows: inPlace },
    )
    mergeAlerts(done)
    acted.done.push(...done)
    acted.failed.push(...failed)
  }
  return acted
}
