import { type ChildProcess, fork, type ForkOptions } from 'node:child_process'
import type { Logger } from 'pino'
import { CallError } from '../callError.ts'

export interface WorkerProcess<Ask extends object, Answer> {
  /**
   * Asks the process; asks wait for each other.
   * @param signal aborted when nobody waits for it any more
   * @throws CallError BUSY; what the answer is turned into
   */
  ask(ask: Ask, signal?: AbortSignal): Promise<Answer>
  /** Null while there is no process. */
  readonly pid: number | null
  close(): void
}

interface WorkerOptions<Answer> {
  log: Pick<Logger, 'warn'>
  /** Its work in words, for the log: `encodes pictures`. */
  does: string
  program: URL
  options: Pick<ForkOptions, 'execArgv' | 'env' | 'serialization'>
  /** How long one ask may take, ms. */
  mostMs: number
  /** After so long without an ask the process ends, ms. */
  idleMs: number
  /** Reads a message of the process. The process is replaced when it is spent. */
  read: (message: unknown) => { answer: () => Answer; isSpent: boolean }
  /** The answer to what broke the process, such as by too much memory. May throw. */
  broken: () => Answer
  /** The answer to what took too long. May throw. */
  late: () => Answer
}

const maxWaiting = 20
const busyRetrySeconds = 5
/** Signals by which an ask ends the process; any other signal is sent by somebody who ends it. */
const faults: ReadonlySet<NodeJS.Signals | null> = new Set<NodeJS.Signals | null>([null, 'SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGILL', 'SIGFPE', 'SIGTRAP'])

export function busy(): never {
  throw new CallError('BUSY', { retryAfterSeconds: busyRetrySeconds })
}

/** A process that does one thing at a time, is started with the first one and ends when there are none for a while. */
export function createWorkerProcess<Ask extends object, Answer>({ log, does, program, options, mostMs, idleMs, read, broken, late }: WorkerOptions<Answer>): WorkerProcess<Ask, Answer> {
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
