import { CallError } from '../callError.ts'

/** A call that is not answered by then was stopped by something that has stopped: the database, most likely. */
export const answerWithinMs = 15_000

/** @throws CallError UNAVAILABLE when the work takes longer than so many ms */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new CallError('UNAVAILABLE', { retryAfterSeconds: 5 })), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
