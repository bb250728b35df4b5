import type { Rehearsal, RehearsalFailure, RehearsalResult, RehearsalState } from '#contract/alerts/rehearsals.ts'
import { machineNow, toInstant } from '../../clock.ts'
import type { Fragment, Queries, Sql } from '../connect.ts'

/** Time without progress after which a rehearsal counts as abandoned, ms. */
const abandonedMs = 60_000
const retentionMs = 7 * 86_400_000

type Stored = Omit<Rehearsal, 'begunAt'> & { begunAt: number }

/** Reads the rehearsals that match a condition on `r`, newest first. */
export async function selectRehearsals(sql: Queries, condition: Fragment): Promise<Rehearsal[]> {
  const rows = await sql<Stored[]>`
    select r.id, r.kind, r.scope, r.scope_id as "scopeId", r.state, r.failure, r.progress as "share", r.begun_at as "begunAt", r.result
    from rehearsals r where ${condition} order by r.id desc`
  return rows.map(({ begunAt, ...row }) => ({ ...row, begunAt: toInstant(begunAt) }))
}

/** Records a rehearsal's progress. @returns false when it was cancelled or has ended */
export async function reportProgress(sql: Sql, id: number, share: number): Promise<boolean> {
  const rows = await sql`
    update rehearsals set state = 'RUNNING', progress = greatest(progress, ${share}), touched_at = ${machineNow()}
    where id = ${id} and state in ('WAITING', 'RUNNING') returning id`
  return rows.length > 0
}

/** Records that a rehearsal still waits for its turn. */
export async function touchWaiting(sql: Sql, id: number): Promise<void> {
  await sql`update rehearsals set touched_at = ${machineNow()} where id = ${id} and state = 'WAITING'`
}

/** Ends a rehearsal in progress; an ended one stays unchanged. */
export async function endRehearsal(
  sql: Queries,
  id: number,
  state: Exclude<RehearsalState, 'WAITING' | 'RUNNING'>,
  of: { failure?: RehearsalFailure; result?: RehearsalResult } = {},
): Promise<void> {
  await sql`
    update rehearsals set state = ${state}, failure = ${of.failure ?? null}, result = ${of.result ? JSON.stringify(of.result) : null}::text::jsonb,
      progress = case when ${state === 'DONE'} then 1 else progress end, touched_at = ${machineNow()}
    where id = ${id} and state in ('WAITING', 'RUNNING')`
}

/** Fails rehearsals that an ended server left behind. */
export async function endAbandoned(sql: Queries): Promise<void> {
  await sql`
    update rehearsals set state = 'FAILED', failure = 'BROKEN_OFF' where state in ('WAITING', 'RUNNING') and touched_at < ${machineNow() - abandonedMs}`
}

/** Deletes rehearsals a week after their last progress. @param now machine time, epoch ms */
export async function deleteOldRehearsals(sql: Sql, now: number): Promise<void> {
  await sql`delete from rehearsals where touched_at < ${now - retentionMs}`
}
