import { toInstant } from '../../../clock.ts'
import type { Queries } from '../../../db/connect.ts'

/** Finds who downloaded a pack of an alert with this manifest hash (hex), and when; null when nobody did. */
export async function findEvidenceDownload(
  sql: Queries,
  alertId: number,
  manifest: string,
): Promise<{ by: string; at: string } | null> {
  const [row] = await sql<{ by: string; at: number }[]>`
    select u.display_name as by, e.at from audit_entries e join users u on u.id = e.user_id
    where e.noun = 'alert' and e.noun_id = ${alertId} and e.action = 'TAKE_EVIDENCE' and e.detail ->> 'manifest' = ${manifest} order by e.id limit 1`
  return row === undefined ? null : { by: row.by, at: toInstant(row.at) }
}
