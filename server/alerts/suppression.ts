import type { Herd } from '../herd/herd.ts'
import { explainedUntil, type Outage } from '../herd/outages.ts'
import type { FarmHerd } from '../herd/registry.ts'
import type { OpenAlert } from './alertStore.ts'
import { minuteMs } from './verdict.ts'

/** How long an outage that ended is remembered, for those still silent since. */
export const rememberOutagesMs = 48 * 60 * minuteMs

/** Of an alert that explains silences, what says which; `sinceAt`: when the first of them began, epoch ms. */
export type SuspectedOutage = Pick<OpenAlert, 'subjectType' | 'subjectId' | 'farmId' | 'sinceAt'>

/** The gateway whose neckbands an alert explains; null: those of the whole farm. */
const gatewayOf = ({ subjectType, subjectId }: SuspectedOutage) => (subjectType === 'GATEWAY' ? subjectId : null)

/** The outages that explain silences, made of alerts alone, so that a restart finds the same ones. */
export class Suppression {
  private readonly herd: Herd
  /** By farm, outages that are not raised yet because their delay runs. */
  private readonly suspected = new Map<number, Outage[]>()

  constructor(herd: Herd) {
    this.herd = herd
  }

  /** Starts over from alerts: those that are open, and those that were cleared lately (`clearedAt`, epoch ms). */
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
    const kept = (this.herd.outages.get(farmId) ?? []).filter((outage) => outage.endedAt === null || outage.endedAt > sinceAt - rememberOutagesMs)
    this.herd.outages.set(farmId, [...kept, { gatewayId: gatewayOf(alert), sinceAt, endedAt }])
  }

  /** Suspects these outages on a farm and no others. */
  suspect(farmId: number, alerts: readonly SuspectedOutage[]): void {
    if (alerts.length === 0) this.suspected.delete(farmId)
    else this.suspected.set(farmId, alerts.map((alert) => ({ gatewayId: gatewayOf(alert), sinceAt: alert.sinceAt, endedAt: null })))
  }

  /** As `explainedUntil`, by outages and those suspected. */
  explainedUntil({ id, columns }: FarmHerd, slot: number): number {
    const until = explainedUntil(this.herd.outages.get(id) ?? [], columns, slot)
    const suspected = this.suspected.get(id)
    return suspected !== undefined && explainedUntil(suspected, columns, slot) === Infinity ? Infinity : until
  }
}
