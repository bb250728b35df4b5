import type { RecordEventKind } from '#contract/duty/recordEvents.ts'
import type { Queries, Sql } from '../connect.ts'

/** Record events, and changes of alerts, which feeds report too. */
export type PlacedEventKind = RecordEventKind | 'ALERT'

export interface PlacedEvent {
  id: number
  kind: PlacedEventKind
  subjectId: number
  what: string
}

/** Key of the lock that orders the transactions which give places; the number is arbitrary. */
const placingLock = 7_146_001
const maxBatchSize = 5_000

/**
 * Gives committed record events their places in the feeds. One transaction at a time does so: a transaction that writes long gets its
 * place when it has committed, so no cursor passes it.
 * @param onPlaced further work in the same transaction
 */
export async function placeRecordEvents(
  sql: Sql,
  onPlaced: (sql: Queries, events: readonly PlacedEvent[]) => Promise<void> = async () => {},
): Promise<void> {
  for (;;) {
    const waiting = await sql`select from record_events where position is null limit 1`
    if (waiting.length === 0) return
    let count = 0
    await sql.begin(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(${placingLock})`
      const events = await transaction<PlacedEvent[]>`
        with waiting as (
          select id from record_events where position is null order by id limit ${maxBatchSize} for update skip locked
        ), placed as (select id, nextval('record_positions') as position from (select id from waiting order by id) w)
        update record_events e set position = n.position from placed as n where n.id = e.id
        returning e.id, e.kind, e.subject_id as "subjectId", e.what`
      count = events.length
      await onPlaced(transaction, events)
    })
    if (count < maxBatchSize) return
  }
}

/** Returns the last place that a feed may read up to; 0 for empty feeds. */
export async function lastPlace(sql: Queries): Promise<number> {
  const [row] = await sql<{ last: number | null }[]>`select max(position) as last from record_events`
  return row?.last ?? 0
}
