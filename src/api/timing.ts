import type { CallError } from './CallError.ts'

/** A call that is not answered for so long is given up. */
export const callTimeoutMs = 30_000
/** A photograph over a pen's weak network takes longer. */
export const fileTimeoutMs = 120_000

const mostRetries = 2
const firstRetryMs = 500
/** Nobody answered, or only what stands before the server did. */
const passingStatuses = [0, 502, 503, 504]
/** A query that is refreshed seldom and has failed is loaded again after this. */
const afterFailureMs = 15_000

/** Whether a load that failed so many times before is worth another try. Writes are never repeated. */
export function shouldRetry(failures: number, error: CallError): boolean {
  return failures < mostRetries && error.code !== 'ABORTED' && passingStatuses.includes(error.status)
}

export function retryDelayMs(failures: number): number {
  return firstRetryMs * 2 ** failures
}

/** The pause before data is loaded again: sooner after a failure, never where there is nothing. */
export function refreshEvery(everyMs: number): (query: { state: { error: CallError | null } }) => number | false {
  return ({ state: { error } }) => (error === null ? everyMs : error.status === 404 ? false : Math.min(everyMs, afterFailureMs))
}

/** Whether what is loaded again at a pause was due while nobody looked, when somebody looks again. */
export function refreshWhenDue(everyMs: number): (query: { state: { dataUpdatedAt: number } }) => 'always' | false {
  return ({ state: { dataUpdatedAt } }) => (Date.now() - dataUpdatedAt >= everyMs ? 'always' : false)
}
