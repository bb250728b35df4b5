import { CallError } from '../callError.ts'

/** Maximum time for an answer, ms. A later one usually means that the database has stopped. */
export const answerWithinMs = 15_000

/**
 * Rejects when work takes too long.
 * @param end aborted then, because nobody waits for the work any more
 * @throws CallError UNAVAILABLE after `ms`
 */
export async function within<T>(ms: number, work: Promise<T>, end?: AbortController): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const refusal = new CallError('UNAVAILABLE', { retryAfterSeconds: 5 })
      end?.abort(refusal)
      reject(refusal)
    }, ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
