import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { StartError } from '../../settings.ts'
import { connect } from '../connect.ts'
import { makeRuntimeRole } from '../schema/roles.ts'
import { databaseAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import {
  databaseName,
  databaseUser,
  makeSocketDirectory,
  openCluster,
  ownSocketDirectory,
  type Cluster,
} from './cluster.ts'
import {
  endLeftPostmaster,
  endProcesses,
  hasSocket,
  launchPostmaster,
  PostmasterEnded,
  stopPostmaster,
  type Postmaster,
} from './postmaster.ts'
import { signal } from './processes.ts'
import { serverLog } from './serverLog.ts'
import { startWatchdog } from './watchdog.ts'

export interface PostgresOptions {
  /** An existing directory that the caller has claimed; the database lives in `postgres` below it. */
  dataDir: string
  log: Logger
  /** Called when the server accepts connections, when it has died, and when it is back; not on `stop`. */
  onState?: (state: { up: boolean }) => void
  /** Additional server settings, for tests. */
  settings?: Record<string, string>
}

export interface EmbeddedPostgres {
  /** Target for `connect`, as the owner of everything. Stays the same across server restarts. */
  target: { socketDir: string; user: string; database: string }
  /** Process id of the postmaster; null while it is not running. */
  pid(): number | null
  /** Shuts the server down and waits until all its processes have ended. */
  stop(): Promise<void>
}

const maxPauseMs = 5_000
const inspectIntervalMs = 5_000

/**
 * Runs the embedded PostgreSQL: creates its files on first use, starts it and restarts it whenever it dies.
 * Creates the database `drover` and the runtime role. A watchdog ends the server with this process, even after SIGKILL.
 * @throws StartError one line with the reason
 */
export async function startPostgres({
  dataDir,
  log,
  onState,
  settings = {},
}: PostgresOptions): Promise<EmbeddedPostgres> {
  const directory = resolve(dataDir)
  const account = await databaseAccount()
  const binDir = await findBinaries(directory, account)
  const cluster = await openCluster(directory, binDir, account)
  const output = serverLog(directory, account)

  const stopping = new AbortController()
  await endLeftPostmaster(cluster)
  const socketDir = await makeSocketDirectory(cluster)
  const endWatchdog = startWatchdog(cluster)
  const bringUp = () => launchPostmaster(cluster, socketDir, output, settings, stopping.signal)

  let current: Postmaster | null = await bringUp().catch((error: unknown) => {
    endWatchdog()
    if (!(error instanceof PostmasterEnded)) throw error
    throw new StartError(
      `the database in ${cluster.path} did not start: ${error.fault ?? `see ${directory}/postgres.log`}`,
    )
  })
  log.info({ postmaster: current.pid }, 'database is up')

  /** Restarts the server whenever it dies, with growing pauses between tries, until `stop`. */
  const supervise = async () => {
    while (current && !stopping.signal.aborted) {
      await current.exited
      if (stopping.signal.aborted) return
      current = null
      log.error({ fault: await output.lastFault().catch(() => undefined) }, 'database died; it is started again')
      onState?.({ up: false })
      for (let pauseMs = 50; !current && !stopping.signal.aborted; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
        try {
          current = await bringUpAgain()
        } catch (error) {
          log.error({ error: String(error) }, 'database did not start')
          await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
        }
      }
      if (current && !stopping.signal.aborted) {
        log.warn({ postmaster: current.pid }, 'database is up again')
        onState?.({ up: true })
      }
    }
  }

  const bringUpAgain = async () => {
    if (!(await ownSocketDirectory(socketDir, cluster))) throw new Error(`${socketDir} belongs to somebody else`)
    return bringUp()
  }

  const inspection = setInterval(() => {
    output.trim().catch(() => {})
    const pid = current?.pid
    if (pid === undefined) return
    // A cleaner of the temporary directory may delete the socket; a restart creates it again.
    void hasSocket(socketDir).then((there) => {
      if (!there && current?.pid === pid && !stopping.signal.aborted) signal(pid, 'SIGINT')
    })
  }, inspectIntervalMs)
  inspection.unref()

  const supervised = supervise()
  let stopped: Promise<void> | null = null
  const embedded: EmbeddedPostgres = {
    target: { socketDir, user: databaseUser, database: databaseName },
    pid: () => current?.pid ?? null,
    stop: () => (stopped ??= stop()),
  }

  const stop = async () => {
    stopping.abort()
    clearInterval(inspection)
    if (current) await stopPostmaster(current)
    await supervised
    // A restart may have been in progress.
    if (current) await stopPostmaster(current)
    current = null
    await endProcesses(cluster)
    endWatchdog()
    await rm(socketDir, { recursive: true, force: true })
    log.info('database is stopped')
  }

  try {
    await makeDatabase(cluster, socketDir)
  } catch (error) {
    await embedded.stop()
    throw error
  }
  onState?.({ up: true })
  return embedded
}

async function makeDatabase({ path }: Cluster, socketDir: string): Promise<void> {
  const sql = connect({ target: { socketDir, user: databaseUser, database: 'postgres' }, connections: 1 })
  try {
    const found = await sql`select 1 from pg_database where datname = ${databaseName}`
    if (found.length === 0) await sql`create database ${sql(databaseName)}`
    await makeRuntimeRole(sql)
  } catch (error) {
    throw new StartError(`the database in ${path} can't be used: ${(error as Error).message}`)
  } finally {
    await sql.end()
  }
}
