import type { Logger } from 'pino'
import { CallError } from '../callError.ts'

const retryAfterSeconds = 30

/**
 * Waits for work on the data directory. @throws CallError UNAVAILABLE when the disk is full or cannot be read or written; the reason is in the log
 */
export async function onDisk<T>(log: Pick<Logger, 'error'>, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    log.error({ err: error }, 'a file could not be kept in the data directory')
    throw new CallError('UNAVAILABLE', { retryAfterSeconds, cause: error })
  }
}
