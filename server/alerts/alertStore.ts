import type { Logger } from 'pino'
import type { RuleKind } from '#contract/alerts/alertKinds.ts'
import type { Alert, ClearedBecause } from '#contract/alerts/alerts.ts'
import { codeOf } from '../errorCode.ts'
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

/** A change to write, by its subject. */
interface Keyed {
  key: string
  change: Change
}

/** Classes of PostgreSQL's errors about the values of a row: data, constraints, names and types, exceptions of triggers. */
const rowFaults = /^(?:22|23|42|P0)/

/** Returns whether a statement failed because of a row, so that it fails again with the same row but not without it. */
function refusesRow(error: unknown): boolean {
  return error instanceof RangeError || error instanceof TypeError || rowFaults.test(codeOf(error))
}

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
  /** The first changes of subjects that the database refused. They stay pending, as what refuses them may end. */
  private readonly refused = new Map<string, Change>()
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
    const [next] = waiting ?? []
    // An alert that the database refuses and that is over needs no row.
    if (next !== undefined && 'clearAt' in change && next.entry === change.entry && this.refused.get(key) === next)
      this.written(key)
    else if (waiting) waiting.push(change)
    else this.unwritten.set(key, [change])
  }

  /** Writes all pending changes. Never rejects: failed changes stay pending. */
  settle(): Promise<void> {
    if (this.unwritten.size === 0) return Promise.resolve()
    this.settling ??= this.writeAll()
    return this.settling
  }

  private async writeAll(): Promise<void> {
    const refusedKeys = new Set<string>()
    try {
      while (this.unwritten.size > refusedKeys.size) await this.write(refusedKeys)
    } catch (error) {
      this.log.warn({ error }, 'alerts wait for the database')
    } finally {
      this.settling = null
    }
  }

  /**
   * Writes the first pending change of each subject, up to the limit of one statement.
   * @param refusedKeys subjects that are not tried again; those whose change the database refuses are added
   */
  private async write(refusedKeys: Set<string>): Promise<void> {
    const raising: (Keyed & { alert: NewAlert })[] = []
    const clearing: (Keyed & Clearing)[] = []
    const revising: (Keyed & Revision)[] = []
    for (const [key, [change]] of this.unwritten) {
      if (raising.length + clearing.length + revising.length === maxAlertsPerStatement) break
      if (change === undefined || refusedKeys.has(key)) continue
      if ('raise' in change) raising.push({ key, change, alert: change.raise })
      else if (change.entry.id === null) this.written(key)
      else if ('revise' in change) revising.push({ key, change, id: change.entry.id, detail: change.revise })
      else clearing.push({ key, change, id: change.entry.id, at: change.clearAt, because: change.because })
    }
    // If the answer to an earlier raise was lost, the database returns the alert that it left open.
    await this.writeRows(raising, refusedKeys, async (rows) => {
      const raised = await this.writer.raise(rows.map(({ alert }) => alert))
      const ids = new Map(raised.map((alert) => [keyOf(alert), alert.id]))
      for (const { key, change } of rows) {
        change.entry.id = ids.get(key) ?? change.entry.id
        if (change.entry.id === null) this.drop(change.entry)
      }
      return raised
    })
    await this.writeRows(clearing, refusedKeys, (rows) =>
      this.writer.clear(rows.map(({ id, at, because }) => ({ id, at, because }))),
    )
    await this.writeRows(
      revising,
      refusedKeys,
      async (rows) => (await this.writer.revise?.(rows.map(({ id, detail }) => ({ id, detail })))) ?? [],
    )
  }

  /** Writes rows in one statement. If the database refuses one of them, the others are written without it. */
  private async writeRows<R extends Keyed>(
    rows: readonly R[],
    refusedKeys: Set<string>,
    writeNow: (rows: readonly R[]) => Promise<Alert[]>,
  ): Promise<void> {
    // A row that was refused before is tried alone.
    const suspects = rows.length === 1 ? [] : rows.filter(({ key, change }) => this.refused.get(key) === change)
    if (suspects.length > 0) {
      await this.writeRows(
        rows.filter((row) => !suspects.includes(row)),
        refusedKeys,
        writeNow,
      )
      for (const row of suspects) await this.writeRows([row], refusedKeys, writeNow)
      return
    }
    const [first] = rows
    if (first === undefined) return
    try {
      const alerts = await writeNow(rows)
      for (const { key } of rows) this.written(key)
      this.onChange(alerts)
    } catch (error) {
      if (!refusesRow(error)) throw error
      if (rows.length === 1) {
        refusedKeys.add(first.key)
        if (this.refused.get(first.key) !== first.change)
          this.log.error({ error, alert: first.key }, 'the database refuses an alert')
        this.refused.set(first.key, first.change)
        return
      }
      const half = Math.ceil(rows.length / 2)
      await this.writeRows(rows.slice(0, half), refusedKeys, writeNow)
      await this.writeRows(rows.slice(half), refusedKeys, writeNow)
    }
  }

  private written(key: string): void {
    const waiting = this.unwritten.get(key)
    waiting?.shift()
    if (waiting?.length === 0) this.unwritten.delete(key)
    this.refused.delete(key)
  }

  /** Drops an alert that the database refused because its farm no longer exists. */
  private drop(entry: OpenAlert): void {
    const alerts = this.mapOf(entry.kind)
    if (alerts.get(subjectKey(entry)) === entry) alerts.delete(subjectKey(entry))
  }
}
