import { randomBytes } from 'node:crypto'
import { link, mkdir, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { StartError } from '../../settings.ts'
import { processIdentity } from './processes.ts'

/** Minimum free disk space at start, MB. A new database needs 40 MB and its first log segments. */
const minFreeMegabytes = 128

const reasons: Record<string, string> = {
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is not a directory',
  EEXIST: 'it is not a directory',
  ENOENT: "it can't be made there",
}

/** Folder below the data directory for temporary uploads. A start removes the leftovers of a killed server. */
export const uploadsName = 'uploads'
/** Folder next to the uploads: pictures and documents, named by the hash of their content. */
export const filesName = 'files'

/** Content of a lock file. A released lock is empty. */
interface Owner {
  pid: number
  identity: string
}

/** Thrown when a running server uses the directory. */
export class DirectoryInUse extends StartError {}

export interface DataDirectoryClaim {
  release(): Promise<void>
}

/**
 * Creates the data directory, checks that it is writable and locks it for this process. Takes over the lock of a killed process.
 * @throws StartError one line with the directory and the reason, or the pid that uses it
 */
export async function claimDataDirectory(directory: string): Promise<DataDirectoryClaim> {
  const path = resolve(directory)
  const owner: Owner = { pid: process.pid, identity: (await processIdentity(process.pid)) ?? '' }
  const draft = join(path, `drover.claim-${randomBytes(8).toString('hex')}`)
  try {
    await makeDirectory(path)
    await assertRoom(path)
    await writeFile(draft, JSON.stringify(owner))
    const lock = await acquireLock(path, draft)
    await rm(join(path, uploadsName), { recursive: true, force: true })
    return {
      async release() {
        // Empties the lock instead of removing it: the last lock must stay. In one step, since other processes may be reading it.
        await writeFile(draft, '')
        await rename(draft, lock)
      },
    }
  } catch (error) {
    if (error instanceof StartError) throw error
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new StartError(`data directory ${path} can't be written: ${reasons[code] ?? code}`)
  } finally {
    await rm(draft, { force: true }).catch(() => {})
  }
}

/**
 * Creates a directory and its parents. Avoids `recursive: true`: Node hangs below /proc, where a directory cannot be created although its parent
 * exists.
 */
export async function makeDirectory(path: string): Promise<void> {
  const made = await mkdir(path).then(
    () => null,
    (error: NodeJS.ErrnoException) => error,
  )
  if (made === null) return
  if (made.code === 'EEXIST' && (await stat(path)).isDirectory()) return
  if (made.code !== 'ENOENT' || dirname(path) === path) throw made
  await makeDirectory(dirname(path))
  await mkdir(path)
}

/** Returns the disk space that this account may still use at a path, MB. */
export async function freeMegabytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path)
  return Math.floor((bavail * bsize) / 1024 ** 2)
}

async function assertRoom(path: string): Promise<void> {
  const free = await freeMegabytes(path)
  if (free >= minFreeMegabytes) return
  throw new StartError(`data directory ${path} is full: ${free} MB free, at least ${minFreeMegabytes} MB are needed`)
}

const lockName = (turn: number) => `drover.lock-${turn}`

/** Returns the numbers of all lock files, highest first. */
async function turnsIn(path: string): Promise<number[]> {
  const turns = (await readdir(path)).map((name) => Number(/^drover\.lock-(\d+)$/.exec(name)?.[1] ?? 0))
  return turns.filter((turn) => turn > 0).toSorted((a, b) => b - a)
}

/**
 * Acquires the lock file with the number after the last one, once the last holder has ended.
 * A hard link is created whole or fails because the name exists, so each number has one holder.
 * The last lock is never removed: a slow process that links an old number finds the later one and steps back.
 * Removing a dead holder's lock could remove that of a process that has just taken over.
 * @returns the lock's path
 */
async function acquireLock(path: string, draft: string): Promise<string> {
  for (;;) {
    const last = (await turnsIn(path))[0] ?? 0
    const owner = last > 0 ? await readOwner(join(path, lockName(last))) : null
    if (owner && (await processIdentity(owner.pid)) === owner.identity) {
      throw new DirectoryInUse(`data directory ${path} is in use by another Drover, process ${owner.pid}`)
    }
    const mine = join(path, lockName(last + 1))
    try {
      await link(draft, mine)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw error
    }
    const [now, ...past] = await turnsIn(path)
    if (now === last + 1) {
      for (const turn of past) await rm(join(path, lockName(turn)), { force: true })
      return mine
    }
    await rm(mine, { force: true })
  }
}

/** @returns null for an empty lock: it was released, or a power cut emptied it */
async function readOwner(lock: string): Promise<Owner | null> {
  try {
    return JSON.parse(await readFile(lock, 'utf8')) as Owner
  } catch {
    return null
  }
}
