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

/** The answer to an upload: the id that a record names it by. */
export interface Uploaded {
  id: string
}
/** @throws CallError, as a call does; what the server refuses is for the caller to show */
export type Upload = (file: File, options: UploadOptions) => Promise<Uploaded>

/** Uploads a picture as it is; the server encodes it again. Works without a session, too. */
export const uploadImage: Upload = (file, options) => reporting(upload(imageUploadPath, file, {}, options), inPlace)

/** Uploads a document as it is, with its name. */
export const uploadDocument: Upload = (file, options) =>
  reporting(upload(documentUploadPath, file, { [fileNameHeader]: encodeURIComponent(file.name) }, options), inPlace)

/** Uploads a sheet of records as it is. @param save the call that adds one of them */
export const uploadSheet = (save: Endpoint, file: File, options: UploadOptions): Promise<Import> =>
  reporting(upload<Import>(importPath(save), file, { [fileNameHeader]: encodeURIComponent(file.name) }, options), inPlace)

/** An empty sheet with titles in the language of the person. @throws CallError; the person has been told */
export const fetchTemplate = (save: Endpoint): Promise<Blob> =>
  reporting(send(importTemplatePath(save), { headers: authHeaders() }, { timeoutMs: fileTimeoutMs }).then((response) => response.blob()))

async function upload<R = Uploaded>(url: string, file: File, named: Record<string, string>, options: UploadOptions): Promise<R> {
  const headers = { ...authHeaders(), 'content-type': file.type || 'application/octet-stream', ...named }
  const response = await sendFile(url, file, headers, options)
  const envelope = (await response.json()) as Envelope<R>
  if (envelope.success) return envelope.data
  throw new CallError(response.status, envelope.error.code, envelope.error.message, envelope.error.fields ?? {}, { url })
}

/** A picture that was uploaded, whole or small: the token goes in a header, so an `img` can't fetch it by itself. */
function imageQuery(id: string, size: ImageSize) {
  const path = `${fillPath(imagePath, { id }).path}?size=${size}`
  return queryOptions<Blob>({
    queryKey: ['images', id, size],
    queryFn: async ({ signal }) => (await send(path, { headers: authHeaders() }, { signal, timeoutMs: fileTimeoutMs })).blob(),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useImage(id: string, size: ImageSize, isEnabled: boolean) {
  return useQuery({ ...imageQuery(id, size), enabled: isEnabled }, queryClient)
}

/** The same for what is drawn without React. @throws CallError; the person has been told */
export const loadImage = (id: string, size: ImageSize): Promise<Blob> => queryClient.fetchQuery(imageQuery(id, size))

/** The evidence pack of an alert, which takes the server a moment to make. @throws CallError; the person has been told. TypeError where it broke off on its way */
export const fetchEvidence = (id: number, signal: AbortSignal): Promise<Blob> =>
  reporting(send(fillPath(alertEvidencePath, { id }).path, { method: 'POST', headers: authHeaders() }, { signal, timeoutMs: fileTimeoutMs }).then((response) => response.blob()))

/** The report of a project's day as a PDF, which takes the server a moment to make. @throws CallError; TypeError where it broke off on its way. The caller tells the person */
export const fetchReport = (id: number): Promise<Blob> =>
  reporting(send(fillPath(dailyReportPath, { id }).path, { method: 'POST', headers: authHeaders() }, { timeoutMs: fileTimeoutMs }).then((response) => response.blob()), inPlace)

/** A document and the name that it is kept by. @throws CallError; the person has been told */
export async function fetchDocument(id: string): Promise<{ blob: Blob; name: string }> {
  const { path } = fillPath(documentPath, { id })
  return reporting(
    send(path, { headers: authHeaders() }, { timeoutMs: fileTimeoutMs }).then(async (response) => {
      const [, name] = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '') ?? []
      return { blob: await response.blob(), name: name === undefined ? 'document.pdf' : decodeURIComponent(name) }
    }),
  )
}
