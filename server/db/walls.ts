import { toInstant } from '../clock.ts'
import type { Sql } from './connect.ts'

/** A wall that shows the monitor, as the database has it. */
export interface WallRow {
  id: number
  name: string
  /** The farm that its alert belongs to: the first of its organisation's. */
  farmId: number
  /** Herd time, epoch ms. */
  paintedAt: number
}

/**
 * The walls of supervisors that show the monitor. One whose session ended, by signing out or by being taken away, is none any more;
 * one whose organisation supervises no farm has nobody on shift who could look at it.
 */
export async function readWalls(sql: Sql): Promise<WallRow[]> {
  return sql<WallRow[]>`
    select d.id, coalesce(d.name, '') as name, f.id as "farmId", d.painted_at as "paintedAt"
    from displays d join sessions s on s.display_id = d.id join users u on u.id = d.paired_by
    join lateral (select min(id) as id from farms where supervisor_org_id = u.organisation_id and deleted_at is null) f on f.id is not null
    where d.painted_at is not null order by d.id`
}

/** Keeps when walls painted last (herd time, epoch ms); null: they show something else now. */
export async function savePainted(sql: Sql, painted: readonly { id: number; at: number | null }[]): Promise<void> {
  const rows = painted.map(({ id, at }) => ({ id, at: at === null ? null : toInstant(at) }))
  await sql`
    update displays d set painted_at = w.at from jsonb_to_recordset(${sql.json(rows)}) as w(id bigint, at timestamptz) where d.id = w.id`
}
