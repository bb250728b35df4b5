import type { Done } from '#contract/projects/monitor/projectMonitor.ts'
import type { Caller } from '../../../auth/sessions.ts'
import { toInstant } from '../../../clock.ts'
import type { Queries } from '../../../db/connect.ts'
import { daysBefore } from '../../../farmDays.ts'
import { visible } from '../../office/tickets/ticketRows.ts'

const maxRows = 20
/** Maximum age of the listed logs and closed days, days. */
const recentDays = 31

/** A row as stored; `at` is epoch ms. */
type Stored<T> = T extends Done ? Omit<T, 'at' | 'type'> & { at: number } : never
type Row<T extends Done['type']> = Stored<Extract<Done, { type: T }>>

/**
 * Returns the newest decisions, daily logs and closed days of projects in one list, newest first. Decisions are limited to tickets the caller may
 * see.
 * @param today `2026-05-01`
 */
export async function readDone(
  sql: Queries,
  caller: Caller,
  projectIds: readonly number[],
  today: string,
): Promise<Done[]> {
  const ids = [...projectIds]
  const since = daysBefore(today, recentDays)
  const [decided, logged, closed] = await Promise.all([
    sql<Row<'DECIDED'>[]>`
      select t.id, t.subject_id as "projectId", t.kind, t.state, t.decided_at as at,
        (select u.display_name from ticket_steps s join users u on u.id = s.decided_by where s.ticket_id = t.id and s.decision = t.state order by s.decided_at desc limit 1) as by
      from tickets t where t.subject_type = 'PROJECT' and t.subject_id = any(${ids}::bigint[]) and t.decided_at is not null and ${visible(sql, caller)}
      order by t.decided_at desc, t.id desc limit ${maxRows}`,
    // A corrected log is left out; its correction stands for it.
    sql<Row<'LOGGED'>[]>`
      select l.id, l.project_id as "projectId", f.name as "farmName", l.day, l.monitor_status as "monitorStatus", l.hand_count as "handCount",
        (select count(*)::int from daily_log_photos p where p.log_id = l.id) as photos, u.display_name as by, l.received_at as at
      from daily_logs l join farms f on f.id = l.farm_id join users u on u.id = l.author_id
      where l.project_id = any(${ids}::bigint[]) and l.day >= ${since}::date and not exists (select from daily_logs c where c.corrects_id = l.id)
      order by l.received_at desc, l.id desc limit ${maxRows}`,
    sql<Row<'CLOSED'>[]>`
      select c.id, c.project_id as "projectId", c.day, c.ledger, c.unaccounted, u.display_name as by, c.closed_at as at
      from day_closes c left join users u on u.id = c.closed_by where c.project_id = any(${ids}::bigint[]) and c.day >= ${since}::date order by c.closed_at desc, c.id desc limit ${maxRows}`,
  ])
  const done: Done[] = [
    ...decided.map((row) => ({ ...row, type: 'DECIDED' as const, at: toInstant(row.at) })),
    ...logged.map((row) => ({ ...row, type: 'LOGGED' as const, at: toInstant(row.at) })),
    ...closed.map((row) => ({ ...row, type: 'CLOSED' as const, at: toInstant(row.at) })),
  ]
  return done.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at)).slice(0, maxRows)
}
