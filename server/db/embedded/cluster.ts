import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, lchown, lstat, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { availableParallelism, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../../settings.ts'
import { canEnter, handOver, type Account } from './account.ts'

const run = promisify(execFile)
const majorVersion = '18'

/** Name of the embedded database and of its superuser. */
export const databaseUser = 'drover'
export const databaseName = 'drover'

/** PostgreSQL's database files, as one start uses them. */
export interface Cluster {
  /** Directory of the files. */
  path: string
  /** Path of the directory as the server is started with it. */
  reachedAs: string
  /** Identifies this cluster's processes among those of all clusters on this machine. */
  name: string
  account: Account | null
  binDir: string
}

/** Environment of the server. It leaves out our variables that would change it (PGPORT, PGOPTIONS, LD_PRELOAD, a locale). */
export const serverEnvironment = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

const pathBelow = (dataDir: string) => join(dataDir, 'postgres')

/** Checks whether the database's path below a data directory exists. */
export const hasCluster = (dataDir: string): boolean => existsSync(pathBelow(dataDir))

/**
 * Opens the database files below a data directory, and creates them on first use.
 * @throws StartError one line: wrong version, wrong account, or why they could not be created
 */
export async function openCluster(dataDir: string, binDir: string, account: Account | null): Promise<Cluster> {
  const path = pathBelow(dataDir)
  const version = await readFile(join(path, 'PG_VERSION'), 'utf8').catch(() => null)
  if (version === null) await makeCluster(dataDir, path, binDir, account)
  else if (version.trim() !== majorVersion) {
    throw new StartError(
      `the database in ${path} is of PostgreSQL ${version.trim()}, this Drover needs ${majorVersion}`,
    )
  }
  if (account) await handOver(path, account)
  const { uid, dev, ino } = await stat(path, { bigint: true })
  if (!account && Number(uid) !== process.getuid?.()) {
    throw new StartError(`the database in ${path} belongs to another account (${uid}): start as that one, or as root`)
  }
  // Not derived from the path: the name stays when the directory is moved under a running server, and a copy gets another name.
  const name = `drover-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 12)}`
  return { path, reachedAs: await reach(path, account), name, account, binDir }
}

/**
 * Returns a path by which the server can reach its directory. After giving up root it may not reach it, for example below /root.
 * On Linux the server then starts inside the directory and uses the link to its own working directory.
 */
async function reach(path: string, account: Account | null): Promise<string> {
  if (!account || (await canEnter(path, account))) return path
  if (process.platform === 'linux') return '/proc/self/cwd'
  throw new StartError(`the database in ${path} can't be reached by the account it runs as (${account.uid})`)
}

/** Initialises the database under a temporary name first, so that a killed initdb leaves nothing that looks like a database. */
async function makeCluster(dataDir: string, path: string, binDir: string, account: Account | null): Promise<void> {
  if (await isDirectoryInUse(path)) throw new StartError(`${path} holds something that is not a database: move it away`)
  for (const name of await readdir(dataDir)) {
    if (name.startsWith('postgres.new-')) await rm(join(dataDir, name), { recursive: true, force: true })
  }
  const draft = join(dataDir, `postgres.new-${process.pid}`)
  try {
    await mkdir(draft, { mode: 0o700 })
    if (account) await lchown(draft, account.uid, account.gid)
    const options = [
      ['-D', await reach(draft, account), '-U', databaseUser, '--auth=trust', '--encoding=UTF8', '--data-checksums'],
      ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--no-instructions'],
    ].flat()
    await run(join(binDir, 'initdb'), options, { ...account, cwd: draft, env: serverEnvironment })
    await rm(path, { recursive: true, force: true })
    await rename(draft, path)
    const directory = await open(dataDir)
    try {
      await directory.sync()
    } finally {
      await directory.close()
    }
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => {})
    if (error instanceof StartError) throw error
    const { stderr = '', message } = error as Error & { stderr?: string }
    const fault = /(?:FATAL|PANIC|error): +(.*)/.exec(stderr)?.[1] ?? message.split('\n')[0]
    throw new StartError(`the database in ${path} could not be made: ${fault}`)
  }
}

async function isDirectoryInUse(path: string): Promise<boolean> {
  return readdir(path).then(
    (names) => names.length > 0,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  )
}

/**
 * Creates the private directory for the server's socket. The path is short, because a socket's path must stay under 104 bytes.
 * @throws StartError
 */
export async function makeSocketDirectory(cluster: Cluster): Promise<string> {
  const base = Buffer.byteLength(tmpdir()) > 60 ? '/tmp' : tmpdir()
  for (let attempt = 0; attempt < 10; attempt++) {
    const path = join(base, `${cluster.name}-${ownerOf(cluster)}${attempt > 0 ? `-${attempt}` : ''}`)
    if (await ownSocketDirectory(path, cluster)) return path
  }
  throw new StartError(`no directory for the database's socket could be made in ${base}: the names are taken`)
}

const ownerOf = ({ account }: Cluster) => account?.uid ?? process.getuid?.() ?? 0

/**
 * Ensures that a socket directory exists and that only the database's account (and root) can enter it: the server asks for no password there.
 * @returns false when another account owns it, which is possible in the temporary directory
 */
export async function ownSocketDirectory(path: string, cluster: Cluster): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 })
    if (cluster.account) await lchown(path, cluster.account.uid, cluster.account.gid)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw new StartError(`no directory for the database's socket could be made: ${(error as Error).message}`)
    }
  }
  const found = await lstat(path)
  if (!found.isDirectory() || found.uid !== ownerOf(cluster)) return false
  await chmod(path, 0o700)
  return true
}

/** Returns the server's command line, with memory and write-ahead log sized for steady bulk inserts. */
export function serverOptions(cluster: Cluster, socketDir: string, settings: Record<string, string>): string[] {
  const megabytes = totalmem() / 1024 ** 2
  const all = {
    cluster_name: cluster.name,
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    max_connections: '40',
    shared_buffers: `${Math.round(Math.min(512, Math.max(128, megabytes / 16)))}MB`,
    effective_cache_size: `${Math.round(megabytes / 2)}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    wal_buffers: '16MB',
    max_wal_size: '4GB',
    min_wal_size: '256MB',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: '0.9',
    synchronous_commit: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    // This build has no lz4, and pglz costs more CPU than the few full pages of appended rows are worth.
    wal_compression: 'off',
    jit: 'off',
    // One query uses one core, so that inserts always have another. It also avoids /dev/shm, which is small in containers.
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    autovacuum_max_workers: String(Math.min(3, availableParallelism())),
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    // Statements contain personal data, and a failed bulk insert would fill the log.
    log_min_error_statement: 'panic',
    ...settings,
  }
  return ['-D', cluster.reachedAs, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}
