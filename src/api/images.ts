import { endSession } from '../store/session.ts'
import { authHeaders } from './call.ts'
import { CallError } from './CallError.ts'
import type { Envelope } from '#contract/envelope.ts'

export const uploadPath = '/collateral/common/image/upload'
export const imagePath = (id: string) => `/collateral/common/image/${encodeURIComponent(id)}`
const timeoutMs = 120_000

/**
 * Uploads a picture as it is; the server cleans and re-encodes it.
 * @throws CallError, as a call does; nobody has been told
 */
export async function uploadImage(file: Blob, signal: AbortSignal): Promise<{ id: string }> {
  const response = await ask(uploadPath, { method: 'POST', body: file, headers: { 'content-type': file.type } }, signal)
  const envelope = (await response.json()) as Envelope<{ id: string }>
  if (envelope.success) return envelope.data
  throw new CallError(response.status, envelope.error.code, envelope.error.message, envelope.error.fields ?? {})
}

/** A picture that was uploaded: the token goes in a header, so an `img` can't fetch it by itself. */
export async function loadImage(id: string, signal: AbortSignal): Promise<Blob> {
  return await (await ask(imagePath(id), {}, signal)).blob()
}

async function ask(path: string, init: RequestInit & { headers?: Record<string, string> }, signal: AbortSignal): Promise<Response> {
  let response: Response
  try {
    response = await fetch(path, {
      ...init,
      headers: { ...authHeaders(), ...init.headers },
      credentials: 'include',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
  } catch (cause) {
    throw new CallError(0, signal.aborted ? 'ABORTED' : 'NO_ANSWER', '', {}, { cause })
  }
  if (response.ok) return response
  if (response.status === 401) endSession()
  const envelope = (await response.json().catch(() => null)) as Envelope<never> | null
  const error = envelope?.success === false ? envelope.error : null
  throw new CallError(response.status, error?.code ?? 'INTERNAL', error?.message ?? response.statusText, error?.fields ?? {})
}
