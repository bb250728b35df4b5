import type { Endpoint, Input, Reply } from '#contract/calls/endpoint.ts'
import type { Envelope, WireError } from '#contract/calls/envelope.ts'
import { useLocale } from '../locale/locale.ts'
import { idleMs } from './person/activity.ts'
import { CallError } from './CallError.ts'
import { forgetFailures, countNotAllowed, countTwoFactorDue, reportClockSkew } from './failures.ts'
import { askForProof } from './person/proofs.ts'
import { endSession, useSession } from './session.ts'
import { callTimeoutMs, fileTimeoutMs } from './timing.ts'
import { postFile, type UploadOptions } from './files/postFile.ts'

/** Fills the braces of a path from the input's fields; the remaining fields become the body or the query. */
export function fillPath(
  path: string,
  input: Record<string, unknown>,
): { path: string; remaining: Record<string, unknown> } {
  const remaining = { ...input }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => {
    const value = remaining[name]
    delete remaining[name]
    return encodeURIComponent(String(value))
  })
  return { path: filled, remaining }
}

/** Headers of every request: token, time, idle time and the user's language. */
export function authHeaders(): Record<string, string> {
  const token = useSession.getState().session?.token
  return {
    accept: 'application/json',
    'accept-language': useLocale.getState().language,
    'x-auth-timestamp': String(Date.now()),
    'x-auth-idle': String(idleMs()),
    ...(token && { 'x-auth-token': token }),
  }
}

function toRequest(endpoint: Endpoint, input: Record<string, unknown>): { url: string; init: RequestInit } {
  const { path, remaining: rest } = fillPath(endpoint.path, input)
  const headers = authHeaders()
  const init: RequestInit = { method: endpoint.method, headers }
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') {
    const query = new URLSearchParams(Object.entries(rest).flatMap(([k, v]) => (v == null ? [] : [[k, String(v)]])))
    return { url: query.size > 0 ? `${path}?${query}` : path, init }
  }
  headers['content-type'] = 'application/json'
  return { url: path, init: { ...init, body: JSON.stringify(rest) } }
}

function toEnvelope(text: string): Envelope<unknown> | null {
  try {
    return JSON.parse(text) as Envelope<unknown>
  } catch {
    return null
  }
}

/** Builds the error for a missing or incomplete answer. */
const noAnswer = (url: string, signal: AbortSignal | undefined, cause: unknown) =>
  new CallError(0, signal?.aborted ? 'ABORTED' : 'NO_ANSWER', '', {}, { cause, url })

interface SendOptions {
  signal?: AbortSignal | undefined
  timeoutMs?: number | null
  /** Whether the request needs no session, so that its 401 does not concern the session. */
  isPublic?: boolean
}

/**
 * Sends a request outside the endpoint table, such as a download. A 401 ends the session, once. Failures are not reported to the user.
 * @param options.timeoutMs null: no timeout
 * @returns the response, with a status of success
 * @throws CallError with the status (0: no answer)
 */
export async function send(
  url: string,
  init: RequestInit,
  { signal, timeoutMs = null, isPublic = false }: SendOptions = {},
): Promise<Response> {
  const token = isPublic ? undefined : useSession.getState().session?.token
  const signals = [signal, timeoutMs === null ? undefined : AbortSignal.timeout(timeoutMs)].filter(
    (one) => one !== undefined,
  )
  let response: Response
  try {
    response = await fetch(url, { ...init, credentials: 'include', signal: AbortSignal.any(signals) })
  } catch (cause) {
    throw noAnswer(url, signal, cause)
  }
  return accepted(response, url, token)
}

/**
 * Sends a file, which may take minutes, and reports its progress. A 401 ends the session, once.
 * @param onProgress receives the share sent, 0 to 1
 * @throws CallError as `send` does
 */
export async function sendFile(
  url: string,
  file: Blob,
  headers: Record<string, string>,
  { signal, onProgress }: UploadOptions,
): Promise<Response> {
  const token = useSession.getState().session?.token
  let response: Response
  try {
    response = await postFile(url, file, headers, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(fileTimeoutMs)]),
      onProgress,
    })
  } catch (cause) {
    throw noAnswer(url, signal, cause)
  }
  return accepted(response, url, token)
}

/** Returns a successful response; records clock skew and passed failures. @throws CallError for any other response, and updates the session */
async function accepted(response: Response, url: string, token: string | undefined): Promise<Response> {
  const skew = response.headers.get('x-clock-skew')
  reportClockSkew(skew === null ? null : Number(skew))
  forgetFailures(response.ok ? url : null)
  if (response.ok) return response
  // The status is enough when the body does not arrive.
  const envelope = toEnvelope(await response.text().catch(() => ''))
  throw refused(response, envelope && !envelope.success ? envelope.error : null, url, token)
}

/** Builds the error of an unsuccessful answer, and applies its effect on the session. */
function refused(response: Response, wire: WireError | null, url: string, token: string | undefined): CallError {
  const { status, statusText } = response
  const waitSeconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const error = new CallError(status, wire?.code ?? 'INTERNAL', wire?.message ?? '', wire?.fields ?? {}, {
    url,
    statusText,
    retryAfterSeconds: Number.isFinite(waitSeconds) ? waitSeconds : null,
    details: wire?.details,
  })
  if (status === 401 && token !== undefined) {
    // An answer to an earlier session's call, or the second of many at once, ends nothing.
    if (error.code !== 'WRONG_PASSWORD' && useSession.getState().session?.token === token) endSession()
  } else if (error.code === 'TWO_FACTOR_DUE') countTwoFactorDue()
  else if (error.code === 'NOT_ALLOWED') countNotAllowed()
  return error
}

/**
 * Makes a request of the endpoint table. The server's schema has already validated the reply.
 * When the server requires a recent proof of identity, asks the user for it and repeats the request. Failures are not reported to the user.
 * @throws CallError with the status (0: no answer) and the server's code and message
 */
export async function request<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  signal?: AbortSignal,
): Promise<Reply<E>> {
  try {
    return await sendRequest(endpoint, input, signal)
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'PROOF_REQUIRED' || !(await askForProof())) throw error
    return sendRequest(endpoint, input, signal)
  }
}

async function sendRequest<E extends Endpoint>(endpoint: E, input: Input<E>, signal?: AbortSignal): Promise<Reply<E>> {
  const { url, init } = toRequest(endpoint, input as Record<string, unknown>)
  const response = await send(url, init, { signal, timeoutMs: callTimeoutMs, isPublic: endpoint.access === 'public' })
  const text = await response.text().catch((cause: unknown) => {
    throw noAnswer(url, signal, cause)
  })
  const envelope = toEnvelope(text)
  if (envelope?.success) return envelope.data as Reply<E>
  throw refused(response, envelope?.error ?? null, url, undefined)
}
