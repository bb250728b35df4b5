import type { Caller } from '../../auth/sessions.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { seesDrafts } from '../visibility.ts'

/** Selects when the opening of a project was last requested (machine time); null when never. */
export function lastOpeningRequestAt(sql: Queries, projectId: Fragment): Fragment {
  return sql`(select max(o.raised_at) from tickets o where o.subject_type = 'PROJECT' and o.subject_id = ${projectId} and o.kind = 'PROJECT_OPEN')`
}

/** Selects when the closing of a project was approved (machine time); null while it is not. */
export function closeApprovedAt(sql: Queries, projectId: Fragment): Fragment {
  return sql`(select max(c.decided_at) from tickets c where c.subject_type = 'PROJECT' and c.subject_id = ${projectId} and c.kind = 'PROJECT_CLOSE' and c.state = 'APPROVED')`
}

/**
 * Selects when a project was closed, in herd time, which in a replay is years before machine time; null while it is not.
 * Its last pledges ended then. A project without pledges uses the time of the approval.
 */
export function closedAtHerdTime(sql: Queries, projectId: Fragment): Fragment {
  const freed = sql`(select max(p.ended_at) from pledges p where p.project_id = c.subject_id and p.end_reason = 'CLOSED')`
  return sql`(select max(coalesce(${freed}, c.decided_in_herd, c.decided_at)) from tickets c where c.subject_type = 'PROJECT' and c.subject_id = ${projectId} and c.kind = 'PROJECT_CLOSE' and c.state = 'APPROVED')`
}

/** Caps an instant at the closing of a project, in herd time, epoch ms. Its farms go on without it, maybe for other projects. */
export async function capAtClosing(sql: Queries, projectId: number, until: number): Promise<number> {
  const [row] = await sql<{ at: number | null }[]>`select ${closedAtHerdTime(sql, sql`${projectId}`)} as at`
  return Math.min(until, row?.at ?? until)
}

/**
 * Returns the instant from which a caller may see a project's history, machine time, epoch ms; null when nothing is hidden.
 * Banks and borrowers start at the latest opening request: earlier drafts may have named other parties or terms.
 */
export async function historyVisibleFrom(sql: Queries, caller: Caller, projectId: number): Promise<number | null> {
  if (seesDrafts(caller)) return null
  const [row] = await sql<{ at: number | null }[]>`select ${lastOpeningRequestAt(sql, sql`${projectId}`)} as at`
  return row?.at ?? null
}

/** Selects when a project was opened: at the approval of all its parties, at the latest with its first ledger entry; null while it is not. */
export function openedAt(sql: Queries, projectId: Fragment): Fragment {
  return sql`least(
    (select min(coalesce(o.decided_in_herd, o.decided_at)) from tickets o where o.subject_type = 'PROJECT' and o.subject_id = ${projectId} and o.kind = 'PROJECT_OPEN' and o.state = 'APPROVED'),
    (select least(e.happened_at, e.recorded_at) from ledger_entries e where e.project_id = ${projectId} order by e.recorded_at limit 1))`
}
