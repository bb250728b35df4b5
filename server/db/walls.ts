import { toInstant } from '../clock.ts'
import type { Sql } from './connect.ts'

/** A stored wall that shows the monitor. */
export interface WallRow {
  id: number
  name: string
  /** The farm that its alert belongs to: its organisation's farm with the lowest id. */
  farmId: number
  /** Herd time, epoch ms. */
  paintedAt: number
}

/**
 * Reads the supervisors' walls that show the monitor. Leaves out walls without a session, and those whose organisation supervises no farm:
 * nobody on shift could look at them.
 */
export async function readWalls(sql: Sql): Promise<WallRow[]> {
  return sql<WallRow[]>`
    select d.id, coalesce(d.name, '') as name, f.id as "farmId", d.painted_at as "paintedAt"
    from displays d join sessions s on s.display_id = d.id join users u on u.id = d.paired_by
    join lateral (select min(id) as id from farms where supervisor_org_id = u.organisation_id and deleted_at is null) f on f.id is not null
    where d.painted_at is not null order by d.id`
}

/** Saves when walls last painted the monitor (herd time, epoch ms); null when they show something else now. */
export async function savePainted(sql: Sql, painted: readonly { id: number; at: number | null }[]): Promise<void> {
  const rows = painted.map(({ id, at }) => ({ id, at: at === null ? null : toInstant(at) }))
  await sql`
    update displays d set painted_at = w.at from jsonb_to_recordset(${sql.json(rows)}) as w(id bigint, at timestamptz) where d.id = w.id`
}
