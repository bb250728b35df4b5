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
 * Writes a body to a file in its own folder below the data directory while it arrives, runs `work`, and always removes the folder.
 * @param work receives the file's path; files that it writes next to it are removed, too
 * @throws CallError TOO_LARGE; UNAVAILABLE when the disk is full or not writable; BAD_SHAPE when the body breaks off
 */
export async function withUpload<T>(
  body: Readable,
  { dataDir, log, maxBytes }: UploadOptions,
  work: (path: string) => Promise<T>,
): Promise<T> {
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
    // A folder that cannot be removed now is removed at the next start.
    await rm(folder, { recursive: true, force: true }).catch((error: unknown) =>
      log.warn({ err: error }, 'an upload could not be removed'),
    )
  }
}

/** Yields the pieces of a body. Stopping early keeps the connection open for an answer. */
async function* piecesOf(body: Readable): AsyncGenerator<Buffer> {
  const pieces: AsyncIterable<Buffer> = body.iterator({ destroyOnReturn: false })
  try {
    yield* pieces
  } catch (error) {
    throw new CallError('BAD_SHAPE', { cause: error })
  }
}
