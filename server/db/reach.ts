import type { ConnectOptions, Sql } from './connect.ts'
import { openClient } from './client.ts'

/** Checks whether the database answers within `timeoutMs`. */
export async function isReachable(sql: Sql, timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs)
  })
  const answered = sql`select 1`.then(
    () => true,
    () => false,
  )
  const reachable = await Promise.race([answered, late])
  clearTimeout(timer)
  return reachable
}

/** Checks whether the database accepts a new connection within `timeoutMs`, independent of the open ones. */
export async function acceptsConnections(target: ConnectOptions['target'], timeoutMs: number): Promise<boolean> {
  const client = await openClient(target, { name: 'drover-probe', timeoutMs }).catch(() => null)
  await client?.end().catch(() => {})
  return client !== null
}
