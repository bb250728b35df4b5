import type { Endpoint, Input, Reply } from '#contract/calls/endpoint.ts'
import { CallError } from './CallError.ts'
import { report, type Shows } from './failures.ts'
import { invalidate, nounOf } from './queries.ts'
import { request } from './request.ts'

export interface Options {
  /** The failures that the caller shows in words of its own; of the others the person is told. */
  shows?: Shows
  signal?: AbortSignal
}

/**
 * Makes a call that a person asked for: a save, a decision, a sign-in. What is shown of its noun is then loaded again.
 * A screen loads by queries instead (`useCall`).
 * @throws CallError with the status (0: no answer) and the server's code and message; the person has then been told, unless
 * `shows` says that the caller does. A 401 ends the session instead, once.
 */
export async function call<E extends Endpoint>(endpoint: E, input: Input<E>, options: Options = {}): Promise<Reply<E>> {
  const reply = await reporting(request(endpoint, input, options.signal), options.shows)
  invalidate(nounOf(endpoint))
  return reply
}

/** Tells of the failure of something that a person asked for, and passes it on. */
export async function reporting<T>(asked: Promise<T>, shows?: Shows): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof CallError) report(error, shows, true)
    throw error
  }
}
