import type { Logger } from 'pino'
import { z } from 'zod'
import { CallError } from '../../callError.ts'
import { busy, createWorkerProcess } from '../../workers/workerProcess.ts'

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

/** The process is to be replaced when it is spent: it has more memory than it gives back. */
const answerSchema = z.union([
  z.strictObject({ width: z.int().positive(), height: z.int().positive(), hasThumbnail: z.boolean(), isSpent: z.boolean() }),
  z.strictObject({ refusal: z.enum(['NOT_AN_IMAGE', 'TOO_LARGE']), isSpent: z.boolean() }),
])
type Answer = z.infer<typeof answerSchema>

function encodedOf(answer: Answer): Encoded {
  if ('refusal' in answer) throw new CallError(answer.refusal)
  const { width, height, hasThumbnail } = answer
  return { width, height, hasThumbnail }
}

function noImage(): never {
  throw new CallError('NOT_AN_IMAGE')
}

/** Encodes one picture at a time, in a process of its own. */
export function createImageEncoder({ log, pictureMs = 30_000, idleMs = 5_000 }: EncoderOptions): ImageEncoder {
  const worker = createWorkerProcess<{ input: string; output: string; small: string }, Encoded>({
    log,
    does: 'encodes pictures',
    program: new URL('./encodeImages.mjs', import.meta.url),
    // A small heap; one thread each of V8 and libuv. glibc gives back at once what is freed.
    options: {
      execArgv: ['--max-old-space-size=32', '--max-semi-space-size=1', '--single-threaded'],
      // Nothing of the server's environment, which holds secrets.
      env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072', UV_THREADPOOL_SIZE: '1' },
    },
    mostMs: pictureMs,
    idleMs,
    read(message) {
      const { success, data } = answerSchema.safeParse(message)
      return success ? { answer: () => encodedOf(data), isSpent: data.isSpent } : { answer: noImage, isSpent: true }
    },
    broken: noImage,
    late: busy,
  })
  return {
    get pid() {
      return worker.pid
    },
    encode: (input, output, small, signal) => worker.ask({ input, output, small }, signal),
    close: () => worker.close(),
  }
}
