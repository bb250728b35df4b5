import type { Endpoint, Input, Reply } from '#contract/calls/endpoint.ts'
import type { Envelope, WireError } from '#contract/calls/envelope.ts'
import { useLocale } from '../locale/locale.ts'
import { idleMs } from './person/activity.ts'
import { CallError } from './CallError.ts'
import { forgetFailures, noteNotAllowed, noteTwoFactorDue, reportClockSkew } from './failures.ts'
import { askForProof } from './person/proofs.ts'
import { endSession, useSession } from './session.ts'
import { callTimeoutMs, fileTimeoutMs } from './timing.ts'
import { postFile, type UploadOptions } from './files/postFile.ts'

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

/** The headers of every request: the caller, the time, and the language that they read. */
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
  const { path, rest } = fillPath(endpoint.path, input)
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

/** That nobody answered, or not to the end. */
const noAnswer = (url: string, signal: AbortSignal | undefined, cause: unknown) => new CallError(0, signal?.aborted ? 'ABORTED' : 'NO_ANSWER', '', {}, { cause, url })

interface SendOptions {
  signal?: AbortSignal | undefined
  timeoutMs?: number | null
  /** Whether the request needs no session, so that its 401 says nothing of one. */
  isPublic?: boolean
}

/**
 * Sends a request of the product that is no call of the table, such as an upload. A 401 ends the session, once.
 * @param options.timeoutMs null: none
 * @returns the response, whose status is one of success
 * @throws CallError with the status (0: no answer); nobody has been told
 */
export async function send(url: string, init: RequestInit, { signal, timeoutMs = null, isPublic = false }: SendOptions = {}): Promise<Response> {
  const token = isPublic ? undefined : useSession.getState().session?.token
  const signals = [signal, timeoutMs === null ? undefined : AbortSignal.timeout(timeoutMs)].filter((one) => one !== undefined)
  let response: Response
  try {
    response = await fetch(url, { ...init, credentials: 'include', signal: AbortSignal.any(signals) })
  } catch (cause) {
    throw noAnswer(url, signal, cause)
  }
  return accepted(response, url, token)
}

/**
 * Sends a file, which may take minutes, and tells how much of it is on its way. A 401 ends the session, once.
 * @param onProgress a share, 0 to 1
 * @throws CallError as `send` does
 */
export async function sendFile(url: string, file: Blob, headers: Record<string, string>, { signal, onProgress }: UploadOptions): Promise<Response> {
  const token = useSession.getState().session?.token
  let response: Response
  try {
    response = await postFile(url, file, headers, { signal: AbortSignal.any([signal, AbortSignal.timeout(fileTimeoutMs)]), onProgress })
  } catch (cause) {
    throw noAnswer(url, signal, cause)
  }
  return accepted(response, url, token)
}

/** A response of success. @throws CallError for any other, with what it means for the session */
async function accepted(response: Response, url: string, token: string | undefined): Promise<Response> {
  const skew = response.headers.get('x-clock-skew')
  reportClockSkew(skew === null ? null : Number(skew))
  forgetFailures(response.ok ? url : null)
  if (response.ok) return response
  // Its status says enough where the rest of it does not come.
  const envelope = toEnvelope(await response.text().catch(() => ''))
  throw refused(response, envelope && !envelope.success ? envelope.error : null, url, token)
}

/** The error of a request that was answered, and not with success; with what it means for the session. */
function refused(response: Response, wire: WireError | null, url: string, token: string | undefined): CallError {
  const { status, statusText } = response
  const waitSeconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const error = new CallError(status, wire?.code ?? 'INTERNAL', wire?.message ?? '', wire?.fields ?? {}, {
    url,
    statusText,
    retryAfterSeconds: Number.isFinite(waitSeconds) ? waitSeconds : null,
  })
  if (status === 401 && token !== undefined) {
    // An answer to an earlier session's call, or the second of many at once, ends nothing.
    if (error.code !== 'WRONG_PASSWORD' && useSession.getState().session?.token === token) endSession()
  } else if (error.code === 'TWO_FACTOR_DUE') noteTwoFactorDue()
  else if (error.code === 'NOT_ALLOWED') noteNotAllowed()
  return error
}

/**
 * Makes a request of the endpoint table. The reply is as the server's schema let it out. Where the server wants to know first
 * that it is still the same person, they are asked, and the request is made again.
 * @throws CallError with the status (0: no answer) and the server's code and message; nobody has been told
 */
export async function request<E extends Endpoint>(endpoint: E, input: Input<E>, signal?: AbortSignal): Promise<Reply<E>> {
  try {
    return await ask(endpoint, input, signal)
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'PROOF_REQUIRED' || !(await askForProof())) throw error
    return ask(endpoint, input, signal)
  }
}

async function ask<E extends Endpoint>(endpoint: E, input: Input<E>, signal?: AbortSignal): Promise<Reply<E>> {
  const { url, init } = toRequest(endpoint, input as Record<string, unknown>)
  const response = await send(url, init, { signal, timeoutMs: callTimeoutMs, isPublic: endpoint.access === 'public' })
  const text = await response.text().catch((cause: unknown) => {
    throw noAnswer(url, signal, cause)
  })
  const envelope = toEnvelope(text)
  if (envelope?.success) return envelope.data as Reply<E>
  throw refused(response, envelope?.error ?? null, url, undefined)
}
