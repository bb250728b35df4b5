import type { Logger } from 'pino'
import { StartError } from '../../settings.ts'
import type { Settings } from '../../settings.ts'
import { isDatabaseAway } from '../away.ts'
import { codeOf } from '../../errorCode.ts'
import { connect } from '../connect.ts'
import type { ConnectOptions, Sql } from '../connect.ts'
import { claimDataDirectory } from '../embedded/dataDirectory.ts'
import { startPostgres } from '../embedded/postgres.ts'
import { migrate } from '../schema/migrate.ts'
import { ownsTables, runtimeUser } from '../schema/roles.ts'
import { requireConnections } from './connectFault.ts'

type Target = ConnectOptions['target']

/** Connections for the server's own work; calls and the writer of readings have their own. */
const ownConnections = 4

export interface Database {
  /** Pool for the server's own work, as the runtime role, which owns no tables. An outside database may have no such role. */
  sql: Sql
  /** Whether the database was empty before. */
  isNew: boolean
  /** Connection target and role, for further pools. */
  target: Target
  /** The owner of the tables; the same as `target` where an outside database has no other role. */
  owner: Target
  /** Whether that role owns the tables after all: then only triggers protect insert-only tables. */
  ownsTables: boolean
  /** Empties the database and creates the schema again; null for an outside database, which may contain other data. */
  startOver: (() => Promise<void>) | null
  close(): Promise<void>
}

/**
 * Claims the data directory, opens the database of the settings (default: embedded) and migrates it as its owner.
 * All other work uses the runtime role.
 * @throws StartError one line with the reason
 */
export async function openDatabase(settings: Settings, log: Logger): Promise<Database> {
  const claim = await claimDataDirectory(settings.DATA_DIR)
  try {
    const opened = await (settings.DATABASE_URL === undefined
      ? openEmbedded(settings, log)
      : openOutside(settings, settings.DATABASE_URL))
    return { ...opened, close: () => opened.close().finally(() => claim.release()) }
  } catch (error) {
    await claim.release()
    if (isDatabaseAway(error)) throw new StartError(`no connection to the database (${codeOf(error)})`)
    throw error
  }
}

async function openEmbedded({ DATA_DIR: dataDir }: Settings, log: Logger): Promise<Database> {
  const postgres = await startPostgres({ dataDir, log })
  const owner = postgres.target
  const target = { ...owner, user: runtimeUser }
  try {
    const isNew = await withOwner(owner, (sql) => prepare(sql, runtimeUser))
    const sql = connect({ target, connections: ownConnections })
    return {
      sql,
      isNew,
      target,
      owner,
      ownsTables: false,
      startOver: () =>
        withOwner(owner, async (ownerSql) => {
          await ownerSql
            .unsafe('drop schema public cascade; create schema public; grant usage on schema public to public')
            .simple()
          await migrate(ownerSql, runtimeUser)
        }),
      async close() {
        await sql.end({ timeout: 2 })
        await postgres.stop()
      },
    }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

async function openOutside({ MIGRATION_DATABASE_URL: owner }: Settings, target: string): Promise<Database> {
  await requireConnections('DATABASE_URL', target)
  if (owner !== undefined) await requireConnections('MIGRATION_DATABASE_URL', owner)
  const sql = connect({ target, connections: ownConnections })
  try {
    const [user] = await sql<{ name: string }[]>`select current_user::text as name`
    const isNew =
      owner === undefined ? await prepare(sql) : await withOwner(owner, (ownerSql) => prepare(ownerSql, user?.name))
    const [found] = await sql<{ isThere: boolean }[]>`select to_regclass('migrations') is not null as "isThere"`
    if (!found?.isThere) throw new StartError('DATABASE_URL and MIGRATION_DATABASE_URL name different databases')
    return {
      sql,
      isNew,
      target,
      owner: owner ?? target,
      ownsTables: await ownsTables(sql),
      startOver: null,
      close: () => sql.end({ timeout: 2 }),
    }
  } catch (error) {
    await sql.end({ timeout: 2 })
    throw error
  }
}

async function withOwner<T>(target: Target, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = connect({ target, connections: 1, name: 'drover-migrations' })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 2 })
  }
}

/** @returns whether the database was empty before */
async function prepare(sql: Sql, runtimeRole?: string): Promise<boolean> {
  const [version] = await sql<{ number: number }[]>`select current_setting('server_version_num')::int as number`
  if ((version?.number ?? 0) < 150_000) throw new StartError('the database is older than PostgreSQL 15')
  return (await migrate(sql, runtimeRole)).includes('001-base.sql')
}
