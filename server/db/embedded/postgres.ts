import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { StartError } from '../../settings.ts'
import { connect } from '../connect.ts'
import { makeRuntimeRole } from '../schema/roles.ts'
import { databaseAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { databaseName, databaseUser, makeSocketDirectory, openCluster, ownSocketDirectory, type Cluster } from './cluster.ts'
import { endLeftPostmaster, endProcesses, hasSocket, launchPostmaster, PostmasterEnded, stopPostmaster, type Postmaster } from './postmaster.ts'
import { signal } from './processes.ts'
import { serverLog } from './serverLog.ts'
import { startWatchdog } from './watchdog.ts'

export interface PostgresOptions {
  /** There, and claimed by the caller; the database lies in `postgres` below it. */
  dataDir: string
  log: Logger
  /** Called when the server takes connections, when it is found dead, and when it is back; not on `stop`. */
  onState?: (state: { up: boolean }) => void
  /** Server settings beside our own, for tests. */
  settings?: Record<string, string>
}

export interface EmbeddedPostgres {
  /** For `connect`, as the owner of all; stays the same while the server is restarted. */
  target: { socketDir: string; user: string; database: string }
  /** The postmaster's; null while there is none. */
  pid(): number | null
  /** Shuts the server down and waits; afterwards no process of it is left. */
  stop(): Promise<void>
}

const longestPauseMs = 5_000
const lookAfterMs = 5_000

/**
 * Runs the embedded PostgreSQL: makes its files when there are none, starts it, starts it again whenever it dies, and
 * makes the database `drover` and the role that works with it. It ends with this process, however that ends.
 * @throws StartError one line that says why it can't run
 */
export async function startPostgres({ dataDir, log, onState, settings = {} }: PostgresOptions): Promise<EmbeddedPostgres> {
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
    throw new StartError(`the database in ${cluster.path} did not start: ${error.fault ?? `see ${directory}/postgres.log`}`)
  })
  log.info({ postmaster: current.pid }, 'database is up')

  /** Until `stop`: waits until the server dies, then starts it again, with growing pauses between the tries. */
  const supervise = async () => {
    while (current && !stopping.signal.aborted) {
      await current.gone
      if (stopping.signal.aborted) return
      current = null
      log.error({ fault: await output.lastFault().catch(() => undefined) }, 'database died; it is started again')
      onState?.({ up: false })
      for (let pauseMs = 50; !current && !stopping.signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
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

  const lookAfter = setInterval(() => {
    output.trim().catch(() => {})
    const pid = current?.pid
    if (pid === undefined) return
    // A cleaner of the temporary directory may delete the socket; a restart makes it again.
    void hasSocket(socketDir).then((there) => {
      if (!there && current?.pid === pid && !stopping.signal.aborted) signal(pid, 'SIGINT')
    })
  }, lookAfterMs)
  lookAfter.unref()

  const supervised = supervise()
  let stopped: Promise<void> | null = null
  const embedded: EmbeddedPostgres = {
    target: { socketDir, user: databaseUser, database: databaseName },
    pid: () => current?.pid ?? null,
    stop: () => (stopped ??= stop()),
  }

  const stop = async () => {
    stopping.abort()
    clearInterval(lookAfter)
    if (current) await stopPostmaster(current)
    await supervised
    // A restart may have been under way.
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
