import type { ClaimJob } from '../jobs.ts'
import type { Sql } from './connect.ts'

/** Share of a period by which a run may come early, since timers differ. */
const earlyShare = 0.1

/**
 * Claims job runs in the database, so that one process per period runs a job.
 * Ignores a claim that is more than a period in the future: the clock was set back since.
 */
export function createJobClaims(sql: Sql): ClaimJob {
  return async ({ name, intervalMs: everyMs }, now) => {
    const rows = await sql`
      insert into marks (name, at) values (${`job ${name}`}, ${now})
      on conflict (name) do update set at = excluded.at
      where marks.at <= ${now - everyMs * (1 - earlyShare)} or marks.at > ${now + everyMs}
      returning name`
    return rows.length > 0
  }
}
