import { defaultSeverity, type RuleKind } from '#contract/alertRules.ts'
import type { Alert } from '#contract/alerts.ts'

export type Finding = Pick<Alert, 'subjectType' | 'subjectId' | 'subjectName' | 'farmId' | 'farmSlotId' | 'animalId' | 'detail'>

/** The pretend server's alerts: at most one open for each rule kind and subject. */
export class AlertBook {
  private readonly alerts: Alert[] = []
  /** By kind, which says what the subject is, and by its id: looked up for every animal and rule at every step. */
  private readonly open = new Map<RuleKind, Map<number, Alert>>()
  private changes = 0

  /** Raises an alert, unless it is open already. */
  raise(kind: RuleKind, finding: Finding, at: number): void {
    const open = this.open.get(kind) ?? new Map<number, Alert>()
    if (open.has(finding.subjectId)) return
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
    this.open.set(kind, open.set(finding.subjectId, alert))
  }

  clear(kind: RuleKind, { subjectId }: Pick<Finding, 'subjectId'>, at: number): void {
    const open = this.open.get(kind)
    const alert = open?.get(subjectId)
    if (!alert) return
    open?.delete(subjectId)
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
    const open = this.open.get(alert.kind)
    if (open?.has(alert.subjectId)) open.set(alert.subjectId, changed)
    return changed
  }
}
