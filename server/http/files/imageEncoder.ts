import type { Logger } from 'pino'
import { z } from 'zod'
import { CallError } from '../../callError.ts'
import { busy, createWorkerProcess } from '../../workers/workerProcess.ts'

/** Size in pixels. */
export interface PictureSize {
  width: number
  height: number
}

interface Encoded extends PictureSize {
  /** Whether a thumbnail was made; small pictures need no thumbnail. */
  hasThumbnail: boolean
}

export interface ImageEncoder {
  /**
   * Encodes a JPEG, PNG or WebP file as WebP: upright, at most 2,000 pixels a side, without any other content of
   * the file (location, camera, comments, an appended second file). Writes a thumbnail, at most 320 pixels a side, to a third file.
   * @param signal aborted when nobody waits for the result any more
   * @throws CallError NOT_AN_IMAGE, TOO_LARGE for too many pixels, BUSY
   */
  encode(input: string, output: string, small: string, signal: AbortSignal): Promise<Encoded>
  /** Process id of the encoder; null while it is not running. */
  readonly pid: number | null
  close(): void
}

interface EncoderOptions {
  log: Logger
  /** Maximum time per picture, ms. It allows for a busy machine: the encoder itself stops after 10 s of CPU time. */
  pictureMs?: number
  /** Idle time after which the process ends, ms. */
  idleMs?: number
}

/** A spent process retains too much memory and is replaced. */
const answerSchema = z.union([
  z.strictObject({
    width: z.int().positive(),
    height: z.int().positive(),
    hasThumbnail: z.boolean(),
    isSpent: z.boolean(),
  }),
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

/** Creates an encoder that handles one picture at a time in a separate process. */
export function createImageEncoder({ log, pictureMs = 30_000, idleMs = 5_000 }: EncoderOptions): ImageEncoder {
  const worker = createWorkerProcess<{ input: string; output: string; small: string }, Encoded>({
    log,
    does: 'encodes pictures',
    program: new URL('./encodeImages.mjs', import.meta.url),
    // A small heap, and one thread each for V8 and libuv. glibc returns freed memory at once.
    options: {
      execArgv: ['--max-old-space-size=32', '--max-semi-space-size=1', '--single-threaded'],
      // Nothing from the server's environment, which contains secrets.
      env: {
        MALLOC_ARENA_MAX: '2',
        MALLOC_MMAP_THRESHOLD_: '131072',
        MALLOC_TRIM_THRESHOLD_: '131072',
        UV_THREADPOOL_SIZE: '1',
      },
    },
    maxMs: pictureMs,
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
