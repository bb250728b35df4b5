import { machineNow } from '../clock.ts'
import type { Sql } from './connect.ts'

/**
 * Returns how far this machine's clock is ahead of the database's clock, ms. Differences within the round trip count as 0.
 * @returns null when the database does not answer
 */
export async function aheadOfDatabaseMs(sql: Sql): Promise<number | null> {
  const askedAt = machineNow()
  const rows = await sql<{ at: number }[]>`select clock_timestamp() as at`.catch(() => [])
  const answeredAt = machineNow()
  const at = rows[0]?.at
  if (at === undefined) return null
  return askedAt > at ? askedAt - at : Math.min(0, answeredAt - at)
}
