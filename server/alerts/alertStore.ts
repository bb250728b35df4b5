import type { Logger } from 'pino'
import type { RuleKind } from '#contract/alerts/alertKinds.ts'
import type { Alert, ClearedBecause } from '#contract/alerts/alerts.ts'
import { maxAlertsPerStatement } from '../db/alerts.ts'
import type { Clearing, NewAlert, OpenAlertRow, Revision } from '../db/alerts.ts'

/** An uncleared alert. `id` is null until the database has stored it. */
export type OpenAlert = Omit<OpenAlertRow, 'id'> & { id: number | null }

/** Writes alerts in batches, and returns their stored state (`server/db/alerts.ts`). */
export interface AlertWriter {
  raise(alerts: readonly NewAlert[]): Promise<Alert[]>
  clear(clearings: readonly Clearing[]): Promise<Alert[]>
  /** Replaces parts of the details of open alerts; absent: details are not written. */
  revise?(revisions: readonly Revision[]): Promise<Alert[]>
}

/** A change that is not in the database yet. */
type Change = { entry: OpenAlert } & (
  | { raise: NewAlert }
  | { clearAt: number; because: ClearedBecause | null }
  | { revise: Alert['detail'] }
)

/** Identifies a subject within a kind. A project counts as a different subject on each of its farms. */
export type SubjectKey = number | string
export function subjectKey({
  subjectType,
  subjectId,
  farmId,
}: Pick<OpenAlert, 'subjectType' | 'subjectId' | 'farmId'>): SubjectKey {
  return subjectType === 'PROJECT' ? `${farmId} ${subjectId}` : subjectId
}

const keyOf = (alert: Pick<OpenAlert, 'kind' | 'subjectType' | 'subjectId' | 'farmId'>) =>
  `${alert.kind} ${subjectKey(alert)}`

/**
 * The uncleared alerts: at most one per kind and subject, in memory as in the database. A change takes effect at once;
 * `settle` writes it and keeps what the database cannot take for the next try.
 */
export class AlertStore {
  private readonly open = new Map<RuleKind, Map<SubjectKey, OpenAlert>>()
  /** By kind and subject. Changes of one subject are written in order, one at a time. */
  private readonly unwritten = new Map<string, Change[]>()
  private settling: Promise<void> | null = null
  private readonly writer: AlertWriter
  private readonly log: Logger
  private readonly onChange: (alerts: Alert[]) => void

  constructor(writer: AlertWriter, log: Logger, onChange: (alerts: Alert[]) => void) {
    this.writer = writer
    this.log = log
    this.onChange = onChange
  }

  load(alerts: readonly OpenAlertRow[]): void {
    for (const alerts of this.open.values()) alerts.clear()
    for (const alert of alerts) this.mapOf(alert.kind).set(subjectKey(alert), { ...alert })
  }

  /** Uncleared alerts of a kind, by `subjectKey`. Returns the same map for the store's lifetime. */
  of(kind: RuleKind): ReadonlyMap<SubjectKey, OpenAlert> {
    return this.mapOf(kind)
  }

  private mapOf(kind: RuleKind): Map<SubjectKey, OpenAlert> {
    let alerts = this.open.get(kind)
    if (!alerts) this.open.set(kind, (alerts = new Map()))
    return alerts
  }

  get count(): number {
    return [...this.open.values()].reduce((sum, alerts) => sum + alerts.size, 0)
  }

  raise(alert: NewAlert): OpenAlert {
    const { kind, subjectType, subjectId, farmId, animalId, sinceAt, detail, isLate = false } = alert
    const entry = { id: null, kind, subjectType, subjectId, farmId, animalId, sinceAt, detail, isLate }
    this.mapOf(kind).set(subjectKey(entry), entry)
    this.note({ entry, raise: alert })
    return entry
  }

  /**
   * @param at herd time, epoch ms
   * @param because reason, when no reading cleared it
   */
  clear(entry: OpenAlert, at: number, because: ClearedBecause | null = null): void {
    this.mapOf(entry.kind).delete(subjectKey(entry))
    this.note({ entry, clearAt: at, because })
  }

  /** Shows other details on an open alert. */
  revise(entry: OpenAlert, detail: Alert['detail']): void {
    entry.detail = { ...entry.detail, ...detail }
    this.note({ entry, revise: detail })
  }

  private note(change: Change): void {
    const key = keyOf(change.entry)
    const waiting = this.unwritten.get(key)
    if (waiting) waiting.push(change)
    else this.unwritten.set(key, [change])
  }

  /** Writes all pending changes. Never rejects: failed changes stay pending. */
  settle(): Promise<void> {
    if (this.unwritten.size === 0) return Promise.resolve()
    this.settling ??= this.writeAll()
    return this.settling
  }

  private async writeAll(): Promise<void> {
    try {
      while (this.unwritten.size > 0) await this.write()
    } catch (error) {
      this.log.warn({ error }, 'alerts wait for the database')
    } finally {
      this.settling = null
    }
  }

  /** Writes the first pending change of each subject, up to the limit of one statement. */
  private async write(): Promise<void> {
    const raising = new Map<string, { entry: OpenAlert; alert: NewAlert }>()
    const clearing: (Clearing & { key: string })[] = []
    const revising: (Revision & { key: string })[] = []
    for (const [key, [change]] of this.unwritten) {
      if (raising.size + clearing.length + revising.length === maxAlertsPerStatement) break
      if (change === undefined) continue
      if ('raise' in change) raising.set(key, { entry: change.entry, alert: change.raise })
      else if (change.entry.id === null) this.written(key)
      else if ('revise' in change) revising.push({ key, id: change.entry.id, detail: change.revise })
      else clearing.push({ key, id: change.entry.id, at: change.clearAt, because: change.because })
    }
    if (raising.size > 0) {
      // If the answer to an earlier raise was lost, the database returns the alert that it left open.
      const raised = await this.writer.raise([...raising.values()].map(({ alert }) => alert))
      for (const alert of raised) {
        const entry = raising.get(keyOf(alert))?.entry
        if (entry) entry.id = alert.id
      }
      for (const [key, { entry }] of raising) {
        this.written(key)
        if (entry.id === null) this.drop(entry)
      }
      this.onChange(raised)
    }
    if (clearing.length > 0) {
      const cleared = await this.writer.clear(clearing)
      for (const { key } of clearing) this.written(key)
      this.onChange(cleared)
    }
    if (revising.length > 0) {
      const revised = (await this.writer.revise?.(revising)) ?? []
      for (const { key } of revising) this.written(key)
      this.onChange(revised)
    }
  }

  private written(key: string): void {
    const waiting = this.unwritten.get(key)
    waiting?.shift()
    if (waiting?.length === 0) this.unwritten.delete(key)
  }

  /** Drops an alert that the database refused because its farm no longer exists. */
  private drop(entry: OpenAlert): void {
    const alerts = this.mapOf(entry.kind)
    if (alerts.get(subjectKey(entry)) === entry) alerts.delete(subjectKey(entry))
  }
}
