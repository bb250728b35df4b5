import { type ChildProcess, fork, type ForkOptions } from 'node:child_process'
import type { Logger } from 'pino'
import { CallError } from '../callError.ts'

export interface WorkerProcess<Ask extends object, Answer> {
  /**
   * Sends a request to the process; requests run one after another.
   * @param signal aborted when nobody waits for the result any more
   * @throws CallError BUSY; errors of `read`, `broken` and `late`
   */
  ask(ask: Ask, signal?: AbortSignal): Promise<Answer>
  /** Process id; null while it is not running. */
  readonly pid: number | null
  close(): void
}

interface WorkerOptions<Answer> {
  log: Pick<Logger, 'warn'>
  /** Its work in words, for the log: `encodes pictures`. */
  does: string
  program: URL
  options: Pick<ForkOptions, 'execArgv' | 'env' | 'serialization'>
  /** Maximum time per request, ms. */
  maxMs: number
  /** Idle time after which the process ends, ms. */
  idleMs: number
  /** Parses an answer of the process. A spent process is replaced. */
  read: (message: unknown) => { answer: () => Answer; isSpent: boolean }
  /** Returns the result of a request that crashed the process, for example by using too much memory. May throw. */
  broken: () => Answer
  /** Returns the result of a request that took too long. May throw. */
  late: () => Answer
}

const maxWaiting = 20
const busyRetrySeconds = 5
/** Signals caused by a request itself; any other signal came from outside. */
const faults: ReadonlySet<NodeJS.Signals | null> = new Set<NodeJS.Signals | null>([
  null,
  'SIGSEGV',
  'SIGBUS',
  'SIGABRT',
  'SIGILL',
  'SIGFPE',
  'SIGTRAP',
])

export function busy(): never {
  throw new CallError('BUSY', { retryAfterSeconds: busyRetrySeconds })
}

/** Creates a process that handles one request at a time. It starts with the first request and ends when idle. */
export function createWorkerProcess<Ask extends object, Answer>({
  log,
  does,
  program,
  options,
  maxMs: mostMs,
  idleMs,
  read,
  broken,
  late,
}: WorkerOptions<Answer>): WorkerProcess<Ask, Answer> {
  let child: ChildProcess | null = null
  let current: PromiseWithResolvers<Answer> | null = null
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let idle: NodeJS.Timeout | undefined

  const end = () => {
    child?.kill('SIGKILL')
    child = null
  }
  const settle = (answer: () => Answer) => {
    try {
      current?.resolve(answer())
    } catch (error) {
      current?.reject(error)
    }
  }
  const start = (): ChildProcess => {
    const started = fork(program, [], { ...options, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    const lost = (cause: object, answer: () => Answer) => {
      if (child !== started) return
      child = null
      if (current !== null) log.warn(cause, `the process that ${does} ended`)
      settle(answer)
    }
    started.on('message', (message) => {
      if (child !== started) return
      const { answer, isSpent } = read(message)
      if (isSpent) end()
      settle(answer)
    })
    started.once('exit', (code, signal) => lost({ code, signal }, faults.has(signal) ? broken : busy))
    started.once('error', (err) => lost({ err }, busy))
    started.unref()
    started.channel?.unref()
    return started
  }
  const askNow = async (ask: Ask) => {
    clearTimeout(idle)
    current = Promise.withResolvers<Answer>()
    child ??= start()
    const timer = setTimeout(() => {
      log.warn({ mostMs }, `the process that ${does} took too long`)
      end()
      settle(late)
    }, mostMs)
    child.send(ask, () => {})
    try {
      return await current.promise
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
    async ask(ask, signal) {
      if (waiting >= maxWaiting) busy()
      waiting++
      const mine = last.then(() => {
        if (signal?.aborted) throw new CallError('BUSY', { cause: signal.reason })
        return askNow(ask)
      })
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
