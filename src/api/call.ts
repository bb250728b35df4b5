import type { Endpoint, Input, Reply } from '#contract/endpoint.ts'
import type { Envelope, ErrorCode, WireError } from '#contract/envelope.ts'
import { useLocale } from '../locale/locale.ts'
import { reportClockSkew, reportFault, reportRedirect } from './faults.ts'
import { endSession, useSession } from './session.ts'
import { CallError } from './CallError.ts'
import { levelOf } from './levels.ts'

export interface Options {
  /** Says nothing when it fails: for what a tile loads by itself and says on the tile. */
  quiet?: boolean
  /** Says nothing of errors that name fields: the form shows them there. */
  inForm?: boolean
  /** Says nothing of these errors, since who calls shows them in a way of its own. */
  handles?: readonly ErrorCode[]
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

/** What a failed request makes of the page, and of who looks at it. */
function tell(error: CallError, { url, statusText, token }: { url: string; statusText: string; token: string | undefined }, options: Options): void {
  const level = levelOf(error.code)
  const { session } = useSession.getState()
  if (error.status === 401 && token !== undefined) {
    // An answer to an earlier session's call, or the second of many at once, ends nothing.
    if (error.code !== 'WRONG_PASSWORD' && session?.token === token) endSession()
    return
  }
  if (level === 'redirect') reportRedirect()
  const isShownElsewhere = options.quiet || (options.inForm && Object.keys(error.fields).length > 0) || options.handles?.some((code) => code === error.code)
  if (isShownElsewhere || level === 'silent' || level === 'redirect' || error.status === 401) return
  reportFault(
    error.status === 0
      ? { kind: 'network', url }
      : { kind: 'status', level, status: error.status, statusText, url, code: error.code, message: error.message },
  )
}

/**
 * Sends a request of the product that is no call of the table, such as an upload; see `call` for what happens when it fails.
 * @param isPublic whether it needs no session, so that its 401 says nothing of one
 * @returns the response, whose status is one of success
 * @throws CallError
 */
export async function send(url: string, init: RequestInit, options: Options = {}, isPublic = false): Promise<Response> {
  const token = isPublic ? undefined : useSession.getState().session?.token
  const signals = [options.signal, init.signal ?? undefined].filter((signal) => signal !== undefined)
  let response: Response
  try {
    response = await fetch(url, { ...init, signal: AbortSignal.any(signals) })
  } catch (cause) {
    const error = options.signal?.aborted ? new CallError(0, 'ABORTED', '', {}, { cause }) : new CallError(0, 'NO_ANSWER', '', {}, { cause })
    tell(error, { url, statusText: '', token }, options)
    throw error
  }
  const skew = response.headers.get('x-clock-skew')
  reportClockSkew(skew === null ? null : Number(skew))
  if (response.ok) return response
  const envelope = await readEnvelope(response)
  throw refused(response, envelope && !envelope.success ? envelope.error : null, url, options, token)
}

/** The error of a request that was answered, and not with success. */
function refused(response: Response, wire: WireError | null, url: string, options: Options, token: string | undefined): CallError {
  const { status, statusText } = response
  const waitSeconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const error = new CallError(status, wire?.code ?? 'INTERNAL', wire?.message ?? '', wire?.fields ?? {}, {
    statusText,
    retryAfterSeconds: Number.isFinite(waitSeconds) ? waitSeconds : null,
  })
  tell(error, { url, statusText, token }, options)
  return error
}

/**
 * Makes a call of the endpoint table. The reply is as the server's schema let it out.
 * @throws CallError with the status (0: no answer) and the server's code and message. The person has then been told as
 * levels.ts says, unless an option says that the caller does; a 401 ends the session instead, once.
 */
export async function call<E extends Endpoint>(endpoint: E, input: Input<E>, options: Options = {}): Promise<Reply<E>> {
  const { url, init } = toRequest(endpoint, input as Record<string, unknown>)
  const response = await send(url, { ...init, signal: AbortSignal.timeout(timeoutMs) }, options, endpoint.access === 'public')
  const envelope = await readEnvelope(response)
  if (envelope?.success) return envelope.data as Reply<E>
  throw refused(response, envelope?.error ?? null, url, options, undefined)
}
