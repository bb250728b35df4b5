import type { CallError } from './CallError.ts'

/** Timeout of a call, ms. */
export const callTimeoutMs = 30_000
/** Timeout of a file transfer, ms; a photograph over a weak rural network takes longer. */
export const fileTimeoutMs = 120_000

const maxRetries = 2
const firstRetryMs = 500
/** No answer, or only an answer from a proxy in front of the server. */
const passingStatuses = [0, 502, 503, 504]
/** Maximum pause before a failed, rarely refreshed query loads again, ms. */
const maxPauseAfterFailureMs = 15_000

/** Returns whether a load is worth another attempt after this number of failures. Writes are never repeated. */
export function shouldRetry(failures: number, error: CallError): boolean {
  return failures < maxRetries && error.code !== 'ABORTED' && passingStatuses.includes(error.status)
}

export function retryDelayMs(failures: number): number {
  return firstRetryMs * 2 ** failures
}

/** Returns the pause before the next reload: shorter after a failure, none after NOT_FOUND. */
export function refreshEvery(intervalMs: number): (query: { state: { error: CallError | null } }) => number | false {
  return ({ state: { error } }) =>
    error === null ? intervalMs : error.status === 404 ? false : Math.min(intervalMs, maxPauseAfterFailureMs)
}

/** Returns whether a periodic reload fell due while the window had no focus. */
export function refreshWhenDue(intervalMs: number): (query: { state: { dataUpdatedAt: number } }) => 'always' | false {
  return ({ state: { dataUpdatedAt } }) => (Date.now() - dataUpdatedAt >= intervalMs ? 'always' : false)
}
