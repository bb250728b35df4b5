import { CallError } from '../callError.ts'

/** A call that is not answered by then was stopped by something that has stopped: the database, most likely. */
export const answerWithinMs = 15_000

/**
 * @param end aborted when the work takes too long: nobody waits for it any more
 * @throws CallError UNAVAILABLE when the work takes longer than so many ms
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
