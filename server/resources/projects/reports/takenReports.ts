import { toInstant } from '../../../clock.ts'
import type { Queries } from '../../../db/connect.ts'

const beginning = 'pdf report '
const hashLength = 64

/** Builds the security log's line about a downloaded report. @param hash of the file, SHA-256 in hex */
export const downloadLine = (projectCode: string, day: string, hash: string) =>
  `${beginning}${projectCode} ${day} ${hash}`

/** Finds who downloaded the report file with this hash (hex), when, and its project and day; null when nobody did. */
export async function findReportDownload(
  sql: Queries,
  hash: string,
): Promise<{ by: string; at: string; of: string } | null> {
  const [row] = await sql<{ by: string; at: number; what: string }[]>`
    select user_name as by, at, what from security_events where kind = 'EXPORT' and starts_with(what, ${beginning}) and right(what, ${hashLength}::int) = ${hash} order by id limit 1`
  return row === undefined
    ? null
    : { by: row.by, at: toInstant(row.at), of: row.what.slice(beginning.length, -hashLength).trim() }
}
