import { createHash } from 'node:crypto'
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import { filesName, makeDirectory } from '../db/embedded/dataDirectory.ts'
import { codeOf } from '../errorCode.ts'
import { onDisk } from './onDisk.ts'

/** Facts of a stored file: SHA-256 of its content, 64 hex digits, and its size in bytes. */
export interface StoredFile {
  hash: string
  size: number
}

/** Returns which of some hashes are referenced by a row. */
export type NamedAmong = (hashes: readonly string[]) => Promise<ReadonlySet<string>>

/** WHOLE: intact. GONE: missing. CHANGED: the content does not match its hash. */
export type FileState = 'WHOLE' | 'GONE' | 'CHANGED'

export interface FileStore {
  /**
   * Moves a file into the store; equal contents share one file. The file is on disk before `note` is called to write the row
   * that references it. So a crash may leave a file without a row, never a row without a file.
   * @param path a file in the data directory, which is moved
   * @throws CallError UNAVAILABLE when the disk is full or not writable
   */
  store<T>(path: string, note: (file: StoredFile) => Promise<T>): Promise<T>
  /** @throws Error when the file is missing or has another size */
  read(file: StoredFile): Promise<Readable>
  has(file: StoredFile): Promise<boolean>
  /** Reads a whole file and compares it with its hash. */
  check(file: StoredFile): Promise<FileState>
  /** Removes the files of deleted rows, unless other rows reference them. */
  discard(hashes: readonly string[], named: NamedAmong): Promise<void>
  /** Removes unreferenced files written before an instant (epoch ms). @returns how many */
  sweep(before: number, named: NamedAmong): Promise<number>
}

const hashPattern = /^[0-9a-f]{64}$/

/** Creates the store of files below a data directory: `files/ab/cd/abcd…`. Only one process may use it. */
export function createFileStore({ dataDir, log }: { dataDir: string; log: Pick<Logger, 'error'> }): FileStore {
  const root = join(dataDir, filesName)
  const folderOf = (hash: string) => join(root, hash.slice(0, 2), hash.slice(2, 4))
  const pathOf = (hash: string) => join(folderOf(hash), hash)
  /** Pending work by hash, so that a file is not removed while a row that references it is being written. */
  const turns = new Map<string, Promise<void>>()

  async function inTurn<T>(hash: string, work: () => Promise<T>): Promise<T> {
    const before = turns.get(hash) ?? Promise.resolve()
    const mine = before.then(work)
    const done = mine.then(
      () => {},
      () => {},
    )
    turns.set(hash, done)
    try {
      return await mine
    } finally {
      if (turns.get(hash) === done) turns.delete(hash)
    }
  }

  async function place(path: string, hash: string): Promise<void> {
    const folder = folderOf(hash)
    await makeDirectory(folder)
    await rename(path, pathOf(hash))
    for (const directory of [folder, dirname(folder), root, dataDir]) await syncDirectory(directory)
  }

  const removeUnnamed = (hash: string, before: number, named: NamedAmong) =>
    inTurn(hash, async () => {
      const found = await stat(pathOf(hash)).catch(nullIfMissing)
      if (found === null || found.mtimeMs >= before || (await named([hash])).has(hash)) return false
      await rm(pathOf(hash), { force: true })
      return true
    })

  return {
    async store(path, note) {
      const file = await onDisk(log, digestOf(path))
      return inTurn(file.hash, async () => {
        await onDisk(log, place(path, file.hash))
        return note(file)
      })
    },
    async read({ hash, size }) {
      const file = await open(pathOf(hash))
      const found = await file.stat()
      if (found.size === size) return file.createReadStream()
      await file.close()
      throw new Error(`file ${hash} has ${found.size} bytes instead of ${size}`)
    },
    async has({ hash, size }) {
      const found = await stat(pathOf(hash)).catch(nullIfMissing)
      return found !== null && found.size === size
    },
    async check({ hash, size }) {
      const file = await open(pathOf(hash)).catch(nullIfMissing)
      if (file === null) return 'GONE'
      const found = await hashOf(file).finally(() => file.close())
      return found.hash === hash && found.size === size ? 'WHOLE' : 'CHANGED'
    },
    async discard(hashes, named) {
      for (const hash of new Set(hashes)) await removeUnnamed(hash, Number.POSITIVE_INFINITY, named)
    },
    async sweep(before, named) {
      let removed = 0
      for (const first of await namesIn(root)) {
        for (const second of await namesIn(join(root, first))) {
          const hashes = (await namesIn(join(root, first, second))).filter((name) => hashPattern.test(name))
          const referenced = hashes.length === 0 ? new Set() : await named(hashes)
          for (const hash of hashes) {
            if (!referenced.has(hash) && (await removeUnnamed(hash, before, named))) removed++
          }
        }
      }
      return removed
    },
  }
}

/** Syncs a file to disk and returns its facts. */
async function digestOf(path: string): Promise<StoredFile> {
  const file = await open(path, 'r+')
  try {
    const found = await hashOf(file)
    await file.chmod(0o600)
    await file.sync()
    return found
  } finally {
    await file.close()
  }
}

/** Hashes a file in pieces. */
async function hashOf(file: FileHandle): Promise<StoredFile> {
  const hash = createHash('sha256')
  let size = 0
  const pieces: AsyncIterable<Buffer> = file.createReadStream({ autoClose: false })
  for await (const piece of pieces) {
    hash.update(piece)
    size += piece.length
  }
  return { hash: hash.digest('hex'), size }
}

/** Syncs a directory, so that its names survive a power cut. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path)
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

async function namesIn(path: string): Promise<string[]> {
  return (await readdir(path).catch(nullIfMissing)) ?? []
}

/** @throws any error but a missing file */
function nullIfMissing(error: unknown): null {
  if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null
  throw error
}
