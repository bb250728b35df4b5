import type { Logger } from 'pino'
import type { RuleKind, Severity } from '#contract/alertRules.ts'
import type { Alert, ClearedBecause } from '#contract/alerts.ts'
import type { Verdict } from './verdict.ts'

/** Who an alert is about. */
export interface Subject {
  type: Alert['subjectType']
  id: number
  name: string
  farmId: number
  penId: number | null
  animalId: number | null
}

/** An alert to be raised; instants epoch ms. */
export interface NewAlert {
  kind: RuleKind
  severity: Severity
  subject: Subject
  raisedAt: number
  sinceAt: number
  detail: Alert['detail']
}

/** An alert that is open. `id` is null until the database has it. */
export interface OpenAlert {
  id: number | null
  kind: RuleKind
  subject: Pick<Subject, 'type' | 'id' | 'farmId'>
  sinceAt: number
  raisedAt: number
}

/** Where alerts are kept. `raise` answers null when one of the same kind and subject is open. */
export interface AlertWriter {
  raise(alert: NewAlert): Promise<Alert | null>
  clear(id: number, at: number, why: ClearedBecause | null): Promise<Alert>
}

/**
 * The open alerts: at most one for each kind and subject, here as in the database. Raising and clearing are noted at
 * once and written by `settle`; what can't be written stays noted and is tried again.
 */
export class AlertStore {
  private readonly open = new Map<RuleKind, Map<number, OpenAlert>>()
  private raising: { alert: NewAlert; entry: OpenAlert }[] = []
  private clearing: { entry: OpenAlert; at: number; why: ClearedBecause | null }[] = []
  private settling: Promise<void> | null = null
  private readonly store: AlertWriter
  private readonly log: Logger
  private readonly onChange: (alerts: Alert[]) => void

  constructor(store: AlertWriter, log: Logger, onChange: (alerts: Alert[]) => void) {
    this.store = store
    this.log = log
    this.onChange = onChange
  }

  load(alerts: readonly OpenAlert[]): void {
    this.open.clear()
    for (const alert of alerts) this.of(alert.kind).set(alert.subject.id, alert)
  }

  /** The open alerts of a kind, by subject id. */
  of(kind: RuleKind): Map<number, OpenAlert> {
    let alerts = this.open.get(kind)
    if (!alerts) this.open.set(kind, (alerts = new Map()))
    return alerts
  }

  get count(): number {
    return [...this.open.values()].reduce((sum, alerts) => sum + alerts.size, 0)
  }

  /**
   * Follows a verdict: raises when the raise level has held for the raise delay, clears when the clear level has held
   * for the clear delay.
   * @returns the alert that was opened or closed by it
   */
  follow(
    kind: RuleKind,
    rule: { severity: Severity; parameters: { raiseDelayMinutes: number; clearDelayMinutes: number } },
    verdict: Verdict,
    subject: Subject,
    now: number,
  ): OpenAlert | null {
    const alerts = this.of(kind)
    const entry = alerts.get(subject.id)
    const heldMs = now - verdict.levelSinceAt
    if (verdict.level === 'raise' && !entry && heldMs >= rule.parameters.raiseDelayMinutes * 60_000) {
      return this.raise({ kind, severity: rule.severity, subject, raisedAt: now, sinceAt: verdict.sinceAt, detail: verdict.detail() })
    }
    if (verdict.level === 'clear' && entry && heldMs >= rule.parameters.clearDelayMinutes * 60_000) {
      this.clear(entry, now)
      return entry
    }
    return null
  }

  private raise(alert: NewAlert): OpenAlert {
    const entry: OpenAlert = { id: null, kind: alert.kind, subject: alert.subject, sinceAt: alert.sinceAt, raisedAt: alert.raisedAt }
    this.of(alert.kind).set(alert.subject.id, entry)
    this.raising.push({ alert, entry })
    return entry
  }

  /** @param why where no reading cleared it */
  clear(entry: OpenAlert, at: number, why: ClearedBecause | null = null): void {
    this.of(entry.kind).delete(entry.subject.id)
    this.clearing.push({ entry, at, why })
  }

  /** Writes what was raised and cleared, in that order. What the database can't take now is kept for the next time. */
  async settle(): Promise<void> {
    try {
      while (this.raising.length > 0 || this.clearing.length > 0) {
        if (this.settling) {
          await this.settling
          continue
        }
        this.settling = this.write()
        try {
          await this.settling
        } finally {
          this.settling = null
        }
      }
    } catch (error) {
      this.log.warn({ error }, 'alerts wait for the database')
    }
  }

  private async write(): Promise<void> {
    const changed: Alert[] = []
    try {
      for (let next = this.raising[0]; next !== undefined; next = this.raising[0]) {
        const alert = await this.store.raise(next.alert)
        next.entry.id = alert?.id ?? null
        this.raising.shift()
        if (alert) changed.push(alert)
      }
      for (let next = this.clearing[0]; next !== undefined; next = this.clearing[0]) {
        if (next.entry.id !== null) changed.push(await this.store.clear(next.entry.id, next.at, next.why))
        this.clearing.shift()
      }
    } finally {
      if (changed.length > 0) this.onChange(changed)
    }
  }
}
