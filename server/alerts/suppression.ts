import type { Herd } from '../herd/herd.ts'
import { explainedUntil, type Outage } from '../herd/outages.ts'
import type { FarmHerd } from '../herd/registry.ts'
import type { OpenAlert } from './alertStore.ts'
import { minuteMs } from './verdict.ts'

/** How long an ended outage is remembered for neckbands that are still silent, ms. */
export const outageRetentionMs = 48 * 60 * minuteMs

/** The part of an outage alert that decides which silences it explains. `sinceAt`: start of the first one, epoch ms. */
export type SuspectedOutage = Pick<OpenAlert, 'subjectType' | 'subjectId' | 'farmId' | 'sinceAt'>

/** Returns the gateway whose neckbands an alert explains; null for the whole farm. */
const gatewayOf = ({ subjectType, subjectId }: SuspectedOutage) => (subjectType === 'GATEWAY' ? subjectId : null)

/** The outages that explain silences. Derived from alerts only, so that they survive a restart. */
export class Suppression {
  private readonly herd: Herd
  /** Outages by farm that are not raised yet because their delay is running. */
  private readonly suspected = new Map<number, Outage[]>()

  constructor(herd: Herd) {
    this.herd = herd
  }

  /** Restores outages from open and recently cleared alerts (`clearedAt`, epoch ms). */
  restore(alerts: readonly (SuspectedOutage & { clearedAt: number | null })[]): void {
    this.herd.outages.clear()
    for (const alert of alerts) this.add(alert, alert.clearedAt)
  }

  begin(alert: SuspectedOutage): void {
    this.add(alert, null)
  }

  end(alert: SuspectedOutage, now: number): void {
    for (const outage of this.herd.outages.get(alert.farmId) ?? []) {
      if (outage.gatewayId === gatewayOf(alert) && outage.endedAt === null) outage.endedAt = now
    }
  }

  private add(alert: SuspectedOutage, endedAt: number | null): void {
    const { farmId, sinceAt } = alert
    const remembered = (this.herd.outages.get(farmId) ?? []).filter(
      (outage) => outage.endedAt === null || outage.endedAt > sinceAt - outageRetentionMs,
    )
    this.herd.outages.set(farmId, [...remembered, { gatewayId: gatewayOf(alert), sinceAt, endedAt }])
  }

  /** Replaces the suspected outages of a farm. */
  suspect(farmId: number, alerts: readonly SuspectedOutage[]): void {
    if (alerts.length === 0) this.suspected.delete(farmId)
    else
      this.suspected.set(
        farmId,
        alerts.map((alert) => ({ gatewayId: gatewayOf(alert), sinceAt: alert.sinceAt, endedAt: null })),
      )
  }

  /** Like `explainedUntil` in `server/herd/outages.ts`, including suspected outages. */
  explainedUntil({ id, columns }: FarmHerd, slot: number): number {
    const until = explainedUntil(this.herd.outages.get(id) ?? [], columns, slot)
    const suspected = this.suspected.get(id)
    return suspected !== undefined && explainedUntil(suspected, columns, slot) === Infinity ? Infinity : until
  }
}
