import { defaultSeverity, type RuleKind } from '#contract/alertRules.ts'
import type { Alert } from '#contract/alerts.ts'

export type Finding = Pick<Alert, 'subjectType' | 'subjectId' | 'subjectName' | 'farmId' | 'farmSlotId' | 'animalId' | 'detail'>

/** The pretend server's alerts: at most one open for each rule kind and subject. */
export class AlertBook {
  private readonly alerts: Alert[] = []
  private readonly open = new Map<string, Alert>()
  private changes = 0

  /** Raises an alert, unless it is open already. */
  raise(kind: RuleKind, finding: Finding, at: number): void {
    const key = keyOf(kind, finding)
    if (this.open.has(key)) return
    const alert: Alert = {
      ...finding,
      id: this.alerts.length + 1,
      changeId: ++this.changes,
      kind,
      severity: defaultSeverity[kind],
      raisedAt: new Date(at).toISOString(),
      clearedAt: null,
      acknowledgedAt: null,
      acknowledgedBy: null,
      comment: null,
    }
    this.alerts.push(alert)
    this.open.set(key, alert)
  }

  clear(kind: RuleKind, subject: Pick<Finding, 'subjectType' | 'subjectId'>, at: number): void {
    const key = keyOf(kind, subject)
    const alert = this.open.get(key)
    if (!alert) return
    this.open.delete(key)
    this.change(alert, { clearedAt: new Date(at).toISOString() })
  }

  acknowledge(id: number, by: string, comment: string, at: number): Alert | undefined {
    const alert = this.find(id)
    return alert && this.change(alert, { acknowledgedAt: new Date(at).toISOString(), acknowledgedBy: by, comment: comment || null })
  }

  find(id: number): Alert | undefined {
    return this.alerts[id - 1]
  }

  /** All, newest first. */
  all(): Alert[] {
    return this.alerts.toReversed()
  }

  /** Those that changed after a change; 0: all that are open. */
  since(changeId: number): Alert[] {
    return this.alerts.filter((alert) => (changeId === 0 ? alert.clearedAt === null : alert.changeId > changeId))
  }

  get newestChange(): number {
    return this.changes
  }

  private change(alert: Alert, fields: Partial<Alert>): Alert {
    const changed = { ...alert, ...fields, changeId: ++this.changes }
    this.alerts[alert.id - 1] = changed
    const key = keyOf(alert.kind, alert)
    if (this.open.has(key)) this.open.set(key, changed)
    return changed
  }
}

function keyOf(kind: RuleKind, { subjectType, subjectId }: Pick<Finding, 'subjectType' | 'subjectId'>): string {
  return `${kind} ${subjectType} ${subjectId}`
}
