import type { Logger } from 'pino'
import { z } from 'zod'
import { createWorkerProcess } from '../workers/workerProcess.ts'

export interface TextCleaner {
  /**
   * Rich texts by the allow-list (`cleanHtml`), in their order. Null: they take more time or memory than texts do.
   * @throws CallError BUSY
   */
  clean(texts: readonly string[]): Promise<readonly string[] | null>
  /** The process that cleans; null while there is none. */
  readonly pid: number | null
  close(): void
}

interface CleanerOptions {
  log: Pick<Logger, 'warn'>
  /** How long the texts of one call may take, ms: a busy machine may be slow. */
  mostMs?: number
  /** After so long without a text the process ends, ms. */
  idleMs?: number
}

const answerSchema = z.array(z.string())

/** Cleans the texts of one call at a time in a process of their own: a long text of many elements takes seconds, in which the server would hear nobody. */
export function createTextCleaner({ log, mostMs = 20_000, idleMs = 30_000 }: CleanerOptions): TextCleaner {
  const worker = createWorkerProcess<readonly string[], readonly string[] | null>({
    log,
    does: 'cleans texts',
    program: new URL('./cleanTexts.ts', import.meta.url),
    options: {
      execArgv: ['--max-old-space-size=256'],
      // Nothing of the server's environment, which holds secrets.
      env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '1' },
      serialization: 'advanced',
    },
    mostMs,
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
