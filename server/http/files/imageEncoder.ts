import { fork, type ChildProcess } from 'node:child_process'
import type { Logger } from 'pino'
import { z } from 'zod'
import { CallError } from '../../callError.ts'

/** Pixels. */
export interface PictureSize {
  width: number
  height: number
}

interface Encoded extends PictureSize {
  /** Whether a small one was made: not of what is small itself. */
  hasThumbnail: boolean
}

export interface ImageEncoder {
  /**
   * Encodes the JPEG, PNG or WebP in one file as a WebP in another: upright, at most 2,000 pixels a side, without what else was in
   * the file (location, camera, comments, a second file appended to it). A small one, at most 320 pixels a side, in a third.
   * @param signal aborted when nobody waits for it any more
   * @throws CallError NOT_AN_IMAGE, TOO_LARGE for one of too many pixels, BUSY
   */
  encode(input: string, output: string, small: string, signal: AbortSignal): Promise<Encoded>
  /** The process that encodes; null while there is none. */
  readonly pid: number | null
  close(): void
}

interface EncoderOptions {
  log: Logger
  /** How long one picture may take, ms: 10 s of the processor are its limit, which a busy machine may be slow to give. */
  pictureMs?: number
  /** After so long without a picture the process ends, ms. */
  idleMs?: number
}

const program = new URL('./encodeImages.mjs', import.meta.url)
/** The process is to be replaced when it is spent: it has more memory than it gives back. */
const answerSchema = z.union([
  z.strictObject({ width: z.int().positive(), height: z.int().positive(), hasThumbnail: z.boolean(), isSpent: z.boolean() }),
  z.strictObject({ refusal: z.enum(['NOT_AN_IMAGE', 'TOO_LARGE']), isSpent: z.boolean() }),
])
/** A small heap; one thread each of V8 and libuv. glibc gives back at once what is freed. */
const processOptions = {
  execArgv: ['--max-old-space-size=32', '--max-semi-space-size=1', '--single-threaded'],
  // Nothing of the server's environment, which holds secrets.
  env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072', UV_THREADPOOL_SIZE: '1' },
  stdio: ['ignore', 'ignore', 'ignore', 'ipc'] as ('ignore' | 'ipc')[],
}
const maxWaiting = 20
const busyRetrySeconds = 5
/** What a picture ends the process by; any other signal is somebody's who ends it. */
const faults: ReadonlySet<NodeJS.Signals | null> = new Set<NodeJS.Signals | null>([null, 'SIGSEGV', 'SIGBUS', 'SIGABRT', 'SIGILL', 'SIGFPE', 'SIGTRAP'])

/** Encodes one picture at a time, in a process that is started with the first one and ends when there are none for a while. */
export function createImageEncoder({ log, pictureMs = 30_000, idleMs = 5_000 }: EncoderOptions): ImageEncoder {
  let child: ChildProcess | null = null
  let current: PromiseWithResolvers<Encoded> | null = null
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  let idle: NodeJS.Timeout | undefined

  const end = () => void child?.kill('SIGKILL')
  const start = (): ChildProcess => {
    const started = fork(program, [], processOptions)
    const lost = (code: 'NOT_AN_IMAGE' | 'BUSY', cause: object) => {
      if (child !== started) return
      child = null
      if (current === null) return
      log.warn(cause, 'the process that encodes pictures ended')
      current.reject(new CallError(code, code === 'BUSY' ? { retryAfterSeconds: busyRetrySeconds } : {}))
    }
    started.on('message', (message) => {
      if (child !== started) return
      const answer = answerSchema.safeParse(message)
      if (!answer.success || answer.data.isSpent) {
        child = null
        started.kill('SIGKILL')
      }
      if (!answer.success) current?.reject(new CallError('NOT_AN_IMAGE'))
      else if ('refusal' in answer.data) current?.reject(new CallError(answer.data.refusal))
      else {
        const { width, height, hasThumbnail } = answer.data
        current?.resolve({ width, height, hasThumbnail })
      }
    })
    started.once('exit', (code, signal) => lost(faults.has(signal) ? 'NOT_AN_IMAGE' : 'BUSY', { code, signal }))
    started.once('error', (err) => lost('BUSY', { err }))
    started.unref()
    started.channel?.unref()
    return started
  }

  const encodeNow = async (input: string, output: string, small: string): Promise<Encoded> => {
    clearTimeout(idle)
    current = Promise.withResolvers<Encoded>()
    child ??= start()
    const timer = setTimeout(end, pictureMs)
    child.send({ input, output, small }, () => {})
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
    async encode(input, output, small, signal) {
      if (waiting >= maxWaiting) throw new CallError('BUSY', { retryAfterSeconds: busyRetrySeconds })
      waiting++
      const mine = last.then(() => {
        if (signal.aborted) throw new CallError('BUSY', { cause: signal.reason })
        return encodeNow(input, output, small)
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
