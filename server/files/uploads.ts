import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import { CallError } from '../callError.ts'
import { makeDirectory, uploadsName } from '../db/embedded/dataDirectory.ts'
import { onDisk } from './onDisk.ts'

interface UploadOptions {
  dataDir: string
  log: Pick<Logger, 'error' | 'warn'>
  maxBytes: number
}

/**
 * Writes a body to a file in a folder of its own below the data directory, piece by piece as it comes, and removes the folder
 * after the work, whatever comes of it.
 * @param work is given the file's path; what it writes beside it is removed, too
 * @throws CallError TOO_LARGE, UNAVAILABLE where the disk is full or can't be written, BAD_SHAPE where the body breaks off
 */
export async function withUpload<T>(body: Readable, { dataDir, log, maxBytes }: UploadOptions, work: (path: string) => Promise<T>): Promise<T> {
  const folder = join(dataDir, uploadsName, randomUUID())
  const path = join(folder, 'upload')
  try {
    await onDisk(log, makeDirectory(folder))
    const file = await onDisk(log, open(path, 'wx', 0o600))
    try {
      let bytes = 0
      for await (const piece of piecesOf(body)) {
        bytes += piece.length
        if (bytes > maxBytes) throw new CallError('TOO_LARGE')
        await onDisk(log, file.appendFile(piece))
      }
    } finally {
      await file.close()
    }
    return await work(path)
  } finally {
    // A folder that can't be removed now is removed at the next start.
    await rm(folder, { recursive: true, force: true }).catch((error: unknown) => log.warn({ err: error }, 'an upload could not be removed'))
  }
}

/** A body's pieces. Who stops reading can still answer on its connection. */
async function* piecesOf(body: Readable): AsyncGenerator<Buffer> {
  const pieces: AsyncIterable<Buffer> = body.iterator({ destroyOnReturn: false })
  try {
    yield* pieces
  } catch (error) {
    throw new CallError('BAD_SHAPE', { cause: error })
  }
}
