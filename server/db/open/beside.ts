import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Settings, StartError } from '../../settings.ts'
import { isDatabaseAway } from '../away.ts'
import { connect, type ConnectOptions, type Sql } from '../connect.ts'
import { openDatabase } from './database.ts'
import { DirectoryInUse } from '../embedded/dataDirectory.ts'
import { databaseName } from '../embedded/cluster.ts'
import { runtimeUser } from '../schema/roles.ts'

/**
 * Opens the database for a short command, also while a server uses it.
 * @throws StartError one line with the reason
 */
export async function openAlongsideServer(
  settings: Settings,
  log: Logger,
): Promise<{ sql: Sql; close(): Promise<void> }> {
  try {
    return await openDatabase(settings, log)
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error
  }
  const sql = connect({
    target: settings.DATABASE_URL ?? (await runningServer(settings.DATA_DIR)),
    connections: 1,
    name: 'drover-command',
  })
  try {
    await sql`select 1 from migrations limit 1`
  } catch (error) {
    await sql.end({ timeout: 2 })
    throw isDatabaseAway(error)
      ? new StartError('the server that uses the database does not answer: is it starting?')
      : error
  }
  return { sql, close: () => sql.end({ timeout: 2 }) }
}

/** Returns the connection target of the embedded server that runs on a data directory. Only its account and root can open its socket. */
async function runningServer(dataDir: string): Promise<ConnectOptions['target']> {
  const path = join(dataDir, 'postgres', 'postmaster.pid')
  const text = await readFile(path, 'utf8').catch(() => {
    throw new StartError(
      `${path} can't be read: run this as the account that the server runs as, or as root, and once it is ready`,
    )
  })
  return { socketDir: text.split('\n')[4] ?? '', user: runtimeUser, database: databaseName }
}
