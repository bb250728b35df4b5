import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
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

interface Owner {
  pid: number
  identity: string
  nonce: string
}

export interface DataDirectoryClaim {
  release(): Promise<void>
}

/**
 * Makes the data directory, sees that it can be written to, and takes it for this process alone. What a killed
 * process left taken is taken over.
 * @throws StartError one line that names the directory and the reason, or the pid that uses it
 */
export async function claimDataDirectory(directory: string): Promise<DataDirectoryClaim> {
  const path = resolve(directory)
  const lock = join(path, 'drover.lock')
  const nonce = randomBytes(8).toString('hex')
  const mine = `${lock}.${nonce}`
  const owner: Owner = { pid: process.pid, identity: (await processIdentity(process.pid)) ?? '', nonce }
  try {
    await makeDirectory(path)
    await assertRoom(path)
    await writeFile(mine, JSON.stringify(owner))
    await take(path, lock, mine)
  } catch (error) {
    if (error instanceof StartError) throw error
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new StartError(`data directory ${path} can't be written: ${reasons[code] ?? code}`)
  } finally {
    await rm(mine, { force: true }).catch(() => {})
  }
  return {
    async release() {
      const owner = await readOwner(lock)
      if (owner !== 'gone' && owner?.nonce === nonce) await rm(lock, { force: true })
    },
  }
}

/** Not `recursive: true`: Node never comes back from it below /proc, where a directory can't be made though its parent is there. */
async function makeDirectory(path: string): Promise<void> {
  const made = await mkdir(path).then(() => null, (error: NodeJS.ErrnoException) => error)
  if (made === null) return
  if (made.code === 'EEXIST' && (await stat(path)).isDirectory()) return
  if (made.code !== 'ENOENT' || dirname(path) === path) throw made
  await makeDirectory(dirname(path))
  await mkdir(path)
}

async function assertRoom(path: string): Promise<void> {
  const { bavail, bsize } = await statfs(path)
  const freeMegabytes = Math.floor((bavail * bsize) / 1024 ** 2)
  if (freeMegabytes >= leastFreeMegabytes) return
  throw new StartError(`data directory ${path} is full: ${freeMegabytes} MB free, at least ${leastFreeMegabytes} MB are needed`)
}

/** A hard link either comes to be, whole, or fails because the name is taken: two starts can't both succeed. */
async function take(path: string, lock: string, mine: string): Promise<void> {
  for (;;) {
    try {
      await link(mine, lock)
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const owner = await readOwner(lock)
    if (owner === 'gone') continue
    if (owner && (await processIdentity(owner.pid)) === owner.identity) {
      throw new StartError(`data directory ${path} is in use by another Drover, process ${owner.pid}`)
    }
    // The lock is moved away rather than removed: between the look and the move another start may have taken it over,
    // and then it is put back.
    const stale = `${mine}.stale`
    await rename(lock, stale).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    const moved = await readOwner(stale)
    if (moved !== 'gone' && moved?.nonce !== owner?.nonce) await link(stale, lock).catch(() => {})
    await rm(stale, { force: true })
  }
}

/** @returns null for a lock that says nothing, as a power cut may leave it */
async function readOwner(lock: string): Promise<Owner | null | 'gone'> {
  try {
    return JSON.parse(await readFile(lock, 'utf8')) as Owner
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'gone' : null
  }
}
