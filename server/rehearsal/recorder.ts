import type { RuleKind } from '#contract/alerts/alertKinds.ts'
import { flapMs } from '#contract/alerts/alertActs.ts'
import type { Alert } from '#contract/alerts/alerts.ts'
import { type AlertWriter, subjectKey } from '../alerts/alertStore.ts'
import { toInstant } from '../clock.ts'
import type { Clearing, NewAlert } from '../db/alerts.ts'

/** An alert that a rule would have raised. Instants are epoch ms. */
export interface PastAlert extends Omit<NewAlert, 'detail' | 'penId' | 'isLate'> {
  clearedAt: number | null
  longitude: number | null
  latitude: number | null
}

/** Replaces the table of alerts: stores raised and cleared alerts in memory. */
export class Recorder implements AlertWriter {
  readonly alerts: PastAlert[] = []
  /** Index of the newest alert of each kind and subject. */
  private readonly newest = new Map<string, number>()
  private readonly kinds: ReadonlySet<RuleKind>
  private readonly placeOf: (alert: NewAlert) => Pick<PastAlert, 'longitude' | 'latitude'>

  /** @param kinds kinds whose alerts get a position; others are only answered */
  constructor(kinds: ReadonlySet<RuleKind>, placeOf: Recorder['placeOf']) {
    this.kinds = kinds
    this.placeOf = placeOf
  }

  raise(alerts: readonly NewAlert[]): Promise<Alert[]> {
    return Promise.resolve(
      alerts.map((alert) => {
        // Like the table: reopens an alert of the same animal and farm that cleared a moment ago by a reading.
        const key = keyOf(alert)
        const before = this.newest.get(key)
        const last = before === undefined ? undefined : this.alerts[before]
        if (
          before !== undefined &&
          last?.clearedAt != null &&
          last.animalId === alert.animalId &&
          last.farmId === alert.farmId &&
          last.severity === alert.severity &&
          last.clearedAt >= alert.raisedAt - flapMs
        ) {
          last.clearedAt = null
          return shown(alert, before + 1)
        }
        this.newest.set(key, this.alerts.length)
        const { kind, severity, subjectType, subjectId, subjectName, farmId, animalId, raisedAt, sinceAt } = alert
        this.alerts.push({
          kind,
          severity,
          subjectType,
          subjectId,
          subjectName,
          farmId,
          animalId,
          raisedAt,
          sinceAt,
          clearedAt: null,
          ...(this.kinds.has(alert.kind) ? this.placeOf(alert) : { longitude: null, latitude: null }),
        })
        return shown(alert, this.alerts.length)
      }),
    )
  }

  clear(clearings: readonly Clearing[]): Promise<Alert[]> {
    for (const { id, at, because } of clearings) {
      const alert = this.alerts[id - 1]
      if (!alert) continue
      alert.clearedAt = Math.max(at, alert.raisedAt)
      if (because !== null) this.newest.delete(keyOf(alert))
    }
    return Promise.resolve([])
  }
}

const keyOf = (alert: PastAlert | NewAlert) => `${alert.kind} ${subjectKey(alert)}`

function shown({ penId, raisedAt, sinceAt, ...alert }: NewAlert, id: number): Alert {
  return {
    ...alert,
    id,
    changeId: id,
    farmSlotId: penId,
    raisedAt: toInstant(raisedAt),
    sinceAt: toInstant(sinceAt),
    clearedAt: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    comment: null,
    version: 1,
    assignedTo: null,
    shelvedAt: null,
    shelvedUntil: null,
    shelvedBecause: null,
    closedAt: null,
    closedBy: null,
    closeCode: null,
    flaps: 0,
    isLate: false,
  }
}
