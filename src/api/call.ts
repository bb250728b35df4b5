import type { Endpoint, Input, Reply } from '#contract/calls/endpoint.ts'
import { CallError } from './CallError.ts'
import { report, type Shows } from './failures.ts'
import { invalidate, nounOf } from './queries.ts'
import { request } from './request.ts'

export interface Options {
  /** The failures that the caller displays itself; others are reported to the user. */
  shows?: Shows
  signal?: AbortSignal
}

/**
 * Makes a call that the user asked for: a save, a decision, a sign-in. Then reloads the data shown of its noun.
 * Screens load data by queries instead (`useCall`).
 * A failure is reported to the user unless `shows` claims it. A 401 ends the session instead, once.
 * @throws CallError with the status (0: no answer) and the server's code and message
 */
export async function call<E extends Endpoint>(endpoint: E, input: Input<E>, options: Options = {}): Promise<Reply<E>> {
  const reply = await reporting(request(endpoint, input, options.signal), options.shows)
  invalidate(nounOf(endpoint))
  return reply
}

/** Reports the failure of something that the user asked for, and rethrows it. */
export async function reporting<T>(pending: Promise<T>, shows?: Shows): Promise<T> {
  try {
    return await pending
  } catch (error) {
    if (error instanceof CallError) report(error, shows, true)
    throw error
  }
}
