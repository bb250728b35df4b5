import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { makeDirectory, uploadsName } from '../db/embedded/dataDirectory.ts'
import { onDisk } from './onDisk.ts'

/** A folder of the data directory for the files of one answer. */
export interface WorkFolder {
  path: string
  /** @throws CallError UNAVAILABLE when the disk is full or not writable */
  make(): Promise<void>
  /** Removes the folder; if that fails, the next start removes it. */
  remove(): Promise<void>
}

export function workFolder(dataDir: string, log: Pick<Logger, 'error' | 'warn'>): WorkFolder {
  const path = join(dataDir, uploadsName, randomUUID())
  return {
    path,
    make: () => onDisk(log, makeDirectory(path)),
    remove: () =>
      rm(path, { recursive: true, force: true }).catch((error: unknown) =>
        log.warn({ err: error }, 'a work folder could not be removed'),
      ),
  }
}
