import pg from 'pg'
import type { ConnectOptions } from './connect.ts'

/**
 * Creates an unopened `pg` connection, for features that a pool of `postgres` lacks.
 * @param timeoutMs maximum time to open it
 */
export function newPgClient(target: ConnectOptions['target'], name: string, timeoutMs = 5000): pg.Client {
  const place =
    typeof target === 'string'
      ? { connectionString: target }
      : { host: target.socketDir, user: target.user, database: target.database }
  return new pg.Client({ ...place, application_name: name, connectionTimeoutMillis: timeoutMs, keepAlive: true })
}
