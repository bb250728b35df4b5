import { queryOptions, useQuery } from '@tanstack/react-query'
import { alertEvidencePath } from '#contract/alerts/alertEvidence.ts'
import { documentPath, documentUploadPath, fileNameHeader } from '#contract/calls/documents.ts'
import type { Endpoint } from '#contract/calls/endpoint.ts'
import { type Import, importPath, importTemplatePath } from '#contract/calls/imports.ts'
import type { Envelope } from '#contract/calls/envelope.ts'
import { dailyReportPath } from '#contract/projects/days/dailyReports.ts'
import { imagePath, imageUploadPath, type ImageSize } from '#contract/calls/images.ts'
import { reporting } from '../call.ts'
import { CallError } from '../CallError.ts'
import { inPlace } from '../failures.ts'
import type { UploadOptions } from './postFile.ts'
import { queryClient } from '../queries.ts'
import { authHeaders, fillPath, send, sendFile } from '../request.ts'
import { fileTimeoutMs } from '../timing.ts'

/** Answer to an upload: the id by which records refer to the file. */
export interface Uploaded {
  id: string
}
/** @throws CallError as calls do; the caller displays refusals */
export type Upload = (file: File, options: UploadOptions) => Promise<Uploaded>

/** Uploads a picture unchanged; the server encodes it again. Works without a session too. */
export const uploadImage: Upload = (file, options) => reporting(upload(imageUploadPath, file, {}, options), inPlace)

/** Uploads a document unchanged, with its name. */
export const uploadDocument: Upload = (file, options) =>
  reporting(upload(documentUploadPath, file, { [fileNameHeader]: encodeURIComponent(file.name) }, options), inPlace)

/** Uploads a sheet of records unchanged. @param save the call that adds one record */
export const uploadSheet = (save: Endpoint, file: File, options: UploadOptions): Promise<Import> =>
  reporting(
    upload<Import>(importPath(save), file, { [fileNameHeader]: encodeURIComponent(file.name) }, options),
    inPlace,
  )

/** Fetches an empty sheet with column titles in the user's language. @throws CallError, reported to the user */
export const fetchTemplate = (save: Endpoint): Promise<Blob> =>
  reporting(
    send(importTemplatePath(save), { headers: authHeaders() }, { timeoutMs: fileTimeoutMs }).then((response) =>
      response.blob(),
    ),
  )

async function upload<R = Uploaded>(
  url: string,
  file: File,
  named: Record<string, string>,
  options: UploadOptions,
): Promise<R> {
  const headers = { ...authHeaders(), 'content-type': file.type || 'application/octet-stream', ...named }
  const response = await sendFile(url, file, headers, options)
  const envelope = (await response.json()) as Envelope<R>
  if (envelope.success) return envelope.data
  throw new CallError(response.status, envelope.error.code, envelope.error.message, envelope.error.fields ?? {}, {
    url,
  })
}

/** Loads an uploaded picture in full or thumbnail size. An `img` cannot fetch it, because the token goes in a header. */
function imageQuery(id: string, size: ImageSize) {
  const path = `${fillPath(imagePath, { id }).path}?size=${size}`
  return queryOptions<Blob>({
    queryKey: ['images', id, size],
    queryFn: async ({ signal }) =>
      (await send(path, { headers: authHeaders() }, { signal, timeoutMs: fileTimeoutMs })).blob(),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useImage(id: string, size: ImageSize, isEnabled: boolean) {
  return useQuery({ ...imageQuery(id, size), enabled: isEnabled }, queryClient)
}

/** Loads an uploaded picture outside React. @throws CallError, reported to the user */
export const loadImage = (id: string, size: ImageSize): Promise<Blob> => queryClient.fetchQuery(imageQuery(id, size))

/**
 * Fetches the evidence pack of an alert, which the server makes on request.
 * @throws CallError, reported to the user; TypeError when the transfer breaks off
 */
export const fetchEvidence = (id: number, signal: AbortSignal): Promise<Blob> =>
  reporting(
    send(
      fillPath(alertEvidencePath, { id }).path,
      { method: 'POST', headers: authHeaders() },
      { signal, timeoutMs: fileTimeoutMs },
    ).then((response) => response.blob()),
  )

/**
 * Fetches the PDF report of a project's day, which the server makes on request. The caller displays failures.
 * @throws CallError; TypeError when the transfer breaks off
 */
export const fetchReport = (id: number): Promise<Blob> =>
  reporting(
    send(
      fillPath(dailyReportPath, { id }).path,
      { method: 'POST', headers: authHeaders() },
      { timeoutMs: fileTimeoutMs },
    ).then((response) => response.blob()),
    inPlace,
  )

/** Fetches a document and its file name. @throws CallError, reported to the user */
export async function fetchDocument(id: string): Promise<{ blob: Blob; name: string }> {
  const { path } = fillPath(documentPath, { id })
  return reporting(
    send(path, { headers: authHeaders() }, { timeoutMs: fileTimeoutMs }).then(async (response) => {
      const [, name] = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '') ?? []
      return { blob: await response.blob(), name: name === undefined ? 'document.pdf' : decodeURIComponent(name) }
    }),
  )
}
