import pg from 'pg'
import type { ConnectOptions } from './connect.ts'

/**
 * A connection by `pg`, not opened yet: for what a pool of `postgres` does not do.
 * @param timeoutMs opening it takes no longer
 */
export function newPgClient(target: ConnectOptions['target'], name: string, timeoutMs = 5000): pg.Client {
  const place = typeof target === 'string' ? { connectionString: target } : { host: target.socketDir, user: target.user, database: target.database }
  return new pg.Client({ ...place, application_name: name, connectionTimeoutMillis: timeoutMs, keepAlive: true })
}
