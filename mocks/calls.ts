import type { Endpoint, Input, Reply } from '#contract/calls/endpoint.ts'
import { endpoints } from '#contract/calls/endpoints.ts'
import type { Envelope } from '#contract/calls/envelope.ts'

/** A call that the server refused. */
export class RefusedError extends Error {
  readonly status: number
  readonly code: string

  constructor(what: string, status: number, code: string, message: string) {
    super(`${what}: ${status} ${code} ${message}`.trimEnd())
    this.status = status
    this.code = code
  }
}

export type Call = <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Reply<E>>

/** Rows per page when a whole list is read. */
const pageSize = 1000

/**
 * Returns a function that makes calls to a server over keep-alive connections.
 * @param origin the server's address, such as `http://127.0.0.1:8000`
 * @param token token of the calling user; without it calls are unauthenticated
 */
export function openCalls(origin: string, token?: string): Call {
  const headers: Record<string, string> = {
    accept: 'application/json',
    ...(token !== undefined && { 'x-auth-token': token }),
  }
  return async (endpoint, input) => {
    const remainingInput: Record<string, unknown> = { ...(input as Record<string, unknown>) }
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => {
      const value = String(remainingInput[name])
      delete remainingInput[name]
      return encodeURIComponent(value)
    })
    const hasBody = endpoint.method === 'POST' || endpoint.method === 'PUT'
    const url = new URL(path, origin)
    if (!hasBody)
      for (const [name, value] of Object.entries(remainingInput))
        if (value != null) url.searchParams.set(name, String(value))
    const response = await fetch(url, {
      method: endpoint.method,
      headers: {
        ...headers,
        'x-auth-timestamp': String(Date.now()),
        ...(hasBody && { 'content-type': 'application/json' }),
      },
      ...(hasBody && { body: JSON.stringify(remainingInput) }),
    })
    const envelope = (await response.json()) as Envelope<Reply<typeof endpoint>>
    if (envelope.success) return envelope.data
    const fields = envelope.error.fields ? ` ${JSON.stringify(envelope.error.fields)}` : ''
    throw new RefusedError(
      `${endpoint.method} ${path}`,
      response.status,
      envelope.error.code,
      envelope.error.message + fields,
    )
  }
}

/** Signs in and returns a function that makes calls as that user. */
export async function signIn(origin: string, userName: string, password: string): Promise<Call> {
  const { token } = await openCalls(origin)(endpoints.auth.login, { type: 'account', userName, password })
  return openCalls(origin, token)
}

/** Reads all pages of a list call. */
export async function readAll<T>(
  page: (current: number, pageSize: number) => Promise<{ list: T[]; total: number }>,
): Promise<T[]> {
  const rows: T[] = []
  for (let current = 1; ; current += 1) {
    const { list, total } = await page(current, pageSize)
    rows.push(...list)
    if (list.length === 0 || rows.length >= total) return rows
  }
}

/** Runs work for each item with limited concurrency. Results are in the order of the items. */
export async function inParallel<T, R>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async () => {
    for (let place = next++; place < items.length; place = next++) results[place] = await work(items[place] as T)
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker))
  return results
}
