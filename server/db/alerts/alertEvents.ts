import type { AlertEvent, AlertEventKind } from '#contract/alerts/alertActs.ts'
import { toInstant } from '../../clock.ts'
import type { Queries } from '../connect.ts'

/** An entry to add to an alert's timeline. */
export interface NewAlertEvent {
  alertId: number
  kind: AlertEventKind
  /** Herd time, epoch ms. */
  at: number
  /** Null when the server acted. */
  userId: number | null
  text: string | null
  detail: AlertEvent['detail']
}

/** Adds timeline entries in the given order with one statement. Call it in the transaction of the change itself. */
export async function addAlertEvents(sql: Queries, events: readonly NewAlertEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ at, text, ...event }) => ({ ...event, said: text, at: toInstant(at) }))
  await sql`
    insert into alert_events (alert_id, kind, at, user_id, note, detail)
    select n."alertId", n.kind, n.at, n."userId", n.said, n.detail
    from rows from (jsonb_to_recordset(${sql.json(rows)}) as (
      "alertId" bigint, kind text, at timestamptz, "userId" bigint, said text, detail jsonb)) with ordinality as n ("alertId", kind, at, "userId", said, detail, place)
    order by n.place`
}

const maxEvents = 1000

/** Returns the newest 1,000 events of an alert, oldest first, and the total count. */
export async function timelineOf(sql: Queries, alertId: number): Promise<{ events: AlertEvent[]; total: number }> {
  const rows = await sql<
    (Omit<AlertEvent, 'at' | 'by'> & { at: number; userId: number | null; name: string | null; total: number })[]
  >`
    select e.id, e.kind, e.at, e.user_id as "userId", u.display_name as name, e.note as text, e.detail, count(*) over ()::int as total
    from alert_events e left join users u on u.id = e.user_id where e.alert_id = ${alertId} order by e.id desc limit ${maxEvents}`
  const events = rows.toReversed().map(({ userId, name, at, total: _total, ...event }) => ({
    ...event,
    at: toInstant(at),
    by: userId === null ? null : { id: userId, name: name ?? '' },
  }))
  return { events, total: rows[0]?.total ?? 0 }
}
