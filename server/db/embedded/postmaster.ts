import { spawn } from 'node:child_process'
import { access, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { serverEnvironment, serverOptions, type Cluster } from './cluster.ts'
import { clusterProcesses, isPostmaster, signal } from './processes.ts'
import type { ServerLog } from './serverLog.ts'

/** A server process. */
export interface Postmaster {
  pid: number
  /** Resolves when the process has ended, for any reason. */
  exited: Promise<void>
}

/** Thrown for a server that ended before it was ready. `fault` is the reason in its log. */
export class PostmasterEnded extends Error {
  readonly fault: string | undefined
  constructor(fault: string | undefined) {
    super(`PostgreSQL ended before it was ready: ${fault ?? 'it gave no reason'}`)
    this.fault = fault
  }
}

interface PidFile {
  pid: number
  status: string
}

async function readPidFile(cluster: Cluster): Promise<PidFile | null> {
  const text = await readFile(join(cluster.path, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  const pid = Number(lines[0])
  return pid > 0 ? { pid, status: (lines[7] ?? '').trim() } : null
}

/** Shuts down a server that a killed process left running. Its watchdog may be stopping it at the same time. */
export async function endLeftPostmaster(cluster: Cluster): Promise<void> {
  const file = await readPidFile(cluster)
  if (file && (await isPostmaster(file.pid, cluster.name)))
    await stopPostmaster({ pid: file.pid, exited: watch(file.pid, cluster) })
}

/** Resolves when the process has ended. Polls, because the system reports only the end of our own children. */
async function watch(pid: number, cluster: Cluster): Promise<void> {
  while (await isPostmaster(pid, cluster.name)) await wait(100, undefined, { ref: false })
}

/**
 * Starts a server and waits until it accepts connections, also through a recovery of any length.
 * @param stopping ends the server when aborted
 * @throws PostmasterEnded
 */
export async function launchPostmaster(
  cluster: Cluster,
  socketDir: string,
  log: ServerLog,
  settings: Record<string, string>,
  stopping: AbortSignal,
): Promise<Postmaster> {
  await clearAway(cluster, socketDir)
  const output = await log.open()
  const child = spawn(join(cluster.binDir, 'postgres'), serverOptions(cluster, socketDir, settings), {
    ...cluster.account,
    cwd: cluster.path,
    env: serverEnvironment,
    // Its own session: Ctrl-C in the terminal must reach only this process, which stops the server after its last write.
    detached: true,
    stdio: ['ignore', output.fd, output.fd],
  })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  child.unref()
  await output.close()
  const pid = child.pid ?? 0
  do {
    const file = await readPidFile(cluster)
    if (file?.pid === pid && file.status === 'ready') return { pid, exited }
    if (stopping.aborted && pid > 0) signal(pid, 'SIGINT')
  } while (!(await settlesWithin(10, exited)))
  throw new PostmasterEnded(await log.lastFault())
}

/**
 * Removes the leftovers of a killed server. Its children may still run a long query and hold the shared memory, which blocks a new server.
 * Call it only when no server of this cluster is meant to run.
 */
async function clearAway(cluster: Cluster, socketDir: string): Promise<void> {
  await endProcesses(cluster)
  await rm(join(cluster.path, 'postmaster.pid'), { force: true })
  for (const name of await readdir(socketDir)) await rm(join(socketDir, name), { force: true })
}

/** Kills a server's remaining processes: children of a killed postmaster live on for a while. */
export async function endProcesses(cluster: Cluster): Promise<void> {
  for (;;) {
    const left = await clusterProcesses(cluster.name)
    if (left.length === 0) return
    for (const pid of left) signal(pid, 'SIGKILL')
    await wait(20)
  }
}

/** Maximum duration of a fast shutdown, and then of an immediate one, ms. */
const fastShutdownMs = 60_000
const immediateShutdownMs = 5_000

/** Shuts a server down. It disconnects its clients and writes everything to disk. */
export async function stopPostmaster(postmaster: Postmaster): Promise<void> {
  signal(postmaster.pid, 'SIGINT')
  if (!(await settlesWithin(fastShutdownMs, postmaster.exited))) {
    signal(postmaster.pid, 'SIGQUIT')
    await settlesWithin(immediateShutdownMs, postmaster.exited)
  }
}

/** Returns whether a promise settles in time. */
async function settlesWithin(ms: number, settled: Promise<void>): Promise<boolean> {
  const timer = new AbortController()
  const late = wait(ms, false, { signal: timer.signal }).catch(() => true)
  const inTime = await Promise.race([settled.then(() => true), late])
  timer.abort()
  return inTime
}

export async function hasSocket(socketDir: string): Promise<boolean> {
  return access(join(socketDir, '.s.PGSQL.5432')).then(
    () => true,
    () => false,
  )
}
