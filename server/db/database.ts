import type { Logger } from 'pino'
import { StartError } from '../settings.ts'
import type { Settings } from '../settings.ts'
import { isDatabaseAway } from './away.ts'
import { codeOf } from '../errorCode.ts'
import { connect } from './connect.ts'
import type { ConnectOptions, Sql } from './connect.ts'
import { claimDataDirectory } from './embedded/dataDirectory.ts'
import { startPostgres } from './embedded/postgres.ts'
import { migrate } from './migrate.ts'

export interface Database {
  sql: Sql
  /** Whether it was empty before. */
  isNew: boolean
  /** Where it is, for further pools. */
  target: ConnectOptions['target']
  /** Empties it and creates the schema again; null for an outside one, which may hold more than what is ours. */
  startOver: (() => Promise<void>) | null
  close(): Promise<void>
}

/**
 * Claims the data directory, opens the database that the settings name (the embedded one unless told) and brings it to
 * the newest shape.
 * @throws StartError one line that says why it can't
 */
export async function openDatabase(settings: Settings, log: Logger): Promise<Database> {
  const claim = await claimDataDirectory(settings.DATA_DIR)
  try {
    if (settings.DATABASE_URL !== undefined) {
      const sql = connect({ target: settings.DATABASE_URL })
      const isNew = await prepare(sql)
      return { sql, isNew, target: settings.DATABASE_URL, startOver: null, close: () => sql.end({ timeout: 2 }).finally(() => claim.release()) }
    }
    const postgres = await startPostgres({ dataDir: settings.DATA_DIR, log })
    const sql = connect({ target: postgres.target })
    const close = async () => {
      await sql.end({ timeout: 2 })
      await postgres.stop()
      await claim.release()
    }
    const startOver = async () => {
      await sql.unsafe('drop schema public cascade; create schema public').simple()
      await migrate(sql)
    }
    try {
      return { sql, isNew: await prepare(sql), target: postgres.target, startOver, close }
    } catch (error) {
      await postgres.stop()
      throw error
    }
  } catch (error) {
    await claim.release()
    if (isDatabaseAway(error)) throw new StartError(`no connection to the database (${codeOf(error)})`)
    throw error
  }
}

async function prepare(sql: Sql): Promise<boolean> {
  const [version] = await sql<{ number: number }[]>`select current_setting('server_version_num')::int as number`
  if ((version?.number ?? 0) < 150_000) throw new StartError('the database is older than PostgreSQL 15')
  return (await migrate(sql)).includes('001-base.sql')
}
