import { CallError } from '../../../callError.ts'
import type { Fragment, Queries } from '../../../db/connect.ts'
import type { LedgerMoment } from '../../../db/projects/pastLedger.ts'

/** A moment on two axes, epoch ms. */
export type AsOf = LedgerMoment

/** A moment as calls take it. */
export interface AskedMoment {
  happened?: number | undefined
  recorded?: number | undefined
}

/** The clock of whoever asks may be ahead by so much: what is to come by less is now. */
const toleranceMs = 5 * 60_000

/** The moment that a call asks for; null: now. @throws CallError BAD_SHAPE for one that is still to come, naming its field */
export function momentOf({ happened, recorded }: AskedMoment, now: number): AsOf | null {
  if (happened === undefined && recorded === undefined) return null
  for (const [field, at] of Object.entries({ happened, recorded })) {
    if (at !== undefined && at > now + toleranceMs) throw new CallError('BAD_SHAPE', { fields: { [field]: 'future' } })
  }
  const known = Math.min(recorded ?? now, now)
  return { happened: Math.min(happened ?? known, now), recorded: known }
}

/** Until when is known what is recorded as it happens: alerts, requests, decisions. Epoch ms. */
export function knownUntil({ happened, recorded }: AsOf): number {
  return Math.min(happened, recorded)
}

/** An instant of something that is recorded as it happens, where it had come by a moment; else null. */
export function instantThen(sql: Queries, column: string, asOf: AsOf | null): Fragment {
  return asOf === null ? sql`${sql(column)}` : sql`case when ${sql(column)} <= ${knownUntil(asOf)}::timestamptz then ${sql(column)} end`
}

/** Whether something had happened and was recorded by a moment. */
export function wasKnown(sql: Queries, asOf: AsOf | null, happenedAt: string, recordedAt: string): Fragment {
  return asOf === null ? sql`true` : sql`(${sql(happenedAt)} <= ${asOf.happened}::timestamptz and ${sql(recordedAt)} <= ${asOf.recorded}::timestamptz)`
}

/** Whether something was recorded by a moment, whenever it happened. */
export function wasRecorded(sql: Queries, asOf: AsOf | null, column: string): Fragment {
  return asOf === null ? sql`true` : sql`${sql(column)} <= ${asOf.recorded}::timestamptz`
}

/** Whether something that is recorded as it happens had come by a moment. */
export function hadCome(sql: Queries, asOf: AsOf | null, column: string): Fragment {
  return asOf === null ? sql`true` : sql`${sql(column)} <= ${knownUntil(asOf)}::timestamptz`
}
