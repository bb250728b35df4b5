import type { Envelope } from '#contract/envelope.ts'
import { imagePath, imageUploadPath } from '#contract/images.ts'
import { authHeaders, fillPath, send } from './call.ts'
import { CallError } from './CallError.ts'

/** A photograph over a pen's weak network. */
const timeoutMs = 120_000

/**
 * Uploads a picture as it is; the server makes it anew. Works without a session, too.
 * @throws CallError, as a call does; nobody has been told
 */
export async function uploadImage(file: Blob, signal: AbortSignal): Promise<{ id: string }> {
  const headers = { ...authHeaders(), 'content-type': file.type }
  const response = await ask(imageUploadPath, { method: 'POST', body: file, headers }, signal)
  const envelope = (await response.json()) as Envelope<{ id: string }>
  if (envelope.success) return envelope.data
  throw new CallError(response.status, envelope.error.code, envelope.error.message, envelope.error.fields ?? {})
}

/** A picture that was uploaded: the token goes in a header, so an `img` can't fetch it by itself. */
export async function loadImage(id: string, signal: AbortSignal): Promise<Blob> {
  const { path } = fillPath(imagePath, { id })
  return (await ask(path, { headers: authHeaders() }, signal)).blob()
}

function ask(path: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
  return send(path, { ...init, credentials: 'include', signal: AbortSignal.timeout(timeoutMs) }, { quiet: true, signal })
}
