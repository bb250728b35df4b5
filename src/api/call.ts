import type { Endpoint, Input, Reply } from '#contract/endpoint.ts'
import type { Envelope } from '#contract/envelope.ts'
import { useLocale } from '../locale/locale.ts'
import { reportClockSkew, reportFault } from '../store/faults.ts'
import { endSession, useSession } from '../store/session.ts'
import { CallError } from './CallError.ts'

interface Options {
  /** Says nothing when it fails: for what a tile loads by itself and says on the tile. */
  quiet?: boolean
  signal?: AbortSignal
}

const timeoutMs = 30_000

/** Puts the input's fields into the braces of a path; what is left over is the body or the query. */
export function fillPath(path: string, input: Record<string, unknown>): { path: string; rest: Record<string, unknown> } {
  const rest = { ...input }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  return { path: filled, rest }
}

/** What every request carries: who asks, when, and which language they read. */
export function authHeaders(): Record<string, string> {
  const token = useSession.getState().session?.token
  return {
    accept: 'application/json',
    'accept-language': useLocale.getState().language,
    'x-auth-timestamp': String(Date.now()),
    ...(token && { 'x-auth-token': token }),
  }
}

function toRequest(endpoint: Endpoint, input: Record<string, unknown>): { url: string; init: RequestInit } {
  const { path, rest } = fillPath(endpoint.path, input)
  const headers = authHeaders()
  const init: RequestInit = { method: endpoint.method, headers, credentials: 'include' }
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') {
    const query = new URLSearchParams(Object.entries(rest).flatMap(([k, v]) => (v == null ? [] : [[k, String(v)]])))
    return { url: query.size > 0 ? `${path}?${query}` : path, init }
  }
  headers['content-type'] = 'application/json'
  return { url: path, init: { ...init, body: JSON.stringify(rest) } }
}

async function readEnvelope(response: Response): Promise<Envelope<unknown> | null> {
  try {
    return (await response.json()) as Envelope<unknown>
  } catch {
    return null
  }
}

/**
 * Makes a call of the endpoint table. The reply is as the server's schema let it out.
 * @throws CallError with the status (0: no answer) and the server's code and message. Unless `quiet`, the person has
 * then been told by a notification; a 401 ends the session instead.
 */
export async function call<E extends Endpoint>(endpoint: E, input: Input<E>, options: Options = {}): Promise<Reply<E>> {
  const { url, init } = toRequest(endpoint, input as Record<string, unknown>)
  const limit = AbortSignal.timeout(timeoutMs)
  let response: Response
  try {
    response = await fetch(url, { ...init, signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit })
  } catch (cause) {
    if (options.signal?.aborted) throw new CallError(0, 'ABORTED', '', {}, { cause })
    if (!options.quiet) reportFault({ kind: 'network', url })
    throw new CallError(0, 'NO_ANSWER', '', {}, { cause })
  }
  const skew = response.headers.get('x-clock-skew')
  reportClockSkew(skew === null ? null : Number(skew))
  const envelope = await readEnvelope(response)
  if (response.ok && envelope?.success) return envelope.data as Reply<E>

  const error = envelope && !envelope.success ? envelope.error : null
  const { status, statusText } = response
  if (status === 401 && endpoint.access !== 'public') endSession()
  else if (!options.quiet && status !== 401) {
    reportFault({ kind: 'status', status, statusText, url, message: error?.message ?? null })
  }
  const waitSeconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  throw new CallError(status, error?.code ?? 'INTERNAL', error?.message ?? statusText, error?.fields ?? {}, {
    retryAfterSeconds: Number.isFinite(waitSeconds) ? waitSeconds : null,
  })
}
