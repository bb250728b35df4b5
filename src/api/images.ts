import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Envelope } from '#contract/calls/envelope.ts'
import { imagePath, imageUploadPath } from '#contract/calls/images.ts'
import { reporting } from './call.ts'
import { CallError } from './CallError.ts'
import { inPlace } from './failures.ts'
import { queryClient } from './queries.ts'
import { authHeaders, fillPath, send } from './request.ts'
import { imageTimeoutMs } from './timing.ts'

/**
 * Uploads a picture as it is; the server encodes it again. Works without a session, too.
 * @throws CallError, as a call does; what the server refuses is for the caller to show
 */
export function uploadImage(file: Blob, signal: AbortSignal): Promise<{ id: string }> {
  return reporting(upload(file, signal), inPlace)
}

async function upload(file: Blob, signal: AbortSignal): Promise<{ id: string }> {
  const headers = { ...authHeaders(), 'content-type': file.type }
  const response = await send(imageUploadPath, { method: 'POST', body: file, headers }, { signal, timeoutMs: imageTimeoutMs })
  const envelope = (await response.json()) as Envelope<{ id: string }>
  if (envelope.success) return envelope.data
  throw new CallError(response.status, envelope.error.code, envelope.error.message, envelope.error.fields ?? {}, { url: imageUploadPath })
}

/** A picture that was uploaded: the token goes in a header, so an `img` can't fetch it by itself. */
export function useImage(id: string, isEnabled: boolean) {
  const { path } = fillPath(imagePath, { id })
  const query = queryOptions<Blob>({
    queryKey: ['images', id],
    queryFn: async ({ signal }) => (await send(path, { headers: authHeaders() }, { signal, timeoutMs: imageTimeoutMs })).blob(),
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return useQuery(query, queryClient)
}
