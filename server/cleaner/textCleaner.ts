import { fork, type ChildProcess } from 'node:child_process'
import type { Logger } from 'pino'
import { z } from 'zod'
import { CallError } from '../callError.ts'

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

const program = new URL('./cleanTexts.ts', import.meta.url)
const answerSchema = z.array(z.string())
const processOptions = {
  execArgv: ['--max-old-space-size=256'],
  // Nothing of the server's environment, which holds secrets.
  env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '1' },
  serialization: 'advanced' as const,
  stdio: ['ignore', 'ignore', 'ignore', 'ipc'] as ('ignore' | 'ipc')[],
}
const maxWaiting = 20
const busyRetrySeconds = 5

/**
 * Cleans the texts of one call at a time, in a process that is started with the first one and ends when there are none for a while: a long
 * text of many elements takes seconds, in which the server would hear nobody.
 */
export function createTextCleaner({ log, mostMs = 20_000, idleMs = 30_000 }: CleanerOptions): TextCleaner {
  let child: ChildProcess | null = null
  let current: PromiseWithResolvers<readonly string[] | null> | null = null
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let idle: NodeJS.Timeout | undefined

  const end = () => {
    child?.kill('SIGKILL')
    child = null
  }
  const start = (): ChildProcess => {
    const started = fork(program, [], processOptions)
    const lost = (cause: { signal?: NodeJS.Signals | null }) => {
      if (child !== started) return
      child = null
      if (current === null) return
      log.warn(cause, 'the process that cleans texts ended')
      // Whoever kills it means no text; what ends by itself was broken by one.
      if (cause.signal === 'SIGABRT' || cause.signal === null) current.resolve(null)
      else current.reject(new CallError('BUSY', { retryAfterSeconds: busyRetrySeconds }))
    }
    started.on('message', (message) => {
      if (child === started) current?.resolve(answerSchema.parse(message))
    })
    started.once('exit', (code, signal) => lost({ code, signal } as { signal: NodeJS.Signals | null }))
    started.once('error', (err) => lost({ err } as object))
    started.unref()
    started.channel?.unref()
    return started
  }

  const cleanNow = async (texts: readonly string[]) => {
    clearTimeout(idle)
    const mine = Promise.withResolvers<readonly string[] | null>()
    current = mine
    child ??= start()
    const timer = setTimeout(() => {
      log.warn({ characters: texts.reduce((sum, { length }) => sum + length, 0) }, 'texts took too long to be cleaned')
      end()
      mine.resolve(null)
    }, mostMs)
    child.send(texts, () => {})
    try {
      return await mine.promise
    } finally {
      current = null
      clearTimeout(timer)
      idle = setTimeout(end, idleMs).unref()
    }
  }

  return {
    get pid() {
      return child?.pid ?? null
    },
    async clean(texts) {
      if (waiting >= maxWaiting) throw new CallError('BUSY', { retryAfterSeconds: busyRetrySeconds })
      waiting++
      const mine = last.then(() => cleanNow(texts))
      last = mine.catch(() => {})
      try {
        return await mine
      } finally {
        waiting--
      }
    },
    close() {
      clearTimeout(idle)
      end()
    },
  }
}
