import type { Caller } from '../../auth/sessions.ts'
import type { Fragment, Queries } from '../../db/connect.ts'
import { seesDrafts } from '../visibility.ts'

/** When the opening of a project was asked for last, as a subquery of one instant; null: never. */
export function lastAsked(sql: Queries, projectId: Fragment): Fragment {
  return sql`(select max(o.raised_at) from tickets o where o.subject_type = 'PROJECT' and o.subject_id = ${projectId} and o.kind = 'PROJECT_OPEN')`
}

/** When the closing of a project was approved, in machine time, as a subquery of one instant; null: it was not. */
export function closing(sql: Queries, projectId: Fragment): Fragment {
  return sql`(select max(c.decided_at) from tickets c where c.subject_type = 'PROJECT' and c.subject_id = ${projectId} and c.kind = 'PROJECT_CLOSE' and c.state = 'APPROVED')`
}

/**
 * When a project was closed by the clock of its herd, which in a replay is years behind that of who decided, as a subquery of one
 * instant; null: it was not. Its last pledges ended then; one that never had any goes by the decision.
 */
export function closedAt(sql: Queries, projectId: Fragment): Fragment {
  const freed = sql`(select max(p.ended_at) from pledges p where p.project_id = c.subject_id and p.end_reason = 'CLOSED')`
  return sql`(select max(coalesce(${freed}, c.decided_at)) from tickets c where c.subject_type = 'PROJECT' and c.subject_id = ${projectId} and c.kind = 'PROJECT_CLOSE' and c.state = 'APPROVED')`
}

/** Until when something of a project's farms is told of it, epoch ms: at the latest until it was closed. They go on without it, maybe with others. */
export async function toldUntil(sql: Queries, projectId: number, until: number): Promise<number> {
  const [row] = await sql<{ at: number | null }[]>`select ${closedAt(sql, sql`${projectId}`)} as at`
  return Math.min(until, row?.at ?? until)
}

/**
 * From when on a project is told to a caller who may see it, epoch ms; null: from its beginning. A bank and a borrower know it from when
 * they were asked: the drafts before may have been for others, on other terms.
 */
export async function toldSince(sql: Queries, caller: Caller, projectId: number): Promise<number | null> {
  if (seesDrafts(caller)) return null
  const [row] = await sql<{ at: number | null }[]>`select ${lastAsked(sql, sql`${projectId}`)} as at`
  return row?.at ?? null
}

/**
 * When a project was opened, as a subquery of one instant: by the approval of all its parties, at the latest with the first entry of
 * its ledger; null: it was not.
 */
export function openedAt(sql: Queries, projectId: Fragment): Fragment {
  return sql`least(
    (select min(o.decided_at) from tickets o where o.subject_type = 'PROJECT' and o.subject_id = ${projectId} and o.kind = 'PROJECT_OPEN' and o.state = 'APPROVED'),
    (select least(e.happened_at, e.recorded_at) from ledger_entries e where e.project_id = ${projectId} order by e.recorded_at limit 1))`
}
