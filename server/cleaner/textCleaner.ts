import type { Logger } from 'pino'
import { z } from 'zod'
import { createWorkerProcess } from '../workers/workerProcess.ts'

export interface TextCleaner {
  /**
   * Cleans rich texts with `cleanHtml`, in order. Null when they take too much time or memory.
   * @throws CallError BUSY
   */
  clean(texts: readonly string[]): Promise<readonly string[] | null>
  /** Process id of the cleaner; null while it is not running. */
  readonly pid: number | null
  close(): void
}

interface CleanerOptions {
  log: Pick<Logger, 'warn'>
  /** Maximum time for the texts of one call, ms; it allows for a busy machine. */
  maxMs?: number
  /** Idle time after which the process ends, ms. */
  idleMs?: number
}

const answerSchema = z.array(z.string())

/** Creates a cleaner in a separate process, one call at a time: a long text with many elements takes seconds, which would block the server. */
export function createTextCleaner({ log, maxMs: mostMs = 20_000, idleMs = 30_000 }: CleanerOptions): TextCleaner {
  const worker = createWorkerProcess<readonly string[], readonly string[] | null>({
    log,
    does: 'cleans texts',
    program: new URL('./cleanTexts.ts', import.meta.url),
    options: {
      execArgv: ['--max-old-space-size=256'],
      // Nothing from the server's environment, which contains secrets.
      env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '1' },
      serialization: 'advanced',
    },
    maxMs: mostMs,
    idleMs,
    read: (message) => ({ answer: () => answerSchema.parse(message), isSpent: false }),
    broken: () => null,
    late: () => null,
  })
  return {
    get pid() {
      return worker.pid
    },
    clean: (texts) => worker.ask(texts),
    close: () => worker.close(),
  }
}
