import { randomBytes } from 'node:crypto'
import { link, mkdir, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { StartError } from '../../settings.ts'
import { processIdentity } from './processes.ts'

/** A new database takes 40 MB and its first log segments; less than this is not worth starting with. */
const leastFreeMegabytes = 128

const reasons: Record<string, string> = {
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is not a directory',
  EEXIST: 'it is not a directory',
  ENOENT: 'it can\'t be made there',
}

/** Below the data directory: what a server takes in and removes again. What a killed one left, the next one removes. */
export const uploadsName = 'uploads'
/** Beside it: pictures and documents, by the hash of their content. */
export const filesName = 'files'

/** The content of a lock. A released one is empty. */
interface Owner {
  pid: number
  identity: string
}

/** It is used by a server that runs. */
export class DirectoryInUse extends StartError {}

export interface DataDirectoryClaim {
  release(): Promise<void>
}

/**
 * Makes the data directory, checks that it is writable, and locks it for this process. The lock of a killed process is
 * taken over.
 * @throws StartError one line that names the directory and the reason, or the pid that uses it
 */
export async function claimDataDirectory(directory: string): Promise<DataDirectoryClaim> {
  const path = resolve(directory)
  const owner: Owner = { pid: process.pid, identity: (await processIdentity(process.pid)) ?? '' }
  const draft = join(path, `drover.claim-${randomBytes(8).toString('hex')}`)
  try {
    await makeDirectory(path)
    await assertRoom(path)
    await writeFile(draft, JSON.stringify(owner))
    const lock = await take(path, draft)
    await rm(join(path, uploadsName), { recursive: true, force: true })
    return {
      async release() {
        // Emptied rather than removed: see `take`. In one step, since others may be reading.
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

/** Makes a directory and those above it. Not `recursive: true`: Node never comes back from it below /proc, where a directory can't be made though its parent is there. */
export async function makeDirectory(path: string): Promise<void> {
  const made = await mkdir(path).then(() => null, (error: NodeJS.ErrnoException) => error)
  if (made === null) return
  if (made.code === 'EEXIST' && (await stat(path)).isDirectory()) return
  if (made.code !== 'ENOENT' || dirname(path) === path) throw made
  await makeDirectory(dirname(path))
  await mkdir(path)
}

/** The room that this account has left where a path lies, MB. */
export async function freeMegabytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path)
  return Math.floor((bavail * bsize) / 1024 ** 2)
}

async function assertRoom(path: string): Promise<void> {
  const free = await freeMegabytes(path)
  if (free >= leastFreeMegabytes) return
  throw new StartError(`data directory ${path} is full: ${free} MB free, at least ${leastFreeMegabytes} MB are needed`)
}

const lockName = (turn: number) => `drover.lock-${turn}`

/** The turns that have a lock, the last one first. */
async function turnsIn(path: string): Promise<number[]> {
  const turns = (await readdir(path)).map((name) => Number(/^drover\.lock-(\d+)$/.exec(name)?.[1] ?? 0))
  return turns.filter((turn) => turn > 0).toSorted((a, b) => b - a)
}

/**
 * Each holder takes the turn after the last one, once that one is over. A hard link either comes to be, whole, or fails
 * because the name is taken, so a turn has one holder; and since the last lock is never removed, whoever was slow and
 * takes a turn that is long past finds the later one, and steps back. (To remove a dead holder's lock would be to
 * remove, now and then, that of the one who has just come after him.)
 * @returns the lock's path
 */
async function take(path: string, draft: string): Promise<string> {
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

/** @returns null for a lock that says nothing: it was released, or a power cut emptied it */
async function readOwner(lock: string): Promise<Owner | null> {
  try {
    return JSON.parse(await readFile(lock, 'utf8')) as Owner
  } catch {
    return null
  }
}
