import { machineNow } from '../clock.ts'
import type { Sql } from './connect.ts'

/**
 * How far this machine's clock is ahead of the database's, ms; what the way there and back may account for is left out.
 * @returns null when the database does not tell
 */
export async function aheadOfDatabaseMs(sql: Sql): Promise<number | null> {
  const askedAt = machineNow()
  const rows = await sql<{ at: number }[]>`select clock_timestamp() as at`.catch(() => [])
  const answeredAt = machineNow()
  const at = rows[0]?.at
  if (at === undefined) return null
  return askedAt > at ? askedAt - at : Math.min(0, answeredAt - at)
}
