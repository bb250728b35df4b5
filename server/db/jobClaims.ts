import type { ClaimJob } from '../jobs.ts'
import type { Sql } from './connect.ts'

/** How early in its period a run may come, since no two timers agree. */
const earlyShare = 0.1

/**
 * Claims runs in the database: of all processes that ask within a period one gets to run the job. A claim later than
 * now by more than a period comes from a clock that was set back since, and does not count.
 */
export function createJobClaims(sql: Sql): ClaimJob {
  return async ({ name, everyMs }, now) => {
    const rows = await sql`
      insert into marks (name, at) values (${`job ${name}`}, ${now})
      on conflict (name) do update set at = excluded.at
      where marks.at <= ${now - everyMs * (1 - earlyShare)} or marks.at > ${now + everyMs}
      returning name`
    return rows.length > 0
  }
}
