import type { Sql } from './connect.ts'

/** Whether the database answers within so many ms. */
export async function isReachable(sql: Sql, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs)
  })
  const asked = sql`select 1`.then(() => true, () => false)
  const reachable = await Promise.race([asked, late])
  clearTimeout(timer)
  return reachable
}
