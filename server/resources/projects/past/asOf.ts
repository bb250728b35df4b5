import { CallError } from '../../../callError.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import type { LedgerMoment } from '../../../db/projects/pastLedger.ts'

/** A moment on two axes, happened and recorded: herd time, epoch ms. */
export type AsOf = LedgerMoment

/** A moment as given in calls. */
export interface AsOfInput {
  happened?: number | undefined
  recorded?: number | undefined
}

/** Tolerated lead of the caller's clock, ms. A moment within it counts as the present. */
const toleranceMs = 5 * 60_000

/** Parses the moment that a call asks for. @returns null for the present @throws CallError BAD_SHAPE naming the field, for a future moment */
export function parseAsOf({ happened, recorded }: AsOfInput, now: number): AsOf | null {
  if (happened === undefined && recorded === undefined) return null
  for (const [field, at] of Object.entries({ happened, recorded })) {
    if (at !== undefined && at > now + toleranceMs) throw new CallError('BAD_SHAPE', { fields: { [field]: 'future' } })
  }
  const recordedUntil = Math.min(recorded ?? now, now)
  return { happened: Math.min(happened ?? recordedUntil, now), recorded: recordedUntil }
}

/** Returns the latest instant visible on both axes, epoch ms. It applies to data that is recorded as it happens: alerts, tickets, decisions. */
export function eventCutoff({ happened, recorded }: AsOf): number {
  return Math.min(happened, recorded)
}

/** Selects an instant of something recorded as it happens; null when it comes after the moment. */
export function instantAsOf(sql: Queries, column: string | Fragment, asOf: AsOf | null): Fragment {
  const at = typeof column === 'string' ? sql`${sql(column)}` : column
  return asOf === null ? at : sql`case when ${at} <= ${eventCutoff(asOf)}::timestamptz then ${at} end`
}

/** Whether something had happened and was recorded by a moment. */
export function happenedAndRecordedAsOf(
  sql: Queries,
  asOf: AsOf | null,
  happenedAt: string,
  recordedAt: string,
): Fragment {
  return asOf === null
    ? sql`true`
    : sql`(${sql(happenedAt)} <= ${asOf.happened}::timestamptz and ${sql(recordedAt)} <= ${asOf.recorded}::timestamptz)`
}

/** Whether something was recorded by a moment, regardless of when it happened. */
export function recordedAsOf(sql: Queries, asOf: AsOf | null, column: string): Fragment {
  return asOf === null ? sql`true` : sql`${sql(column)} <= ${asOf.recorded}::timestamptz`
}

/** Whether something that is recorded as it happens had occurred by a moment. */
export function occurredAsOf(sql: Queries, asOf: AsOf | null, column: string | Fragment): Fragment {
  const at = typeof column === 'string' ? sql`${sql(column)}` : column
  return asOf === null ? sql`true` : sql`${at} <= ${eventCutoff(asOf)}::timestamptz`
}
